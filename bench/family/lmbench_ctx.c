/* SPDX-License-Identifier: MIT */
/*
 * lmbench's context switches (lat_ctx): a token goes round a ring of processes, each of which sums
 * up an array of its own before it hands it on. Source: reference/lmbench.md 1.2.
 */
#include "family/fix.h"
#include "family/lmbench_ctx_rows.h"
#include "family/partner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MAX_PROCESSES = 1000, UNROLLED = 128 };

struct ring {
	unsigned processes;
	size_t array_bytes;
	enum partner_place place;
};

/* Pipe i leads to process i, which is the i-th one started; 0 is this one. Those that this process
 * writes to and reads back by itself are others: somebody waits at the first. */
static int pipes[MAX_PROCESSES][2], own_pipes[MAX_PROCESSES][2];

static const struct ring *ring;
static long *array;

/* Longs, one addition for each, unrolled as the known tool does. */
__attribute__((noipa)) static void use_array(void)
{
	const long *p = array;
	long sum = 0;

	for (const long *end = p + ring->array_bytes / sizeof(*p); p < end; p += UNROLLED) {
#pragma GCC unroll 128
		for (int i = 0; i < UNROLLED; i++) {
			sum += p[i];
			FIX(sum);
		}
	}
	keep(sum);
}

static bool take_token(int from)
{
	int token;

	return read(from, &token, sizeof(token)) == sizeof(token);
}

static bool pass_token(int to)
{
	int token = 0;

	return write(to, &token, sizeof(token)) == sizeof(token);
}

/* Pages of its own: those that fork left are shared until somebody writes to them. */
static bool take_array(void)
{
	array = malloc(ring->array_bytes + 1);
	for (size_t i = 0; array && i < ring->array_bytes / sizeof(long); i++)
		array[i] = 0;
	keep(array);
	return array != NULL;
}

static void join_ring(void *index)
{
	unsigned own = *(const unsigned *)index;
	int from = pipes[own][0], to = pipes[(own + 1) % ring->processes][1];

	if (!take_array())
		return;
	while (take_token(from)) {
		use_array();
		if (!pass_token(to))
			return;
	}
}

static int make_pipes(struct bench *b, int (*made)[2])
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit)) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
	for (unsigned i = 0; i < ring->processes; i++)
		if (pipe2(made[i], O_CLOEXEC))
			return bench_skip(b,
				"it may not have %u pipes (ulimit -n, "
				"/proc/sys/fs/pipe-user-pages-soft):",
				2 * ring->processes);
	return BENCH_OK;
}

static int ctx_setup(struct bench *b)
{
	ring = b->benchmark->arg;
	if (make_pipes(b, pipes) || make_pipes(b, own_pipes))
		return BENCH_SKIPPED;
	for (unsigned i = 1; i < ring->processes; i++) {
		int status = partner_start(b, ring->place, join_ring, &i);

		if (status)
			return status;
	}
	if (!take_array())
		return bench_fail(b, "out of memory");
	b->work_per_op = ring->processes;
	return BENCH_OK;
}

/* An operation is a lap. */
static int ctx_run(struct bench *b, uint64_t n)
{
	errno = 0;
	partner_expect();
	while (n--) {
		if (!pass_token(pipes[1][1]) || !take_token(pipes[0][0]))
			return partner_failed(b, "pass a token round");
		use_array();
	}
	return BENCH_OK;
}

/* The same by one process alone, so that nothing is switched and the array stays in cache. */
static int ctx_without(struct bench *b, uint64_t n)
{
	while (n--)
		for (unsigned i = 0; i < ring->processes; i++) {
			if (!pass_token(own_pipes[i][1]) || !take_token(own_pipes[i][0]))
				return bench_fail(b, "pass a token to oneself:");
			use_array();
		}
	return BENCH_OK;
}

#define CTX(count, kib, least, suffix, title_suffix, where, where_words, placed, need)             \
	const struct benchmark bench_lat_ctx_##count##p_##kib##k##suffix = {                       \
		.name = "lmbench.lat_ctx_" #count "p_" #kib "k" #suffix,                           \
		.title = "Context switch " #count "p/" #kib "K" title_suffix,                      \
		.what = "a hop of a token in a ring of " #count                                    \
			" processes, each of which sums up " #kib                                  \
			" KiB of its own, less the pipe and the sum in one process: a switch and " \
			"what it costs the caches; " where_words,                                  \
		.unit = UNIT_NS,                                                                   \
		.placement = placed,                                                               \
		.needs = need,                                                                     \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.at = { (where) == PARTNER_FREE ? "lat_ctx" : NULL, #kib " KiB", count, NULL },    \
		.arg = &(const struct ring){ count, kib * 1024, where },                           \
		.setup = ctx_setup,                                                                \
		.run = ctx_run,                                                                    \
		.without = ctx_without,                                                            \
		.teardown = partner_stop,                                                          \
	};

#define CTX_ROW(B, count, kib, least)                                                              \
	CTX(count, kib, least, , "", PARTNER_FREE, "the scheduler places them", PLACE_FREE,        \
		NEEDS_NOTHING)
LMBENCH_CTX_ROWS(CTX_ROW, )

#define CTX_PLACE(where, suffix, title_suffix, where_words, placed, need, least, ...)              \
	CTX(2, 0, least, suffix, title_suffix, where, where_words, placed, need)
PARTNER_PLACES(CTX_PLACE, PROFILE_STANDARD, PROFILE_STANDARD, )

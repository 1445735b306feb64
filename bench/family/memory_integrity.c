/* SPDX-License-Identifier: MIT */
/* All free memory, each CPU its part of it, nearest memory first: see integrity.h. */
#include "benchmark.h"
#include "core/histogram.h"
#include "family/integrity.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { CHUNK_BYTES = INTEGRITY_CHUNK_WORDS * 8 };

/* A machine with more memory than its CPUs can touch in this time has a part of it left out, and
 * the result says how much was swept. */
static const uint64_t TOUCH_NS = 15000000000u;

/* Cells lose their charge within seconds if refresh fails. */
static const struct timespec FADE = { 5, 0 };

static void found_wrong(void *context, const uint64_t *word, uint64_t expected, uint64_t found)
{
	struct bench *b = context;
	struct wrong wrong = { .what = "memory",
		.cpu = sched_getcpu(),
		.expected = expected,
		.found = found,
		.seed = b->seed };

	bench_locate(&wrong, word);
	bench_wrong(b, &wrong);
}

/* Gives the memory its pages, which no sweep shall have to wait for. Returns how much of it there
 * was time for. */
static size_t touch(char *memory, size_t bytes)
{
	uint64_t start = bench_now_ns();
	size_t done = 0;

	while (done < bytes && bench_now_ns() - start < TOUCH_NS) {
		memset(memory + done, 0xff, CHUNK_BYTES);
		done += CHUNK_BYTES;
	}
	return done;
}

int integrity_take(struct bench *b, struct integrity *t, size_t most_bytes)
{
	size_t bytes = b->memory_bytes < most_bytes ? b->memory_bytes : most_bytes;
	void *words;

	bytes = bytes / CHUNK_BYTES * CHUNK_BYTES;
	if (!bytes)
		return bench_skip(
			b, "less than %d MiB of memory is free for each CPU", CHUNK_BYTES >> 20);
	words = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (words == MAP_FAILED)
		return bench_fail(b, "map %zu bytes of memory:", bytes);
	/* Fewer page tables, and a quicker sweep. */
	madvise(words, bytes, MADV_HUGEPAGE);
	*t = (struct integrity){ .words = words,
		.count = touch(words, bytes) / sizeof(uint64_t),
		.seed = b->seed + b->copy,
		.wrong = found_wrong,
		.context = b };
	return BENCH_OK;
}

static int setup(struct bench *b)
{
	struct integrity *t = calloc(1, sizeof(*t));

	if (!t)
		return bench_fail(b, "out of memory:");
	b->state = t;
	return integrity_take(b, t, SIZE_MAX);
}

/* The time in which the memory stands still is not part of the speed. */
static int sample(struct bench *b, uint64_t ns, struct histogram *chunks, double *value)
{
	struct integrity *t = b->state;
	uint64_t last = bench_now_ns(), busy_ns = 0, bytes = 0;

	while (busy_ns < ns) {
		size_t moved = integrity_step(t);
		uint64_t now;

		if (!moved) {
			nanosleep(&FADE, NULL);
			last = bench_now_ns();
			continue;
		}
		now = bench_now_ns();
		histogram_add(chunks, now - last);
		busy_ns += now - last;
		bytes += moved;
		last = now;
	}
	*value = (double)bytes * 1e9 / (double)busy_ns;
	return BENCH_OK;
}

static void teardown(struct bench *b)
{
	struct integrity *t = b->state;

	if (!t || !t->words)
		return;
	bench_figure_sum(b, "memory_bytes", (double)t->count * sizeof(uint64_t));
	bench_figure_sum(b, "verified_bytes", (double)t->verified * sizeof(uint64_t));
	bench_figure(b, "rounds", t->rounds + integrity_progress(t));
}

const struct benchmark bench_memory_integrity = {
	.name = "memory.integrity",
	.what = "bytes read and written per second while all CPUs sweep all free memory (own "
		"addresses, "
		"zeros, checkers and random words, moving inversions up and down, then left to "
		"fade); "
		"a "
		"word that changed fails the machine and names its address",
	.unit = UNIT_BYTES_PER_S,
	.copies = COPIES_EACH_CPU,
	.profile = PROFILE_STANDARD,
	.tolerance = 0.02,
	.setup = setup,
	.sample = sample,
	.teardown = teardown,
};

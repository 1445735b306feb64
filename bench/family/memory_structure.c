/* SPDX-License-Identifier: MIT */
/*
 * How memory is built, from chases whose places differ in one thing: how many pages they lie on
 * (what address translation keeps), how far they are apart (the length of a cache line), how many
 * chases there are at once (how many loads the machine has on their way). Source:
 * reference/lmbench.md 1.4 (tlb, line, par_mem).
 */
#include "family/chase.h"
#include "family/memory.h"
#include "family/memory_structure_rows.h"

enum { PAGE = 4096, CACHES = 4 };

struct places {
	size_t count;  /* 0: as many as fit in memory beyond the caches */
	size_t stride; /* bytes */
	size_t group;  /* visited before others, in bytes; 0: none is */
	enum pages pages;
	unsigned chains;
};

static void *chain[CHASE_CHAINS_MAX];

static int structure_setup(struct bench *b)
{
	const struct places *p = b->benchmark->arg;
	size_t bytes = p->count ? p->count * p->stride : memory_beyond_caches(b, 1, CACHES);
	size_t count = p->count ? p->count : bytes / p->stride;
	char *memory;

	if (!bytes || !(memory = memory_take(b, bytes, p->pages)))
		return BENCH_SKIPPED;
	if (!chase_link_random(
		    memory, count, p->stride, p->group ? p->group / p->stride : count, b->seed))
		return bench_skip(b, "too little memory to set up the chase");
	chase_spread(memory, count, chain, p->chains);
	b->work_per_op = (double)CHASE_TURNS * p->chains;
	return BENCH_OK;
}

static int structure_run(struct bench *b, uint64_t n)
{
	const struct places *p = b->benchmark->arg;

	chase_follow_many(chain, p->chains, n);
	return BENCH_OK;
}

#define STRUCTURE(id, words, chart_, line_, x_, ...)                                               \
	const struct benchmark bench_memory_##id = {                                               \
		.name = "memory." #id,                                                             \
		.what = "a load whose address an earlier load brought, at random: " words,         \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = PROFILE_FULL,                                                           \
		.tolerance = 0.02,                                                                 \
		.at = { chart_, line_, x_, NULL },                                                 \
		.arg = &(const struct places){ __VA_ARGS__ },                                      \
		.setup = structure_setup,                                                          \
		.run = structure_run,                                                              \
	};

/* A line further with each page: all in one set of the cache would be another thing. */
#define TLB(number, unused)                                                                        \
	STRUCTURE(tlb_##number, "one line on each of " #number " pages of 4 KiB", "tlb",           \
		"a page each", number, number, PAGE + CHASE_LINE, 0, PAGES_SMALL, 1)               \
	STRUCTURE(tlb_##number##_dense, #number " lines side by side, on pages of 4 KiB", "tlb",   \
		"side by side", number, number, CHASE_LINE, 0, PAGES_SMALL, 1)
MEMORY_TLB_PAGES(TLB, )

#define LINE(bytes, unused)                                                                        \
	STRUCTURE(line_##bytes,                                                                    \
		"places " #bytes                                                                   \
		" bytes apart, those of a page before those of the next, beyond the caches",       \
		"line", "latency", bytes, 0, bytes, PAGE, PAGES_LARGE, 1)
MEMORY_LINES(LINE, )

#define PARALLEL(number, unused)                                                                   \
	STRUCTURE(parallel_##number,                                                               \
		"of " #number " chains that do not wait for each other, beyond the caches",        \
		"parallel", "time for each load", number, 0, CHASE_LINE, 0, PAGES_LARGE, number)
MEMORY_CHAINS(PARALLEL, )

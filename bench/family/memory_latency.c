/* SPDX-License-Identifier: MIT */
/*
 * The memory hierarchy as it is: loads that wait for each other, at random, in more and more
 * memory. On large pages the caches are seen; on small ones address translation as well; on small
 * pages in groups that translation keeps up with, the caches without large pages. Source:
 * reference/lmbench.md 4 and 5.
 */
#include "family/chase.h"
#include "family/memory.h"
#include "family/memory_latency_rows.h"

#include <string.h>

/* Four times the last cache: three loads of four miss it, and more memory shows nothing new. */
enum { BEYOND = 4 };

/* Where the machine does not tell its caches: beyond those of most. */
static const size_t ASSUMED_ENOUGH_BYTES = (size_t)128 << 20;

/* Small pages in a group: fewer than a first-level TLB has entries (64 and more). */
enum { LOCAL_BYTES = 32 * 4096 };

struct walk {
	size_t bytes;
	enum pages pages;
	size_t group_bytes; /* 0: all at random */
};

static void *place;

/* The first size from which on memory alone is measured. */
static size_t enough_bytes(const struct bench *b)
{
	size_t cache = bench_caches(b).last_level_bytes, enough = 1024;

	while (cache && enough < BEYOND * cache)
		enough *= 2;
	return cache ? enough : ASSUMED_ENOUGH_BYTES;
}

static int latency_setup(struct bench *b)
{
	const struct walk *walk = b->benchmark->arg;
	size_t lines = walk->bytes / CHASE_LINE, enough = enough_bytes(b);
	/* A page of its own for the smallest: a part of a page cannot be a large one. */
	size_t taken = walk->bytes < MEMORY_UNIT ? MEMORY_UNIT : walk->bytes;
	/* Beside it the order of its lines. */
	size_t needed = taken + lines * sizeof(uint32_t);
	char *memory;

	if (walk->bytes > enough)
		return bench_skip(
			b, "%zu MiB are beyond all caches: more shows nothing new", enough >> 20);
	if (needed > b->memory_bytes)
		return bench_skip(b, "too little memory: %zu MiB are needed", needed >> 20);
	memory = memory_take(b, taken, walk->pages);
	if (!memory)
		return BENCH_SKIPPED;
	if (walk->pages == PAGES_LARGE && !memory_is_large(memory))
		bench_note(b, "pages", "small: the kernel gave no large ones");
	if (!chase_link_random(memory, lines, CHASE_LINE,
		    walk->group_bytes ? walk->group_bytes / CHASE_LINE : lines, b->seed))
		return bench_skip(b, "too little memory to set up the chase");
	place = memory;
	b->work_per_op = CHASE_LOADS;
	return BENCH_OK;
}

static int latency_run(struct bench *b, uint64_t n)
{
	(void)b;
	place = chase_follow(place, n);
	return BENCH_OK;
}

#define LATENCY(id, name_, kib, least, pages, group, line_, words)                                 \
	const struct benchmark bench_memory_latency_##id = {                                       \
		.name = "memory.latency_" #id,                                                     \
		.what = "a load whose address the load before it brought, in " name_               \
			" of memory, " words,                                                      \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.at = { "memory_latency", line_, (double)(kib)*1024, NULL },                       \
		.arg = &(const struct walk){ (size_t)(kib) << 10, pages, group },                  \
		.setup = latency_setup,                                                            \
		.run = latency_run,                                                                \
	};

#define ROWS(size, kib, least, unused)                                                             \
	LATENCY(size, #size, kib, least, PAGES_LARGE, 0, "large pages",                            \
		"at random, on large pages where there are any")                                   \
	LATENCY(small_##size, #size, kib, PROFILE_FULL, PAGES_SMALL, 0, "4 KiB pages",             \
		"at random, on pages of 4 KiB")                                                    \
	LATENCY(local_##size, #size, kib, PROFILE_FULL, PAGES_SMALL, LOCAL_BYTES, "4 KiB, local",  \
		"on pages of 4 KiB, at random within 32 of them before the next 32")
MEMORY_LATENCY_SIZES(ROWS, )

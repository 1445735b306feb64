/* SPDX-License-Identifier: MIT */
/*
 * sysbench's memory test: blocks read or written word by word, in order or at random, with all that
 * sysbench does around each block. Source: reference/tools.md 1.3 (version 1.0.20).
 */
#include "benchmark.h"
#include "core/histogram.h"
#include "family/counters.h"
#include "family/memory.h"
#include "family/sysbench_event.h"
#include "family/sysbench_memory_rows.h"

#include <string.h>
#include <sys/mman.h>

/* A row of the matrix. */
struct row {
	size_t block_bytes;
	bool write, random, local, large;
};

/* sysbench's threads share the histogram and, if it is global, the block. A large page holds the
 * block: it begins at one. */
struct shared {
	char block[MEMORY_UNIT];
	struct event_histogram histogram;
};

struct block {
	struct events events;
	struct counters counters;
	volatile uint64_t *words;
	size_t count;
	void (*pass)(struct block *);
};

static void read_in_order(struct block *b)
{
	volatile uint64_t *end = b->words + b->count;

#pragma GCC unroll 8
	for (volatile uint64_t *word = b->words; word < end; word++)
		(void)*word;
}

/* Each word gets the number of words that are left, computed anew from the addresses, as sysbench's
 * binary does. */
static void write_in_order(struct block *b)
{
	volatile uint64_t *end = b->words + b->count;

#pragma GCC unroll 8
	for (volatile uint64_t *word = b->words; word < end; word++) {
		__asm__ volatile("" : "+r"(end));
		*word = (uint64_t)(end - word);
	}
}

static size_t any(struct block *b)
{
	return (size_t)(event_random_unit(&b->events.random) * (double)b->count);
}

static void read_at_random(struct block *b)
{
	for (size_t i = 0; i < b->count; i++)
		(void)b->words[any(b)];
}

static void write_at_random(struct block *b)
{
	for (size_t i = 0; i < b->count; i++)
		b->words[any(b)] = i;
}

/* Zeroed before the start, as sysbench does; NULL and why if it is not to be had. */
static void *place(struct bench *b, const struct row *row)
{
	char *words;

	/* The engine's page-aligned start of the shared memory is that of a large page as well. */
	if (row->local)
		words = memory_take(b, MEMORY_UNIT, row->large ? PAGES_LARGE : PAGES_AS_SET);
	else
		words = ((struct shared *)b->shared)->block;
	if (!words)
		return NULL;
	if (row->large && !row->local)
		madvise(words, MEMORY_UNIT, MADV_HUGEPAGE);
	memset(words, 0, row->block_bytes);
	if (row->large && !memory_is_large(words)) {
		bench_skip(b,
			"the kernel gave no large page%s: see "
			"/sys/kernel/mm/transparent_hugepage/%s",
			row->local ? "" : " for memory that processes share",
			row->local ? "enabled" : "shmem_enabled");
		return NULL;
	}
	return words;
}

static int memory_setup(struct bench *b)
{
	static struct block block;
	const struct row *row = b->benchmark->arg;
	struct shared *shared = b->shared;

	block.words = place(b, row);
	if (!block.words)
		return BENCH_SKIPPED;
	block.count = row->block_bytes / sizeof(*block.words);
	block.pass = row->random  ? row->write ? write_at_random : read_at_random
		     : row->write ? write_in_order
				  : read_in_order;
	/* Copies must not follow each other from word to word. */
	events_init(&block.events, &shared->histogram, b->seed + b->copy + 1);
	counters_open(&block.counters);
	b->work_per_op = (double)row->block_bytes;
	b->state = &block;
	return BENCH_OK;
}

static int memory_run(struct bench *b, uint64_t n)
{
	struct block *block = b->state;

	while (n-- && event_begin(&block->events)) {
		block->pass(block);
		histogram_add(b->latency, event_end(&block->events));
	}
	return BENCH_OK;
}

/* What sysbench's histogram counted are all events, those of the warm-up too. */
static int memory_check(struct bench *b)
{
	struct block *block = b->state;

	counters_report(
		&block->counters, b, (double)block->events.count * b->work_per_op / 1024, "kib");
	return BENCH_OK;
}

static const char caveat[] =
	"as sysbench 1.0.20, with all that it does around an event (three readings of the clock, "
	"two "
	"locks, a logarithm, a shared histogram: most of the time of a block of 1 KiB). Copies are "
	"processes, not threads; recording the time for our own percentiles adds some 2 ns an "
	"event; "
	"large pages are transparent ones, sysbench's are reserved";

/* The rows that people compare; the others make up the whole matrix. */
#define COMPARED(bytes, is_random, is_local, is_large)                                             \
	(!(is_local) && !(is_large) &&                                                             \
		((bytes) == 1024 || (!(is_random) && ((bytes) == 8192 || (bytes) == 32768))))

#define ROW(                                                                                       \
	B, size, bytes, direction, is_write, order, is_random, scope, is_local, pages, is_large)   \
	const struct benchmark                                                                     \
		bench_sysbench_memory_##size##_##direction##_##order##_##scope##pages = {          \
			.name = "sysbench.memory_" #size "_" #direction "_" #order                 \
				"_" #scope #pages,                                                 \
			.what = "one event: " #direction " of a block of " #size                   \
				" word by word (8 bytes), order " #order ", block " #scope,        \
			.caveat = caveat,                                                          \
			.unit = UNIT_BYTES_PER_S,                                                  \
			.profile = COMPARED(bytes, is_random, is_local, is_large)                  \
					   ? PROFILE_STANDARD                                      \
					   : PROFILE_FULL,                                         \
			.copies = COMPARED(bytes, is_random, is_local, is_large)                   \
					  ? COPIES_SCALE_TWICE                                     \
					  : COPIES_ASKED,                                          \
			.latency = true,                                                           \
			.shared_bytes = sizeof(struct shared),                                     \
			.tolerance = 0.01,                                                         \
			.arg = &(const struct row){ bytes, is_write, is_random, is_local,          \
				is_large },                                                        \
			.setup = memory_setup,                                                     \
			.run = memory_run,                                                         \
			.check = memory_check,                                                     \
		};

SYSBENCH_MEMORY_ROWS(ROW, )

/* SPDX-License-Identifier: MIT */
/*
 * lmbench's memory latency (lat_mem_rd): loads that wait for each other, in rising order with a
 * stride, which prefetchers follow, and with -t each on another page. The best sample counts, on
 * the pages that the system gives. Source: reference/lmbench.md 1.5.
 */
#include "family/chase.h"
#include "family/lmbench_mem_rd_rows.h"
#include "family/memory.h"

struct pattern {
	size_t bytes, stride;
	bool pages;
};

static void *place;

static int mem_rd_setup(struct bench *b)
{
	const struct pattern *p = b->benchmark->arg;
	char *memory = p->bytes > b->memory_bytes ? NULL : memory_take(b, p->bytes, PAGES_AS_SET);

	if (!memory)
		return bench_skip(b, "too little memory: %zu MiB are needed", p->bytes >> 20);
	if (!p->pages)
		chase_link_rising(memory, p->bytes / p->stride, p->stride);
	else if (!chase_link_pages(memory, p->bytes, p->stride, b->seed))
		return bench_skip(b, "too little memory to set up the chase");
	place = memory;
	b->work_per_op = CHASE_LOADS;
	return BENCH_OK;
}

static int mem_rd_run(struct bench *b, uint64_t n)
{
	(void)b;
	place = chase_follow(place, n);
	return BENCH_OK;
}

#define MEM_RD(id, size, kib, step, least, by_page, line_, words)                                  \
	const struct benchmark bench_lat_mem_rd_##id##_##size = {                                  \
		.name = "lmbench.lat_mem_rd_" #id "_" #size,                                       \
		.title = "Memory load latency " line_ " " #size,                                   \
		.what = "a load whose address the load before it brought, in " #size               \
			" of memory, " words,                                                      \
		.unit = UNIT_NS,                                                                   \
		.statistic = STATISTIC_BEST,                                                       \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.at = { "lat_mem_rd", line_, (double)(kib)*1024, NULL },                           \
		.arg = &(const struct pattern){ (size_t)(kib) << 10, step, by_page },              \
		.setup = mem_rd_setup,                                                             \
		.run = mem_rd_run,                                                                 \
	};

#define RISING(size, kib, step, least, unused)                                                     \
	MEM_RD(step, size, kib, step, least, false, "stride " #step,                               \
		"in rising order, " #step " bytes apart: prefetchers follow it")
LMBENCH_MEM_RD_RISING(RISING, )

#define THRASH(size, kib, least, unused)                                                           \
	MEM_RD(t16, size, kib, 16, least, true, "random",                                          \
		"each on another page than the one before, 16 bytes apart within a page")
LMBENCH_MEM_RD_THRASH(THRASH, )

/* SPDX-License-Identifier: MIT */
/* lmbench's mapping of files and its page faults on them (lat_mmap, lat_pagefault). Source:
 * reference/lmbench.md 1.3. */
#include "benchmark.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The known tool's default is 70 % of the memory, so that machines do not compare; people also give
 * it 64 MB. */
enum { PAGE = 4096, STEP = 16 << 10, TENTH = 10 };
static const size_t FILE_BYTES = (size_t)64 << 20;

static int file = -1;
static size_t bytes;
static volatile char *map;

/* The pages in random order. */
static uint32_t *order;

static int file_setup(struct bench *b, size_t size)
{
	static const char block[STEP];

	bytes = size;
	if (2 * size > b->memory_bytes)
		return bench_skip(b, "too little memory for a file of %zu MiB", size >> 20);
	file = open("file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return bench_fail(b, "create a file in %s:", b->workdir);
	for (size_t at = 0; at < size; at += sizeof(block))
		if (write(file, block, sizeof(block)) != sizeof(block))
			return bench_fail(
				b, "write %zu MiB in %s (is it full?):", size >> 20, b->workdir);
	return BENCH_OK;
}

static int map_file(struct bench *b, int protection)
{
	map = mmap(NULL, bytes, protection, MAP_SHARED, file, 0);
	return map == MAP_FAILED ? bench_fail(b, "map a file of %zu MiB:", bytes >> 20) : BENCH_OK;
}

static int mmap_setup(struct bench *b)
{
	const size_t *size = b->benchmark->arg;

	return file_setup(b, *size);
}

static int mmap_run(struct bench *b, uint64_t n)
{
	while (n--) {
		if (map_file(b, PROT_READ | PROT_WRITE))
			return BENCH_FAILED;
		for (size_t at = 0; at < bytes / TENTH; at += STEP)
			map[at] = 1;
		munmap((void *)map, bytes);
	}
	return BENCH_OK;
}

static int pagefault_setup(struct bench *b)
{
	size_t pages = FILE_BYTES / PAGE;
	uint64_t random = b->seed | 1;

	if (file_setup(b, FILE_BYTES) || map_file(b, PROT_READ))
		return BENCH_FAILED;
	order = malloc(pages * sizeof(*order));
	if (!order)
		return bench_fail(b, "out of memory");
	for (size_t i = 0; i < pages; i++) {
		size_t other;

		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		other = (size_t)((random >> 32) * (i + 1) >> 32);
		order[i] = order[other];
		order[other] = (uint32_t)i;
	}
	b->work_per_op = (double)pages;
	return BENCH_OK;
}

/* As the known tool: on Linux msync drops no page from the cache. */
static int map_anew(struct bench *b)
{
	munmap((void *)map, bytes);
	if (map_file(b, PROT_READ))
		return BENCH_FAILED;
	return msync((void *)map, bytes, MS_INVALIDATE) ? bench_fail(b, "msync:") : BENCH_OK;
}

static int pagefault_run(struct bench *b, uint64_t n)
{
	while (n--) {
		for (size_t i = 0; i < bytes / PAGE; i++)
			keep(map[(size_t)order[i] * PAGE]);
		if (map_anew(b))
			return BENCH_FAILED;
	}
	return BENCH_OK;
}

static int pagefault_without(struct bench *b, uint64_t n)
{
	while (n--)
		if (map_anew(b))
			return BENCH_FAILED;
	return BENCH_OK;
}

const struct benchmark bench_lat_pagefault = {
	.name = "lmbench.lat_pagefault",
	.title = "Pagefaults",
	.what = "a page of a cached file of 64 MiB read for the first time since it was mapped, in "
		"random order, less mapping it; the kernel maps neighbours with it",
	.unit = UNIT_NS,
	.copies = COPIES_ONE,
	.profile = PROFILE_STANDARD,
	.tolerance = 0.02,
	.setup = pagefault_setup,
	.run = pagefault_run,
	.without = pagefault_without,
};

#define MMAP(id, size, least)                                                                      \
	const struct benchmark bench_lat_mmap_##id = {                                             \
		.name = "lmbench.lat_mmap_" #id,                                                   \
		.title = "Mmap latency " #id,                                                      \
		.what = "a cached file of " #id                                                    \
			" mapped, a byte written every 16 KiB of its first tenth, unmapped",       \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.arg = &(const size_t){ size },                                                    \
		.setup = mmap_setup,                                                               \
		.run = mmap_run,                                                                   \
	}

MMAP(1m, (size_t)1 << 20, PROFILE_FULL);
MMAP(8m, (size_t)8 << 20, PROFILE_FULL);
MMAP(64m, (size_t)64 << 20, PROFILE_STANDARD);
MMAP(512m, (size_t)512 << 20, PROFILE_FULL);

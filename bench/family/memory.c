/* SPDX-License-Identifier: MIT */
#include "family/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* Where sysfs does not tell the caches' size: as much as most machines have. */
static const size_t ASSUMED_CACHE_BYTES = (size_t)32 << 20;

/* STREAM's smallest array, 1 million elements of 8 bytes, all copies together. */
static const size_t SMALLEST_BYTES = (size_t)8 << 20;

/* glibc uses non-temporal stores from this share of a CPU's part of the last-level cache on.
 * Source: reference/tools.md 3.1. */
static const double NON_TEMPORAL_SHARE = 0.75;

/* Any byte but 0: pages of zeros may be one page. */
enum { FILL = 0xaa };

void *memory_take(struct bench *b, size_t bytes, enum pages pages)
{
	size_t mapped = bytes + MEMORY_UNIT;
	char *memory =
		mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED) {
		bench_skip(b, "%zu MiB of memory are not to be had:", bytes >> 20);
		return NULL;
	}
	/* A large page starts at a multiple of its size. */
	memory += MEMORY_UNIT - (uintptr_t)memory % MEMORY_UNIT;
	if (pages == PAGES_LARGE)
		madvise(memory, bytes, MADV_HUGEPAGE);
	else if (pages == PAGES_SMALL)
		madvise(memory, bytes, MADV_NOHUGEPAGE);
	memset(memory, FILL, bytes);
	return memory;
}

/* The kernel lists each mapping, and behind its range how much of it lies on large pages. */
bool memory_is_large(const void *address)
{
	FILE *list = fopen("/proc/self/smaps", "r");
	bool inside = false;
	unsigned long start, end, kib, large = 0;
	char line[512];

	while (list && fgets(line, sizeof(line), list)) {
		if (sscanf(line, "%lx-%lx ", &start, &end) == 2)
			inside = (uintptr_t)address >= start && (uintptr_t)address < end;
		if (inside && (sscanf(line, "AnonHugePages: %lu kB", &kib) == 1 ||
				      sscanf(line, "ShmemPmdMapped: %lu kB", &kib) == 1))
			large += kib;
	}
	if (list)
		fclose(list);
	return large > 0;
}

static size_t round_up(size_t bytes)
{
	return (bytes + MEMORY_UNIT - 1) / MEMORY_UNIT * MEMORY_UNIT;
}

size_t memory_beyond_caches(struct bench *b, unsigned arrays, unsigned times)
{
	size_t caches = bench_caches(b).last_level_bytes, bytes;

	if (!caches) {
		caches = ASSUMED_CACHE_BYTES;
		bench_note(b, "caches", "of unknown size, %zu MiB assumed", caches >> 20);
	}
	bytes = times * caches > SMALLEST_BYTES ? times * caches : SMALLEST_BYTES;
	bytes = round_up(bytes / b->copies);
	bench_figure(b, "array_bytes", (double)bytes);
	if (arrays * bytes <= b->memory_bytes)
		return bytes;
	bench_skip(b,
		"too little memory: %u %s of %zu MiB a copy, %u times the %zu MiB of last-level "
		"caches together, but only %zu MiB a copy are free",
		arrays, arrays == 1 ? "array" : "arrays", bytes >> 20, times, caches >> 20,
		b->memory_bytes >> 20);
	return 0;
}

/* Through a pointer: the compiler must not put a loop of its own in its place. */
static void *(*volatile libc_memcpy)(void *, const void *, size_t) = memcpy;

static void copy_by_libc(void *to, const void *from, size_t bytes)
{
	libc_memcpy(to, from, bytes);
}

struct memory_copier memory_copier_libc(void)
{
	return (struct memory_copier){ "the C library's memcpy (musl, static)", copy_by_libc };
}

__attribute__((weak)) struct memory_copier memory_copier_of_cpu(size_t bytes, bool beyond_cache)
{
	(void)bytes;
	(void)beyond_cache;
	return (struct memory_copier){ NULL, NULL };
}

struct memory_copier memory_copier_glibc(const struct bench *b, size_t bytes)
{
	size_t share = bench_caches(b).share_bytes;
	bool beyond =
		(double)bytes > NON_TEMPORAL_SHARE * (double)(share ? share : ASSUMED_CACHE_BYTES);
	struct memory_copier copier = memory_copier_of_cpu(bytes, beyond);

	return copier.copy ? copier : memory_copier_libc();
}

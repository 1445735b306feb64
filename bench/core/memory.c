/* SPDX-License-Identifier: MIT */
#include "core/memory.h"

#include "core/cpus.h"
#include "core/die.h"
#include "core/reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Of what the kernel calls available, the page tables and the kernel's own needs take a part that
 * grows with it; the records, and what starts and ends meanwhile, one that does not. */
static const double RESERVED = 1.0 / 16;
static const double RESERVED_KIB = 64 * 1024;

/* The usual large page. */
enum { LARGE_PAGE = 2 << 20 };

/* No CPU has more caches than sysfs lists with one digit; a cache serves fewer CPUs than that. */
enum { MAX_INDEX = 10, MAX_SHARERS = 1024 };

size_t memory_usable(const char *root)
{
	char *path = xasprintf("%s/proc/meminfo", root);
	double available, usable;
	size_t length, kib = 0;
	char *text = read_file(path, &length);
	const char *line = text ? strstr(text, "MemAvailable:") : NULL;

	if (line)
		kib = strtoull(line + strlen("MemAvailable:"), NULL, 10);
	free(text);
	free(path);
	available = (double)kib;
	usable = available * (1 - RESERVED) - RESERVED_KIB;
	/* Where there is next to nothing, half of it. */
	return (size_t)(1024 * (usable > available / 2 ? usable : available / 2));
}

/* A CPU's cache of the highest level. */
struct last_level {
	unsigned long level;
	size_t bytes;
	int first, sharers; /* CPUs behind it */
};

static char *cache_file(const char *root, int cpu, int index, const char *name)
{
	char *path = xasprintf(
		"%s/sys/devices/system/cpu/cpu%d/cache/index%d/%s", root, cpu, index, name);
	size_t length;
	char *text = read_file(path, &length);

	free(path);
	return text;
}

static unsigned long cache_number(const char *root, int cpu, int index, const char *name)
{
	char *text = cache_file(root, cpu, index, name);
	unsigned long number = text ? strtoul(text, NULL, 10) : 0;

	free(text);
	return number;
}

static void read_sharers(struct last_level *cache, const char *root, int cpu, int index)
{
	char *text = cache_file(root, cpu, index, "shared_cpu_list");
	int sharers[MAX_SHARERS], count = text ? cpus_parse_list(text, sharers, MAX_SHARERS) : 0;

	cache->first = count > 0 ? sharers[0] : cpu;
	cache->sharers = count > 0 ? count : 1;
	free(text);
}

static struct last_level last_level_of(const char *root, int cpu)
{
	struct last_level last = { 0 };

	for (int index = 0; index < MAX_INDEX; index++) {
		char *type = cache_file(root, cpu, index, "type");
		bool data = type && strncmp(type, "Instruction", strlen("Instruction")) != 0;
		unsigned long level = data ? cache_number(root, cpu, index, "level") : 0;

		free(type);
		if (level <= last.level)
			continue;
		last.level = level;
		/* "49152K" */
		last.bytes = 1024 * cache_number(root, cpu, index, "size");
		read_sharers(&last, root, cpu, index);
	}
	return last;
}

struct bench_caches memory_caches(const char *root, const int *cpus, int count)
{
	struct bench_caches caches = { 0 };
	int *seen = xcalloc((size_t)count, sizeof(*seen)), seen_count = 0;

	for (int i = 0; i < count; i++) {
		struct last_level last = last_level_of(root, cpus[i]);
		int known = 0;

		if (!last.bytes)
			continue;
		if (!caches.share_bytes)
			caches.share_bytes = last.bytes / (size_t)last.sharers;
		while (known < seen_count && seen[known] != last.first)
			known++;
		if (known < seen_count)
			continue;
		seen[seen_count++] = last.first;
		caches.last_level_bytes += last.bytes;
	}
	free(seen);
	return caches;
}

void *memory_share(size_t bytes)
{
	char *reserved, *start;

	if (!bytes)
		return NULL;
	/* Address and offset in the mapping must both be multiples of a large page: only a mapping
	 * that starts at such an address has both. */
	reserved = mmap(NULL, bytes + LARGE_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (reserved == MAP_FAILED)
		die("find addresses for %zu bytes:", bytes);
	start = reserved + LARGE_PAGE - (uintptr_t)reserved % LARGE_PAGE;
	if (mmap(start, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1,
		    0) == MAP_FAILED)
		die("map %zu bytes to share:", bytes);
	munmap(reserved, (size_t)(start - reserved));
	if (start + bytes < reserved + bytes + LARGE_PAGE)
		munmap(start + bytes, (size_t)(reserved + LARGE_PAGE - start));
	return start;
}

void memory_unshare(void *start, size_t bytes)
{
	if (start)
		munmap(start, bytes);
}

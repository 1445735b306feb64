/* SPDX-License-Identifier: MIT */
#include "core/cpus.h"

#include "core/die.h"
#include "core/reader.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* The kernel's own limit (CONFIG_NR_CPUS of MAXSMP). */
enum { MAX_CPUS = 8192 };

/* Threads of a core: 8 at most so far (POWER). */
enum { MAX_SIBLINGS = 64 };

int cpus_parse_list(const char *text, int *cpus, int max)
{
	int count = 0;

	while (*text && *text != '\n') {
		char *end;
		long first = strtol(text, &end, 10), last = first;

		if (end == text || first < 0)
			return -1;
		if (*end == '-') {
			text = end + 1;
			last = strtol(text, &end, 10);
			if (end == text || last < first)
				return -1;
		}
		for (long cpu = first; cpu <= last && count < max; cpu++)
			cpus[count++] = (int)cpu;
		if (*end != ',' && *end != '\n' && *end)
			return -1;
		text = *end == ',' ? end + 1 : end;
	}
	return count;
}

static int read_list(const char *path, int *cpus, int max)
{
	size_t length;
	char *text = read_file(path, &length);
	int count = text ? cpus_parse_list(text, cpus, max) : -1;

	free(text);
	return count;
}

char *cpus_format_list(const int *cpus, int count)
{
	size_t length;
	char *text;
	FILE *out = xmemstream(&text, &length);

	for (int i = 0; i < count; i++) {
		int last = i;

		while (last + 1 < count && cpus[last + 1] == cpus[last] + 1)
			last++;
		fprintf(out, "%s%d", i ? "," : "", cpus[i]);
		if (last > i)
			fprintf(out, "-%d", cpus[last]);
		i = last;
	}
	xclose(out);
	return text;
}

/* The CPUs of that CPU's core, itself among them; none where the topology is unknown. */
static int siblings_of(const char *sysfs, int cpu, int siblings[MAX_SIBLINGS])
{
	char *path =
		xasprintf("%s/devices/system/cpu/cpu%d/topology/thread_siblings_list", sysfs, cpu);
	int count = read_list(path, siblings, MAX_SIBLINGS);

	free(path);
	return count > 0 ? count : 0;
}

/* How many siblings of the same core come before this CPU; 0 where the topology is unknown. */
static int rank_in_core(const char *sysfs, int cpu)
{
	int siblings[MAX_SIBLINGS], count = siblings_of(sysfs, cpu, siblings), rank = 0;

	while (rank < count && siblings[rank] != cpu)
		rank++;
	return rank < count ? rank : 0;
}

int cpus_online(const char *sysfs, int **cpus)
{
	char *path = xasprintf("%s/devices/system/cpu/online", sysfs);
	int *found = xcalloc(MAX_CPUS, sizeof(*found)), *rank, count, filled = 0;

	count = read_list(path, found, MAX_CPUS);
	free(path);
	if (count <= 0) {
		found[0] = 0;
		count = 1;
	}
	rank = xcalloc((size_t)count, sizeof(*rank));
	for (int i = 0; i < count; i++)
		rank[i] = rank_in_core(sysfs, found[i]);
	*cpus = xcalloc((size_t)count, sizeof(**cpus));
	for (int wanted = 0; filled < count; wanted++)
		for (int i = 0; i < count; i++)
			if (rank[i] == wanted)
				(*cpus)[filled++] = found[i];
	free(rank);
	free(found);
	return count;
}

static bool contains(const int *list, int count, int cpu)
{
	for (int i = 0; i < count; i++)
		if (list[i] == cpu)
			return true;
	return false;
}

int cpus_cores(const char *sysfs, const int *cpus, int count)
{
	int cores = 0;

	for (int i = 0; i < count; i++) {
		int siblings[MAX_SIBLINGS], others = siblings_of(sysfs, cpus[i], siblings);
		bool first = true;

		for (int k = 0; k < others; k++)
			first = first && !contains(cpus, i, siblings[k]);
		cores += first;
	}
	return cores;
}

int cpus_pin(int cpu)
{
	size_t size = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *set = CPU_ALLOC(cpu + 1);
	int status;

	if (!set)
		die("out of memory for a CPU set");
	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	status = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	return status;
}

int cpus_usable(int **list)
{
	int count = cpus_online("/sys", list), *cpus = *list;
	cpu_set_t *allowed = CPU_ALLOC(MAX_CPUS);
	size_t size = CPU_ALLOC_SIZE(MAX_CPUS);
	int kept = 0;

	if (!allowed)
		die("out of memory for a CPU set");
	if (sched_getaffinity(0, size, allowed) == 0)
		for (int i = 0; i < count; i++)
			if (CPU_ISSET_S((size_t)cpus[i], size, allowed))
				cpus[kept++] = cpus[i];
	CPU_FREE(allowed);
	return kept ? kept : count;
}

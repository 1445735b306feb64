/* SPDX-License-Identifier: MIT */
#include "core/cpus.h"
#include "core/die.h"
#include "inventory/cpu_parts.h"
#include "inventory/sysfile.h"

#include <stdlib.h>
#include <string.h>

/* Caches that are alike but for the CPUs they serve. */
struct cache_kind {
	long long level, size_kib, line_bytes, ways;
	int sharers; /* CPUs behind each */
	char type[32];
	int instances;
	char *first; /* the CPUs of the first one */
};

/* More kinds than a machine has levels, types and core classes for; sharers vary where CPUs are
 * offline. */
enum { MAX_KINDS = 64, MAX_CPUS = 8192 };

/* True if this CPU is the first of those that share the cache: so each is counted once. */
static bool read_cache(struct cache_kind *kind, const char *root, int cpu, const char *index)
{
	const char *format = "%s/sys/devices/system/cpu/cpu%d/cache/%s/%s";
	char line[SYSFILE_LINE];
	size_t length;
	int *sharers, count;

	memset(kind, 0, sizeof(*kind));
	kind->level = sysfile_number(0, format, root, cpu, index, "level");
	kind->size_kib = sysfile_number(0, format, root, cpu, index, "size");
	kind->line_bytes = sysfile_number(0, format, root, cpu, index, "coherency_line_size");
	kind->ways = sysfile_number(0, format, root, cpu, index, "ways_of_associativity");
	sysfile_line(line, format, root, cpu, index, "type");
	snprintf(kind->type, sizeof(kind->type), "%.31s", line);
	kind->first = sysfile_bytes(&length, format, root, cpu, index, "shared_cpu_list");
	if (!kind->first)
		return true;
	kind->first[strcspn(kind->first, "\n")] = '\0';
	sharers = xcalloc(MAX_CPUS, sizeof(*sharers));
	count = cpus_parse_list(kind->first, sharers, MAX_CPUS);
	kind->sharers = count > 0 ? count : 0;
	count = kind->sharers && sharers[0] != cpu;
	free(sharers);
	return !count;
}

static bool alike(const struct cache_kind *a, const struct cache_kind *b)
{
	return a->level == b->level && a->size_kib == b->size_kib &&
	       a->line_bytes == b->line_bytes && a->ways == b->ways && a->sharers == b->sharers &&
	       strcmp(a->type, b->type) == 0;
}

static int add_caches(struct cache_kind *kinds, int count, const char *root, int cpu)
{
	char **names;
	int n = sysfile_names(&names, "index", "%s/sys/devices/system/cpu/cpu%d/cache", root, cpu);

	for (int i = 0; i < n; i++) {
		struct cache_kind one;
		bool counts = read_cache(&one, root, cpu, names[i]);
		int k = 0;

		while (k < count && !alike(&kinds[k], &one))
			k++;
		if (counts && k == count && count < MAX_KINDS) {
			kinds[count++] = one;
			one.first = NULL;
		}
		if (counts && k < count)
			kinds[k].instances++;
		free(one.first);
	}
	sysfile_free_names(names, n);
	return count;
}

static void positive_member(struct json_writer *w, const char *key, long long number)
{
	if (number > 0)
		json_integer(w, key, number);
}

static int compare_kinds(const void *a, const void *b)
{
	const struct cache_kind *x = a, *y = b;

	if (x->level != y->level)
		return x->level < y->level ? -1 : 1;
	return strcmp(x->type, y->type);
}

void caches_write(struct json_writer *w, const char *root, const int *cpus, int count)
{
	struct cache_kind *kinds = xcalloc(MAX_KINDS, sizeof(*kinds));
	int kind_count = 0;

	for (int i = 0; i < count; i++)
		kind_count = add_caches(kinds, kind_count, root, cpus[i]);
	qsort(kinds, (size_t)kind_count, sizeof(*kinds), compare_kinds);
	json_array(w, "caches");
	for (int i = 0; i < kind_count; i++) {
		json_object(w, NULL);
		json_integer(w, "level", kinds[i].level);
		if (kinds[i].type[0])
			json_string(w, "type", kinds[i].type);
		positive_member(w, "size_bytes", kinds[i].size_kib * 1024);
		positive_member(w, "line_bytes", kinds[i].line_bytes);
		positive_member(w, "ways", kinds[i].ways);
		json_integer(w, "instances", kinds[i].instances);
		positive_member(w, "sharers", kinds[i].sharers);
		if (kinds[i].first)
			json_string(w, "shared_cpus", kinds[i].first);
		json_object_end(w);
		free(kinds[i].first);
	}
	json_array_end(w);
	free(kinds);
}

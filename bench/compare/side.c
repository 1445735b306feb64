/* SPDX-License-Identifier: MIT */
#include "compare/side.h"

#include "compare/conditions.h"
#include "core/die.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add_run(struct side *side, const char *path)
{
	struct records *records;

	side->records = xrealloc(side->records, (side->run_count + 1) * sizeof(*side->records));
	records = &side->records[side->run_count];
	if (records_load(records, path, false))
		die("read %s:", path);
	if (records->count == 0)
		die("%s holds no records of a run", path);
	if (records->bad_lines || records->missing)
		warn("%s: %zu lines are damaged, %zu records are missing: what is left is compared",
			path, records->bad_lines, records->missing);
	side->run_count++;
}

static int is_run(const struct dirent *entry)
{
	const char *name = entry->d_name;

	while (isdigit((unsigned char)*name))
		name++;
	return *name == '\0';
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

/* True for a run that stands beside the newest one: a boot of its series, or, if it was no series,
 * a run of the same kind under the same conditions. */
static bool belongs(const struct run_view *newest, const struct run_view *run)
{
	const struct json *boot = json_get(newest->run, "boot"),
			  *other = json_get(run->run, "boot");
	const char *profile = json_get_string(newest->run, "profile", "");

	if (boot || other)
		return boot && other &&
		       json_get_count(boot, "series", 0) == json_get_count(other, "series", 0);
	return strcmp(profile, json_get_string(run->run, "profile", "")) == 0 &&
	       conditions_same(newest, run);
}

static void keep_belonging(struct side *side, size_t first)
{
	struct run_view newest, run;
	size_t kept = first, last = side->run_count - 1;

	run_view_make(&newest, &side->records[last]);
	for (size_t i = first; i <= last; i++) {
		run_view_make(&run, &side->records[i]);
		if (i == last || belongs(&newest, &run))
			side->records[kept++] = side->records[i];
		else
			records_free(&side->records[i]);
		run_view_free(&run);
	}
	run_view_free(&newest);
	side->run_count = kept;
}

static void add_machine(struct side *side, const char *path)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_run, by_number);
	size_t first = side->run_count;

	if (count < 0)
		die("read the directory %s:", path);
	for (int i = 0; i < count; i++) {
		char *file = xasprintf("%s/%s/results.jsonl", path, entries[i]->d_name);
		struct stat status;

		if (stat(file, &status) == 0)
			add_run(side, file);
		free(file);
		free(entries[i]);
	}
	free(entries);
	if (side->run_count == first)
		die("%s holds neither a results.jsonl nor runs of a machine (0001, 0002 ...)",
			path);
	keep_belonging(side, first);
}

static void add_path(struct side *side, const char *path)
{
	char *file = xasprintf("%s/results.jsonl", path);
	struct stat status;

	if (stat(path, &status))
		die("open %s:", path);
	if (!S_ISDIR(status.st_mode))
		add_run(side, path);
	else if (stat(file, &status) == 0)
		add_run(side, file);
	else
		add_machine(side, path);
	free(file);
}

static const char *boot_id(const struct run_view *run)
{
	return json_get_string(
		json_get(run->before ? run->before : run->after, "kernel"), "boot_id", "");
}

static void number_boots(struct side *side)
{
	side->boot_of = xcalloc(side->run_count, sizeof(*side->boot_of));
	for (size_t i = 0; i < side->run_count; i++) {
		const char *id = boot_id(&side->runs[i]);
		size_t same = i;

		for (size_t k = 0; k < i && *id; k++)
			if (strcmp(boot_id(&side->runs[k]), id) == 0)
				same = k;
		side->boot_of[i] = same < i ? side->boot_of[same] : side->boot_count++;
	}
}

void side_load(struct side *side, const char *paths)
{
	char *list = xstrdup(paths), *rest = NULL;

	memset(side, 0, sizeof(*side));
	for (char *p = strtok_r(list, ",", &rest); p; p = strtok_r(NULL, ",", &rest))
		add_path(side, p);
	free(list);
	if (!side->run_count)
		die("'%s' names no run", paths);
	side->runs = xcalloc(side->run_count, sizeof(*side->runs));
	for (size_t i = 0; i < side->run_count; i++)
		run_view_make(&side->runs[i], &side->records[i]);
	number_boots(side);
}

void side_free(struct side *side)
{
	for (size_t i = 0; i < side->run_count; i++) {
		run_view_free(&side->runs[i]);
		records_free(&side->records[i]);
	}
	free(side->runs);
	free(side->records);
	free(side->boot_of);
}

/* SPDX-License-Identifier: MIT */
#include "compare/compare.h"

#include "compare/conditions.h"
#include "compare/table.h"
#include "core/die.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool seen_before(const struct side *side, size_t run, size_t result)
{
	const struct result_view *r = &side->runs[run].results[result];

	for (size_t i = 0; i <= run; i++)
		for (size_t k = 0; (i < run || k < result) && k < side->runs[i].result_count; k++)
			if (side_same_metric(&side->runs[i].results[k], r))
				return true;
	return false;
}

static bool known(const struct row *rows, size_t count, const struct result_view *r)
{
	for (size_t i = 0; i < count; i++)
		if (side_same_metric(rows[i].of, r))
			return true;
	return false;
}

/* Every metric of both sides, A's order first. */
static size_t list_metrics(const struct side *a, const struct side *b, struct row **rows)
{
	const struct side *side[] = { a, b };
	size_t count = 0;

	*rows = NULL;
	for (int s = 0; s < 2; s++)
		for (size_t i = 0; i < side[s]->run_count; i++)
			for (size_t k = 0; k < side[s]->runs[i].result_count; k++) {
				const struct result_view *r = &side[s]->runs[i].results[k];

				if (seen_before(side[s], i, k) || known(*rows, count, r))
					continue;
				*rows = xrealloc(*rows, (count + 1) * sizeof(**rows));
				(*rows)[count++] = (struct row){ .of = r };
			}
	return count;
}

static void measure(
	struct row *row, const struct side *a, const struct side *b, const char *factors)
{
	side_measure(a, row->of, &row->a);
	side_measure(b, row->of, &row->b);
	row->kind = ROW_COMPARED;
	if (!row->a.of || !row->b.of) {
		row->kind = row->a.of ? ROW_ONLY_A : ROW_ONLY_B;
		return;
	}
	if (row->a.why[0] || row->b.why[0])
		snprintf(row->why, sizeof(row->why), "%s: %s", row->a.why[0] ? "A" : "B",
			row->a.why[0] ? row->a.why : row->b.why);
	else
		conditions_of_metric(&row->a, &row->b, factors, row->why, sizeof(row->why));
	if (row->why[0])
		row->kind = ROW_REFUSED;
	else if (row->a.graded_x || row->b.graded_x)
		row->kind = ROW_GRADED_X;
}

/* Numbers of no use don't count among the metrics that are judged together. */
static void judge(struct row *rows, size_t count)
{
	struct difference *all = xcalloc(count + 1, sizeof(*all));
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		struct row *row = &rows[i];

		if (row->kind == ROW_COMPARED || row->kind == ROW_GRADED_X)
			row->difference = difference_of(&row->a.boots, &row->b.boots);
		if (row->kind == ROW_COMPARED)
			all[n++] = row->difference;
	}
	difference_judge(all, n);
	n = 0;
	for (size_t i = 0; i < count; i++)
		if (rows[i].kind == ROW_COMPARED)
			rows[i].difference = all[n++];
	free(all);
}

static int compare(const struct side *a, const struct side *b, const char *factors)
{
	struct differences d;
	struct row *rows = NULL;
	size_t count = 0, compared = 0;

	conditions_compare(&d, a, b, factors);
	table_head(stdout, a, b, &d);
	if (!d.refused_count) {
		count = list_metrics(a, b, &rows);
		for (size_t i = 0; i < count; i++) {
			measure(&rows[i], a, b, factors);
			compared += rows[i].kind == ROW_COMPARED || rows[i].kind == ROW_GRADED_X;
		}
		judge(rows, count);
		table_rows(stdout, rows, count);
	}
	for (size_t i = 0; i < count; i++) {
		measured_free(&rows[i].a);
		measured_free(&rows[i].b);
	}
	free(rows);
	differences_free(&d);
	return compared ? EXIT_PASS : EXIT_ERROR;
}

static void add_factors(char **factors, const char *names)
{
	char *list = xstrdup(names), *rest = NULL, *longer;

	for (char *name = strtok_r(list, ", ", &rest); name; name = strtok_r(NULL, ", ", &rest)) {
		if (!conditions_is_factor(name))
			die("--factor: '%s' is none of %s", name, conditions_factors());
		longer = xasprintf("%s%s%s", *factors, **factors ? "," : "", name);
		free(*factors);
		*factors = longer;
	}
	free(list);
}

int compare_main(int argc, char **argv)
{
	static const struct option options[] = { { "factor", 1, 0, 'f' }, { 0 } };
	char *factors = xstrdup("");
	struct side a, b;
	int option, status;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == '?')
			die("compare takes --factor NAMES; see 'bootmark help'");
		add_factors(&factors, optarg);
	}
	if (optind + 2 != argc)
		die("compare takes two sides, A and B: each a results.jsonl, a run directory, "
		    "the directory of a machine, or several joined by commas");
	side_load(&a, argv[optind]);
	side_load(&b, argv[optind + 1]);
	status = compare(&a, &b, factors);
	side_free(&a);
	side_free(&b);
	free(factors);
	return status;
}

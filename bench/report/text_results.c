/* SPDX-License-Identifier: MIT */
/* The numbers of report.txt: raw lines, index, results outside it, scaling. */
#include "report/text_parts.h"

#include "report/bandwidth.h"
#include "report/clock_share.h"
#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"
#include "report/scaling.h"

#include <string.h>

enum { TITLE_WIDTH = 40 };

/* What a noisy number is worth, and what made it noisy. */
static void put_noise(FILE *out, const struct result_view *result)
{
	const struct json *flags = json_get(result->record, "flags");
	char interval[SCALE_LENGTH], spread[SCALE_LENGTH], names[FACT_LENGTH] = "";
	size_t length = 0;

	scale_percent(interval, sizeof(interval), (result->high - result->low) / 2 / result->value);
	scale_percent(spread, sizeof(spread), result->robust_cv);
	for (const struct json *f = flags ? flags->child : NULL; f; f = f->next)
		if (f->type == JSON_STRING && length < sizeof(names))
			length += (size_t)snprintf(names + length, sizeof(names) - length, "%s%s",
				length ? ", " : "", f->string);
	fputs("    ", out);
	plain_wrap(out, 4, 6, "noisy, interval +-%s, spread %s: %s", interval, spread, names);
	facts_disturbed(result, names, sizeof(names));
	if (!*names)
		return;
	fputs("    ", out);
	plain_wrap(out, 4, 6, "%s", names);
}

/* Why a result has no number. */
static void put_why(FILE *out, const struct run_view *view, const struct result_view *result)
{
	char why[FACT_LENGTH];

	facts_why_missing(view, result->name, result->copies, why, sizeof(why));
	fputs("    ", out);
	plain_wrap(out, 4, 4, "%s", why);
}

/* Figure and unit: as the known tool has them, else the record's own. */
static void put_figure(FILE *out, const struct result_view *result)
{
	const char *label;
	double figure = facts_figure(result, &label);

	if (*label) {
		fprintf(out, " %12.1f %-5s", figure, label);
		return;
	}
	fprintf(out, " %12.6g ", result->value);
	plain_pad(out, result->unit, 5);
}

/* What there is to say beside the figure. */
static void put_beside(FILE *out, const struct run_view *view, const struct result_view *result)
{
	char text[3 * FACT_LENGTH], part[FACT_LENGTH];

	facts_statistic(result, text, sizeof(text));
	bandwidth_text(view, result, part, sizeof(part));
	if (*part)
		facts_append(text, sizeof(text), "; ", "%s", part);
	clock_text(view, result, part, sizeof(part));
	if (*part)
		facts_append(text, sizeof(text), "; ", "%s", part);
	if (!*text)
		return;
	fputs("    ", out);
	plain_wrap(out, 4, 6, "%s", text);
}

static void put_raw_line(FILE *out, const struct run_view *view, const struct result_view *result)
{
	unsigned caveat = text_caveat_number(view, result);
	bool counts = facts_counts(result);

	plain_pad(out, facts_title(result), TITLE_WIDTH);
	if (counts) {
		put_figure(out, result);
		fprintf(out, " (%.1f s, %u samples)", result->elapsed_s, result->n);
	} else {
		fprintf(out, " %12s", "---");
	}
	if (caveat)
		fprintf(out, " [%u]", caveat);
	fputc('\n', out);
	if (!counts)
		put_why(out, view, result);
	else if (strcmp(result->status, "noisy") == 0)
		put_noise(out, result);
	put_beside(out, view, result);
}

static void put_index_lines(FILE *out, const struct run_view *view, unsigned copies)
{
	bool any = false;

	for (int i = 0; i < UNIXBENCH_TESTS; i++) {
		const struct result_view *result =
			run_view_find(view, unixbench_tests[i].name, copies);

		if (result)
			put_raw_line(out, view, result);
		any = any || result;
	}
	if (any)
		fputc('\n', out);
}

void text_raw(FILE *out, const struct run_view *view, unsigned copies, bool in_index)
{
	if (in_index) {
		put_index_lines(out, view, copies);
		return;
	}
	for (size_t i = 0; i < view->result_count; i++)
		if (view->results[i].copies == copies && facts_is_other(&view->results[i]))
			put_raw_line(out, view, &view->results[i]);
}

static void write_missing(FILE *out, const struct run_view *view, unsigned copies,
	const struct unixbench_index *index)
{
	char why[FACT_LENGTH];

	if (facts_all_missing(view, copies, why, sizeof(why))) {
		plain_wrap(out, 0, 4, "No index: none of the %d tests has a number: %s.",
			UNIXBENCH_TESTS, why);
		return;
	}
	fprintf(out,
		"%sNo index: %u of the %d tests %s missing. A mean over the others compares with "
		"nothing.\n",
		index->missing < UNIXBENCH_TESTS ? "\n" : "", index->missing, UNIXBENCH_TESTS,
		index->missing == 1 ? "is" : "are");
	for (int i = 0; i < UNIXBENCH_TESTS; i++) {
		if (index->index[i] > 0)
			continue;
		facts_why_missing(view, unixbench_tests[i].name, copies, why, sizeof(why));
		fputs("  missing ", out);
		plain_wrap(out, 10, 4, "%s: %s", unixbench_tests[i].title, why);
	}
}

void text_index(FILE *out, const struct run_view *view, unsigned copies)
{
	struct unixbench_index index;

	facts_index(view, copies, &index);
	if (index.missing < UNIXBENCH_TESTS)
		fprintf(out, "%-40s %12s %12s %8s\n",
			index.missing ? "System Benchmarks Partial Index"
				      : "System Benchmarks Index Values",
			"BASELINE", "RESULT", "INDEX");
	for (int i = 0; i < UNIXBENCH_TESTS; i++) {
		const struct unixbench_test *test = &unixbench_tests[i];

		if (index.index[i] > 0)
			fprintf(out, "%-40s %12.1f %12.1f %8.1f\n", test->title, test->baseline,
				index.index[i] * test->baseline / 10, index.index[i]);
		else if (index.missing < UNIXBENCH_TESTS)
			fprintf(out, "%-40s %12.1f %12s %8s\n", test->title, test->baseline, "---",
				"---");
	}
	if (index.missing) {
		write_missing(out, view, copies, &index);
		return;
	}
	fprintf(out, "%-66s %8s\n%-66s %8.1f\n", "", "========", "System Benchmarks Index Score",
		index.score);
}

void text_others(FILE *out, const struct run_view *view, unsigned copies)
{
	bool any = false;

	for (size_t i = 0; i < view->result_count; i++)
		any = any ||
		      (view->results[i].copies == copies && facts_is_other(&view->results[i]));
	if (!any)
		return;
	fprintf(out, "\nOutside the index, %u %s\n\n", copies, copies == 1 ? "copy" : "copies");
	text_raw(out, view, copies, false);
}

void text_scaling(FILE *out, const struct run_view *view, unsigned copies)
{
	char text[2 * FACT_LENGTH];
	struct scaling s;

	scaling_make(&s, view, copies);
	if (s.count)
		fprintf(out, "\nScaling: %u copies against 1%*s%12s %12s %8s\n\n", copies,
			copies < 10	? 16
			: copies < 100	? 15
			: copies < 1000 ? 14
					: 13,
			"", "1 COPY", "N COPIES", "RATIO");
	for (size_t i = 0; i < s.count; i++) {
		const struct scaling_row *row = &s.rows[i];
		const char *label;

		plain_pad(out, facts_title(row->one), TITLE_WIDTH);
		facts_figure(row->one, &label);
		if (*label)
			fprintf(out, " %12.1f %12.1f", facts_figure(row->one, &label),
				facts_figure(row->many, &label));
		else
			fprintf(out, " %12.6g %12.6g", row->one->value, row->many->value);
		fprintf(out, " %7.2fx%s\n", row->ratio, row->suspicious ? " low" : "");
	}
	for (int class = 0; class < SCALING_CLASSES; class ++) {
		scaling_sentence(&s, (enum scaling_class) class, text, sizeof(text));
		if (!*text)
			continue;
		fprintf(out, "\n%s: ", scaling_class_name((enum scaling_class) class));
		plain_wrap(out, 14, 4, "%s", text);
	}
	scaling_knee(view, copies, text, sizeof(text));
	if (*text) {
		fputc('\n', out);
		plain_wrap(out, 0, 4, "%s", text);
	}
	scaling_free(&s);
}

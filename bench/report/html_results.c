/* SPDX-License-Identifier: MIT */
/* The tables of results: one row a test, on a narrow screen one card a test. */
#include "report/html_parts.h"

#include "report/bandwidth.h"
#include "report/clock_share.h"
#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"

#include <ctype.h>
#include <string.h>

/* The style sheet's class of a status. */
static const char *status_class(const char *status)
{
	return strcmp(status, "ok") == 0	? "ok"
	       : strcmp(status, "noisy") == 0	? "noisy"
	       : strcmp(status, "skipped") == 0 ? "skipped"
						: "bad";
}

/* Flags as words: "trials disagree", with their meaning for a pointer that rests on them. */
static void put_flags(FILE *out, const struct result_view *result)
{
	const struct json *flags = json_get(result->record, "flags");

	if (!flags || !flags->child)
		return;
	fputs("<p class=\"flags\">", out);
	for (const struct json *f = flags->child; f; f = f->next) {
		char word[32];
		size_t i = 0;

		if (f->type != JSON_STRING)
			continue;
		for (; f->string[i] && i + 1 < sizeof(word); i++)
			word[i] = f->string[i] == '_' ? ' '
						      : (char)tolower((unsigned char)f->string[i]);
		word[i] = '\0';
		fputs("<span title=\"", out);
		html_put(out, facts_flag(f->string));
		fputs("\">", out);
		html_put(out, word);
		fputs("</span> ", out);
	}
	fputs("</p>\n", out);
}

static void put_trials(FILE *out, const struct result_view *result)
{
	const struct json *trials = json_get(result->record, "trials");
	char value[SCALE_LENGTH];

	if (!trials || !trials->child)
		return;
	fputs("<p>Median of each trial, a fresh process: ", out);
	for (const struct json *t = trials->child; t; t = t->next) {
		scale_value(value, sizeof(value), json_get_number(t, "value", 0), result->unit);
		html_put(out, value);
		fputs(t->next ? ", " : ".</p>\n", out);
	}
}

/* What a click on the title shows. */
static void put_details(FILE *out, const struct run_view *view, const struct result_view *result)
{
	const struct json *notes = json_get(result->record, "notes");
	char low[SCALE_LENGTH], high[SCALE_LENGTH], disturbed[FACT_LENGTH];

	fputs("<details><summary>", out);
	html_put(out, facts_title(result));
	fputs("</summary>\n<p>", out);
	html_put(out, result->what);
	fputs("</p>\n", out);
	put_trials(out, result);
	if (facts_counts(result)) {
		scale_value(low, sizeof(low), result->min, result->unit);
		scale_value(high, sizeof(high), result->max, result->unit);
		fprintf(out, "<p>%u samples in %.1f s, from ", result->n, result->elapsed_s);
		html_put(out, low);
		fputs(" to ", out);
		html_put(out, high);
		fputs(".</p>\n", out);
	}
	facts_disturbed(result, disturbed, sizeof(disturbed));
	if (*disturbed)
		html_element(out, "p", NULL, disturbed);
	for (const struct json *n = notes ? notes->child : NULL; n; n = n->next)
		if (n->type == JSON_STRING && n->key && !facts_note_is_known(view, result, n)) {
			fputs("<p>", out);
			html_put(out, n->key);
			fputs(": ", out);
			html_put(out, n->string);
			fputs("</p>\n", out);
		}
	fputs("</details>\n", out);
}

static void put_test(FILE *out, const struct run_view *view, const struct result_view *result)
{
	fputs("<th scope=\"row\" class=\"test\">", out);
	put_details(out, view, result);
	if (result->caveat)
		html_element(out, "p", "caveat", result->caveat);
	if (!facts_counts(result))
		html_element(out, "p", "why", *result->why ? result->why : "no reason recorded");
	else
		put_flags(out, result);
	fputs("</th>\n", out);
}

static void put_cell(FILE *out, const char *class, const char *label, const char *text)
{
	/* The label stands in for the column's head where the table has become cards. */
	fprintf(out, "<td class=\"%s\" data-label=\"%s\">", class, label);
	html_put(out, text);
	fputs("</td>\n", out);
}

static void put_value(FILE *out, const struct run_view *view, const struct result_view *result)
{
	char text[FACT_LENGTH], value[SCALE_LENGTH];
	const char *label;
	double figure = facts_figure(result, &label);

	fputs("<td class=\"value\" data-label=\"Result\">", out);
	scale_value(value, sizeof(value), result->value, result->unit);
	html_put(out, facts_counts(result) ? value : "\xe2\x80\x94");
	/* Not twice the same: MWIPS is the unit for people too. */
	if (*label && !strstr(value, label))
		fprintf(out, "<small>%.1f %s</small>", figure, label);
	facts_statistic(result, text, sizeof(text));
	if (*text)
		html_element(out, "small", NULL, text);
	bandwidth_text(view, result, text, sizeof(text));
	if (*text)
		html_element(out, "small", NULL, text);
	clock_text(view, result, text, sizeof(text));
	if (*text)
		html_element(out, "small", NULL, text);
	fputs("</td>\n", out);
}

static void put_numbers(
	FILE *out, const struct run_view *view, const struct result_view *result, double index)
{
	char text[SCALE_LENGTH + 8] = "\xc2\xb1";

	put_value(out, view, result);
	if (index >= 0) {
		char number[32] = "\xe2\x80\x94";

		if (index > 0)
			snprintf(number, sizeof(number), "%.1f", index);
		put_cell(out, "index", "Index", number);
	}
	if (!facts_counts(result)) {
		put_cell(out, "num", "Interval", "\xe2\x80\x94");
		put_cell(out, "num", "Spread", "\xe2\x80\x94");
		fputs("<td class=\"samples\"></td>\n", out);
		return;
	}
	scale_percent(text + 2, sizeof(text) - 2, (result->high - result->low) / 2 / result->value);
	put_cell(out, "num", "Interval", text);
	scale_percent(text, sizeof(text), result->robust_cv);
	put_cell(out, "num", "Spread", text);
	fputs("<td class=\"samples\">", out);
	html_strip(out, result);
	fputs("</td>\n", out);
}

/* index < 0: the table has no such column. */
static void put_row(
	FILE *out, const struct run_view *view, const struct result_view *result, double index)
{
	fputs("<tr>\n", out);
	put_test(out, view, result);
	put_numbers(out, view, result, index);
	fprintf(out, "<td class=\"state\"><span class=\"badge %s\">", status_class(result->status));
	html_put(out, result->status);
	fputs("</span></td>\n</tr>\n", out);
}

/* A test of the index without a record. */
static void put_absent_row(FILE *out, const struct run_view *view, int test, unsigned copies)
{
	char why[FACT_LENGTH];

	facts_why_missing(view, unixbench_tests[test].name, copies, why, sizeof(why));
	fputs("<tr>\n<th scope=\"row\" class=\"test\">", out);
	html_put(out, unixbench_tests[test].title);
	html_element(out, "p", "why", why);
	fputs("</th>\n<td class=\"value\" data-label=\"Result\">\xe2\x80\x94</td>\n"
	      "<td class=\"index\" data-label=\"Index\">\xe2\x80\x94</td>\n<td "
	      "class=\"num\"></td>\n"
	      "<td class=\"num\"></td>\n<td class=\"samples\"></td>\n"
	      "<td class=\"state\"><span class=\"badge bad\">missing</span></td>\n</tr>\n",
		out);
}

static bool has_any(const struct run_view *view, unsigned copies, bool in_index)
{
	for (size_t i = 0; i < view->result_count; i++)
		if (view->results[i].copies == copies &&
			(in_index ? !view->results[i].swept && facts_in_index(view->results[i].name)
				  : facts_is_other(&view->results[i])))
			return true;
	return false;
}

static void put_index_rows(FILE *out, const struct run_view *view, unsigned copies)
{
	struct unixbench_index index;

	facts_index(view, copies, &index);
	for (int i = 0; i < UNIXBENCH_TESTS; i++) {
		const struct result_view *result =
			run_view_find(view, unixbench_tests[i].name, copies);

		if (result)
			put_row(out, view, result, index.index[i]);
		else
			put_absent_row(out, view, i, copies);
	}
	if (!index.missing)
		fprintf(out,
			"<tr class=\"total\"><th scope=\"row\">Index</th><td></td>"
			"<td class=\"index\">%.1f</td><td colspan=\"4\"></td></tr>\n",
			index.score);
}

void html_results(FILE *out, const struct run_view *view, unsigned copies, bool in_index)
{
	char elapsed[SCALE_LENGTH];

	if (!has_any(view, copies, in_index))
		return;
	scale_clock(elapsed, sizeof(elapsed), facts_elapsed(view, copies));
	fprintf(out, "<section class=\"card\">\n<h2>%s, %u %s</h2>\n",
		in_index ? "Index tests" : "Outside the index", copies,
		copies == 1 ? "copy" : "copies");
	if (in_index)
		fprintf(out,
			"<p class=\"soft\">All copies together; %s of measuring. A title opens "
			"what "
			"was timed.</p>\n",
			elapsed);
	fprintf(out,
		"<table class=\"results\">\n<thead><tr><th>Test</th><th>Result</th>%s"
		"<th>Interval</th><th>Spread</th><th>Samples in "
		"time</th><th>Status</th></tr></thead>\n"
		"<tbody>\n",
		in_index ? "<th>Index</th>" : "");
	if (in_index)
		put_index_rows(out, view, copies);
	for (size_t i = 0; i < view->result_count && !in_index; i++)
		if (view->results[i].copies == copies && facts_is_other(&view->results[i]))
			put_row(out, view, &view->results[i], -1);
	fputs("</tbody>\n</table>\n</section>\n", out);
}

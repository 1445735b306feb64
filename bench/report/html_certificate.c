/* SPDX-License-Identifier: MIT */
/* The noise certificate at the head of report.html. */
#include "report/html_parts.h"

#include "report/certificate_facts.h"
#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"

#include <string.h>

static const char *badge(const char *grade)
{
	return strcmp(grade, "quiet") == 0    ? "ok"
	       : strcmp(grade, "usable") == 0 ? "skipped"
	       : strcmp(grade, "noisy") == 0  ? "noisy"
					      : "skipped";
}

static void put_row(FILE *out, const struct json *row)
{
	static const char *const members[] = { "value", "quiet", "usable" };
	static const char *const labels[] = { "Value", "Quiet up to", "Usable up to" };
	const char *grade = json_get_string(row, "grade", "");
	const char *why = json_get_string(row, "why", "");
	char text[SCALE_LENGTH];

	fputs("<tr>\n<th scope=\"row\" class=\"test\">", out);
	html_put(out, certificate_figure(row));
	if (*why)
		html_element(out, "p", "soft", why);
	fputs("</th>\n", out);
	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++) {
		certificate_value(row, members[i], text, sizeof(text));
		fprintf(out, "<td class=\"num\" data-label=\"%s\">", labels[i]);
		html_put(out, text);
		fputs("</td>\n", out);
	}
	fprintf(out, "<td data-label=\"Grade\"><span class=\"badge %s\">", badge(grade));
	html_put(out, grade);
	fputs("</span></td>\n</tr>\n", out);
}

static void put_distribution(FILE *out, const struct result_view *result)
{
	char text[SCALE_LENGTH], figures[FACT_LENGTH];

	fputs("<tr>\n<th scope=\"row\" class=\"test\">", out);
	html_put(out, result->name);
	html_element(out, "p", "soft", facts_counts(result) ? result->what : result->why);
	certificate_figures(result, figures, sizeof(figures));
	if (*figures)
		html_element(out, "p", "soft", figures);
	fputs("</th>\n<td class=\"num\" data-label=\"Value\">", out);
	if (facts_counts(result))
		scale_value(text, sizeof(text), result->value, result->unit);
	else
		snprintf(text, sizeof(text), "%s", result->status);
	html_put(out, text);
	fputs("</td>\n", out);
	for (int i = 0; certificate_percentiles[i]; i++) {
		certificate_percentile(result, certificate_percentiles[i], text, sizeof(text));
		fprintf(out, "<td class=\"num\" data-label=\"%s\">", certificate_headings[i]);
		html_put(out, text);
		fputs("</td>\n", out);
	}
	fputs("</tr>\n", out);
}

static void put_distributions(FILE *out, const struct run_view *view)
{
	fputs("<h3>Noise benchmarks, all CPUs</h3>\n<table class=\"results\">\n<thead><tr><th "
	      "scope=\"col\">Benchmark</th>"
	      "<th scope=\"col\" class=\"num\">Value</th>",
		out);
	for (int i = 0; certificate_headings[i]; i++)
		fprintf(out, "<th scope=\"col\" class=\"num\">%s</th>", certificate_headings[i]);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t i = 0; i < view->result_count; i++)
		if (view->results[i].noise)
			put_distribution(out, &view->results[i]);
	fputs("</tbody>\n</table>\n", out);
}

void html_certificate(FILE *out, const struct run_view *view)
{
	const struct json *rows = json_get(view->certificate, "rows");
	const struct json *reasons = json_get(view->certificate, "reasons");

	fputs("<section class=\"card\">\n<h2>Noise certificate</h2>\n", out);
	if (!view->certificate) {
		fputs("<p class=\"none\">None</p>\n<p class=\"soft\">The noise benchmarks were not "
		      "run to "
		      "their end.</p>\n</section>\n",
			out);
		return;
	}
	fprintf(out, "<p class=\"%s\">%s</p>\n", certificate_is_noisy(view) ? "none" : "score",
		certificate_word(view));
	html_element(out, "p", "soft", certificate_meaning(view));
	fputs("<ul class=\"findings\">\n", out);
	for (const struct json *r = reasons ? reasons->child : NULL; r; r = r->next)
		if (r->type == JSON_STRING)
			html_element(out, "li", NULL, r->string);
	fputs("</ul>\n<table class=\"results\">\n<thead><tr><th scope=\"col\">Figure, of the worst "
	      "CPU</th>"
	      "<th scope=\"col\" class=\"num\">Value</th><th scope=\"col\" class=\"num\">Quiet up "
	      "to</th>"
	      "<th scope=\"col\" class=\"num\">Usable up to</th><th "
	      "scope=\"col\">Grade</th></tr></thead>\n"
	      "<tbody>\n",
		out);
	for (const struct json *row = rows ? rows->child : NULL; row; row = row->next)
		put_row(out, row);
	fputs("</tbody>\n</table>\n", out);
	put_distributions(out, view);
	fputs("</section>\n", out);
}

/* SPDX-License-Identifier: MIT */
/* The combined values of a series of boots in report.html. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/series_facts.h"

static const char *const columns[] = { "Value", "Interval", "Boot sd", "From samples",
	"From trials", "From boots", "Grade" };

static void put_metric(FILE *out, const struct run_view *view, size_t index)
{
	struct series_facts f = { 0 };
	const char *const numbers[] = { f.value, f.interval, f.spread, f.levels[0], f.levels[1],
		f.levels[2] };

	char change[FACT_LENGTH];
	size_t i;

	series_facts_make(&f, view->series[index]);
	series_facts_change(view, index, change, sizeof(change));
	fputs("<tr>\n<th scope=\"row\" class=\"test\">", out);
	html_put(out, f.title);
	if (*change)
		html_element(out, "p", "soft", change);
	if (*f.flags)
		html_element(out, "p", "flags", f.flags);
	fputs("</th>\n", out);
	for (i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		fprintf(out, "<td class=\"%s\" data-label=\"%s\">", i ? "num" : "value",
			columns[i]);
		html_put(out, numbers[i]);
		fputs("</td>\n", out);
	}
	fprintf(out, "<td class=\"state\" data-label=\"%s\">", columns[i]);
	html_put(out, f.grade);
	fputs("</td>\n</tr>\n", out);
}

void html_series(FILE *out, const struct run_view *view)
{
	if (!view->series_count)
		return;
	fprintf(out,
		"<section class=\"card\">\n<h2>Over %u boots</h2>\n<table class=\"results\">\n"
		"<thead><tr><th>Metric</th>",
		json_get_count(view->series[0], "boots", 0));
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		fprintf(out, "<th>%s</th>", columns[i]);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t i = 0; i < view->series_count; i++)
		put_metric(out, view, i);
	fputs("</tbody>\n</table>\n", out);
	html_element(out, "p", "soft", series_guide);
	fputs("</section>\n", out);
}

/* SPDX-License-Identifier: MIT */
/* The curves of copies in report.html. */
#include "report/html_parts.h"

#include "report/curve.h"
#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"

#include <math.h>
#include <string.h>

static void put_cell(FILE *out, const char *class, const char *label, const char *text)
{
	fprintf(out, "<td class=\"%s\" data-label=\"%s\">", class, label);
	html_put(out, text);
	fputs("</td>\n", out);
}

static void put_time(FILE *out, const char *label, double ns)
{
	char text[SCALE_LENGTH] = "-";

	if (!isnan(ns))
		scale_value(text, sizeof(text), ns, "ns");
	put_cell(out, "num", label, text);
}

static void put_ratios(FILE *out, const struct curve_point *p)
{
	char text[SCALE_LENGTH] = "-";

	if (p->speedup > 0)
		snprintf(text, sizeof(text), "%.2f\xc3\x97", p->speedup);
	put_cell(out, "num", "Speed-up", text);
	if (p->speedup > 0)
		scale_percent(text, sizeof(text), p->efficiency);
	put_cell(out, "num", "Efficiency", text);
}

static void put_point(FILE *out, const struct run_view *view, const struct curve_point *p)
{
	char text[FACT_LENGTH] = "\xe2\x80\x94";

	fprintf(out, "<tr>\n<th scope=\"row\" class=\"test\">%u %s", p->copies,
		p->copies == 1 ? "copy" : "copies");
	if (p->value > 0) {
		scale_value(text, sizeof(text), p->value, p->result->unit);
	} else {
		char why[FACT_LENGTH];

		facts_why_missing(view, p->result->name, p->copies, why, sizeof(why));
		html_element(out, "p", "why", why);
	}
	fputs("</th>\n", out);
	put_cell(out, "value", "All together", text);
	put_ratios(out, p);
	put_time(out, "p95", p->p95_ns);
	put_time(out, "p99", p->p99_ns);
	fputs("<td class=\"state\" data-label=\"Status\">", out);
	html_put(out, p->result->status);
	fputs("</td>\n</tr>\n", out);
}

void html_curves(FILE *out, const struct run_view *view)
{
	const char *name;

	for (size_t i = 0; (name = curve_name(view, i)); i++) {
		char text[2 * FACT_LENGTH];
		struct curve c;

		curve_make(&c, view, name);
		fputs("<section class=\"card\">\n<h2>Scaling of ", out);
		html_put(out, facts_title(c.points[0].result));
		fputs("</h2>\n", out);
		curve_sentence(&c, text, sizeof(text));
		if (*text)
			html_element(out, "p", NULL, text);
		fputs("<table class=\"results\">\n<thead><tr><th>Copies</th><th>All together</th>"
		      "<th>Speed-up</th><th>Efficiency</th><th>p95</th><th>p99</th>"
		      "<th>Status</th></tr></thead>\n<tbody>\n",
			out);
		for (size_t k = 0; k < c.count; k++)
			put_point(out, view, &c.points[k]);
		fputs("</tbody>\n</table>\n</section>\n", out);
		curve_free(&c);
	}
}

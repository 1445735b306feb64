/* SPDX-License-Identifier: MIT */
/* The curves of copies in report.txt. */
#include "report/text_parts.h"

#include "report/curve.h"
#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"

#include <math.h>
#include <string.h>

static void put_time(FILE *out, double ns)
{
	char text[SCALE_LENGTH] = "-";

	if (!isnan(ns))
		scale_value(text, sizeof(text), ns, "ns");
	fprintf(out, " %9s", text);
}

static void put_point(FILE *out, const struct run_view *view, const struct curve_point *p)
{
	char text[FACT_LENGTH];

	fprintf(out, "%8u", p->copies);
	if (!(p->value > 0)) {
		facts_why_missing(view, p->result->name, p->copies, text, sizeof(text));
		fprintf(out, " %14s  ", "---");
		plain_wrap(out, 25, 25, "%s", text);
		return;
	}
	scale_value(text, sizeof(text), p->value, p->result->unit);
	fprintf(out, " %14s", text);
	if (p->speedup > 0)
		fprintf(out, " %7.2fx %9.1f %%", p->speedup, p->efficiency * 100);
	else
		fprintf(out, " %8s %11s", "-", "-");
	put_time(out, p->p95_ns);
	put_time(out, p->p99_ns);
	fputs("  ", out);
	plain_put(out, p->result->status);
	fputc('\n', out);
}

void text_curves(FILE *out, const struct run_view *view)
{
	const char *name;

	for (size_t i = 0; (name = curve_name(view, i)); i++) {
		char text[2 * FACT_LENGTH];
		struct curve c;

		curve_make(&c, view, name);
		fputs("\nScaling of ", out);
		plain_put(out, facts_title(c.points[0].result));
		fprintf(out, "\n\n%8s %14s %8s %11s %9s %9s\n", "COPIES", "ALL TOGETHER",
			"SPEED-UP", "EFFICIENCY", "P95", "P99");
		for (size_t k = 0; k < c.count; k++)
			put_point(out, view, &c.points[k]);
		curve_sentence(&c, text, sizeof(text));
		if (*text) {
			fputc('\n', out);
			plain_wrap(out, 0, 4, "%s", text);
		}
		curve_free(&c);
	}
}

/* SPDX-License-Identifier: MIT */
/* Charts in report.txt: a row for each place on the axis, a column for each line. */
#include "report/text_parts.h"

#include "report/chart.h"
#include "report/escape.h"
#include "report/scale.h"

#include <math.h>
#include <string.h>

enum { FIRST_WIDTH = 12, CELL_WIDTH = 13 };

/* A column is as wide as its head, or its numbers. */
static int width_of(const char *head, int least)
{
	int width = (int)strlen(head);

	return width > least ? width : least;
}

static void put_head(FILE *out, const struct chart *c)
{
	fprintf(out, "%*s", FIRST_WIDTH, c->kind.x_name);
	for (size_t i = 0; i < c->line_count; i++) {
		fprintf(out, "%*s",
			1 + width_of(c->lines[i], CELL_WIDTH) - (int)strlen(c->lines[i]), "");
		plain_put(out, c->lines[i]);
	}
	fputc('\n', out);
}

static void put_row(FILE *out, const struct chart *c, double x)
{
	char text[SCALE_LENGTH];

	chart_x(c, x, text, sizeof(text));
	fprintf(out, "%*s", width_of(c->kind.x_name, FIRST_WIDTH), text);
	for (size_t i = 0; i < c->line_count; i++) {
		const struct chart_point *p = chart_point_at(c, i, x);

		strcpy(text, "-");
		if (p)
			scale_value(text, sizeof(text), p->y, c->unit);
		fprintf(out, " %*s%s", width_of(c->lines[i], CELL_WIDTH) - 1, text,
			p && p->noisy		? "~"
			: i + 1 < c->line_count ? " "
						: "");
	}
	fputc('\n', out);
}

static void put_chart(FILE *out, const struct run_view *view, const struct chart *c)
{
	char text[2 * FACT_LENGTH];
	double x = -INFINITY;

	fputc('\n', out);
	plain_put(out, c->kind.title);
	fputs("\n   ", out);
	if (c->kind.note)
		plain_wrap(out, 3, 3, "%s", c->kind.note);
	if (c->count)
		put_head(out, c);
	while (chart_next_x(c, &x))
		put_row(out, c, x);
	for (size_t i = 0; chart_missing(c, view, i, text, sizeof(text)); i++) {
		fputs("  missing: ", out);
		plain_wrap(out, 11, 4, "%s", text);
	}
	chart_sentence(c, view, text, sizeof(text));
	if (*text)
		plain_wrap(out, 0, 3, "%s", text);
}

void text_charts(FILE *out, const struct run_view *view)
{
	struct chart c;

	for (size_t i = 0; chart_make(&c, view, i); i++) {
		put_chart(out, view, &c);
		chart_free(&c);
	}
}

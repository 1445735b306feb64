/* SPDX-License-Identifier: MIT */
/* Charts in report.html: a picture with its axes, and the numbers in a table that opens. */
#include "report/html_parts.h"

#include "report/chart.h"
#include "report/escape.h"
#include "report/scale.h"

#include <math.h>
#include <string.h>

/* Of the picture's view box, and of the frame in it. */
enum { WIDTH = 960, HEIGHT = 400, LEFT = 84, RIGHT = 908, TOP = 14, BOTTOM = 352 };
enum { LABEL_BELOW = 22, NAME_BELOW = 42, LABEL_BESIDE = 8, LABEL_SINKS = 5 };

/* As many marks on a straight axis as are easily read. */
enum { MARKS = 5 };

struct axis {
	double low, high;
	bool is_log;
	int from, to; /* in the picture */
};

static struct axis axis_of(const struct chart *c, bool is_x)
{
	struct axis a = { INFINITY, 0, is_x ? c->kind.x_log : c->kind.y_log, is_x ? LEFT : BOTTOM,
		is_x ? RIGHT : TOP };

	for (size_t i = 0; i < c->count; i++) {
		double value = is_x ? c->points[i].x : c->points[i].y;

		a.low = value < a.low ? value : a.low;
		a.high = value > a.high ? value : a.high;
	}
	a.is_log = a.is_log && a.low > 0;
	if (!a.is_log)
		a.low = fmin(a.low, 0);
	/* Never empty, and room for a point at the edge. */
	if (a.is_log && !is_x)
		a.low /= 1.2;
	if (!is_x || !(a.high > a.low))
		a.high = a.high > 0 ? a.high * (a.is_log ? 1.2 : 1.05) : a.low + 1;
	return a;
}

static int place(const struct axis *a, double value)
{
	double share = a->is_log ? log(value / a->low) / log(a->high / a->low)
				 : (value - a->low) / (a->high - a->low);

	return (int)lround(a->from + fmin(1, fmax(0, share)) * (a->to - a->from));
}

/* The i-th mark from 0 on: the fourfold each on an axis of bytes, 1 2 5 10 on other logarithmic
 * ones, equal steps on straight ones. */
static double mark_at(const struct axis *a, int i, bool is_bytes)
{
	static const int in_decade[] = { 1, 2, 5 };
	double decade, step;

	if (a->is_log && is_bytes)
		return exp2(2 * (floor(log2(a->low) / 2) + i));
	if (a->is_log)
		return in_decade[i % 3] * pow(10, floor(log10(a->low)) + i / 3);
	decade = pow(10, floor(log10((a->high - a->low) / MARKS)));
	step = (a->high - a->low) / MARKS / decade;
	return a->low + i * decade * (step > 5 ? 10 : step > 2 ? 5 : step > 1 ? 2 : 1);
}

static void put_label(FILE *out, const char *class, int x, int y, const char *text)
{
	fprintf(out, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
	html_put(out, text);
	fputs("</text>", out);
}

static void put_marks(FILE *out, const struct chart *c, const struct axis *x, const struct axis *y)
{
	char text[SCALE_LENGTH];
	double mark;

	for (int i = 0; (mark = mark_at(x, i, strcmp(c->kind.x_unit, "bytes") == 0)) <= x->high;
		i++) {
		if (mark < x->low)
			continue;
		fprintf(out, "<path class=\"grid\" d=\"M%d %dV%d\"/>", place(x, mark), TOP, BOTTOM);
		chart_x(c, mark, text, sizeof(text));
		put_label(out, "below", place(x, mark), BOTTOM + LABEL_BELOW, text);
	}
	for (int i = 0; (mark = mark_at(y, i, false)) <= y->high; i++) {
		if (mark < y->low)
			continue;
		fprintf(out, "<path class=\"grid\" d=\"M%d %dH%d\"/>", LEFT, place(y, mark), RIGHT);
		scale_value(text, sizeof(text), mark, c->unit);
		put_label(out, "beside", LEFT - LABEL_BESIDE, place(y, mark) + LABEL_SINKS, text);
	}
	put_label(out, "below", (LEFT + RIGHT) / 2, BOTTOM + NAME_BELOW, c->kind.x_name);
}

/* What stands at a point when it is touched: its place, value and interval. */
static void put_point(FILE *out, const struct chart *c, const struct chart_point *p, int x, int y)
{
	char at[SCALE_LENGTH], value[SCALE_LENGTH], low[SCALE_LENGTH], high[SCALE_LENGTH];

	chart_x(c, p->x, at, sizeof(at));
	scale_value(value, sizeof(value), p->y, c->unit);
	scale_value(low, sizeof(low), p->result->low, c->unit);
	scale_value(high, sizeof(high), p->result->high, c->unit);
	fprintf(out, "<circle class=\"line%zu%s\" cx=\"%d\" cy=\"%d\" r=\"4\"><title>", p->line,
		p->noisy ? " hollow" : "", x, y);
	html_put(out, c->lines[p->line]);
	fprintf(out, ", %s: %s (%s to %s), ", at, value, low, high);
	html_put(out, p->result->status);
	fputs("</title></circle>", out);
}

static void put_picture(FILE *out, const struct chart *c)
{
	struct axis x = axis_of(c, true), y = axis_of(c, false);

	fprintf(out, "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH,
		HEIGHT);
	html_put(out, c->kind.title);
	fputs("\">", out);
	put_marks(out, c, &x, &y);
	for (size_t i = 0; i < c->count; i++) {
		bool first = i == 0 || c->points[i].line != c->points[i - 1].line;

		if (first)
			fprintf(out, "<path class=\"line%zu\" d=\"", c->points[i].line);
		fprintf(out, "%c%d %d", first ? 'M' : 'L', place(&x, c->points[i].x),
			place(&y, c->points[i].y));
		if (i + 1 == c->count || c->points[i + 1].line != c->points[i].line)
			fputs("\"/>", out);
	}
	for (size_t i = 0; i < c->count; i++)
		put_point(out, c, &c->points[i], place(&x, c->points[i].x),
			place(&y, c->points[i].y));
	fputs("</svg>\n<p class=\"soft\">", out);
	for (size_t i = 0; i < c->line_count; i++) {
		fprintf(out, "<span class=\"key line%zu\">\xe2\x97\x8f ", i);
		html_put(out, c->lines[i]);
		fputs("</span> ", out);
	}
	fputs("</p>\n", out);
}

static void put_table(FILE *out, const struct chart *c)
{
	double x = -INFINITY;

	fputs("<details>\n<summary>Numbers</summary>\n<table class=\"results numbers\">\n<thead>"
	      "<tr><th>",
		out);
	html_put(out, c->kind.x_name);
	fputs("</th>", out);
	for (size_t i = 0; i < c->line_count; i++) {
		fputs("<th>", out);
		html_put(out, c->lines[i]);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
	while (chart_next_x(c, &x)) {
		char text[SCALE_LENGTH];

		chart_x(c, x, text, sizeof(text));
		fprintf(out, "<tr>\n<th scope=\"row\" class=\"test\">%s</th>\n", text);
		for (size_t i = 0; i < c->line_count; i++) {
			const struct chart_point *p = chart_point_at(c, i, x);

			strcpy(text, "\xe2\x80\x94");
			if (p)
				scale_value(text, sizeof(text), p->y, c->unit);
			fputs("<td class=\"num\" data-label=\"", out);
			html_put(out, c->lines[i]);
			fprintf(out, "\">%s%s</td>\n", text, p && p->noisy ? " ~" : "");
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n</table>\n</details>\n", out);
}

static void put_chart(FILE *out, const struct run_view *view, const struct chart *c)
{
	char text[2 * FACT_LENGTH];

	fputs("<section class=\"card\">\n<h2>", out);
	html_put(out, c->kind.title);
	fputs("</h2>\n", out);
	if (c->kind.note)
		html_element(out, "p", "soft", c->kind.note);
	chart_sentence(c, view, text, sizeof(text));
	if (*text)
		html_element(out, "p", NULL, text);
	if (c->count > 1)
		put_picture(out, c);
	if (c->count)
		put_table(out, c);
	for (size_t i = 0; chart_missing(c, view, i, text, sizeof(text)); i++) {
		fputs("<p class=\"why\">missing: ", out);
		html_put(out, text);
		fputs("</p>\n", out);
	}
	fputs("</section>\n", out);
}

void html_charts(FILE *out, const struct run_view *view)
{
	struct chart c;

	for (size_t i = 0; chart_make(&c, view, i); i++) {
		put_chart(out, view, &c);
		chart_free(&c);
	}
}

/* SPDX-License-Identifier: MIT */
/* A burn-in in report.html: curves over time, and what the tests after it differ in. */
#include "report/html_parts.h"

#include "report/burnin_facts.h"
#include "report/escape.h"

#include <math.h>

/* Of a curve's view box. */
enum { WIDTH = 960, HEIGHT = 96, MARGIN = 6 };

/* The axis reaches at least so far up and down from the middle of a curve: a steady one looks
 * steady. */
static const double LEAST_SHARE = 0.01;

struct axis {
	double low, high, end_s;
	bool moves;
};

static struct axis axis_of(const struct run_view *view, const struct burnin_curve *curve)
{
	struct axis axis = { INFINITY, -INFINITY, 1, false };
	double middle;

	for (size_t i = 0; i < view->load_count; i++) {
		const struct json *load = view->loads[i];
		double value = json_get_number(load, curve->member, NAN);
		double end =
			json_get_number(load, "t_s", 0) + json_get_number(load, "elapsed_s", 0);

		axis.low = value < axis.low ? value : axis.low;
		axis.high = value > axis.high ? value : axis.high;
		axis.end_s = end > axis.end_s ? end : axis.end_s;
	}
	axis.moves = axis.high > axis.low;
	middle = (axis.low + axis.high) / 2;
	axis.low = fmin(axis.low, middle - LEAST_SHARE * fabs(middle));
	axis.high = fmax(axis.high, middle + LEAST_SHARE * fabs(middle));
	return axis;
}

static int across(const struct axis *axis, double t_s)
{
	return (int)(MARGIN + fmin(1, fmax(0, t_s / axis->end_s)) * (WIDTH - 2 * MARGIN) + 0.5);
}

static int down(const struct axis *axis, double value)
{
	double share =
		axis->high > axis->low ? (axis->high - value) / (axis->high - axis->low) : 0.5;

	return (int)(MARGIN + share * (HEIGHT - 2 * MARGIN) + 0.5);
}

/* Each slice is a level: what happened within it is not known. */
static void put_curve(FILE *out, const struct run_view *view, const struct burnin_curve *curve)
{
	struct axis axis = axis_of(view, curve);
	char text[FACT_LENGTH], time[SCALE_LENGTH];
	bool pen_down = false;

	if (!(axis.high >= axis.low) || !isfinite(axis.low) || (curve->counter && !axis.moves))
		return;
	scale_clock(time, sizeof(time), axis.end_s);
	snprintf(text, sizeof(text), "%s: %.4g to %.4g %s over %s", curve->name,
		axis.low / curve->scale, axis.high / curve->scale, curve->unit, time);
	html_element(out, "p", "axis", text);
	fprintf(out, "<svg class=\"curve\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH,
		HEIGHT);
	html_put(out, text);
	fputs("\"><path d=\"", out);
	for (size_t i = 0; i < view->load_count; i++) {
		const struct json *load = view->loads[i];
		double value = json_get_number(load, curve->member, NAN);
		double t_s = json_get_number(load, "t_s", 0);
		double end = t_s + json_get_number(load, "elapsed_s", 0);

		if (!isfinite(value)) {
			pen_down = false;
			continue;
		}
		fprintf(out, "%c%d %dH%d", pen_down ? 'L' : 'M', across(&axis, t_s),
			down(&axis, value), across(&axis, end));
		pen_down = true;
	}
	fputs("\"/></svg>\n", out);
}

static void put_cell(FILE *out, const char *class, const char *label, const char *text)
{
	fprintf(out, "<td class=\"%s\" data-label=\"%s\">", class, label);
	html_put(out, *text ? text : "\xe2\x80\x94");
	fputs("</td>\n", out);
}

static void put_row(FILE *out, const struct drift_row *row)
{
	char text[FACT_LENGTH];

	snprintf(text, sizeof(text), "%s, %u %s", facts_title(row->after), row->after->copies,
		row->after->copies == 1 ? "copy" : "copies");
	fputs("<tr>\n<th scope=\"row\" class=\"test\">", out);
	html_put(out, text);
	fputs("</th>\n", out);
	put_cell(out, "num", "Before", row->value_before);
	put_cell(out, "value", "After", row->value_after);
	put_cell(out, row->worse ? "num low" : "num", "Change", row->change);
	put_cell(out, "num", "Interval", row->judgement);
	fputs("</tr>\n", out);
}

static void put_drift(FILE *out, const struct run_view *view)
{
	struct drift_row row;
	bool any = false;

	for (size_t i = 0; i < view->result_count; i++) {
		if (!drift_row_make(&row, view, i))
			continue;
		if (!any)
			fputs("<table class=\"results numbers\">\n<thead><tr><th>Test after the "
			      "load</th>"
			      "<th>Before</th><th>After</th><th>Change</th><th>95 % interval</th>"
			      "</tr></thead>\n<tbody>\n",
				out);
		any = true;
		put_row(out, &row);
	}
	if (!any)
		return;
	fputs("</tbody>\n</table>\n", out);
	html_element(out, "p", "soft", burnin_guide);
}

void html_burnin(FILE *out, const struct run_view *view)
{
	char text[FACT_LENGTH];
	const char *name;

	if (!view->load_count)
		return;
	fputs("<section class=\"card\">\n<h2>Burn-in</h2>\n<dl>\n", out);
	for (unsigned i = 0; burnin_fact(view, i, &name, text, sizeof(text)); i++)
		html_fact(out, name, text);
	fputs("</dl>\n", out);
	for (const struct burnin_curve *curve = burnin_curves; curve->member; curve++)
		put_curve(out, view, curve);
	put_drift(out, view);
	fputs("</section>\n", out);
}

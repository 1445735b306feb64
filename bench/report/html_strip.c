/* SPDX-License-Identifier: MIT */
/* The small pictures of report.html. Coordinates are whole numbers: the page stays small. */
#include "report/html_parts.h"

#include "core/die.h"
#include "core/stats.h"
#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"
#include "report/scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the strip's view box; a trial's samples are drawn in slots of STEP, with a gap between trials.
 */
enum { WIDTH = 480, HEIGHT = 84, MARGIN = 8, STEP = 4, GAP = 12 };

/* The axis is +- one of these, so that strips can be compared and a quiet test looks quiet. */
static const double half_ranges[] = { 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1 };
static const double AXIS_SHARE = 0.95;
enum { HALF_RANGES = sizeof(half_ranges) / sizeof(*half_ranges) };

static size_t count_children(const struct json *array)
{
	size_t count = 0;

	for (const struct json *c = array ? array->child : NULL; c; c = c->next)
		count++;
	return count;
}

static double deviation(const struct json *sample, double value)
{
	return sample->type == JSON_NUMBER ? sample->number / value - 1 : 0;
}

/* The axis holds nearly all samples; a few far ones must not press the others flat. */
static double choose_range(const struct json *samples, double value)
{
	size_t n = 0, at = 0, i = 0;
	double *away, reach;

	for (const struct json *t = samples->child; t; t = t->next)
		n += count_children(t);
	away = xcalloc(n, sizeof(*away));
	for (const struct json *t = samples->child; t; t = t->next)
		for (const struct json *s = t->child; s; s = s->next)
			away[at++] = fabs(deviation(s, value));
	stats_sort(away, n);
	reach = stats_quantile(away, n, AXIS_SHARE);
	free(away);
	while (i + 1 < HALF_RANGES && reach > half_ranges[i])
		i++;
	return half_ranges[i];
}

/* Vertical position of a relative deviation; what lies outside is drawn at the edge. */
static int position(double relative, double range)
{
	double y = (1 - relative / range) / 2;

	y = y > 1 ? 1 : y >= 0 ? y : 0;
	return (int)(MARGIN + y * (HEIGHT - 2 * MARGIN) + 0.5);
}

/* One trial from x on, width wide: each slot shows lowest and highest of its samples, so none is
 * lost. */
static void put_trial(
	FILE *out, const struct json *trial, double value, double range, int x, int width)
{
	size_t n = count_children(trial), slots = (size_t)(width / STEP), i = 0, slot = 0;
	double low = INFINITY, high = -INFINITY;

	slots = slots < 1 ? 1 : slots > n ? n : slots;
	for (const struct json *s = trial->child; s; s = s->next, i++) {
		double d = deviation(s, value);

		low = fmin(low, d);
		high = fmax(high, d);
		/* The last sample of its slot. */
		if (s->next && (i + 1) * slots / n == slot)
			continue;
		fprintf(out, "M%d %dV%d", x + (int)((2 * slot + 1) * (size_t)width / (2 * slots)),
			position(high, range), position(low, range));
		slot = (i + 1) * slots / n;
		low = INFINITY;
		high = -INFINITY;
	}
}

static void put_samples(FILE *out, const struct json *samples, double value, double range)
{
	size_t trials = count_children(samples), total = 0;
	int space = WIDTH - 2 * MARGIN - GAP * ((int)trials - 1), x = MARGIN;

	for (const struct json *t = samples->child; t; t = t->next)
		total += count_children(t);
	/* More trials than there is room for: not our records. */
	if (space < (int)trials)
		return;
	fputs("<path class=\"dots\" d=\"", out);
	for (const struct json *t = samples->child; t; t = t->next) {
		int width = (int)((double)space * (double)count_children(t) / (double)total);

		if (t->child)
			put_trial(out, t, value, range, x, width);
		x += width + GAP;
	}
	fputs("\"/>", out);
}

void html_strip(FILE *out, const struct result_view *result)
{
	const struct json *samples = json_get(result->record, "samples");
	double range, low, high;

	if (!facts_counts(result) || !samples || !samples->child || !samples->child->child)
		return;
	range = choose_range(samples, result->value);
	low = result->low / result->value - 1;
	high = result->high / result->value - 1;
	fprintf(out,
		"<svg class=\"strip\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%u samples "
		"in "
		"%u trials\">",
		WIDTH, HEIGHT, result->n, result->trials);
	fprintf(out, "<rect class=\"interval\" x=\"0\" width=\"%d\" y=\"%d\" height=\"%d\"/>",
		WIDTH, position(high, range), position(low, range) - position(high, range) + 1);
	fprintf(out, "<path class=\"median\" d=\"M0 %dH%d\"/>", position(0, range), WIDTH);
	put_samples(out, samples, result->value, range);
	fprintf(out, "</svg><small>axis \xc2\xb1%.0f %%</small>", 100 * range);
}

/* Width of the bar in per mille of no loss at all. */
static int bar_width(double ratio, double limit)
{
	double width = 1000 * ratio / limit;

	return width > 1000 ? 1000 : width > 0 ? (int)width : 0;
}

static void put_bar(FILE *out, const struct scaling_row *row, unsigned limit)
{
	fputs("<tr><th scope=\"row\">", out);
	html_put(out, facts_title(row->one));
	fprintf(out,
		"</th><td class=\"bar\"><svg viewBox=\"0 0 1000 20\" preserveAspectRatio=\"none\" "
		"aria-hidden=\"true\"><rect class=\"track\" width=\"1000\" height=\"20\"/>"
		"<rect class=\"class%d\" width=\"%d\" height=\"20\"/>"
		"<rect class=\"one\" x=\"%d\" width=\"3\" height=\"20\"/></svg></td>"
		"<td class=\"num\">%s%.2f\xc3\x97</td></tr>\n",
		(int)row->class, bar_width(row->ratio, limit), bar_width(1, limit),
		row->suspicious ? "<b class=\"low\">low</b> " : "", row->ratio);
}

void html_scaling(FILE *out, const struct run_view *view, unsigned copies)
{
	char text[2 * FACT_LENGTH];
	struct scaling s;

	scaling_make(&s, view, copies);
	if (!s.count) {
		scaling_free(&s);
		return;
	}
	fprintf(out,
		"<section class=\"card\">\n<h2>Scaling: %u copies against one</h2>\n"
		"<p class=\"soft\">A full bar is %u\xc3\x97, no loss at all; the mark is "
		"1\xc3\x97.</p>\n"
		"<table class=\"scaling\">\n<tbody>\n",
		copies, s.limit);
	for (size_t i = 0; i < s.count; i++)
		put_bar(out, &s.rows[i], s.limit);
	fputs("</tbody>\n</table>\n<ul class=\"reading\">\n", out);
	for (int class = 0; class < SCALING_CLASSES; class ++) {
		scaling_sentence(&s, (enum scaling_class) class, text, sizeof(text));
		if (!*text)
			continue;
		fprintf(out, "<li><b class=\"key%d\">%s</b>: ", class,
			scaling_class_name((enum scaling_class) class));
		html_put(out, text);
		fputs("</li>\n", out);
	}
	scaling_knee(view, copies, text, sizeof(text));
	if (*text)
		html_element(out, "li", NULL, text);
	fputs("</ul>\n</section>\n", out);
	scaling_free(&s);
}

/* SPDX-License-Identifier: MIT */
#include "report/readings.h"

#include "report/scale.h"

#include <math.h>
#include <stdio.h>

/* Loads that miss the TLB cost so much more than others: lmbench's threshold. */
static const double TLB_MISSES = 1.15;

/* From distance to distance: another line each rises, more of a line each does not: lmbench's. */
static const double OTHER_LINE = 1.3, SAME_LINE = 1.15;

double reading_tlb_pages(const struct chart *c)
{
	double x = -INFINITY, kept = NAN;

	if (c->line_count < 2)
		return NAN;
	while (chart_next_x(c, &x)) {
		const struct chart_point *page = chart_point_at(c, 0, x);
		const struct chart_point *dense = chart_point_at(c, 1, x);

		if (!page || !dense)
			continue;
		if (page->y > TLB_MISSES * dense->y)
			return kept;
		kept = x;
	}
	return NAN;
}

void reading_tlb(const struct chart *c, const struct run_view *view, char *text, size_t size)
{
	double pages = reading_tlb_pages(c);

	(void)view;
	*text = '\0';
	if (!isnan(pages))
		snprintf(text, size,
			"Up to %.0f pages of 4 KiB address translation costs nothing that is seen; "
			"with the next more it does.",
			pages);
}

double reading_line_bytes(const struct chart *c)
{
	bool rose = false;

	for (size_t i = 1; i < c->count; i++) {
		double ratio = c->points[i].y / c->points[i - 1].y;

		if (rose && ratio < SAME_LINE)
			return c->points[i - 1].x;
		rose |= ratio > OTHER_LINE;
	}
	return NAN;
}

void reading_line(const struct chart *c, const struct run_view *view, char *text, size_t size)
{
	double bytes = reading_line_bytes(c);

	(void)view;
	*text = '\0';
	if (!isnan(bytes))
		snprintf(text, size, "A cache line, or what is fetched at once, is %.0f bytes.",
			bytes);
}

double reading_parallelism(const struct chart *c)
{
	const struct chart_point *one = chart_point_at(c, 0, 1);
	double most = NAN;

	for (size_t i = 0; one && i < c->count; i++)
		most = fmax(most, one->y / c->points[i].y);
	return most;
}

void reading_parallel(const struct chart *c, const struct run_view *view, char *text, size_t size)
{
	double loads = reading_parallelism(c);

	(void)view;
	*text = '\0';
	if (!isnan(loads))
		snprintf(text, size,
			"One CPU has up to %.1f loads from memory on their way at once.", loads);
}

void reading_loaded(const struct chart *c, const struct run_view *view, char *text, size_t size)
{
	const struct chart_point *idle = c->points, *most = c->points;
	char quiet[SCALE_LENGTH], busy[SCALE_LENGTH], traffic[SCALE_LENGTH];

	(void)view;
	*text = '\0';
	if (c->count < 2)
		return;
	most += c->count - 1;
	scale_value(quiet, sizeof(quiet), idle->y, c->unit);
	scale_value(busy, sizeof(busy), most->y, c->unit);
	chart_x(c, most->x, traffic, sizeof(traffic));
	snprintf(text, size, "%s with the least load, %s (%.2f times) while the others read %s.",
		quiet, busy, most->y / idle->y, traffic);
}

/* SPDX-License-Identifier: MIT */
#include "report/chart.h"

#include "core/die.h"
#include "report/cache_levels.h"
#include "report/readings.h"
#include "report/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct chart_kind kinds[] = {
	{ "memory_latency", "Memory latency by size", "Memory", "bytes", true, true,
		"Loads that wait for each other, at random. On large pages the caches are seen; on "
		"4 KiB pages address translation as well; local: at random within 32 such pages "
		"before the next 32, which translation keeps up with.",
		cache_levels_sentence },
	{ "memory_loaded", "Memory latency under load", "Read by the other CPUs", "bytes/s", false,
		false,
		"One CPU follows a chase through memory, the other cores read as fast as their "
		"pauses let them.",
		reading_loaded },
	{ "tlb", "Address translation (tlb)", "Places", "", true, false,
		"Loads from one line on each page of 4 KiB, against as many lines side by side.",
		reading_tlb },
	{ "line", "Cache line (line)", "Bytes apart", "", true, false,
		"Loads from places of a page before those of the next, ever further apart.",
		reading_line },
	{ "parallel", "Loads at once (par_mem)", "Chains", "", false, false,
		"Chains of loads that do not wait for each other: the time for each load.",
		reading_parallel },
	{ "lat_mem_rd", "Memory latency by stride (lat_mem_rd)", "Memory", "bytes", true, true,
		"In rising order, which prefetchers follow; random: each load on another page.",
		NULL },
	{ "lat_ctx", "Context switches by processes (lat_ctx)", "Processes", "", true, false,
		"A line for each size of the array that a process sums up when it is its turn.",
		NULL },
	{ .name = NULL },
};

/* One that a later version wrote is shown as plain numbers. */
static struct chart_kind kind_of(const char *name)
{
	for (const struct chart_kind *kind = kinds; kind->name; kind++)
		if (strcmp(kind->name, name) == 0)
			return *kind;
	return (struct chart_kind){ .name = name, .title = name, .x_name = "x", .x_unit = "" };
}

static const char *chart_of(const struct result_view *result)
{
	return result_is_charted(result) ? json_get_string(result->record, "chart", NULL) : NULL;
}

/* Where a result lies: said beforehand, or one of its figures; NaN if neither is there. */
static double place_of(const struct result_view *result)
{
	const char *figure = json_get_string(result->record, "x_figure", NULL);

	if (!figure)
		return json_get_number(result->record, "x", NAN);
	return json_get_number(json_get(result->record, "figures"), figure, NAN);
}

static bool lies_in(const struct result_view *result, const char *name)
{
	const char *chart = chart_of(result);

	return chart && strcmp(chart, name) == 0;
}

static bool has_point(const struct result_view *result)
{
	return facts_counts(result) && isfinite(place_of(result));
}

/* The number of that line in the chart; lines beyond what there is room for share the last. */
static size_t line_number(struct chart *c, const char *name)
{
	for (size_t i = 0; i < c->line_count; i++)
		if (strcmp(c->lines[i], name) == 0)
			return i;
	if (c->line_count == CHART_LINES)
		return CHART_LINES - 1;
	c->lines[c->line_count] = name;
	return c->line_count++;
}

static int compare_points(const void *a, const void *b)
{
	const struct chart_point *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return (x->x > y->x) - (x->x < y->x);
}

bool chart_find(struct chart *c, const struct run_view *view, const char *name)
{
	bool any = false;

	*c = (struct chart){ .kind = kind_of(name), .unit = "" };
	for (size_t i = 0; i < view->result_count; i++) {
		const struct result_view *result = &view->results[i];

		if (!lies_in(result, name))
			continue;
		any = true;
		if (!has_point(result))
			continue;
		c->unit = result->unit;
		c->points = xrealloc(c->points, (c->count + 1) * sizeof(*c->points));
		c->points[c->count++] = (struct chart_point){ .result = result,
			.line = line_number(c, json_get_string(result->record, "line", "")),
			.x = place_of(result),
			.y = result->value,
			.noisy = strcmp(result->status, "noisy") == 0 };
	}
	if (c->count)
		qsort(c->points, c->count, sizeof(*c->points), compare_points);
	return any;
}

bool chart_make(struct chart *c, const struct run_view *view, size_t wanted)
{
	for (size_t i = 0; i < view->result_count; i++) {
		const char *name = chart_of(&view->results[i]);
		bool first = name != NULL;

		for (size_t k = 0; first && k < i; k++)
			first = !lies_in(&view->results[k], name);
		if (first && wanted-- == 0)
			return chart_find(c, view, name);
	}
	return false;
}

void chart_free(struct chart *c)
{
	free(c->points);
	memset(c, 0, sizeof(*c));
}

void chart_sentence(const struct chart *c, const struct run_view *view, char *text, size_t size)
{
	*text = '\0';
	if (c->kind.reading)
		c->kind.reading(c, view, text, size);
}

void chart_x(const struct chart *c, double x, char *text, size_t size)
{
	static const char *const prefixes[] = { "", "Ki", "Mi", "Gi", "Ti" };
	size_t i = 0;

	if (strcmp(c->kind.x_unit, "bytes") == 0) {
		for (; x >= 1024 && i + 1 < sizeof(prefixes) / sizeof(*prefixes); i++)
			x /= 1024;
		snprintf(text, size, "%.4g %sB", x, prefixes[i]);
	} else if (*c->kind.x_unit)
		scale_value(text, size, x, c->kind.x_unit);
	else
		snprintf(text, size, "%.6g", x);
}

bool chart_next_x(const struct chart *c, double *x)
{
	double next = INFINITY;

	for (size_t i = 0; i < c->count; i++)
		if (c->points[i].x > *x)
			next = fmin(next, c->points[i].x);
	*x = next;
	return isfinite(next);
}

const struct chart_point *chart_point_at(const struct chart *c, size_t line, double x)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->points[i].line == line && !(c->points[i].x < x) && !(c->points[i].x > x))
			return &c->points[i];
	return NULL;
}

static bool is_missing(const struct chart *c, const struct result_view *result)
{
	return lies_in(result, c->kind.name) && !has_point(result);
}

bool chart_missing(
	const struct chart *c, const struct run_view *view, size_t wanted, char *text, size_t size)
{
	for (size_t i = 0; i < view->result_count; i++) {
		const struct result_view *result = &view->results[i];
		size_t before = 0, count = 0;

		if (!is_missing(c, result))
			continue;
		for (size_t k = 0; k < view->result_count; k++) {
			if (!is_missing(c, &view->results[k]) ||
				strcmp(view->results[k].why, result->why) != 0)
				continue;
			before += k < i;
			count++;
		}
		if (before || wanted-- != 0)
			continue;
		snprintf(text, size, "%zu of its points, %s%s: %s", count, result->name,
			count > 1 ? " and others" : "",
			*result->why ? result->why : result->status);
		return true;
	}
	return false;
}

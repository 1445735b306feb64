/* SPDX-License-Identifier: MIT */
#include "report/cache_levels.h"

#include "core/die.h"
#include "core/stats.h"
#include "report/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From one size to the next: less is noise, or a level whose last ways miss now and then. */
static const double STEP = 1.15;

/* From one level to the next: a smaller rise is none. */
static const double RISE = 1.3;

/* A chase shares the cache with everything else, and sizes are half a doubling apart at best. */
static const double SEEN_AT_LEAST = 0.4, SEEN_AT_MOST = 1.1;

/* How much latency rises from a size to the next. */
static double rise(const double *ns, size_t i)
{
	return ns[i + 1] / ns[i];
}

/* Where one rise ends and begins the next: a small step, then a far larger one. */
static bool bends(const double *ns, size_t i)
{
	return rise(ns, i - 1) <= RISE && rise(ns, i) >= RISE * rise(ns, i - 1);
}

size_t cache_levels_find(
	const double *bytes, const double *ns, size_t n, struct cache_level levels[CACHE_LEVELS])
{
	size_t count = 0, first = 0, top;

	for (size_t i = 0; i + 1 < n && count + 1 < CACHE_LEVELS; i = top > i ? top : i + 1) {
		top = i;
		while (top + 1 < n && rise(ns, top) > STEP && (top == i || !bends(ns, top)))
			top++;
		if (!(ns[top] > ns[i] * RISE))
			continue;
		levels[count++] =
			(struct cache_level){ bytes[i], stats_median(ns + first, i - first + 1) };
		first = top;
	}
	if (n)
		levels[count++] =
			(struct cache_level){ INFINITY, stats_median(ns + first, n - first) };
	return count;
}

/* The sizes of the caches that hold data, by level, as the machine's tables have them. */
static size_t claimed_caches(const struct run_view *view, double claimed[CACHE_LEVELS])
{
	const struct json *caches = json_get(facts_machine(view), "caches");
	size_t count = 0;

	for (const struct json *c = caches ? caches->child : NULL; c; c = c->next) {
		double bytes = json_get_number(c, "size_bytes", 0);

		if (strcmp(json_get_string(c, "type", ""), "Instruction") != 0 && bytes > 0 &&
			count + 1 < CACHE_LEVELS)
			claimed[count++] = bytes;
	}
	stats_sort(claimed, count);
	return count;
}

static bool is_seen(double bytes, const struct cache_level *levels, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (levels[i].bytes >= bytes * SEEN_AT_LEAST &&
			levels[i].bytes <= bytes * SEEN_AT_MOST)
			return true;
	return false;
}

static void say_claims(const struct run_view *view, const struct cache_level *levels, size_t count,
	double largest, char *text, size_t size)
{
	double claimed[CACHE_LEVELS];
	size_t claims = claimed_caches(view, claimed);
	char bytes[SCALE_LENGTH];

	if (!claims)
		facts_append(text, size, " ", "The machine claims no caches to compare this with.");
	for (size_t i = 0; i < claims; i++) {
		scale_bytes(bytes, sizeof(bytes), claimed[i]);
		facts_append(text, size, i ? "; " : " ", "%s%s (%s)",
			i ? "" : "The machine claims ", bytes,
			is_seen(claimed[i], levels, count) ? "seen"
			: claimed[i] > largest / 2	   ? "beyond what was measured"
							   : "not seen");
	}
	if (claims)
		facts_append(text, size, "", ".");
}

void cache_levels_sentence(
	const struct chart *c, const struct run_view *view, char *text, size_t size)
{
	struct cache_level levels[CACHE_LEVELS];
	double *bytes, *ns;
	size_t n = 0, count;

	*text = '\0';
	if (!c->count)
		return;
	bytes = xcalloc(c->count, sizeof(*bytes));
	ns = xcalloc(c->count, sizeof(*ns));
	/* The first line: on large pages. */
	for (; n < c->count && c->points[n].line == 0; n++) {
		bytes[n] = c->points[n].x;
		ns[n] = c->points[n].y;
	}
	count = n > 2 ? cache_levels_find(bytes, ns, n, levels) : 0;
	for (size_t i = 0; i < count; i++) {
		char upto[SCALE_LENGTH] = "beyond", time[SCALE_LENGTH];

		if (isfinite(levels[i].bytes))
			chart_x(c, levels[i].bytes, upto, sizeof(upto));
		scale_value(time, sizeof(time), levels[i].ns, c->unit);
		facts_append(text, size, ", ", "%s%s%s %s",
			i ? "" : "Levels seen: ", isfinite(levels[i].bytes) ? "up to " : "", upto,
			time);
	}
	if (count) {
		facts_append(text, size, "", ".");
		say_claims(view, levels, count, bytes[n - 1], text, size);
	}
	free(bytes);
	free(ns);
}

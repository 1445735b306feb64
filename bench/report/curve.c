/* SPDX-License-Identifier: MIT */
#include "report/curve.h"

#include "core/die.h"
#include "report/facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rule 2 of method.md 6: cores that share nothing keep this much of what one does alone. */
static const double CORE_EFFICIENCY = 0.90;

/* A clock that differs by more explains some of a loss. */
static const double CLOCK_CHANGE = 0.02;

/* Where the machine shows no SMT, and the last doubling brings less than this after halves that
 * scaled: the CPUs are threads, two to a core (rule 1: SMT yields 1.0 to 1.35). */
static const double SMT_AT_MOST = 1.35;
enum { MIN_HIDDEN_THREADS = 4 };

static const struct curve_point *point_at(const struct curve *c, unsigned copies)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->points[i].copies == copies && c->points[i].value > 0)
			return &c->points[i];
	return NULL;
}

void curve_compare(struct curve *c)
{
	const struct curve_point *one = point_at(c, 1);

	for (size_t i = 0; one && i < c->count; i++) {
		c->points[i].speedup = c->points[i].value / one->value;
		c->points[i].efficiency = c->points[i].speedup / c->points[i].copies;
	}
}

static int compare_copies(const void *a, const void *b)
{
	const struct curve_point *x = a, *y = b;

	return (x->copies > y->copies) - (x->copies < y->copies);
}

static struct curve_point make_point(const struct result_view *result)
{
	const struct json *times = json_get(result->record, "distribution");
	const struct json *frequency =
		json_get(json_get(result->record, "conditions"), "frequency_hz");

	return (struct curve_point){
		.result = result,
		.copies = result->copies,
		.value = facts_counts(result) ? result->value : 0,
		.p95_ns = json_get_number(times, "p95_ns", NAN),
		.p99_ns = json_get_number(times, "p99_ns", NAN),
		.frequency_hz = json_get_number(frequency, "median", 0),
		.unsure = strcmp(result->grade, "X") == 0,
	};
}

void curve_make(struct curve *c, const struct run_view *view, const char *name)
{
	double cores = facts_number(view, "cpu", "cores", 0);

	*c = (struct curve){ .name = name,
		.threads = facts_cpus(view),
		.cores = cores >= 1 && cores <= facts_cpus(view) ? (unsigned)cores : 0 };
	for (size_t i = 0; i < view->result_count; i++) {
		const struct result_view *result = &view->results[i];

		if (!result_is_scale(result) || strcmp(result->name, name) != 0)
			continue;
		c->points = xrealloc(c->points, (c->count + 1) * sizeof(*c->points));
		c->points[c->count++] = make_point(result);
		c->shares = strcmp(result->copies_rule, "scale") != 0;
	}
	if (c->count)
		qsort(c->points, c->count, sizeof(*c->points), compare_copies);
	curve_compare(c);
}

void curve_free(struct curve *c)
{
	free(c->points);
	memset(c, 0, sizeof(*c));
}

const char *curve_name(const struct run_view *view, size_t wanted)
{
	for (size_t i = 0; i < view->result_count; i++) {
		bool first = result_is_scale(&view->results[i]);

		for (size_t k = 0; first && k < i; k++)
			first = !result_is_scale(&view->results[k]) ||
				strcmp(view->results[k].name, view->results[i].name) != 0;
		if (first && wanted-- == 0)
			return view->results[i].name;
	}
	return NULL;
}

double curve_effective_cores(const struct curve *c)
{
	const struct curve_point *all = point_at(c, c->cores);

	return all ? all->speedup : 0;
}

double curve_smt_gain(const struct curve *c)
{
	const struct curve_point *cores = point_at(c, c->cores);
	const struct curve_point *threads = point_at(c, c->threads);

	return cores && threads && c->threads > c->cores ? threads->value / cores->value - 1 : NAN;
}

/* How much of the clock is left with all cores at work; 1 where that is not known. */
static double clock_share(const struct curve *c)
{
	const struct curve_point *one = point_at(c, 1), *all = point_at(c, c->cores);

	return one && all && one->frequency_hz > 0 && all->frequency_hz > 0
		       ? all->frequency_hz / one->frequency_hz
		       : 1;
}

double curve_core_efficiency(const struct curve *c)
{
	const struct curve_point *all = point_at(c, c->cores);

	return all && all->efficiency > 0 ? all->efficiency / clock_share(c) : NAN;
}

/* True if the machine shows cores only, and half of them did nearly all of the work. */
static bool hides_smt(const struct curve *c)
{
	const struct curve_point *half = point_at(c, c->cores / 2), *all = point_at(c, c->cores);

	return c->cores == c->threads && c->cores >= MIN_HIDDEN_THREADS && c->cores % 2 == 0 &&
	       half && all && half->efficiency >= CORE_EFFICIENCY &&
	       all->value < SMT_AT_MOST * half->value;
}

/* What a curve tells where nobody knows the machine's cores. */
static void plain_sentence(const struct curve *c, char *text, size_t size)
{
	for (size_t i = c->count; i--;) {
		if (c->points[i].copies == 1 || !(c->points[i].speedup > 0))
			continue;
		snprintf(text, size, "%u copies do %.2f times the work of one.",
			c->points[i].copies, c->points[i].speedup);
		return;
	}
}

/* A number that did not converge bears no judgement. */
static bool is_unsure(const struct curve *c)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->points[i].unsure &&
			(c->points[i].copies == 1 || c->points[i].copies == c->cores ||
				c->points[i].copies == c->threads))
			return true;
	return false;
}

static void say_what_is_low(const struct curve *c, char *text, size_t size)
{
	double clock = clock_share(c);

	if (is_unsure(c)) {
		facts_append(text, size, " ",
			"No more than an indication: the machine was too "
			"busy with other things for these numbers to settle.");
		return;
	}
	if (hides_smt(c))
		facts_append(text, size, " ",
			"It looks as if these are %u cores with two threads each, which the "
			"machine (or its hypervisor) does not tell.",
			c->cores / 2);
	else if (curve_core_efficiency(c) < CORE_EFFICIENCY)
		facts_append(text, size, " ",
			"That is low: compute work shares nothing but power and heat. Look for "
			"other load, limits of power or temperature, and slow cores.");
	if (fabs(clock - 1) > CLOCK_CHANGE)
		facts_append(text, size, " ", "With all cores busy the clock is %.0f %% of one's.",
			clock * 100);
	if (curve_smt_gain(c) < 0)
		facts_append(text, size, " ",
			"With this work the second threads cost more than "
			"they bring.");
}

void curve_sentence(const struct curve *c, char *text, size_t size)
{
	double effective = curve_effective_cores(c), gain = curve_smt_gain(c);

	*text = '\0';
	if (c->shares || !(effective > 0)) {
		plain_sentence(c, text, size);
		return;
	}
	snprintf(text, size, "%.3g effective core%s", effective, effective < 1.005 ? "" : "s");
	if (!isnan(gain))
		facts_append(text, size, ", ", "SMT %+.0f %%", gain * 100);
	facts_append(text, size, ": ", "%u core%s %.2f times the work of one (%.0f %%)", c->cores,
		c->cores == 1 ? " does" : "s do", effective, effective / c->cores * 100);
	if (!isnan(gain))
		facts_append(text, size, ", ", "all %u threads %.2f times", c->threads,
			effective * (1 + gain));
	facts_append(text, size, "", ".");
	say_what_is_low(c, text, size);
}

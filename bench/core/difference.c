/* SPDX-License-Identifier: MIT */
#include "core/difference.h"

#include "core/die.h"
#include "core/ranktest.h"
#include "core/stats.h"
#include "core/student.h"

#include <math.h>
#include <stdlib.h>

/* Two-sided 95 % intervals, found in 90 % of cases, 5 % false discoveries: method.md P9. */
static const double TAIL = 0.025, MISSED = 0.10, FALSE_DISCOVERIES = 0.05;

/* 1 % matters to nobody and is what two builds of one program differ by (method.md P9). Below ten
 * pairs of equal boots their 95 % quantile is their maximum and says nothing. */
static const double LEAST_DELTA = 0.01, DELTA_QUANTILE = 0.95;
enum { DELTA_PAIRS = 10 };

struct group {
	double mean, variance; /* of the boots' means; variance 0 if there is one */
	size_t count;
	double *boot; /* each boot's mean */
};

static struct group group_of(const struct boots *boots)
{
	struct group g = { .count = boots->count, .boot = xcalloc(boots->count, sizeof(*g.boot)) };
	const double *trial = boots->trials;

	for (size_t i = 0; i < g.count; i++) {
		for (size_t k = 0; k < boots->trial_count[i]; k++)
			g.boot[i] += *trial++ / (double)boots->trial_count[i];
		g.mean += g.boot[i] / (double)g.count;
	}
	for (size_t i = 0; i < g.count && g.count > 1; i++)
		g.variance += (g.boot[i] - g.mean) * (g.boot[i] - g.mean) / (double)(g.count - 1);
	return g;
}

/* Absolute differences of all pairs of boots of one machine in one state. */
static size_t equal_pairs(const struct group *g, double *differences)
{
	size_t n = 0;

	for (size_t i = 0; i < g->count; i++)
		for (size_t k = i + 1; k < g->count; k++)
			differences[n++] = fabs(g->boot[i] - g->boot[k]);
	return n;
}

/* Boots of the same side differ although nothing was changed. Single boots differ more than means
 * of several do: scaled to those. */
static double delta_of(const struct group *a, const struct group *b)
{
	size_t count = (a->count * (a->count - 1) + b->count * (b->count - 1)) / 2, first;
	double scale = sqrt((1 / (double)a->count + 1 / (double)b->count) / 2), delta, *pairs;

	if (count < DELTA_PAIRS)
		return LEAST_DELTA;
	pairs = xcalloc(count, sizeof(*pairs));
	first = equal_pairs(a, pairs);
	equal_pairs(b, pairs + first);
	stats_sort(pairs, count);
	delta = scale * stats_quantile(pairs, count, DELTA_QUANTILE);
	free(pairs);
	return delta > LEAST_DELTA ? delta : LEAST_DELTA;
}

/* Interval, p and what could have been seen, from the effect's standard error. */
static void set_from_t(struct difference *d)
{
	double margin = student_quantile(1 - TAIL, d->df) * d->standard_error;

	d->low = d->effect - margin;
	d->high = d->effect + margin;
	d->critical = d->delta + margin;
	/* Machines under emulation may repeat to the last digit. */
	d->p = d->standard_error > 0 ? student_tail(d->effect / d->standard_error, d->df)
				     : d->effect == 0;
}

static void welch(struct difference *d, const struct group *a, const struct group *b)
{
	double va = a->variance / (double)a->count, vb = b->variance / (double)b->count;
	double terms = (va > 0 ? va * va / (double)(a->count - 1) : 0) +
		       (vb > 0 ? vb * vb / (double)(b->count - 1) : 0);

	d->basis = BASIS_BOOTS;
	d->standard_error = sqrt(va + vb);
	d->df = terms > 0 ? (va + vb) * (va + vb) / terms : (double)(a->count + b->count - 2);
	d->deviation = sqrt((a->variance + b->variance) / 2);
	d->delta = delta_of(a, b);
	set_from_t(d);
}

static void one_side(struct difference *d, const struct group *a, const struct group *b)
{
	d->basis = BASIS_ONE_SIDE;
	d->deviation = sqrt(a->variance + b->variance); /* one of them is 0: a single boot */
	d->standard_error = d->deviation * sqrt(1 / (double)a->count + 1 / (double)b->count);
	d->df = (double)(a->count + b->count - 2);
	d->delta = LEAST_DELTA;
	set_from_t(d);
}

static double deviation_of_trials(
	const struct boots *a, const struct boots *b, const double means[2])
{
	const struct boots *side[] = { a, b };
	double squares = 0;
	size_t n = a->trial_count[0] + b->trial_count[0];

	for (int s = 0; s < 2; s++)
		for (size_t i = 0; i < side[s]->trial_count[0]; i++)
			squares += pow(side[s]->trials[i] - means[s], 2);
	return n > 2 ? sqrt(squares / (double)(n - 2)) : 0;
}

/*
 * Seen is what pushes the interval's near end beyond delta. The near end lies below the truth by no
 * more than the distance to the one-sided 90 % bound on the other side, in 90 % of cases.
 */
static void by_ranks(struct difference *d, const struct boots *a, const struct boots *b)
{
	struct shift s =
		ranktest_shift(a->trials, a->trial_count[0], b->trials, b->trial_count[0], TAIL);
	struct shift bound =
		ranktest_shift(a->trials, a->trial_count[0], b->trials, b->trial_count[0], MISSED);
	double up = bound.high - s.low, down = s.high - bound.low;

	d->basis = BASIS_TRIALS;
	d->delta = LEAST_DELTA;
	d->effect = s.estimate;
	d->p = ranktest_p(a->trials, a->trial_count[0], b->trials, b->trial_count[0]);
	if (!s.has_interval) {
		d->basis = BASIS_NOTHING;
		d->low = -INFINITY;
		d->high = d->smallest_seen = d->critical = INFINITY;
		return;
	}
	d->low = s.low;
	d->high = s.high;
	d->smallest_seen = d->delta + (up > down ? up : down);
	d->critical = d->delta + s.high - s.estimate;
}

struct difference difference_of(const struct boots *a, const struct boots *b)
{
	struct group ga = group_of(a), gb = group_of(b);
	struct difference d = { .effect = gb.mean - ga.mean, .verdict = DIFFERENCE_INCONCLUSIVE };

	if (a->count > 1 && b->count > 1) {
		welch(&d, &ga, &gb);
	} else if (a->count > 1 || b->count > 1) {
		one_side(&d, &ga, &gb);
	} else {
		d.deviation = deviation_of_trials(a, b, (const double[]){ ga.mean, gb.mean });
		by_ranks(&d, a, b);
	}
	free(ga.boot);
	free(gb.boot);
	return d;
}

struct difference difference_of_pairs(const double *a, const double *b, size_t pairs)
{
	struct difference d = { .basis = BASIS_NOTHING,
		.delta = LEAST_DELTA,
		.verdict = DIFFERENCE_INCONCLUSIVE,
		.low = -INFINITY,
		.high = INFINITY,
		.smallest_seen = INFINITY,
		.critical = INFINITY,
		.p = 1 };
	double squares = 0;

	for (size_t i = 0; i < pairs; i++)
		d.effect += (b[i] - a[i]) / (double)pairs;
	for (size_t i = 0; i < pairs; i++)
		squares += pow(b[i] - a[i] - d.effect, 2);
	if (pairs < 2)
		return d;
	d.basis = BASIS_ONE_SIDE;
	d.df = (double)(pairs - 1);
	d.deviation = sqrt(squares / d.df);
	d.standard_error = d.deviation / sqrt((double)pairs);
	set_from_t(&d);
	return d;
}

struct ordered {
	double p;
	size_t index;
};

static int compare_p(const void *a, const void *b)
{
	double x = ((const struct ordered *)a)->p, y = ((const struct ordered *)b)->p;

	return (x > y) - (x < y);
}

void difference_reject(const double *p, size_t count, double q, bool *rejected)
{
	struct ordered *order = xcalloc(count, sizeof(*order));
	size_t last = 0;

	for (size_t i = 0; i < count; i++) {
		order[i] = (struct ordered){ p[i], i };
		rejected[i] = false;
	}
	qsort(order, count, sizeof(*order), compare_p);
	for (size_t i = 0; i < count; i++)
		if (order[i].p <= q * (double)(i + 1) / (double)count)
			last = i + 1;
	for (size_t i = 0; i < last; i++)
		rejected[order[i].index] = true;
	free(order);
}

unsigned difference_boots_needed(double deviation, double h)
{
	unsigned few = 1, enough = DIFFERENCE_MAX_BOOTS;

	/* The half width falls with each boot. */
	while (enough - few > 1) {
		unsigned boots = (few + enough) / 2;

		if (student_quantile(1 - TAIL, 2.0 * boots - 2) * deviation * sqrt(2.0 / boots) > h)
			few = boots;
		else
			enough = boots;
	}
	return enough;
}

static void judge_one(struct difference *d, bool rejected)
{
	bool beyond = d->low > d->delta || d->high < -d->delta;

	d->verdict = beyond && rejected ? d->effect > 0 ? DIFFERENCE_HIGHER : DIFFERENCE_LOWER
		     : d->low > -d->delta && d->high < d->delta ? DIFFERENCE_NONE
								: DIFFERENCE_INCONCLUSIVE;
	d->may_be_chance = beyond && !rejected;
	if (d->verdict == DIFFERENCE_INCONCLUSIVE &&
		(d->basis == BASIS_BOOTS || d->basis == BASIS_ONE_SIDE))
		d->boots_needed =
			difference_boots_needed(d->deviation, fabs(fabs(d->effect) - d->delta));
}

/*
 * A difference of this size, had there been one, would have moved the effect by as much and left
 * the noise as it is: its interval lies beyond delta, and its p below the strictest step of the
 * rule, unless the noise took away more than it does in one of ten cases.
 */
static void set_smallest_seen(struct difference *d, size_t tests)
{
	double strictest = student_quantile(1 - FALSE_DISCOVERIES / (2 * (double)tests), d->df) *
			   d->standard_error;
	double critical = d->critical > strictest ? d->critical : strictest;

	d->smallest_seen = critical + student_quantile(1 - MISSED, d->df) * d->standard_error;
}

void difference_judge(struct difference *d, size_t count)
{
	double *p = xcalloc(count + 1, sizeof(*p));
	bool *rejected = xcalloc(count + 1, sizeof(*rejected));
	size_t tests = 0, at = 0;

	for (size_t i = 0; i < count; i++)
		if (d[i].basis == BASIS_BOOTS)
			p[tests++] = d[i].p;
	difference_reject(p, tests, FALSE_DISCOVERIES, rejected);
	for (size_t i = 0; i < count; i++) {
		bool alone = d[i].basis != BASIS_BOOTS;

		judge_one(&d[i], alone || rejected[at]);
		if (d[i].basis == BASIS_BOOTS || d[i].basis == BASIS_ONE_SIDE)
			set_smallest_seen(&d[i], alone ? 1 : tests);
		at += !alone;
	}
	free(p);
	free(rejected);
}

/* SPDX-License-Identifier: MIT */
/* The shape of a series of samples: does it drift, does it fall into two groups. */
#include "core/die.h"
#include "core/stats.h"

#include <math.h>
#include <stdlib.h>

/* The normal approximation of Mann-Kendall's test is poor below this. */
enum { MIN_TREND = 8 };

double stats_trend_z(const double *x, size_t n)
{
	double score = 0, count = (double)n, variance, rho;

	if (n < MIN_TREND)
		return 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			score += (x[k] > x[i]) - (x[k] < x[i]);
	rho = stats_rank_autocorrelation(x, n);
	variance = count * (count - 1) * (2 * count + 5) / 18 * (1 + rho) / (1 - rho);
	/* One step towards zero: the score is a whole number. */
	score = score > 0 ? score - 1 : score < 0 ? score + 1 : 0;
	return score / sqrt(variance);
}

/* method.md P6. */
static const double MILD_RANGES = 1.5, SEVERE_RANGES = 3, SEVERE_MADS = 5;

struct fences stats_fences(const double *sorted, size_t n)
{
	double low = stats_quantile(sorted, n, 0.25), high = stats_quantile(sorted, n, 0.75);
	double range = high - low, median = stats_quantile(sorted, n, 0.5);
	double mads = SEVERE_MADS * stats_mad(sorted, n);

	return (struct fences){
		.mild_low = low - MILD_RANGES * range,
		.mild_high = high + MILD_RANGES * range,
		.severe_low = fmax(low - SEVERE_RANGES * range, median - mads),
		.severe_high = fmin(high + SEVERE_RANGES * range, median + mads),
	};
}

enum outlier stats_outlier(const struct fences *f, double x)
{
	if (x < f->severe_low || x > f->severe_high)
		return OUTLIER_SEVERE;
	return x < f->mild_low || x > f->mild_high ? OUTLIER_MILD : OUTLIER_NONE;
}

/* Thresholds of method.md P7: separation, size of the smaller group, distance, emptiness between.
 */
static const double MIN_SEPARATION = 4, MIN_SHARE = 0.10, MIN_DISTANCE = 0.01, MAX_BETWEEN = 0.05;

/* Some stray values at either end are not a group. */
static const double TRIM = 0.02;

enum { MIN_MODES = 20 };

struct group {
	double n, mean, squares;
};

static struct group group_of(const double *sum, const double *squares, size_t from, size_t to)
{
	struct group g = { .n = (double)(to - from) };

	g.mean = (sum[to] - sum[from]) / g.n;
	g.squares = squares[to] - squares[from] - g.n * g.mean * g.mean;
	g.squares = g.squares > 0 ? g.squares : 0;
	return g;
}

/* Where to cut so that the groups scatter least. */
static size_t best_cut(const double *sum, const double *squares, size_t n)
{
	double least = INFINITY;
	size_t cut = 1;

	for (size_t i = 1; i < n; i++) {
		double scatter =
			group_of(sum, squares, 0, i).squares + group_of(sum, squares, i, n).squares;

		if (scatter < least) {
			least = scatter;
			cut = i;
		}
	}
	return cut;
}

static double share_between(const double *sorted, size_t n, double low, double high)
{
	double third = (high - low) / 3;
	size_t between = 0;

	for (size_t i = 0; i < n; i++)
		between += sorted[i] > low + third && sorted[i] < high - third;
	return (double)between / (double)n;
}

struct modes stats_modes(const double *sorted, size_t n)
{
	size_t trim = (size_t)(TRIM * (double)n), m = n - 2 * trim, cut;
	struct modes modes = { 0 };
	struct group low, high;
	double *sum, *squares, spread;

	if (n < MIN_MODES)
		return modes;
	sum = xcalloc(m + 1, sizeof(*sum));
	squares = xcalloc(m + 1, sizeof(*squares));
	for (size_t i = 0; i < m; i++) {
		/* From the smallest on: sums of squares of large numbers would cancel. */
		double x = sorted[trim + i] - sorted[trim];

		sum[i + 1] = sum[i] + x;
		squares[i + 1] = squares[i] + x * x;
	}
	cut = best_cut(sum, squares, m);
	low = group_of(sum, squares, 0, cut);
	high = group_of(sum, squares, cut, m);
	free(sum);
	free(squares);
	spread = sqrt(low.squares / low.n + high.squares / high.n);
	modes.low = sorted[trim] + low.mean;
	modes.high = sorted[trim] + high.mean;
	modes.minor_share = fmin(low.n, high.n) / (double)m;
	modes.two = sqrt(2) * (modes.high - modes.low) > MIN_SEPARATION * spread &&
		    modes.minor_share >= MIN_SHARE &&
		    modes.high - modes.low >= MIN_DISTANCE * modes.low &&
		    share_between(sorted + trim, m, modes.low, modes.high) <= MAX_BETWEEN;
	return modes;
}

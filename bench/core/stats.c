/* SPDX-License-Identifier: MIT */
#include "core/stats.h"

#include "core/die.h"
#include "core/student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Normal quantile of a two-sided 95 % interval. */
static const double Z95 = 1.96;

/* Below this the interval of order statistics covers all samples and says nothing. */
enum { MIN_SAMPLES = 6 };

static int compare_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void stats_sort(double *x, size_t n)
{
	qsort(x, n, sizeof(*x), compare_double);
}

double stats_quantile(const double *sorted, size_t n, double p)
{
	double position = p * (double)(n - 1);
	size_t below = (size_t)position;

	if (below + 1 >= n)
		return sorted[n - 1];
	return sorted[below] + (position - (double)below) * (sorted[below + 1] - sorted[below]);
}

double stats_median(const double *x, size_t n)
{
	double *sorted = xcalloc(n, sizeof(*sorted)), median;

	memcpy(sorted, x, n * sizeof(*sorted));
	stats_sort(sorted, n);
	median = stats_quantile(sorted, n, 0.5);
	free(sorted);
	return median;
}

double stats_mad(const double *sorted, size_t n)
{
	double median = stats_quantile(sorted, n, 0.5), mad;
	double *deviation = xcalloc(n, sizeof(*deviation));

	for (size_t i = 0; i < n; i++)
		deviation[i] = fabs(sorted[i] - median);
	stats_sort(deviation, n);
	mad = 1.4826 * stats_quantile(deviation, n, 0.5);
	free(deviation);
	return mad;
}

double stats_geomean(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		if (!(x[i] > 0))
			return 0;
		sum += log(x[i]);
	}
	return exp(sum / (double)n);
}

struct ranked {
	double value, rank;
	size_t index;
};

static int compare_ranked(const void *a, const void *b)
{
	double x = ((const struct ranked *)a)->value, y = ((const struct ranked *)b)->value;

	return (x > y) - (x < y);
}

/* Ranks of x in measured order; ties share their mean rank. The caller frees. */
static double *ranks_of(const double *x, size_t n)
{
	struct ranked *order = xcalloc(n, sizeof(*order));
	double *ranks = xcalloc(n, sizeof(*ranks));

	for (size_t i = 0; i < n; i++)
		order[i] = (struct ranked){ .value = x[i], .index = i };
	qsort(order, n, sizeof(*order), compare_ranked);
	for (size_t first = 0, end; first < n; first = end) {
		for (end = first + 1; end < n && order[end].value == order[first].value; end++)
			;
		for (size_t i = first; i < end; i++)
			ranks[order[i].index] = (double)(first + end - 1) / 2;
	}
	free(order);
	return ranks;
}

double stats_rank_autocorrelation(const double *x, size_t n)
{
	double mean = (double)(n - 1) / 2, variance = 0, covariance = 0, rho;
	double *rank = ranks_of(x, n);

	for (size_t i = 0; i < n; i++) {
		variance += (rank[i] - mean) * (rank[i] - mean);
		if (i + 1 < n)
			covariance += (rank[i] - mean) * (rank[i + 1] - mean);
	}
	free(rank);
	rho = variance > 0 ? covariance / variance : 0;
	return rho < 0 ? 0 : rho > 0.95 ? 0.95 : rho;
}

struct interval stats_median_interval(const double *sorted, size_t n, double rho)
{
	double spread = Z95 * sqrt((1 + rho) / (1 - rho)) * sqrt((double)n);
	double low = floor(((double)n - spread) / 2), high = ceil(1 + ((double)n + spread) / 2);

	/* Ranks count from 1. */
	low = low < 1 ? 1 : low;
	high = high > (double)n ? (double)n : high;
	return (struct interval){ sorted[(size_t)low - 1], sorted[(size_t)high - 1] };
}

double stats_median_halfwidth(const double *x, size_t n)
{
	struct interval interval;
	double *sorted, median;

	if (n < MIN_SAMPLES)
		return INFINITY;
	sorted = xcalloc(n, sizeof(*sorted));
	for (size_t i = 0; i < n; i++)
		sorted[i] = x[i];
	stats_sort(sorted, n);
	interval = stats_median_interval(sorted, n, stats_rank_autocorrelation(x, n));
	median = stats_quantile(sorted, n, 0.5);
	free(sorted);
	return median > 0 ? (interval.high - interval.low) / (2 * median) : INFINITY;
}

struct interval stats_geomean_interval(const double *x, size_t n)
{
	double mean = log(stats_geomean(x, n)), squares = 0, half;

	for (size_t i = 0; i < n; i++)
		squares += (log(x[i]) - mean) * (log(x[i]) - mean);
	half = student_quantile(0.975, (double)(n - 1)) *
	       sqrt(squares / (double)(n - 1) / (double)n);
	return (struct interval){ exp(mean - half), exp(mean + half) };
}

double stats_mean(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

double stats_deviation(const double *x, size_t n)
{
	double mean = stats_mean(x, n), squares = 0;

	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? sqrt(squares / (double)(n - 1)) : 0;
}

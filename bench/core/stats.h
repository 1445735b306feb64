/* SPDX-License-Identifier: MIT */
/*
 * Statistics of samples: pure functions, no state. Source: reference/method.md section 2 (P4-P7),
 * in short: the median with a distribution-free interval from order statistics, widened for the
 * autocorrelation of neighbouring samples. "sorted" arrays are ascending. n >= 1 everywhere.
 */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stddef.h>

struct interval {
	double low, high;
};

/* Sorts in place, ascending. */
void stats_sort(double *x, size_t n);

/* Quantile 0 <= p <= 1 with linear interpolation; 0.5 is the median. */
double stats_quantile(const double *sorted, size_t n, double p);

/* The median of values in any order, which stay as they are. */
double stats_median(const double *x, size_t n);

/* Median absolute deviation from the median, times 1.4826 (a standard deviation's scale). */
double stats_mad(const double *sorted, size_t n);

/* exp of the mean of logs; 0 if any value is <= 0. */
double stats_geomean(const double *x, size_t n);

/* Lag-1 autocorrelation of the ranks of x in measured order, clipped to [0, 0.95]. */
double stats_rank_autocorrelation(const double *x, size_t n);

/*
 * 95 % interval of the median of n samples, autocorrelation rho: ranks (n -+ 1.96 f sqrt(n)) / 2
 * with f = sqrt((1 + rho) / (1 - rho)).
 */
struct interval stats_median_interval(const double *sorted, size_t n, double rho);

/* Half width of that interval, relative to the median; x is in measured order. Infinity for n < 6.
 */
double stats_median_halfwidth(const double *x, size_t n);

/* 95 % interval of the geometric mean of n >= 2 trials: Student's t on the logs. */
struct interval stats_geomean_interval(const double *x, size_t n);

/* Arithmetic mean, and the sample standard deviation (0 for n < 2). */
double stats_mean(const double *x, size_t n);
double stats_deviation(const double *x, size_t n);

/*
 * Mann-Kendall's test for a trend: the statistic over its standard deviation (a normal variate
 * where there is no trend), the variance widened for the autocorrelation of ranks. 0 for n < 8.
 */
double stats_trend_z(const double *x, size_t n);

/* How far a value lies from the others: Tukey's fences (1.5 and 3 interquartile ranges beyond the
 * quartiles), or over 5 scaled MADs from the median where that is nearer than the outer fence. */
enum outlier { OUTLIER_NONE, OUTLIER_MILD, OUTLIER_SEVERE };
struct fences {
	double mild_low, mild_high, severe_low, severe_high;
};
struct fences stats_fences(const double *sorted, size_t n);
enum outlier stats_outlier(const struct fences *, double x);

/* Two groups that the values fall into, if they do (reference/method.md P7, BIMODAL). */
struct modes {
	bool two;
	double low, high;   /* means of the groups */
	double minor_share; /* of the values in the smaller group */
};
struct modes stats_modes(const double *sorted, size_t n);

#endif

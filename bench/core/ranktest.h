/* SPDX-License-Identifier: MIT */
/*
 * The rank test of Mann, Whitney and Wilcoxon for two small independent groups, and the shift of
 * Hodges and Lehmann that goes with it: nothing is assumed of the distributions but that they have
 * the same shape. Sources: Hollander and Wolfe, Nonparametric Statistical Methods, chapter 4.
 */
#ifndef RANKTEST_H
#define RANKTEST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Two-sided p of the hypothesis that both groups are alike: exact, also with ties, up to 50 values
 * a group; above, the normal approximation.
 */
double ranktest_p(const double *a, size_t a_count, const double *b, size_t b_count);

/* The least p that groups of these sizes can have at all: 0.1 for 3 and 3, 0.0079 for 5 and 5. */
double ranktest_least_p(size_t a_count, size_t b_count);

struct shift {
	double estimate;  /* median of all differences b - a */
	double low, high; /* an interval of it; only if has_interval */
	bool has_interval;
};

/*
 * The shift with the narrowest interval of order statistics whose two tails hold at most "tail"
 * each (0.025: at least 95 %). Groups too small for that have no interval.
 */
struct shift ranktest_shift(
	const double *a, size_t a_count, const double *b, size_t b_count, double tail);

#endif

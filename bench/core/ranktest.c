/* SPDX-License-Identifier: MIT */
#include "core/ranktest.h"

#include "core/die.h"
#include "core/stats.h"
#include "core/student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The exact distribution of groups of this size takes 30 ms, and the time grows with the fourth
 * power. */
enum { EXACT_MAX = 50 };

/* Student's t with so many degrees of freedom is the normal distribution to six digits. */
static const double NORMAL_DF = 1e7;

/* Rank sums are compared after sums of counts: room for rounding, far below one way in all. */
static const double ROUNDING = 1e-9;

/*
 * Twice the mid-ranks of the values of both groups, a's first: whole numbers also with ties. Two
 * times the rank of x is 1 + 2 * (values below x) + (values equal to x, itself among them).
 */
static unsigned *double_ranks(const double *a, size_t a_count, const double *b, size_t b_count)
{
	size_t total = a_count + b_count;
	double *all = xcalloc(total, sizeof(*all));
	unsigned *ranks = xcalloc(total, sizeof(*ranks));

	memcpy(all, a, a_count * sizeof(*a));
	memcpy(all + a_count, b, b_count * sizeof(*b));
	for (size_t i = 0; i < total; i++) {
		ranks[i] = 1;
		for (size_t k = 0; k < total; k++)
			ranks[i] += 2 * (all[k] < all[i]) + (all[k] == all[i]);
	}
	free(all);
	return ranks;
}

/*
 * ways[s]: in how many ways "chosen" of the ranks sum up to s, all choices being equally likely
 * when the groups are alike. The caller frees; sums run from 0 to *max_sum.
 */
static double *count_ways(const unsigned *ranks, size_t total, size_t chosen, size_t *max_sum)
{
	double *ways, *result;
	size_t width;

	*max_sum = 0;
	for (size_t i = 0; i < total; i++)
		*max_sum += ranks[i];
	width = *max_sum + 1;
	ways = xcalloc((chosen + 1) * width, sizeof(*ways));
	ways[0] = 1;
	for (size_t i = 0; i < total; i++)
		for (size_t k = chosen; k-- > 0;)
			for (size_t sum = ranks[i]; sum < width; sum++)
				ways[(k + 1) * width + sum] += ways[k * width + sum - ranks[i]];
	result = xcalloc(width, sizeof(*result));
	memcpy(result, ways + chosen * width, width * sizeof(*result));
	free(ways);
	return result;
}

static double exact_p(const unsigned *ranks, size_t a_count, size_t total, double sum)
{
	/* The mean of twice the rank sum; "at least as far from it" is the two-sided tail. */
	double mean = (double)a_count * (double)(total + 1), all = 0, tail = 0;
	size_t max_sum;
	double *ways = count_ways(ranks, total, a_count, &max_sum);

	for (size_t s = 0; s <= max_sum; s++) {
		all += ways[s];
		if (fabs((double)s - mean) >= fabs(sum - mean) - ROUNDING)
			tail += ways[s];
	}
	free(ways);
	return tail / all;
}

/* With the variance of the ranks as they are, so that ties are counted. */
static double normal_p(const unsigned *ranks, size_t a_count, size_t total, double sum)
{
	double mean = (double)a_count * (double)(total + 1), squares = 0, variance, z;

	for (size_t i = 0; i < total; i++)
		squares += (ranks[i] - (double)(total + 1)) * (ranks[i] - (double)(total + 1));
	variance = (double)a_count * (double)(total - a_count) /
		   ((double)total * (double)(total - 1)) * squares;
	z = variance > 0 ? fabs(sum - mean) / sqrt(variance) : 0;
	return erfc(z / sqrt(2));
}

double ranktest_p(const double *a, size_t a_count, const double *b, size_t b_count)
{
	unsigned *ranks = double_ranks(a, a_count, b, b_count);
	size_t total = a_count + b_count;
	double sum = 0, p;

	for (size_t i = 0; i < a_count; i++)
		sum += ranks[i];
	p = a_count > EXACT_MAX || b_count > EXACT_MAX ? normal_p(ranks, a_count, total, sum)
						       : exact_p(ranks, a_count, total, sum);
	free(ranks);
	return p;
}

double ranktest_least_p(size_t a_count, size_t b_count)
{
	double choices = 1;

	/* Of all (a + b choose a) orders, two are the furthest apart. */
	for (size_t i = 1; i <= a_count; i++)
		choices *= (double)(b_count + i) / (double)i;
	return choices > 2 ? 2 / choices : 1;
}

/* How many differences may lie below the interval's lower end: the largest k with P(U < k) <= tail,
 * U being Mann and Whitney's count, when there are no ties. */
static size_t outside_count(size_t a_count, size_t b_count, double tail)
{
	size_t total = a_count + b_count, least = a_count * (a_count + 1), max_sum, k = 0;
	unsigned *ranks;
	double *ways, all = 0, below = 0;

	if (a_count > EXACT_MAX || b_count > EXACT_MAX) {
		double pairs = (double)a_count * (double)b_count;
		double z = student_quantile(1 - tail, NORMAL_DF);
		double low = pairs / 2 - z * sqrt(pairs * (double)(total + 1) / 12);

		return low > 0 ? (size_t)low : 0;
	}
	ranks = xcalloc(total, sizeof(*ranks));
	for (size_t i = 0; i < total; i++)
		ranks[i] = 2 * ((unsigned)i + 1);
	ways = count_ways(ranks, total, a_count, &max_sum);
	for (size_t s = 0; s <= max_sum; s++)
		all += ways[s];
	while (k < a_count * b_count) {
		below += ways[least + 2 * k];
		if (below > tail * all * (1 + ROUNDING))
			break;
		k++;
	}
	free(ways);
	free(ranks);
	return k;
}

struct shift ranktest_shift(
	const double *a, size_t a_count, const double *b, size_t b_count, double tail)
{
	size_t pairs = a_count * b_count, outside = outside_count(a_count, b_count, tail);
	double *differences = xcalloc(pairs, sizeof(*differences));
	struct shift shift = { .has_interval = outside > 0 && 2 * outside <= pairs };

	for (size_t i = 0; i < a_count; i++)
		for (size_t k = 0; k < b_count; k++)
			differences[i * b_count + k] = b[k] - a[i];
	stats_sort(differences, pairs);
	shift.estimate = stats_quantile(differences, pairs, 0.5);
	if (shift.has_interval) {
		shift.low = differences[outside - 1];
		shift.high = differences[pairs - outside];
	}
	free(differences);
	return shift;
}

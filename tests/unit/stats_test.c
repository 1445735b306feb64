/* SPDX-License-Identifier: MIT */
#include "core/stats.h"
#include "core/sampler.h"
#include "test.h"

/* Hand-computed: 2 4 4 5 7 9. */
TEST(quantiles_interpolate)
{
	const double x[] = { 2, 4, 4, 5, 7, 9 };

	CHECK_NEAR(stats_quantile(x, 6, 0), 2, 0);
	CHECK_NEAR(stats_quantile(x, 6, 0.5), 4.5, 1e-12);
	CHECK_NEAR(stats_quantile(x, 6, 0.25), 4, 1e-12);
	CHECK_NEAR(stats_quantile(x, 6, 0.9), 8, 1e-12);
	CHECK_NEAR(stats_quantile(x, 6, 1), 9, 0);
	CHECK_NEAR(stats_quantile(x, 1, 0.5), 2, 0);
}

/* Deviations from 4.5: 2.5 .5 .5 .5 2.5 4.5, median 1.5. */
TEST(mad_is_scaled)
{
	const double x[] = { 2, 4, 4, 5, 7, 9 };

	CHECK_NEAR(stats_mad(x, 6), 1.4826 * 1.5, 1e-9);
}

TEST(geometric_mean)
{
	const double x[] = { 1, 10, 100 }, zero[] = { 1, 0 };

	CHECK_NEAR(stats_geomean(x, 3), 10, 1e-9);
	CHECK_NEAR(stats_geomean(zero, 2), 0, 0);
}

/* n = 30, rho = 0: ranks floor((30 - 10.735) / 2) = 9 and ceil(1 + (30 + 10.735) / 2) = 22. */
TEST(interval_of_the_median)
{
	double x[30];
	struct interval i;

	for (int k = 0; k < 30; k++)
		x[k] = k + 1;
	i = stats_median_interval(x, 30, 0);
	CHECK_NEAR(i.low, 9, 0);
	CHECK_NEAR(i.high, 22, 0);
	/* rho = 0.5 widens it by sqrt(3): ranks 5 and 26. */
	i = stats_median_interval(x, 30, 0.5);
	CHECK_NEAR(i.low, 5, 0);
	CHECK_NEAR(i.high, 26, 0);
	/* rho = 0.95: clipped to all samples. */
	i = stats_median_interval(x, 30, 0.95);
	CHECK_NEAR(i.low, 1, 0);
	CHECK_NEAR(i.high, 30, 0);
}

TEST(autocorrelation_of_a_ramp_and_of_an_alternation)
{
	double ramp[100], alternating[100], flat[100];

	for (int k = 0; k < 100; k++) {
		ramp[k] = k;
		alternating[k] = k % 2;
		flat[k] = 7;
	}
	CHECK_NEAR(stats_rank_autocorrelation(ramp, 100), 0.95, 0);	/* 0.97, clipped */
	CHECK_NEAR(stats_rank_autocorrelation(alternating, 100), 0, 0); /* negative, clipped */
	CHECK_NEAR(stats_rank_autocorrelation(flat, 100), 0, 0);
}

TEST(few_samples_have_no_interval)
{
	const double x[] = { 1, 1, 1, 1, 1 };

	CHECK(isinf(stats_median_halfwidth(x, 5)));
}

TEST(halfwidth_is_relative)
{
	double x[30];

	/* In an order without correlation: k * 7 mod 30 is a permutation. */
	for (int k = 0; k < 30; k++)
		x[k] = 100 + (k * 7) % 30;
	CHECK(stats_median_halfwidth(x, 30) >= (121.0 - 108.0) / (2 * 114.5) - 1e-9);
	CHECK(stats_median_halfwidth(x, 30) < 0.15);
}

/* Logs of 10, 11, 12: mean 2.39503, sd 0.09122; t(2) = 4.303: +- 0.22663. */
TEST(interval_of_trials)
{
	const double x[] = { 10, 11, 12 };
	struct interval i = stats_geomean_interval(x, 3);

	CHECK_NEAR(i.low, exp(2.395033 - 0.226632), 0.005);
	CHECK_NEAR(i.high, exp(2.395033 + 0.226632), 0.005);
}

/* The claim behind the stop rule: about 95 of 100 intervals of independent samples hold the median.
 */
TEST(interval_covers_as_promised)
{
	uint64_t seed = 42;
	int covered = 0;

	for (int round = 0; round < 2000; round++) {
		double x[40];
		struct interval i;

		for (int k = 0; k < 40; k++)
			x[k] = (double)(random_next(&seed) >> 11) * 0x1p-53;
		stats_sort(x, 40);
		i = stats_median_interval(x, 40, 0);
		covered += i.low <= 0.5 && 0.5 <= i.high;
	}
	CHECK(covered >= 1880 && covered <= 1990);
}

int main(void)
{
	RUN(quantiles_interpolate);
	RUN(mad_is_scaled);
	RUN(geometric_mean);
	RUN(interval_of_the_median);
	RUN(autocorrelation_of_a_ramp_and_of_an_alternation);
	RUN(few_samples_have_no_interval);
	RUN(halfwidth_is_relative);
	RUN(interval_of_trials);
	RUN(interval_covers_as_promised);
	return test_end();
}

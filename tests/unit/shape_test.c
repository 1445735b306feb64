/* SPDX-License-Identifier: MIT */
/* Distributions, trends and groups. */
#include "core/histogram.h"
#include "core/stats.h"
#include "test.h"

TEST(histogram_error_is_bounded)
{
	static struct histogram h, sum;

	for (uint64_t ns = 1; ns < (uint64_t)1 << 40; ns += 1 + ns / 50) {
		memset(&h, 0, sizeof(h));
		histogram_add(&h, ns);
		histogram_add(&h, (uint64_t)1 << 41); /* so that the maximum does not help */
		CHECK(fabs(histogram_percentile(&h, 0.5) / (double)ns - 1) <= 1.0 / 128 + 1e-12);
	}
	for (unsigned i = 0; i + 1 < HISTOGRAM_BUCKETS; i++)
		CHECK(histogram_low_ns(i) < histogram_low_ns(i + 1));
	memset(&h, 0, sizeof(h));
	CHECK_NEAR(histogram_percentile(&h, 0.5), 0, 0);
	for (uint64_t ns = 1; ns <= 10000; ns++)
		histogram_add(&h, ns);
	CHECK_NEAR(histogram_percentile(&h, 0.5), 5000, 5000 / 128.0);
	CHECK_NEAR(histogram_percentile(&h, 0.99), 9900, 9900 / 128.0);
	CHECK_INT(h.max_ns, 10000);
	CHECK(histogram_resolves(&h, 0.999) && !histogram_resolves(&h, 0.9999));
	histogram_merge(&sum, &h);
	histogram_merge(&sum, &h);
	CHECK_INT(sum.count, 20000);
	CHECK_NEAR(sum.sum_ns, 2 * 50005000.0, 1);
	histogram_add(&h, UINT64_MAX);
	CHECK_NEAR(histogram_percentile(&h, 1), (double)UINT64_MAX, 1e6);
}

/* Worked by hand: 1..8 rising: S = 28, variance 8 x 7 x 21 / 18 = 65.33; ranks' autocorrelation
 * 0.75
 * - 0.125 = 0.625 (sum of products 26.25 over 42), so (28 - 1) / sqrt(65.33 x 1.625 / 0.375). */
TEST(trend_of_eight_rising_values)
{
	const double rising[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, flat[] = { 1, 1, 1, 1, 1, 1, 1, 1 };

	CHECK_NEAR(stats_rank_autocorrelation(rising, 8), 0.625, 1e-9);
	CHECK_NEAR(stats_trend_z(rising, 8), 27 / sqrt(65.3333333 * 1.625 / 0.375), 1e-6);
	CHECK_NEAR(stats_trend_z(flat, 8), 0, 1e-9);
	CHECK_NEAR(stats_trend_z(rising, 7), 0, 0);
}

/* Means 10 and 20, each scatters by 0.5: D = sqrt 2 x 10 / sqrt(0.25 + 0.25) = 20. */
TEST(two_groups_are_told_apart)
{
	double x[40];
	struct modes modes;

	for (int i = 0; i < 40; i++)
		x[i] = (i < 24 ? 10 : 20) + (i % 2 ? 0.5 : -0.5);
	stats_sort(x, 40);
	modes = stats_modes(x, 40);
	CHECK(modes.two);
	CHECK_NEAR(modes.low, 10, 0.05);
	CHECK_NEAR(modes.high, 20, 0.05);
	CHECK_NEAR(modes.minor_share, 0.4, 1e-9);
	for (int i = 0; i < 40; i++)
		x[i] = 10 + i * 0.1;
	CHECK(!stats_modes(x, 40).two);
}

/* 1 to 9: quartiles 3 and 7, fences at 3 - 6, 7 + 6 and, since 5 scaled MADs are 14.8, at 3 - 12
 * and 7 + 12. */
TEST(outliers_lie_beyond_fences)
{
	const double x[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	struct fences f = stats_fences(x, 9);

	CHECK_NEAR(f.mild_low, -3, 1e-9);
	CHECK_NEAR(f.mild_high, 13, 1e-9);
	CHECK_NEAR(f.severe_high, 19, 1e-9);
	CHECK_NEAR(f.severe_low, -9, 1e-9);
	CHECK_INT(stats_outlier(&f, 13), OUTLIER_NONE);
	CHECK_INT(stats_outlier(&f, 13.1), OUTLIER_MILD);
	CHECK_INT(stats_outlier(&f, -9.1), OUTLIER_SEVERE);
}

int main(void)
{
	RUN(histogram_error_is_bounded);
	RUN(trend_of_eight_rising_values);
	RUN(two_groups_are_told_apart);
	RUN(outliers_lie_beyond_fences);
	return test_end();
}

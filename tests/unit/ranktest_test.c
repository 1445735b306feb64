/* SPDX-License-Identifier: MIT */
#include "core/ranktest.h"
#include "test.h"

/* All orders are equally likely: 20 of 3 and 3, 252 of 5 and 5, and two are the furthest apart. */
TEST(groups_apart)
{
	const double a[] = { 1, 2, 3, 4, 5 }, b[] = { 6, 7, 8, 9, 10 };

	CHECK_NEAR(ranktest_p(a, 3, b, 3), 2.0 / 20, 1e-12);
	CHECK_NEAR(ranktest_p(b, 4, a, 4), 2.0 / 70, 1e-12);
	CHECK_NEAR(ranktest_p(a, 5, b, 5), 2.0 / 252, 1e-12);
	CHECK_NEAR(ranktest_least_p(3, 3), 0.1, 1e-12);
	CHECK_NEAR(ranktest_least_p(5, 5), 2.0 / 252, 1e-12);
	CHECK_NEAR(ranktest_least_p(1, 1), 1, 0);
}

/* 1 3 4 and 2 5 6: rank sums 8 and 13. Of the 20 choices 1+2+3, 1+2+4, 1+2+5, 1+3+4 sum up to at
 * most 8 (6, 7, 8, 8) and as many to at least 13: 8 / 20. */
TEST(groups_that_overlap)
{
	const double a[] = { 1, 3, 4 }, b[] = { 2, 5, 6 };

	CHECK_NEAR(ranktest_p(a, 3, b, 3), 8.0 / 20, 1e-12);
}

/* Ranks 1 3 3 and 3 5 6: sum 7, mean 10.5. Three choices sum up to 7 or less (1+3+3), three to 14
 * or more (3+5+6): 6 / 20. */
TEST(ties_share_their_rank)
{
	const double a[] = { 1, 2, 2 }, b[] = { 2, 3, 4 }, same[] = { 7, 7, 7 };

	CHECK_NEAR(ranktest_p(a, 3, b, 3), 6.0 / 20, 1e-12);
	CHECK_NEAR(ranktest_p(same, 3, same, 3), 1, 1e-12);
}

/* Above 50 the normal distribution: of two groups of 60 that take turns, rank sums 3600 and 3660,
 * variance 60 * 60 * 121 / 12, z = 30 / 190.526. */
TEST(large_groups)
{
	double a[60], b[60];

	for (int i = 0; i < 60; i++) {
		a[i] = 2 * i;
		b[i] = 2 * i + 1;
	}
	CHECK_NEAR(ranktest_p(a, 60, b, 60), erfc(30 / sqrt(36300) / sqrt(2)), 1e-9);
}

/* P(U <= 2) = 4 / 252 = 0.0159 for 5 and 5, P(U <= 3) = 7 / 252 = 0.0278: the interval of 95 %
 * begins at the third difference. The smallest are 11-5, 11-4, then 11-3 and 13-5. */
TEST(shift_of_hodges_and_lehmann)
{
	const double a[] = { 1, 2, 3, 4, 5 }, b[] = { 11, 13, 15, 17, 19 };
	struct shift s = ranktest_shift(a, 5, b, 5, 0.025);

	CHECK_NEAR(s.estimate, 12, 1e-12);
	CHECK(s.has_interval);
	CHECK_NEAR(s.low, 8, 1e-12);
	CHECK_NEAR(s.high, 16, 1e-12);
}

/* P(U <= 5) = 19 / 252 = 0.0754, P(U <= 6) = 28 / 252 = 0.111: for 90 % one-sided it is the sixth:
 * 6 7 8 8 9 9 10. */
TEST(one_sided_bound)
{
	const double a[] = { 1, 2, 3, 4, 5 }, b[] = { 11, 13, 15, 17, 19 };

	CHECK_NEAR(ranktest_shift(a, 5, b, 5, 0.10).low, 9, 1e-12);
}

/* The whole span of 3 and 3 holds the shift in 18 of 20 cases only. */
TEST(three_trials_have_no_interval_of_95_percent)
{
	const double a[] = { 1, 2, 3 }, b[] = { 5, 6, 9 };
	struct shift s = ranktest_shift(a, 3, b, 3, 0.025);

	CHECK(!s.has_interval);
	CHECK_NEAR(s.estimate, 4, 1e-12);
	CHECK(ranktest_shift(a, 3, b, 3, 0.05).has_interval);
}

int main(void)
{
	RUN(groups_apart);
	RUN(groups_that_overlap);
	RUN(ties_share_their_rank);
	RUN(large_groups);
	RUN(shift_of_hodges_and_lehmann);
	RUN(one_sided_bound);
	RUN(three_trials_have_no_interval_of_95_percent);
	return test_end();
}

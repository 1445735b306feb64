/* SPDX-License-Identifier: MIT */
#include "core/variance.h"
#include "test.h"

/*
 * By hand: each trial's variance is 2. Trial means 1 5 and 11 15: variance 8, of which 2 / 2 comes
 * from the samples. Boot means 3 and 13: variance 50, of which 8 / 2 comes from the trials.
 */
TEST(three_levels)
{
	const double values[] = { 0, 2, 4, 6, 10, 12, 14, 16 };
	const size_t samples[] = { 2, 2, 2, 2 }, trials[] = { 2, 2 };
	struct variance v = variance_split(values, samples, trials, 2);

	CHECK_NEAR(v.sample, 2, 1e-12);
	CHECK_NEAR(v.trial, 7, 1e-12);
	CHECK_NEAR(v.boot, 46, 1e-12);
}

/* Trials of 1 and 3 samples: S1 = (0 + 2) / 2 = 1 over 2 degrees of freedom, means 4 and 2, S2 = 2,
 * less 1 * (1 + 1/3) / 2. */
TEST(unequal_sizes)
{
	const double values[] = { 4, 1, 2, 3 };
	const size_t samples[] = { 1, 3 }, trials[] = { 2 };
	struct variance v = variance_split(values, samples, trials, 1);

	CHECK_NEAR(v.sample, 1, 1e-12);
	CHECK_NEAR(v.trial, 2 - 2.0 / 3, 1e-12);
	CHECK_NEAR(v.boot, 0, 0);
}

/* Trial means that scatter less than their samples explain are no negative variance. */
TEST(a_level_that_adds_nothing)
{
	const double values[] = { 1, 9, 9, 1 };
	const size_t samples[] = { 2, 2 }, trials[] = { 2 };

	CHECK_NEAR(variance_split(values, samples, trials, 1).trial, 0, 0);
}

int main(void)
{
	RUN(three_levels);
	RUN(unequal_sizes);
	RUN(a_level_that_adds_nothing);
	return test_end();
}

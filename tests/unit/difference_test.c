/* SPDX-License-Identifier: MIT */
#include "core/difference.h"
#include "core/student.h"
#include "test.h"

static const size_t ones[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };

/* Boots 1 2 3 (variance 1) and 4 6 8 10 (variance 20/3): s^2 = 1/3 + 5/3 = 2,
 * df = 2^2 / ((1/3)^2 / 2 + (5/3)^2 / 3) = 4.07547. */
TEST(welch)
{
	const double a[] = { 1, 2, 3 }, b[] = { 4, 6, 8, 10 };
	struct difference d =
		difference_of(&(struct boots){ a, ones, 3 }, &(struct boots){ b, ones, 4 });

	CHECK_INT(d.basis, BASIS_BOOTS);
	CHECK_NEAR(d.effect, 5, 1e-12);
	CHECK_NEAR(d.standard_error, sqrt(2), 1e-12);
	CHECK_NEAR(d.df, 216 / 53.0, 1e-9);
	CHECK_NEAR(d.low, 5 - student_quantile(0.975, 216 / 53.0) * sqrt(2), 1e-9);
	CHECK_NEAR(d.p, student_tail(5 / sqrt(2), 216 / 53.0), 1e-12);
	CHECK_NEAR(d.delta, 0.01, 0);
}

/* A boot is the mean of its trials, whatever their number. */
TEST(trials_are_not_boots)
{
	const double trials[] = { 1, 3, 5 }, means[] = { 2, 5 };
	const size_t counts[] = { 2, 1 };
	struct difference d = difference_of(
		&(struct boots){ trials, counts, 2 }, &(struct boots){ means, ones, 2 });

	CHECK_NEAR(d.effect, 0, 1e-12);
	CHECK_NEAR(d.df, 2, 1e-9);
}

/* One boot on a side: the other's spread stands for both, sd 1, s = sqrt(1 + 1/3), df 2. */
TEST(one_boot_against_three)
{
	const double a[] = { 1, 2, 3 }, b[] = { 5 };
	struct difference d =
		difference_of(&(struct boots){ a, ones, 3 }, &(struct boots){ b, ones, 1 });

	CHECK_INT(d.basis, BASIS_ONE_SIDE);
	CHECK_NEAR(d.effect, 3, 1e-12);
	CHECK_NEAR(d.standard_error, sqrt(4 / 3.0), 1e-12);
	CHECK_NEAR(d.df, 2, 0);
}

/* Five boots a side are 20 pairs of equal ones. |differences| of 0 0 0 0 x are four times x and six
 * times 0, of both sides 8 of 20: their 95 % quantile is x, scaled by sqrt(1/5). */
TEST(delta_from_equal_boots)
{
	const double a[] = { 0, 0, 0, 0, 0.1 };
	const struct boots side = { a, ones, 5 }, few = { a + 1, ones, 4 };

	CHECK_NEAR(difference_of(&side, &side).delta, 0.1 * sqrt(0.2), 1e-12);
	CHECK_NEAR(difference_of(&side, &few).delta, 0.1 * sqrt((0.2 + 0.25) / 2), 1e-12);
	CHECK_NEAR(difference_of(&few, &(struct boots){ a, ones, 1 }).delta, 0.01, 0);
}

TEST(three_trials_of_one_boot_tell_nothing)
{
	const double a[] = { 1, 2, 3 }, b[] = { 101, 102, 103 };
	const size_t three[] = { 3 };
	struct difference d =
		difference_of(&(struct boots){ a, three, 1 }, &(struct boots){ b, three, 1 });

	CHECK_INT(d.basis, BASIS_NOTHING);
	CHECK_NEAR(d.p, 0.1, 1e-12);
	difference_judge(&d, 1);
	CHECK_INT(d.verdict, DIFFERENCE_INCONCLUSIVE);
	CHECK(isinf(d.smallest_seen));
}

/* Pairs 1, 2, 3 apart: mean 2, s = 1 / sqrt(3), df 2. A drift of both alike is no part of it. */
TEST(pairs)
{
	const double a[] = { 0, 100, 200 }, b[] = { 1, 102, 203 };
	struct difference d = difference_of_pairs(a, b, 3);

	CHECK_NEAR(d.effect, 2, 1e-12);
	CHECK_NEAR(d.standard_error, 1 / sqrt(3), 1e-12);
	CHECK_NEAR(d.df, 2, 0);
	CHECK_INT(difference_of_pairs(a, b, 1).basis, BASIS_NOTHING);
}

/* The worked example of Benjamini and Hochberg (1995), section 3.2: fifteen hypotheses, of which
 * Bonferroni's rule rejects three and theirs four. */
TEST(false_discovery_rate)
{
	const double p[] = { 0.3240, 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
		0.0459, 0.4262, 0.5719, 0.6528, 0.7590, 1.0 };
	bool rejected[15];
	int count = 0;

	difference_reject(p, 15, 0.05, rejected);
	for (int i = 0; i < 15; i++)
		count += rejected[i];
	CHECK_INT(count, 4);
	CHECK(!rejected[0] && rejected[1] && rejected[4] && !rejected[5]);
}

/* sd 0.5 %, +- 1 %: 2.776 * 0.5 * sqrt(2/3) = 1.13 % with three boots, 2.447 * 0.5 * sqrt(2/4) =
 * 0.87 % with four. */
TEST(boots_needed)
{
	CHECK_INT(difference_boots_needed(0.005, 0.01), 4);
	CHECK_INT(difference_boots_needed(0, 0.01), 2);
	CHECK_INT(difference_boots_needed(0.1, 0), DIFFERENCE_MAX_BOOTS);
}

static struct difference judged(double shift, double spread)
{
	const double a[] = { -spread, 0, spread }, b[] = { shift - spread, shift, shift + spread };
	struct difference d =
		difference_of(&(struct boots){ a, ones, 3 }, &(struct boots){ b, ones, 3 });

	difference_judge(&d, 1);
	return d;
}

/* Three boots each, s = spread sqrt(2/3), t(4) = 2.776: the margin is 2.267 spreads. */
TEST(four_verdicts)
{
	CHECK_INT(judged(0.05, 0.005).verdict, DIFFERENCE_HIGHER);
	CHECK_INT(judged(-0.05, 0.005).verdict, DIFFERENCE_LOWER);
	CHECK_INT(judged(0.02, 0.005).verdict, DIFFERENCE_INCONCLUSIVE); /* not beyond 1 % */
	CHECK_INT(judged(0.005, 0.001).verdict, DIFFERENCE_NONE);
	CHECK_INT(judged(0, 0.005).verdict, DIFFERENCE_INCONCLUSIVE);
	CHECK_INT(judged(0, 0.005).boots_needed, 4);
	CHECK_INT(judged(0.05, 0.005).boots_needed, 0);
}

/* Runs under emulation repeat to the last digit. */
TEST(no_spread_at_all)
{
	CHECK_INT(judged(0, 0).verdict, DIFFERENCE_NONE);
	CHECK_INT(judged(0.02, 0).verdict, DIFFERENCE_HIGHER);
	CHECK_NEAR(judged(0, 0).smallest_seen, 0.01, 1e-12);
}

/* delta + (t.975 + t.90) s with one metric; among 40 the p must be as small as 0.05 / 40. */
TEST(smallest_difference_that_could_be_seen)
{
	double s = 0.005 * sqrt(2.0 / 3);
	struct difference many[40];

	CHECK_NEAR(judged(0, 0.005).smallest_seen,
		0.01 + (student_quantile(0.975, 4) + student_quantile(0.9, 4)) * s, 1e-9);
	for (int i = 0; i < 40; i++)
		many[i] = judged(0, 0.005);
	difference_judge(many, 40);
	CHECK_NEAR(many[7].smallest_seen,
		(student_quantile(1 - 0.05 / 80, 4) + student_quantile(0.9, 4)) * s, 1e-9);
}

/* Beyond delta, but one of forty may be by chance: p = 0.0016, and 0.05 / 40 is asked for. */
TEST(one_of_many)
{
	struct difference many[40];

	for (int i = 0; i < 40; i++)
		many[i] = judged(i ? 0 : 0.03, 0.005);
	CHECK(many[0].p > 0.05 / 40 && many[0].p < 0.05);
	CHECK_INT(many[0].verdict, DIFFERENCE_HIGHER);
	difference_judge(many, 40);
	CHECK_INT(many[0].verdict, DIFFERENCE_INCONCLUSIVE);
	CHECK(many[0].may_be_chance);
}

int main(void)
{
	RUN(welch);
	RUN(trials_are_not_boots);
	RUN(one_boot_against_three);
	RUN(delta_from_equal_boots);
	RUN(three_trials_of_one_boot_tell_nothing);
	RUN(pairs);
	RUN(false_discovery_rate);
	RUN(boots_needed);
	RUN(four_verdicts);
	RUN(no_spread_at_all);
	RUN(smallest_difference_that_could_be_seen);
	RUN(one_of_many);
	return test_end();
}

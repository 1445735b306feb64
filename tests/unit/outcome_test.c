/* SPDX-License-Identifier: MIT */
/* Trials -> value, interval, flags, grade. Limits: method.md P5-P7. */
#include "core/outcome.h"
#include "test.h"

#include <stdlib.h>

static const struct benchmark rate = {
	.name = "a.rate", .unit = UNIT_OPS_PER_S, .tolerance = 0.01
};
static const struct benchmark lost = { .name = "a.noise", .unit = UNIT_NS_PER_S, .noise = true };

static void add(struct outcome *out, const double *samples, const unsigned *causes, size_t n)
{
	struct copy_area *area = team_alloc(1);
	struct team_plan plan = { .benchmark = &rate, .copies = 1 };
	struct thermal same = { 0 };

	for (size_t i = 0; i < n; i++)
		batch_log_add(&area->log, (struct batch){ .start_ns = i * 1000000,
						  .end_ns = i * 1000000 + 1000000,
						  .ops = (uint64_t)(samples[i] * 1e6 + 0.5),
						  .disturbance = { .causes = causes ? causes[i] : 0,
							  .frequency_hz = 3e9 } });
	area->work_per_op = 1e-9;
	CHECK(outcome_add_trial(out, area, &plan, (const struct thermal[2]){ same, same }));
	team_free(area, 1);
}

/* Normal enough: the sum of four uniform numbers around the mean. */
static double around(double mean, double share)
{
	static uint64_t state = 42;
	double sum = 0;

	for (int i = 0; i < 4; i++)
		sum += (double)(random_next(&state) >> 11) * 0x1p-53 - 0.5;
	return mean * (1 + share * sum);
}

enum { N = 100 };

static struct outcome steady_trials(const double *means, unsigned count, double share)
{
	struct outcome out = { 0 };
	double samples[N];

	for (unsigned t = 0; t < count; t++) {
		for (int i = 0; i < N; i++)
			samples[i] = around(means[t], share);
		add(&out, samples, NULL, N);
	}
	outcome_evaluate(&out, &rate);
	return out;
}

TEST(the_value_is_the_geometric_mean_of_trials)
{
	const double means[] = { 100, 101, 102.01 };
	struct outcome out = steady_trials(means, 3, 0);

	CHECK_NEAR(out.all.value, 101, 1e-3);
	CHECK_NEAR(out.clean.value, 101, 1e-3);
	CHECK_STR(status_name(out.status), "ok");
	CHECK_STR(outcome_grade(&out), "B");
	CHECK_NEAR(out.disturbed, 0, 0);
	outcome_free(&out);
}

TEST(trials_that_disagree_are_noisy)
{
	const double means[] = { 100, 101, 104 };
	struct outcome out = steady_trials(means, 3, 0.0001);

	CHECK_STR(status_name(out.status), "noisy");
	CHECK_INT(out.flags & FLAG_TRIALS_DISAGREE, FLAG_TRIALS_DISAGREE);
	CHECK(out.has_value);
	CHECK_STR(outcome_grade(&out), "C");
	outcome_free(&out);
}

TEST(a_wide_interval_is_noisy_and_no_more_than_an_indication)
{
	const double means[] = { 100, 100, 100 };
	struct outcome out = steady_trials(means, 3, 0.5);

	CHECK(out.flags & FLAG_NOT_CONVERGED);
	CHECK(out.flags & FLAG_DISPERSED);
	CHECK_STR(flag_name(out.flags), "NOT_CONVERGED");
	CHECK_STR(outcome_grade(&out), "X");
	outcome_free(&out);
}

TEST(clean_data_has_no_flag)
{
	const double means[] = { 100, 100, 100 };
	unsigned flagged = 0;

	for (int i = 0; i < 100; i++) {
		struct outcome out = steady_trials(means, 3, 0.01);

		flagged += out.flags != 0;
		outcome_free(&out);
	}
	/* A trend by luck: 1 % a trial, and then only if it is over 0.5 %. */
	CHECK(flagged <= 3);
}

/* Three trials with the same median agree by luck: their samples scatter all the same. */
TEST(the_interval_is_no_narrower_than_a_trials_own)
{
	struct outcome out = { 0 };
	double samples[N];

	for (int i = 0; i < N; i++)
		samples[i] = 100 + 0.02 * ((i * 37) % N - N / 2);
	for (int trial = 0; trial < 3; trial++)
		add(&out, samples, NULL, N);
	outcome_evaluate(&out, &rate);
	CHECK_NEAR((out.all.high - out.all.low) / 2 / out.all.value, out.trials[0].halfwidth, 1e-9);
	CHECK(out.trials[0].halfwidth > 0.001);
	outcome_free(&out);
}

/* What a run expects of the next one holds 95 times in 100; the interval of the value itself does
 * not. */
TEST(the_next_run_lies_where_it_is_expected)
{
	enum { RUNS = 2000, TRIALS = 5 };
	struct estimate last = { 0 };
	unsigned expected = 0, inside = 0;

	for (int run = 0; run < RUNS; run++) {
		double means[TRIALS];
		struct outcome out;

		for (int t = 0; t < TRIALS; t++)
			means[t] = around(100, 0.01);
		out = steady_trials(means, TRIALS, 0.00001);
		if (run) {
			expected +=
				out.all.value >= last.next_low && out.all.value <= last.next_high;
			inside += out.all.value >= last.low && out.all.value <= last.high;
		}
		last = out.all;
		outcome_free(&out);
	}
	CHECK_NEAR((double)expected / (RUNS - 1), 0.95, 0.02);
	CHECK_NEAR((double)inside / (RUNS - 1), 0.88, 0.03);
}

TEST(two_modes_are_flagged)
{
	struct outcome out = { 0 };
	double samples[N];

	for (int i = 0; i < N; i++)
		samples[i] = around(i % 3 ? 100 : 92, 0.005);
	add(&out, samples, NULL, N);
	outcome_evaluate(&out, &rate);
	CHECK(out.flags & FLAG_BIMODAL);
	CHECK(!(out.flags & FLAG_DRIFT));
	outcome_free(&out);
}

TEST(a_drift_is_flagged)
{
	struct outcome out = { 0 };
	double samples[N];

	for (int i = 0; i < N; i++)
		samples[i] = around(100 + 0.02 * i, 0.005);
	add(&out, samples, NULL, N);
	outcome_evaluate(&out, &rate);
	CHECK(out.flags & FLAG_DRIFT);
	CHECK(!(out.flags & FLAG_BIMODAL));
	outcome_free(&out);
}

TEST(a_tail_is_flagged)
{
	struct outcome out = { 0 };
	double samples[N];

	for (int i = 0; i < N; i++)
		samples[i] = i % 25 == 3 ? 60 : around(100, 0.002);
	add(&out, samples, NULL, N);
	outcome_evaluate(&out, &rate);
	CHECK(out.flags & FLAG_TAIL);
	outcome_free(&out);
}

/* 40 % of the samples delayed and marked: both estimates are there, and the grade says C. */
TEST(disturbed_samples_are_marked_and_shown_both_ways)
{
	struct outcome out = { 0 };
	double samples[N];
	unsigned causes[N];

	for (int i = 0; i < N; i++) {
		causes[i] = i % 5 < 2 ? CAUSE_PREEMPTED : 0;
		samples[i] = around(causes[i] ? 50 : 100, 0.002);
	}
	add(&out, samples, causes, N);
	outcome_evaluate(&out, &rate);
	CHECK_NEAR(out.disturbed, 0.4, 1e-9);
	CHECK(out.flags & FLAG_INTERFERENCE);
	CHECK_INT(out.clean.n, 60);
	CHECK_NEAR(out.clean.value, 100, 0.1);
	CHECK_INT(out.all.n, N);
	CHECK_STR(outcome_grade(&out), "C");
	CHECK_STR(cause_name(out.trials[0].causes[0]), "preempted");
	outcome_free(&out);
}

TEST(too_few_clean_samples_make_no_estimate)
{
	struct outcome out = { 0 };
	double samples[N];
	unsigned causes[N];

	for (int i = 0; i < N; i++) {
		causes[i] = i % 5 ? CAUSE_STEAL : 0;
		samples[i] = around(100, 0.5);
	}
	add(&out, samples, causes, N);
	outcome_evaluate(&out, &rate);
	CHECK_INT(out.clean.n, 20);
	CHECK(!out.clean_converged);
	CHECK_STR(outcome_grade(&out), "X");
	outcome_free(&out);
}

/* Kept in the record, but not part of the value. */
TEST(a_superseded_trial_does_not_count)
{
	struct outcome out = { 0 };
	double slow[N], fast[N];

	for (int i = 0; i < N; i++) {
		slow[i] = 50;
		fast[i] = 100;
	}
	add(&out, slow, NULL, N);
	add(&out, fast, NULL, N);
	out.trials[0].superseded = true;
	outcome_evaluate(&out, &rate);
	CHECK_NEAR(out.all.value, 100, 1e-6);
	CHECK_NEAR(out.min, 100, 1e-6);
	CHECK_INT(out.trial_count, 2);
	outcome_free(&out);
}

TEST(throttling_and_frequency_are_flagged)
{
	struct outcome out = { 0 };
	double samples[N];

	for (int i = 0; i < N; i++)
		samples[i] = 100;
	add(&out, samples, NULL, N);
	out.conditions.core_throttles = 1;
	out.conditions.smi = 3;
	out.conditions.frequency_low_hz = 2.9e9;
	outcome_evaluate(&out, &rate);
	CHECK_INT(out.flags, FLAG_THROTTLED | FLAG_FREQ | FLAG_SMI);
	CHECK_STR(outcome_grade(&out), "C");
	outcome_free(&out);
}

TEST(a_rate_of_zero_is_a_failure_and_no_noise_is_a_result)
{
	struct outcome out = { 0 };
	const double zero[N] = { 0 };

	add(&out, zero, NULL, N);
	outcome_evaluate(&out, &rate);
	CHECK_STR(status_name(out.status), "failed");
	CHECK(!out.has_value);
	outcome_evaluate(&out, &lost);
	CHECK_STR(status_name(out.status), "ok");
	CHECK(out.has_value);
	outcome_free(&out);
}

/* 1 to 100: quantiles by linear interpolation; 99 % needs ten samples beyond it, which are not
 * there. */
TEST(percentiles_need_ten_samples_beyond)
{
	struct outcome out = { 0 };
	double samples[2 * N];

	for (int i = 0; i < 2 * N; i++)
		samples[i] = i + 1;
	add(&out, samples, NULL, 2 * N);
	outcome_evaluate(&out, &rate);
	CHECK_NEAR(out.p5, 10.95, 1e-6);
	CHECK_NEAR(out.p95, 190.05, 1e-6);
	CHECK(isnan(out.p99) && isnan(out.p999));
	CHECK_NEAR(out.mean, 100.5, 1e-6);
	CHECK_NEAR(out.noise_tax, 200 / 100.5 - 1, 1e-6);
	outcome_free(&out);
}

int main(void)
{
	RUN(the_value_is_the_geometric_mean_of_trials);
	RUN(trials_that_disagree_are_noisy);
	RUN(a_wide_interval_is_noisy_and_no_more_than_an_indication);
	RUN(clean_data_has_no_flag);
	RUN(the_interval_is_no_narrower_than_a_trials_own);
	RUN(the_next_run_lies_where_it_is_expected);
	RUN(two_modes_are_flagged);
	RUN(a_drift_is_flagged);
	RUN(a_tail_is_flagged);
	RUN(disturbed_samples_are_marked_and_shown_both_ways);
	RUN(too_few_clean_samples_make_no_estimate);
	RUN(a_superseded_trial_does_not_count);
	RUN(throttling_and_frequency_are_flagged);
	RUN(a_rate_of_zero_is_a_failure_and_no_noise_is_a_result);
	RUN(percentiles_need_ten_samples_beyond);
	return test_end();
}

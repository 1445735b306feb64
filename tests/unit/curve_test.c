/* SPDX-License-Identifier: MIT */
/* How many cores a machine is worth, from curves with known answers. */
#include "report/curve.h"
#include "test.h"

#include <math.h>

enum { POINTS = 8 };
static char text[1024];

/* values: of 1, 2, 4, ... copies. */
static const char *sentence_of(unsigned cores, unsigned threads, const double *values, size_t count)
{
	struct curve_point points[POINTS] = { 0 };
	struct curve c = { .cores = cores, .threads = threads, .points = points, .count = count };

	for (size_t i = 0; i < count; i++)
		points[i] = (struct curve_point){ .copies = 1u << i, .value = values[i] };
	curve_compare(&c);
	curve_sentence(&c, text, sizeof(text));
	return text;
}

/* requirements-digest.md R4: 4 cores with 2 threads each. */
static const double field_report[] = { 1629.83, 3265.00, 6521.04, 7195.86 };

TEST(the_field_report_is_read_as_its_author_did)
{
	CHECK_STR(sentence_of(4, 8, field_report, 4),
		"4 effective cores, SMT +10 %: 4 cores do 4.00 times the work of one (100 %), "
		"all 8 threads 4.42 times.");
}

TEST(its_numbers)
{
	struct curve_point points[] = { { .copies = 1, .value = 1629.83 },
		{ .copies = 2, .value = 3265.00 }, { .copies = 4, .value = 6521.04 },
		{ .copies = 8, .value = 7195.86 } };
	struct curve c = { .cores = 4, .threads = 8, .points = points, .count = 4 };

	curve_compare(&c);
	CHECK_NEAR(points[1].speedup, 2.0033, 1e-4);
	CHECK_NEAR(points[3].efficiency, 0.5519, 1e-4);
	CHECK_NEAR(curve_effective_cores(&c), 4.0011, 1e-4);
	CHECK_NEAR(curve_smt_gain(&c), 0.1035, 1e-4);
	CHECK_NEAR(curve_core_efficiency(&c), 1.0003, 1e-4);
}

/* The same curve where a hypervisor shows eight cores. */
TEST(smt_that_is_not_shown_is_seen)
{
	const char *got = sentence_of(8, 8, field_report, 4);

	CHECK(strncmp(got, "4.42 effective cores: 8 cores do 4.42 times", 43) == 0);
	CHECK(strstr(got, "4 cores with two threads each") != NULL);
	CHECK(strstr(got, "SMT +") == NULL);
}

/* Memory is shared: what four copies get of it says nothing about cores. */
TEST(shared_work_is_no_measure_of_cores)
{
	struct curve_point points[] = { { .copies = 1, .value = 10 },
		{ .copies = 4, .value = 20 } };
	struct curve c = { .cores = 4, .threads = 4, .shares = true, .points = points, .count = 2 };

	curve_compare(&c);
	curve_sentence(&c, text, sizeof(text));
	CHECK_STR(text, "4 copies do 2.00 times the work of one.");
}

TEST(lost_cores_are_low)
{
	const double values[] = { 100, 180, 300 };
	const char *got = sentence_of(4, 4, values, 3);

	CHECK(strncmp(got, "3 effective cores: 4 cores do 3.00 times the work of one (75 %).",
		      63) == 0);
	CHECK(strstr(got, "That is low") != NULL);
}

/* 3.0 GHz alone, 2.4 GHz together: the loss is the clock's. */
TEST(a_lower_clock_explains_a_loss)
{
	struct curve_point points[] = { { .copies = 1, .value = 100, .frequency_hz = 3e9 },
		{ .copies = 4, .value = 316, .frequency_hz = 2.4e9 } };
	struct curve c = { .cores = 4, .threads = 4, .points = points, .count = 2 };

	curve_compare(&c);
	CHECK_NEAR(curve_core_efficiency(&c), 0.9875, 1e-9);
	curve_sentence(&c, text, sizeof(text));
	CHECK(strstr(text, "That is low") == NULL);
	CHECK(strstr(text, "the clock is 80 % of one's") != NULL);
}

TEST(what_did_not_settle_is_not_judged)
{
	struct curve_point points[] = { { .copies = 1, .value = 100 },
		{ .copies = 2, .value = 10, .unsure = true } };
	struct curve c = { .cores = 2, .threads = 2, .points = points, .count = 2 };

	curve_compare(&c);
	curve_sentence(&c, text, sizeof(text));
	CHECK(strstr(text, "That is low") == NULL);
	CHECK(strstr(text, "No more than an indication") != NULL);
}

TEST(second_threads_may_cost)
{
	const double values[] = { 100, 200, 190 };

	CHECK(strstr(sentence_of(2, 4, values, 3), "cost more than they bring") != NULL);
}

TEST(what_is_missing_makes_no_claim)
{
	const double alone[] = { 100 }, gap[] = { 100, 0, 0, 500 }, pair[] = { 0, 190 };

	CHECK_STR(sentence_of(4, 8, alone, 1), "");
	CHECK_STR(sentence_of(0, 0, field_report, 4), "8 copies do 4.42 times the work of one.");
	/* All cores have no number: their threads are no measure of them. */
	CHECK_STR(sentence_of(4, 8, gap, 4), "8 copies do 5.00 times the work of one.");
	CHECK_STR(sentence_of(2, 2, pair, 2), "");
	CHECK_STR(sentence_of(1, 1, alone, 1),
		"1 effective core: 1 core does 1.00 times the work of one (100 %).");
}

int main(void)
{
	RUN(the_field_report_is_read_as_its_author_did);
	RUN(its_numbers);
	RUN(smt_that_is_not_shown_is_seen);
	RUN(shared_work_is_no_measure_of_cores);
	RUN(lost_cores_are_low);
	RUN(a_lower_clock_explains_a_loss);
	RUN(what_did_not_settle_is_not_judged);
	RUN(second_threads_may_cost);
	RUN(what_is_missing_makes_no_claim);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
#include "series/combine.h"
#include "test.h"

#include <stdlib.h>

/* Three boots of one metric: two trials of two samples each. */
#define RESULT(value, a, b, c, d, grade, flags)                                                    \
	"{\"v\":1,\"seq\":0,\"type\":\"result\",\"name\":\"x\",\"unit\":\"ops/s\",\"copies\":1,"   \
	"\"value\":" value ",\"grade\":\"" grade "\",\"flags\":[" flags "],\"trials\":[{},{}],"    \
	"\"samples\":[[" a "," b "],[" c "," d "]]}\n"
#define STEADY RESULT("100", "100", "100", "100", "100", "B", "")

static struct json *combined[8];
static size_t combined_count;

/* Combines the boots, each given as lines of records. */
static void combine(const char *const *boots, size_t count)
{
	struct recorder recorder = { .fd = -1 };
	struct records records[4], series;
	struct run_view views[4];

	for (size_t i = 0; i < count; i++) {
		records_parse(&records[i], boots[i], strlen(boots[i]), false);
		run_view_make(&views[i], &records[i]);
	}
	series_combine(&recorder, views, count);
	records_parse(&series, recorder.all, recorder.all_length, false);
	combined_count = series.count;
	/* Kept for the checks; a test's few records need no free(). */
	for (size_t i = 0; i < series.count && i < 8; i++)
		combined[i] = series.record[i];
	for (size_t i = 0; i < count; i++) {
		run_view_free(&views[i]);
		records_free(&records[i]);
	}
	recorder_close(&recorder);
}

/* Values 99, 100, 101.0101: logs -d, 0, +d around ln 100 with d = ln(100/99) = 0.0100503. The mean
 * is ln 100, sd = d, half width 4.302653 * d / sqrt(3) = 0.0249660. */
TEST(value_and_interval_over_boots)
{
	const char *const boots[] = { RESULT("99", "99", "99", "99", "99", "B", ""),
		RESULT("100", "100", "100", "100", "100", "B", ""),
		RESULT("101.01010101", "101", "101", "101", "101", "B", "") };

	combine(boots, 3);
	CHECK_INT(combined_count, 1);
	CHECK_STR(json_get_string(combined[0], "type", ""), "series");
	CHECK_NEAR(json_get_number(combined[0], "value", 0), 100, 1e-6);
	CHECK_NEAR(json_get_number(combined[0], "ci_low", 0), 100 * exp(-0.0249660), 1e-4);
	CHECK_NEAR(json_get_number(combined[0], "ci_high", 0), 100 * exp(0.0249660), 1e-4);
	CHECK_NEAR(json_get_number(combined[0], "boots", 0), 3, 0);
	/* Wider than the 1 % that is asked for. */
	CHECK_STR(json_get_string(combined[0], "grade", ""), "B");
}

/* Samples 99 and 101 in each trial, trials and boots alike: ln(101/99)^2 / 2 of the samples alone.
 */
TEST(variance_by_level)
{
	const char *const boots[] = { RESULT("100", "99", "101", "99", "101", "B", ""),
		RESULT("100", "99", "101", "99", "101", "B", "") };
	const struct json *variance;

	combine(boots, 2);
	variance = json_get(combined[0], "variance");
	CHECK_NEAR(json_get_number(variance, "sample", 0), pow(log(101.0 / 99), 2) / 2, 1e-9);
	CHECK_NEAR(json_get_number(variance, "trial", -1), 0, 0);
	CHECK_NEAR(json_get_number(variance, "boot", -1), 0, 0);
}

static const char *grade(const char *first, size_t count)
{
	const char *const boots[] = { first, STEADY, STEADY };

	combine(boots, count);
	return json_get_string(combined[0], "grade", "");
}

TEST(grades)
{
	CHECK_STR(grade(STEADY, 3), "A");
	CHECK_STR(grade(STEADY, 2), "B");
	CHECK_STR(grade(RESULT("100", "1", "1", "1", "1", "C", "\"TAIL\""), 3), "C");
	CHECK_STR(grade(RESULT("100", "1", "1", "1", "1", "X", "\"NOT_CONVERGED\""), 3), "X");
	/* A boot without a value is a flag. */
	CHECK_STR(grade("{\"v\":1,\"seq\":0,\"type\":\"result\",\"name\":\"x\",\"copies\":1}\n", 3),
		"C");
	CHECK_STR(json_get(combined[0], "flags")->child->string, "BOOTS_MISSING");
}

/* A flag of two boots is said once. */
TEST(flags_are_united)
{
	const char *const boots[] = { RESULT("1", "1", "1", "1", "1", "C", "\"TAIL\",\"DRIFT\""),
		RESULT("1", "1", "1", "1", "1", "C", "\"DRIFT\"") };
	const struct json *flag;

	combine(boots, 2);
	flag = json_get(combined[0], "flags")->child;
	CHECK_STR(flag->string, "TAIL");
	CHECK_STR(flag->next->string, "DRIFT");
	CHECK(!flag->next->next);
}

#define STATE(state)                                                                               \
	"{\"v\":1,\"seq\":0,\"type\":\"result\",\"name\":\"x\",\"copies\":1,\"value\":5,"          \
	"\"state\":{\"thp\":\"" state "\"}}\n"

/* A metric is a name, a number of copies and a state. */
TEST(states_are_apart)
{
	const char *const boots[] = { STEADY STATE("never") STATE("always"),
		STATE("always") STATE("never") STEADY };

	combine(boots, 2);
	CHECK_INT(combined_count, 3);
	CHECK(!json_get(combined[0], "state"));
	CHECK_STR(json_get_string(json_get(combined[1], "state"), "thp", ""), "never");
	CHECK_STR(json_get_string(json_get(combined[2], "state"), "thp", ""), "always");
}

TEST(one_boot_is_no_series)
{
	const char *const boots[] = { STEADY, "" };

	combine(boots, 1);
	CHECK_INT(combined_count, 0);
	combine(boots, 2);
	CHECK_INT(combined_count, 0);
}

int main(void)
{
	RUN(value_and_interval_over_boots);
	RUN(variance_by_level);
	RUN(grades);
	RUN(flags_are_united);
	RUN(states_are_apart);
	RUN(one_boot_is_no_series);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/* A burn-in: its steps in the plan, the counters it follows, and what its report makes of records.
 */
#include "core/plan.h"
#include "inventory/faults.h"
#include "machine_tree.h"
#include "report/burnin_facts.h"

#define LOAD(t, rest)                                                                              \
	"{\"v\":1,\"type\":\"load\",\"t_s\":" t ",\"elapsed_s\":60,\"status\":\"ok\"" rest "}\n"
#define RESULT(name, value, trials, rest)                                                          \
	"{\"v\":1,\"type\":\"result\",\"name\":\"" name "\",\"copies\":1,\"status\":\"ok\","       \
	"\"unit\":\"ops/s\",\"better\":\"higher\",\"value\":" value ",\"trials\":[" trials         \
	"]" rest "}\n"
#define T(value) "{\"value\":" value "}"
#define AFTER	 ",\"state\":{\"burnin\":\"after\"},\"after_load\":true"

static struct records records;
static struct run_view view;

static void read_view(const char *text)
{
	records_parse(&records, text, strlen(text), false);
	run_view_make(&view, &records);
}

static void free_view(void)
{
	run_view_free(&view);
	records_free(&records);
}

static struct plan plan_of(enum profile profile, const char *tests, uint64_t burnin_s)
{
	struct plan plan;

	plan_make(&plan, &(struct plan_request){ .profile = profile,
				 .tests = tests,
				 .copies = "1",
				 .certificate = true,
				 .cpus = 2,
				 .burnin_s = burnin_s,
				 .seed = 1 });
	return plan;
}

TEST(tests_come_again_after_the_load)
{
	struct plan with = plan_of(PROFILE_STANDARD, "", 3600);
	struct plan without = plan_of(PROFILE_STANDARD, "", 0);
	size_t quick = 0, after = 0;

	for (size_t i = 0; i < without.count; i++)
		quick += !without.steps[i].benchmark->noise &&
			 without.steps[i].benchmark->profile == PROFILE_QUICK;
	for (size_t i = 0; i < with.count; i++) {
		after += with.steps[i].after_load;
		CHECK(with.steps[i].after_load == (i >= without.count));
	}
	CHECK(quick > 10);
	CHECK_INT(after, quick);
	CHECK_INT(with.count, without.count + quick);
	/* Of each: five trials of 7 s, and 0.45 s to warm up. */
	CHECK_NEAR(with.expected_s - without.expected_s, 3600 + 37.25 * (double)quick, 1);
	plan_free(&with);
	plan_free(&without);
}

TEST(named_tests_come_again_with_enough_trials_to_compare)
{
	struct plan plan = plan_of(PROFILE_QUICK, "unixbench.hanoi", 60);
	const struct step *last = &plan.steps[plan.count - 1];

	CHECK_STR(last->benchmark->name, "unixbench.hanoi");
	CHECK(last->after_load && !plan.steps[plan.count - 2].after_load);
	CHECK_STR(last->state, "after");
	CHECK(!step_turns_knob(last));
	CHECK_INT(plan.trials, 5);
	plan_free(&plan);
	CHECK_INT(plan_default_burnin_s(PROFILE_STANDARD), 0);
	CHECK_INT(plan_default_burnin_s(PROFILE_FULL), 3600);
}

TEST(faults_are_summed_and_what_is_not_counted_is_not_zero)
{
	struct fault_counts counts;

	tree_wipe();
	counts = fault_counts_read(tree_root);
	CHECK_INT(counts.machine_checks, -1);
	CHECK_INT(counts.corrected, -1);
	CHECK_INT(counts.uncorrected, -1);
	tree_put("proc/interrupts", "  CPU0  CPU1\n MCE:  1  2   Machine check exceptions\n");
	tree_put("sys/devices/system/machinecheck/machinecheck0/umc/misc/error_count", "4\n");
	tree_put("sys/devices/system/edac/mc/mc0/ce_count", "3\n");
	tree_put("sys/devices/system/edac/mc/mc0/ue_count", "0\n");
	tree_put("sys/devices/system/edac/mc/mc1/ce_count", "2\n");
	tree_put("sys/devices/system/edac/mc/mc1/ue_count", "1\n");
	counts = fault_counts_read(tree_root);
	CHECK_INT(counts.machine_checks, 3);
	CHECK_INT(counts.corrected, 9);
	CHECK_INT(counts.uncorrected, 1);
}

/* Burst: the slice after a rest. Sustained: the median from two minutes on; of 90, 80, 70 it is 80.
 */
TEST(burst_and_sustained)
{
	read_view(LOAD("0", ",\"rested\":true,\"rounds_per_s\":100")
			LOAD("10", ",\"rounds_per_s\":95") LOAD("120", ",\"rounds_per_s\":90") LOAD(
				"180", ",\"rounds_per_s\":80") LOAD("240", ",\"rounds_per_s\":70"));
	CHECK_NEAR(burnin_burst(&view), 100, 0);
	CHECK_NEAR(burnin_sustained(&view), 80, 0);
	free_view();
	read_view(LOAD("0", ",\"rounds_per_s\":100"));
	CHECK_NEAR(burnin_burst(&view), 0, 0);
	CHECK_NEAR(burnin_sustained(&view), 0, 0);
	free_view();
}

static char all_facts[4000];

static const char *facts(void)
{
	char text[FACT_LENGTH];
	const char *name;

	all_facts[0] = '\0';
	for (unsigned i = 0; burnin_fact(&view, i, &name, text, sizeof(text)); i++)
		snprintf(all_facts + strlen(all_facts), sizeof(all_facts) - strlen(all_facts),
			"%s: %s|", name, text);
	return all_facts;
}

TEST(faults_during_the_load_are_said)
{
	read_view(LOAD("0", ",\"temperature_c\":50,\"frequency_hz\":3e9,\"core_throttles\":7,"
			    "\"corrected_errors\":1") LOAD("60", ",\"temperature_c\":81,"
								 "\"frequency_hz\":2.8e9,\"core_"
								 "throttles\":9,"
								 "\"corrected_errors\":4,\"wrong\":"
								 "{\"count\":2}"));
	CHECK(strstr(facts(), "Faults: 2 wrong answers, 2 throttles, 3 corrected errors|") != NULL);
	CHECK(strstr(facts(), "50 to 81 ") != NULL);
	CHECK(strstr(facts(), "2.8 to 3 GHz|") != NULL);
	CHECK(strstr(facts(), "machine checks") == NULL);
	free_view();
}

/* Five trials all below the five before: the ranks show it, and 10 % matters. */
TEST(a_metric_that_got_worse_is_told_from_one_that_wavers)
{
	struct drift_row row;

	read_view(RESULT("a", "100", T("100") "," T("101") "," T("99") "," T("100.5") "," T("99.5"),
		"") RESULT("b", "100", T("100") "," T("105") "," T("95") "," T("102") "," T("98"),
		"") RESULT("a", "90", T("90") "," T("91") "," T("89") "," T("90.5") "," T("89.5"),
		AFTER) RESULT("b", "99", T("99") "," T("104") "," T("96") "," T("101") "," T("97"),
		AFTER) RESULT("c", "5", T("5"), AFTER));
	CHECK(!drift_row_make(&row, &view, 0));
	CHECK(drift_row_make(&row, &view, 2));
	CHECK(row.worse);
	CHECK_STR(row.change, "-10.00 %");
	CHECK(strstr(row.judgement, "slower") != NULL);
	CHECK(drift_row_make(&row, &view, 3));
	CHECK(!row.worse);
	CHECK(strstr(row.judgement, "inconclusive") != NULL);
	CHECK(drift_row_make(&row, &view, 4));
	CHECK_STR(row.judgement, "not measured before the load");
	CHECK(!row.worse);
	free_view();
}

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	RUN(tests_come_again_after_the_load);
	RUN(named_tests_come_again_with_enough_trials_to_compare);
	RUN(faults_are_summed_and_what_is_not_counted_is_not_zero);
	RUN(burst_and_sustained);
	RUN(faults_during_the_load_are_said);
	RUN(a_metric_that_got_worse_is_told_from_one_that_wavers);
	tree_wipe();
	return test_end();
}

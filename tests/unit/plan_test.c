/* SPDX-License-Identifier: MIT */
#include "core/plan.h"
#include "test.h"

TEST(profiles_have_names)
{
	CHECK_INT(profile_from_name("quick"), PROFILE_QUICK);
	CHECK_INT(profile_from_name("full"), PROFILE_FULL);
	CHECK_INT(profile_from_name("none"), -1);
}

TEST(quick_is_the_index_for_one_and_all_copies)
{
	struct plan p;

	plan_make(&p, PROFILE_QUICK, "", "1,N", 4);
	CHECK_INT(p.count, 24);
	CHECK_INT(p.steps[0].copies, 1);
	CHECK_INT(p.steps[12].copies, 4);
	CHECK_STR(p.steps[0].benchmark->name, "unixbench.dhrystone");
	CHECK_STR(p.steps[12].benchmark->name, "unixbench.dhrystone");
	/* About two minutes, without what QEMU's start takes. */
	CHECK(p.expected_s > 40 && p.expected_s < 120);
	CHECK_STR(p.problem, "");
	plan_free(&p);
}

TEST(standard_takes_15_to_30_minutes_full_is_bounded)
{
	struct plan p;

	plan_make(&p, PROFILE_STANDARD, "", "1,N", 4);
	CHECK(p.expected_s > 600 && p.expected_s < 1800);
	plan_free(&p);
	plan_make(&p, PROFILE_FULL, "", "1,N", 4);
	CHECK(p.count > 24);
	CHECK(p.expected_s > 3600 && p.expected_s < 4 * 3600);
	plan_free(&p);
}

TEST(one_cpu_runs_once)
{
	struct plan p;

	plan_make(&p, PROFILE_QUICK, "", "1,N", 1);
	CHECK_INT(p.count, 12);
	plan_free(&p);
}

TEST(globs_and_lists)
{
	struct plan p;

	plan_make(&p, PROFILE_QUICK, "unixbench.fcopy_*, unixbench.hanoi", "1 64", 2);
	CHECK_INT(p.count, 8);
	CHECK_INT(p.steps[7].copies, 64);
	plan_free(&p);
}

TEST(self_tests_only_by_their_exact_name)
{
	struct plan p;

	plan_make(&p, PROFILE_FULL, "*", "1", 2);
	for (size_t i = 0; i < p.count; i++)
		CHECK(strncmp(p.steps[i].benchmark->name, "selftest", 8) != 0);
	plan_free(&p);
	plan_make(&p, PROFILE_QUICK, "selftest.crash", "1", 2);
	CHECK_INT(p.count, 1);
	plan_free(&p);
}

TEST(what_names_nothing_is_a_problem_the_rest_runs)
{
	struct plan p;

	plan_make(&p, PROFILE_QUICK, "unixbench.pip,unixbench.pipe", "1", 2);
	CHECK_INT(p.count, 1);
	CHECK(strstr(p.problem, "unixbench.pip'") != NULL);
	plan_free(&p);
	plan_make(&p, PROFILE_QUICK, "unixbench.pipe", "0,two,1", 2);
	CHECK_INT(p.count, 1);
	CHECK(strstr(p.problem, "'two'") != NULL);
	plan_free(&p);
}

int main(void)
{
	RUN(profiles_have_names);
	RUN(quick_is_the_index_for_one_and_all_copies);
	RUN(standard_takes_15_to_30_minutes_full_is_bounded);
	RUN(one_cpu_runs_once);
	RUN(globs_and_lists);
	RUN(self_tests_only_by_their_exact_name);
	RUN(what_names_nothing_is_a_problem_the_rest_runs);
	return test_end();
}

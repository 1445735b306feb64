/* SPDX-License-Identifier: MIT */
#include "core/plan.h"
#include "test.h"

static void make(
	struct plan *p, enum profile profile, const char *tests, const char *copies, unsigned cpus)
{
	plan_make(p, &(struct plan_request){ .profile = profile,
			     .tests = tests,
			     .copies = copies,
			     .cpus = cpus,
			     .seed = 1 });
}

/* UnixBench's benchmarks: the others may grow in number. */
static unsigned index_steps(const struct plan *p, unsigned copies)
{
	unsigned count = 0;

	for (size_t i = 0; i < p->count; i++)
		count += strncmp(p->steps[i].benchmark->name, "unixbench.", 10) == 0 &&
			 p->steps[i].copies == copies;
	return count;
}

TEST(profiles_have_names)
{
	CHECK_INT(profile_from_name("quick"), PROFILE_QUICK);
	CHECK_INT(profile_from_name("full"), PROFILE_FULL);
	CHECK_INT(profile_from_name("none"), -1);
}

TEST(quick_is_the_index_for_one_and_all_copies)
{
	struct plan p;

	make(&p, PROFILE_QUICK, "", "1,N", 4);
	CHECK_INT(index_steps(&p, 1), 12);
	CHECK_INT(index_steps(&p, 4), 12);
	/* About two minutes, without what QEMU's start takes. */
	CHECK(p.expected_s > 40 && p.expected_s < 120);
	CHECK_STR(p.problem, "");
	plan_free(&p);
}

TEST(standard_ends_within_its_deadline_full_is_bounded)
{
	struct plan p;

	make(&p, PROFILE_STANDARD, "", "1,N", 4);
	CHECK(p.expected_s > 600 && p.expected_s < 1.5 * 3600);
	plan_free(&p);
	make(&p, PROFILE_FULL, "", "1,N", 4);
	CHECK(p.count > 24);
	/* The hour of load, and no more than three quarters of what init allows. */
	CHECK(p.expected_s > 2 * 3600 && p.expected_s < 3600 + 64800);
	plan_free(&p);
}

/* The numbers of copies of a benchmark, in the order of the plan: "1 8 2 4". */
static const char *copies_of(const struct plan *p, const char *name)
{
	static char text[256];
	size_t length = 0;

	text[0] = '\0';
	for (size_t i = 0; i < p->count; i++)
		if (strcmp(p->steps[i].benchmark->name, name) == 0)
			length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%u",
				length ? " " : "", p->steps[i].copies);
	return text;
}

static const char *scale_of_test(
	const char *name, enum profile profile, unsigned cores, unsigned cpus, const char *given)
{
	struct plan p;
	const char *text;

	plan_make(&p, &(struct plan_request){ .profile = profile,
			      .tests = name,
			      .copies = given ? given : "1,N",
			      .copies_given = given != NULL,
			      .cores = cores,
			      .cpus = cpus,
			      .seed = 1 });
	text = copies_of(&p, name);
	plan_free(&p);
	return text;
}

static const char *scale_of(enum profile profile, unsigned cores, unsigned cpus, const char *given)
{
	return scale_of_test("sysbench.cpu", profile, cores, cpus, given);
}

/* What was asked for comes first. */
TEST(a_curve_takes_powers_of_two_cores_then_threads)
{
	CHECK_STR(scale_of(PROFILE_STANDARD, 4, 8, NULL), "1 8 2 4");
	CHECK_STR(scale_of(PROFILE_STANDARD, 6, 12, NULL), "1 12 2 4 6");
	CHECK_STR(scale_of(PROFILE_STANDARD, 1, 1, NULL), "1");
	CHECK_STR(scale_of(PROFILE_STANDARD, 0, 2, NULL), "1 2");
	CHECK_STR(scale_of(PROFILE_STANDARD, 128, 256, NULL), "1 256 2 4 8 16 32 64 128");
	CHECK_STR(scale_of(PROFILE_QUICK, 4, 8, NULL), "1 8 4");
	CHECK_STR(scale_of(PROFILE_QUICK, 2, 2, NULL), "1 2");
	CHECK_STR(scale_of(PROFILE_STANDARD, 4, 8, "3,N"), "3 8");
}

TEST(blocks_of_memory_go_on_to_twice_the_threads)
{
	static const char compared[] = "sysbench.memory_1k_write_seq_global",
			  other[] = "sysbench.memory_1k_write_seq_local";

	CHECK_STR(scale_of_test(compared, PROFILE_STANDARD, 4, 8, NULL), "1 8 4");
	CHECK_STR(scale_of_test(compared, PROFILE_FULL, 4, 8, NULL), "1 8 2 4 16");
	CHECK_STR(scale_of_test(compared, PROFILE_FULL, 4, 8, "3,N"), "3 8");
	CHECK_STR(scale_of_test(other, PROFILE_FULL, 4, 8, NULL), "1 8");
}

/* sysbench.memory: 5 sizes x read, write x seq, rnd x global, local x pages; 8 of them compared. */
TEST(the_matrix_of_blocks_is_complete)
{
	struct plan p;

	make(&p, PROFILE_FULL, "sysbench.memory_*", "1", 1);
	CHECK_INT(p.count, 80 + 8);
	plan_free(&p);
	make(&p, PROFILE_STANDARD, "", "1", 1);
	CHECK_STR(copies_of(&p, "sysbench.memory_8k_read_seq_global"), "1");
	CHECK_STR(copies_of(&p, "sysbench.memory_8k_read_rnd_global"), "");
	plan_free(&p);
}

TEST(one_cpu_runs_once)
{
	struct plan p;

	make(&p, PROFILE_QUICK, "", "1,N", 1);
	CHECK_INT(index_steps(&p, 1), 12);
	plan_free(&p);
}

TEST(globs_and_lists)
{
	struct plan p;

	make(&p, PROFILE_QUICK, "unixbench.fcopy_*, unixbench.hanoi", "1 64", 2);
	CHECK_INT(p.count, 8);
	CHECK_INT(p.steps[7].copies, 64);
	plan_free(&p);
}

TEST(a_family_by_its_name)
{
	struct plan p;

	make(&p, PROFILE_QUICK, "unixbench", "1", 2);
	CHECK(p.count > 20);
	plan_free(&p);
	make(&p, PROFILE_QUICK, "unix", "1", 2);
	CHECK_INT(p.count, 0);
	CHECK(strstr(p.problem, "'unix'") != NULL);
	plan_free(&p);
}

/* Asked for or not, and before all else: what follows is worth what they say. */
TEST(the_certificate_comes_first)
{
	struct plan_request request = { .profile = PROFILE_QUICK,
		.tests = "unixbench.pipe",
		.copies = "1,N",
		.certificate = true,
		.cpus = 4,
		.seed = 1 };
	struct plan p;

	plan_make(&p, &request);
	CHECK(p.count > 5);
	for (size_t i = 0; i < p.count; i++)
		CHECK((i + 2 < p.count) == p.steps[i].benchmark->noise);
	CHECK_INT(p.steps[0].copies, 1);
	CHECK_INT(p.steps[1].copies, 4);
	plan_free(&p);
	/* Named, they run once, whatever the numbers of copies. */
	request.certificate = false;
	request.tests = "noise.fwq";
	plan_make(&p, &request);
	CHECK_INT(p.count, 1);
	plan_free(&p);
}

static bool same_order(const struct plan *a, const struct plan *b)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->steps[i].benchmark != b->steps[i].benchmark)
			return false;
	return true;
}

TEST(the_seed_makes_the_order)
{
	struct plan_request request = {
		.profile = PROFILE_QUICK, .tests = "", .copies = "1", .cpus = 1, .seed = 1
	};
	struct plan a, b, c;

	plan_make(&a, &request);
	plan_make(&b, &request);
	request.seed = 2;
	plan_make(&c, &request);
	CHECK_INT(index_steps(&a, 1), 12);
	CHECK(same_order(&a, &b));
	CHECK(!same_order(&a, &c));
	plan_free(&a);
	plan_free(&b);
	plan_free(&c);
}

TEST(self_tests_only_by_their_exact_name)
{
	struct plan p;

	make(&p, PROFILE_FULL, "*", "1", 2);
	for (size_t i = 0; i < p.count; i++)
		CHECK(strncmp(p.steps[i].benchmark->name, "selftest", 8) != 0);
	plan_free(&p);
	make(&p, PROFILE_QUICK, "selftest.crash", "1", 2);
	CHECK_INT(p.count, 1);
	plan_free(&p);
}

TEST(what_names_nothing_is_a_problem_the_rest_runs)
{
	struct plan p;

	make(&p, PROFILE_QUICK, "unixbench.pip,unixbench.pipe", "1", 2);
	CHECK_INT(p.count, 1);
	CHECK(strstr(p.problem, "unixbench.pip'") != NULL);
	plan_free(&p);
	make(&p, PROFILE_QUICK, "unixbench.pipe", "0,two,1", 2);
	CHECK_INT(p.count, 1);
	CHECK(strstr(p.problem, "'two'") != NULL);
	plan_free(&p);
}

int main(void)
{
	RUN(profiles_have_names);
	RUN(quick_is_the_index_for_one_and_all_copies);
	RUN(standard_ends_within_its_deadline_full_is_bounded);
	RUN(a_curve_takes_powers_of_two_cores_then_threads);
	RUN(blocks_of_memory_go_on_to_twice_the_threads);
	RUN(the_matrix_of_blocks_is_complete);
	RUN(one_cpu_runs_once);
	RUN(globs_and_lists);
	RUN(a_family_by_its_name);
	RUN(the_certificate_comes_first);
	RUN(the_seed_makes_the_order);
	RUN(self_tests_only_by_their_exact_name);
	RUN(what_names_nothing_is_a_problem_the_rest_runs);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/* What a plan makes of the machine: nodes, places, time. */
#include "core/plan.h"
#include "test.h"

static unsigned index_steps(const struct plan *p, unsigned copies)
{
	unsigned count = 0;

	for (size_t i = 0; i < p->count; i++)
		count += strncmp(p->steps[i].benchmark->name, "unixbench.", 10) == 0 &&
			 p->steps[i].copies == copies;
	return count;
}

static unsigned node_steps(const char *tests, unsigned nodes)
{
	unsigned count = 0;
	struct plan p;

	plan_make(&p, &(struct plan_request){ .profile = PROFILE_FULL,
			      .tests = tests,
			      .copies = "1",
			      .cpus = 4,
			      .nodes = nodes,
			      .seed = 1 });
	CHECK_STR(p.problem, "");
	for (size_t i = 0; i < p.count; i++)
		count += p.steps[i].benchmark->by_node != NULL;
	plan_free(&p);
	return count;
}

TEST(nodes_that_there_are_not_have_no_rows)
{
	CHECK_INT(node_steps("", 0), 3);
	CHECK_INT(node_steps("", 1), 3);
	CHECK_INT(node_steps("", 2), 5);
	CHECK_INT(node_steps("", 16), 17);
	CHECK_INT(node_steps("memory.node_*", 1), 2);
	/* By its exact name it runs, and says why it can't. */
	CHECK_INT(node_steps("memory.node_read_3", 1), 1);
}

static size_t pipe_steps(const char *tests, unsigned cpus, unsigned cores, unsigned nodes)
{
	size_t count;
	struct plan p;

	plan_make(&p, &(struct plan_request){ .profile = PROFILE_STANDARD,
			      .tests = tests,
			      .copies = "1,N",
			      .cpus = cpus,
			      .cores = cores,
			      .nodes = nodes,
			      .seed = 1 });
	CHECK_STR(p.problem, "");
	count = p.count;
	plan_free(&p);
	return count;
}

TEST(places_that_there_are_not_have_no_rows)
{
	/* Free and on the same CPU; a sibling; another core; another node. */
	CHECK_INT(pipe_steps("lmbench.lat_pipe*", 1, 1, 1), 2);
	CHECK_INT(pipe_steps("lmbench.lat_pipe*", 2, 1, 1), 3);
	CHECK_INT(pipe_steps("lmbench.lat_pipe*", 2, 2, 1), 3);
	CHECK_INT(pipe_steps("lmbench.lat_pipe*", 2, 0, 0), 3);
	CHECK_INT(pipe_steps("lmbench.lat_pipe*", 8, 4, 2), 5);
	CHECK_INT(pipe_steps("lmbench.lat_pipe_sibling", 1, 1, 1), 1);
}

/* Two sockets of 64 cores with SMT: what grows with the CPUs must not take all of the time. */
TEST(a_machine_of_256_cpus_ends_within_the_caps)
{
	static const double cap_s[] = { 1800, 7200, 24 * 3600 };

	for (int profile = PROFILE_QUICK; profile <= PROFILE_FULL; profile++) {
		struct plan p;

		plan_make(&p, &(struct plan_request){ .profile = (enum profile)profile,
				      .tests = "",
				      .copies = "1,N",
				      .cpus = 256,
				      .cores = 128,
				      .nodes = 8,
				      .certificate = true,
				      .seed = 1 });
		CHECK_STR(p.problem, "");
		CHECK(index_steps(&p, 1) >= 12 && index_steps(&p, 256) >= 12);
		for (size_t i = 0; i < p.count; i++)
			CHECK(p.steps[i].copies >= 1 && p.steps[i].copies <= 512);
		CHECK(p.expected_s > 0 && p.expected_s < 0.76 * cap_s[profile]);
		CHECK(p.limits.time_max_ns >= p.limits.time_min_ns);
		plan_free(&p);
	}
}

int main(void)
{
	RUN(nodes_that_there_are_not_have_no_rows);
	RUN(places_that_there_are_not_have_no_rows);
	RUN(a_machine_of_256_cpus_ends_within_the_caps);
	return test_end();
}

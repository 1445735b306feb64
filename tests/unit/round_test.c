/* SPDX-License-Identifier: MIT */
/* Every CPU in turn, and every CPU at once: each has a value of its own. */
#include "core/cpus.h"
#include "core/engine.h"
#include "test.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static char workdir[] = "/tmp/round_test.XXXXXX";
static int *cpus, cpu_count;
static int slow_cpu = -1, broken_cpu = -1;

/* Sleeps, so that it is steady on any machine: eight times as long on the slow CPU. */
static int sleep_run(struct bench *b, uint64_t n)
{
	bool slow = sched_getcpu() == slow_cpu;
	const struct timespec time = { .tv_nsec = slow ? 8000000 : 1000000 };

	if (sched_getcpu() == broken_cpu)
		return bench_fail(b, "CPU %d is broken", broken_cpu);
	while (n--)
		nanosleep(&time, NULL);
	return BENCH_OK;
}

static const struct benchmark in_turn = { .name = "test.in_turn",
	.unit = UNIT_OPS_PER_S,
	.copies = COPIES_IN_TURN,
	.tolerance = 0.1,
	.run = sleep_run };
static const struct benchmark at_once = { .name = "test.at_once",
	.unit = UNIT_OPS_PER_S,
	.copies = COPIES_EACH_CPU,
	.tolerance = 0.1,
	.run = sleep_run };

static uint64_t now(void *context)
{
	(void)context;
	return clock_now_ns();
}

static struct outcome run(const struct benchmark *b, unsigned copies)
{
	const struct limits limits = { .warmup_min_ns = 1000000,
		.warmup_max_ns = 20000000,
		.time_min_ns = 20000000,
		.time_max_ns = 60000000,
		.batch_max_ns = 4000000,
		.samples_min = 5,
		.samples_max = 30 };
	struct engine e = { .limits = limits,
		.visit = limits,
		.trials = 3,
		.seed = 1,
		.clock = clock_measure(now, NULL),
		.cpus = cpus,
		.cpu_count = cpu_count,
		.workdir = workdir };
	struct outcome out;

	engine_init(&e);
	engine_run(&e, b, copies, &out);
	return out;
}

TEST(each_cpu_in_turn_has_a_value)
{
	struct outcome out;

	slow_cpu = cpus[cpu_count - 1];
	out = run(&in_turn, 1);
	CHECK_INT(out.copy_count, (unsigned)cpu_count);
	CHECK(out.trial_count >= 3);
	for (unsigned t = 0; t < out.trial_count; t++)
		CHECK_INT(out.trials[t].n, (size_t)cpu_count);
	for (int i = 0; i < cpu_count; i++) {
		CHECK_INT(out.copies[i].cpu, cpus[i]);
		/* A sleep ends late on a busy machine, never early. */
		CHECK(out.copies[i].value <= (cpus[i] == slow_cpu ? 125 : 1000));
		if (cpus[i] != slow_cpu)
			CHECK(out.copies[i].value > out.copies[cpu_count - 1].value);
	}
	/* That CPUs differ is the result: it is no scatter, and there are not two modes of
	 * anything.
	 */
	CHECK(!(out.flags & (FLAG_DISPERSED | FLAG_BIMODAL | FLAG_TAIL)));
	outcome_free(&out);
	slow_cpu = -1;
}

TEST(a_visit_that_fails_ends_the_benchmark)
{
	struct outcome out;
	char why[40];

	broken_cpu = cpus[cpu_count - 1];
	out = run(&in_turn, 1);
	CHECK_INT(out.status, STATUS_FAILED);
	snprintf(why, sizeof(why), "CPU %d is broken", broken_cpu);
	CHECK_STR(out.why, why);
	CHECK_INT(out.trial_count, 0);
	outcome_free(&out);
	broken_cpu = -1;
}

TEST(all_cpus_at_once_have_one_each)
{
	struct outcome out;

	slow_cpu = cpus[cpu_count - 1];
	out = run(&at_once, (unsigned)cpu_count);
	CHECK_INT(out.copy_count, (unsigned)cpu_count);
	for (int i = 0; i < cpu_count; i++) {
		CHECK_INT(out.copies[i].cpu, cpus[i]);
		CHECK(out.copies[i].value <= (cpus[i] == slow_cpu ? 125 : 1000));
	}
	if (cpu_count > 1)
		CHECK(out.copies[0].value > out.copies[cpu_count - 1].value);
	outcome_free(&out);
	slow_cpu = -1;
}

/* Many more copies than CPUs, and no time: each has a part in the window all the same. */
TEST(copies_that_wait_for_a_cpu_run_together)
{
	const struct limits limits = { .warmup_min_ns = 1000,
		.warmup_max_ns = 1000,
		.time_min_ns = 1000,
		.time_max_ns = 1000,
		.batch_max_ns = 100000,
		.samples_min = 1,
		.samples_max = 5 };
	const struct benchmark *spin = registry_find("selftest.spin");
	struct engine e = { .limits = limits,
		.trials = 10,
		.seed = 1,
		.clock = clock_measure(now, NULL),
		.cpus = cpus,
		.cpu_count = cpu_count,
		.workdir = workdir };
	struct outcome out;

	engine_init(&e);
	engine_run(&e, spin, 64, &out);
	CHECK_STR(out.status == STATUS_FAILED ? out.why : "", "");
	CHECK(out.has_value);
	outcome_free(&out);
}

int main(void)
{
	if (!mkdtemp(workdir))
		return 1;
	cpu_count = cpus_usable(&cpus);
	RUN(each_cpu_in_turn_has_a_value);
	RUN(a_visit_that_fails_ends_the_benchmark);
	RUN(all_cpus_at_once_have_one_each);
	RUN(copies_that_wait_for_a_cpu_run_together);
	rmdir(workdir);
	return test_end();
}

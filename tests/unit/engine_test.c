/* SPDX-License-Identifier: MIT */
/* The engine with real processes: what goes wrong is a status, and nothing is left behind. */
#include "core/cpus.h"
#include "core/engine.h"
#include "test.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char workdir[] = "/tmp/engine_test.XXXXXX";
static int one_cpu = 0;

static uint64_t now(void *context)
{
	(void)context;
	return clock_now_ns();
}

static struct engine engine_for(unsigned trials)
{
	struct engine e = {
		.limits = { .warmup_min_ns = 1000000,
			.warmup_max_ns = 50000000,
			.time_min_ns = 20000000,
			.time_max_ns = 200000000,
			.batch_max_ns = 2000000,
			.samples_min = 30,
			.samples_max = 300 },
		.trials = trials,
		.seed = 1,
		.clock = clock_measure(now, NULL),
		.cpus = &one_cpu,
		.cpu_count = 1,
		.workdir = workdir,
	};

	engine_init(&e);
	return e;
}

static int files_left(void)
{
	DIR *directory = opendir(workdir);
	int count = -2; /* . and .. */

	while (readdir(directory))
		count++;
	closedir(directory);
	return count;
}

static void check_clean(void)
{
	CHECK_INT(files_left(), 0);
	CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
}

static struct outcome run_named(struct engine *e, const char *name, unsigned copies)
{
	struct outcome out;

	engine_run(e, registry_find(name), copies, &out);
	check_clean();
	return out;
}

/* Without repetitions, which a busy machine brings about. */
static unsigned counting_trials(const struct outcome *out)
{
	unsigned count = 0;

	for (unsigned i = 0; i < out->trial_count; i++)
		count += !out->trials[i].superseded;
	return count;
}

TEST(sleeping_gives_the_rate_of_sleep)
{
	struct engine e = engine_for(3);
	struct outcome out = run_named(&e, "selftest.sleep", 1);

	CHECK(out.has_value);
	CHECK_INT(counting_trials(&out), 3);
	CHECK(out.all.value > 300 && out.all.value < 1000);
	CHECK(out.all.low <= out.all.value && out.all.value <= out.all.high);
	outcome_free(&out);
}

/* Every operation of all copies. */
TEST(operations_are_timed_one_by_one)
{
	struct engine e = engine_for(2);
	struct outcome out = run_named(&e, "selftest.latency", 2);
	struct histogram times;
	double sampled = 0;

	CHECK(outcome_times(&out, &times));
	for (unsigned i = 0; i < out.trial_count; i++)
		if (!out.trials[i].superseded)
			sampled += (double)out.trials[i].n;
	CHECK((double)times.count >= sampled);
	CHECK(histogram_percentile(&times, 0.5) >= 1e6);
	CHECK(times.max_ns >= 1000000 && times.sum_ns >= 1e6 * (double)times.count);
	outcome_free(&out);

	out = run_named(&e, "selftest.sleep", 1);
	CHECK(!outcome_times(&out, &times));
	outcome_free(&out);
}

/* What is timed while it warms up has no place in what is left of the time. */
TEST(the_warm_up_is_not_timed)
{
	struct engine e = engine_for(1);
	struct histogram times;
	struct outcome out;

	e.limits.warmup_min_ns = e.limits.warmup_max_ns = 300000000;
	out = run_named(&e, "selftest.latency", 1);
	CHECK(outcome_times(&out, &times));
	CHECK(times.sum_ns <= (double)(out.elapsed_ns - e.limits.warmup_min_ns));
	outcome_free(&out);
}

/* As the value: what was repeated is kept, but not part of it. */
TEST(times_of_a_superseded_trial_do_not_count)
{
	struct histogram times[2] = { 0 }, merged;
	struct trial trials[2] = { { .times = &times[0], .superseded = true },
		{ .times = &times[1] } };
	struct outcome out = { .trial_count = 2, .trials = trials };

	histogram_add(&times[0], 200);
	histogram_add(&times[1], 100);
	CHECK(outcome_times(&out, &merged));
	CHECK_INT(merged.count, 1);
	CHECK_INT(merged.max_ns, 100);
}

/* Sleepers share a CPU: many copies on one give many times the rate. */
TEST(copies_add_up)
{
	struct engine e = engine_for(1);
	struct outcome one = run_named(&e, "selftest.sleep", 1),
		       many = run_named(&e, "selftest.sleep", 16);

	CHECK(many.all.value > 8 * one.all.value && many.all.value < 18 * one.all.value);
	outcome_free(&one);
	outcome_free(&many);
}

TEST(a_crash_is_a_result)
{
	struct engine e = engine_for(3);
	struct outcome out = run_named(&e, "selftest.crash", 4);

	CHECK_STR(status_name(out.status), "crashed");
	CHECK(strstr(out.why, "signal 11") != NULL);
	CHECK(!out.has_value);
	CHECK(!e.cancelled);
	outcome_free(&out);
}

TEST(a_failure_says_why)
{
	struct engine e = engine_for(3);
	struct outcome out = run_named(&e, "selftest.fail", 2);

	CHECK_STR(status_name(out.status), "failed");
	CHECK_STR(out.why, "asked to fail");
	outcome_free(&out);
}

TEST(a_skip_says_why)
{
	struct engine e = engine_for(3);
	struct outcome out = run_named(&e, "selftest.skip", 2);

	CHECK_STR(status_name(out.status), "skipped");
	CHECK_STR(out.why, "asked to skip");
	outcome_free(&out);
}

TEST(a_signal_cancels_a_hang)
{
	struct engine e = engine_for(3);
	struct outcome out;
	pid_t parent = getpid(), killer;

	killer = fork();
	if (killer == 0) {
		usleep(300000);
		kill(parent, SIGTERM);
		_exit(0);
	}
	out = run_named(&e, "selftest.hang", 2);
	CHECK_STR(status_name(out.status), "timeout");
	CHECK_INT(e.cancelled, SIGTERM);
	CHECK(out.elapsed_ns < 5000000000u);
	outcome_free(&out);
}

static char visits[32];

/* Notes who is next; the second state is one that the machine refuses. */
static bool visit(void *context, unsigned state, struct outcome *out)
{
	(void)context;
	snprintf(visits + strlen(visits), sizeof(visits) - strlen(visits), "%u", state);
	if (state != 1)
		return true;
	out->status = STATUS_SKIPPED;
	snprintf(out->why, sizeof(out->why), "refused");
	return false;
}

/* Rounds 0 1 2, 2 1 0, 1 2 0, 0 2 1; state 1 drops out in the first. */
TEST(states_take_turns)
{
	struct engine e = engine_for(4);
	struct outcome out[3];

	visits[0] = '\0';
	engine_run_states(&e, registry_find("selftest.sleep"), 1,
		&(struct engine_states){ .count = 3, .enter = visit }, out);
	CHECK_STR(visits, "012202002");
	CHECK_INT(counting_trials(&out[0]), 4);
	CHECK_INT(counting_trials(&out[2]), 4);
	CHECK_INT(out[1].status, STATUS_SKIPPED);
	CHECK_STR(out[1].why, "refused");
	CHECK(out[0].has_value && out[2].has_value && !out[1].has_value);
	for (int i = 0; i < 3; i++)
		outcome_free(&out[i]);
	check_clean();
}

TEST(cpu_lists)
{
	int cpus[16];

	CHECK_INT(cpus_parse_list("0-3,8,10-11\n", cpus, 16), 7);
	CHECK_INT(cpus[4], 8);
	CHECK_INT(cpus[6], 11);
	CHECK_INT(cpus_parse_list("5", cpus, 16), 1);
	CHECK_INT(cpus_parse_list("0-99", cpus, 16), 16);
	CHECK_INT(cpus_parse_list("x", cpus, 16), -1);
	CHECK_INT(cpus_parse_list("3-1", cpus, 16), -1);
	CHECK_INT(cpus_parse_list("1;2", cpus, 16), -1);
}

int main(void)
{
	if (!mkdtemp(workdir))
		return 1;
	RUN(sleeping_gives_the_rate_of_sleep);
	RUN(operations_are_timed_one_by_one);
	RUN(the_warm_up_is_not_timed);
	RUN(times_of_a_superseded_trial_do_not_count);
	RUN(copies_add_up);
	RUN(a_crash_is_a_result);
	RUN(a_failure_says_why);
	RUN(a_skip_says_why);
	RUN(a_signal_cancels_a_hang);
	RUN(states_take_turns);
	RUN(cpu_lists);
	rmdir(workdir);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/*
 * A measurement that is disturbed on purpose, by real processes and by a composed machine whose
 * counters move: each disturbance is seen, named, marked at its samples, and flagged.
 */
#include "core/cpus.h"
#include "core/engine.h"
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[] = "/tmp/injected_test.XXXXXX";
static char root[64], workdir[64];
static int one_cpu = 0;

static uint64_t now(void *context)
{
	(void)context;
	return clock_now_ns();
}

static void write_file(const char *path, const char *format, unsigned long number)
{
	char full[512], text[512], *slash = full + strlen(root);
	int fd, length = snprintf(text, sizeof(text), format, number);

	snprintf(full, sizeof(full), "%s%s", root, path);
	while ((slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	/* In one go and never shorter than before: it is being read at any moment. */
	fd = open(full, O_CREAT | O_WRONLY, 0600);
	CHECK_INT(pwrite(fd, text, (size_t)length, 0), length);
	close(fd);
}

static const char interrupts[] = "           CPU0\n LOC: %10lu   Local timer interrupts\n";
static const char frequency[] = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq";
static const char throttles[] = "/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count";

static void compose(void)
{
	write_file("/proc/interrupts", interrupts, 1000);
	write_file("/proc/stat", "cpu0 0 0 0 0 0 0 0 %4lu 0 0\n", 0);
	write_file(frequency, "%8lu\n", 3000000);
	write_file(throttles, "%8lu\n", 0);
}

/* One trial of 0.6 s that never converges early: the disturber has its time. */
static struct outcome measure(const char *machine, void (*disturb)(pid_t victim_group))
{
	struct engine e = {
		.limits = { .warmup_min_ns = 1000000,
			.warmup_max_ns = 50000000,
			.time_min_ns = 600000000,
			.time_max_ns = 600000000,
			.batch_max_ns = 2000000,
			.samples_min = 30,
			.samples_max = 1000 },
		.trials = 1,
		.seed = 1,
		.clock = clock_measure(now, NULL),
		.cpus = &one_cpu,
		.cpu_count = 1,
		.workdir = workdir,
		.root = machine,
	};
	struct outcome out;
	pid_t parent = getpid(), disturber;

	engine_init(&e);
	fflush(NULL);
	disturber = fork();
	if (disturber == 0) {
		usleep(300000);
		disturb(parent);
		_exit(0);
	}
	engine_run(&e, registry_find("selftest.spin"), 1, &out);
	kill(disturber, SIGKILL);
	waitpid(disturber, NULL, 0);
	return out;
}

/* Samples with that cause. */
static unsigned hit(const struct outcome *out, unsigned cause)
{
	unsigned count = 0;

	for (unsigned t = 0; t < out->trial_count; t++)
		for (size_t i = 0; i < out->trials[t].n; i++)
			count += (out->trials[t].causes[i] & cause) != 0;
	return count;
}

static void nothing(pid_t parent)
{
	(void)parent;
}

static void spin_beside(pid_t parent)
{
	(void)parent;
	cpus_pin(one_cpu);
	for (uint64_t end = clock_now_ns() + 1000000000; clock_now_ns() < end;)
		;
}

/* The engine's one child, which is the copy: its process number is in the parent's list. */
static pid_t copy_of(pid_t parent)
{
	char path[64], text[256] = "";
	FILE *file;
	pid_t pid = 0;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)parent, (int)parent);
	file = fopen(path, "r");
	if (file && fgets(text, sizeof(text), file))
		for (char *p = strtok(text, " "); p; p = strtok(NULL, " "))
			if (atoi(p) != getpid())
				pid = atoi(p);
	if (file)
		fclose(file);
	return pid;
}

static void stop_the_copy(pid_t parent)
{
	pid_t copy = copy_of(parent);

	if (!copy)
		return;
	kill(copy, SIGSTOP);
	usleep(50000);
	kill(copy, SIGCONT);
}

static void storm(pid_t parent)
{
	(void)parent;
	for (unsigned long count = 1000;; count += 500) {
		write_file("/proc/interrupts", interrupts, count);
		usleep(1000);
	}
}

static void steal(pid_t parent)
{
	(void)parent;
	write_file("/proc/stat", "cpu0 0 0 0 0 0 0 0 %4lu 0 0\n", 3);
	usleep(1000000);
}

static void slow_down(pid_t parent)
{
	(void)parent;
	write_file(frequency, "%8lu\n", 2800000);
	usleep(1000000);
}

static void throttle(pid_t parent)
{
	(void)parent;
	write_file(throttles, "%8lu\n", 2);
	usleep(1000000);
}

TEST(another_process_on_the_measured_cpu)
{
	struct outcome out = measure("", spin_beside);

	CHECK(hit(&out, CAUSE_PREEMPTED) >= 5);
	CHECK(out.flags & FLAG_INTERFERENCE);
	CHECK(out.conditions.preemptions >= 5);
	outcome_free(&out);
}

/* On a busy machine the typical sample is off the CPU as well: then it can't be told, and is tried
 * again. */
TEST(a_stopped_child)
{
	unsigned seen = 0;

	for (int i = 0; i < 10 && !seen; i++) {
		struct outcome out = measure("", stop_the_copy);

		seen = hit(&out, CAUSE_OFF_CPU);
		outcome_free(&out);
	}
	CHECK(seen >= 1);
}

TEST(an_interrupt_storm)
{
	struct outcome calm, out;

	compose();
	calm = measure(root, nothing);
	out = measure(root, storm);
	CHECK_INT(hit(&calm, CAUSE_INTERRUPTS), 0);
	CHECK(hit(&out, CAUSE_INTERRUPTS) >= 5);
	CHECK(out.conditions.interrupts > 1000);
	outcome_free(&calm);
	outcome_free(&out);
}

TEST(stolen_time)
{
	struct outcome out;

	compose();
	out = measure(root, steal);
	CHECK(hit(&out, CAUSE_STEAL) >= 1);
	CHECK_INT(out.conditions.steal_ns, 30000000);
	outcome_free(&out);
}

TEST(a_frequency_drop)
{
	struct outcome out;

	compose();
	out = measure(root, slow_down);
	CHECK(hit(&out, CAUSE_FREQUENCY) >= 5);
	CHECK(out.flags & FLAG_FREQ);
	CHECK_NEAR(out.conditions.frequency_low_hz, 2.8e9, 1);
	CHECK_NEAR(out.conditions.frequency_high_hz, 3.0e9, 1);
	outcome_free(&out);
}

TEST(throttling)
{
	struct outcome out;

	compose();
	out = measure(root, throttle);
	CHECK_INT(hit(&out, CAUSE_THROTTLED), out.trials[0].n);
	CHECK(out.flags & FLAG_THROTTLED);
	CHECK_INT(out.conditions.core_throttles, 2);
	outcome_free(&out);
}

int main(void)
{
	int status;

	if (!mkdtemp(directory))
		return 1;
	/* What else runs on this machine must not look like what is injected; takes root. */
	setpriority(PRIO_PROCESS, 0, -20);
	snprintf(root, sizeof(root), "%s/root", directory);
	snprintf(workdir, sizeof(workdir), "%s/work", directory);
	mkdir(root, 0700);
	mkdir(workdir, 0700);
	RUN(another_process_on_the_measured_cpu);
	RUN(a_stopped_child);
	RUN(an_interrupt_storm);
	RUN(stolen_time);
	RUN(a_frequency_drop);
	RUN(throttling);
	status = test_end();
	if (fork() == 0)
		execlp("rm", "rm", "-rf", directory, NULL);
	wait(NULL);
	return status;
}

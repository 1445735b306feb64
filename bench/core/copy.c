/* SPDX-License-Identifier: MIT */
#include "core/copy.h"

#include "core/die.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void say_why(struct bench *b, const char *format, va_list args)
{
	int error = errno, length = vsnprintf(b->report->why, WHY_LENGTH, format, args);
	size_t format_length = strlen(format);

	if (format_length && format[format_length - 1] == ':' && length > 0 && length < WHY_LENGTH)
		snprintf(b->report->why + length, (size_t)(WHY_LENGTH - length), " %s",
			strerror(error));
}

int bench_fail(struct bench *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_why(b, format, args);
	va_end(args);
	return BENCH_FAILED;
}

int bench_skip(struct bench *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_why(b, format, args);
	va_end(args);
	return BENCH_SKIPPED;
}

void bench_note(struct bench *b, const char *key, const char *format, ...)
{
	va_list args;
	int slot = 0;

	if (b->copy != 0)
		return;
	while (slot < NOTE_COUNT && b->report->notes[slot].key[0] &&
		strcmp(b->report->notes[slot].key, key))
		slot++;
	if (slot == NOTE_COUNT)
		return;
	snprintf(b->report->notes[slot].key, NOTE_KEY, "%s", key);
	va_start(args, format);
	vsnprintf(b->report->notes[slot].value, NOTE_VALUE, format, args);
	va_end(args);
}

const char *bench_program_dir(void)
{
	static char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	path[length > 0 ? length : 0] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return ".";
	*slash = '\0';
	return path;
}

static uint64_t sampler_now(void *context)
{
	(void)context;
	return clock_now_ns();
}

static int sampler_bench_run(void *context, uint64_t ops)
{
	struct bench *b = context;

	return b->benchmark->run(b, ops);
}

static uint64_t sampler_preemptions(void *context)
{
	struct rusage usage;

	(void)context;
	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_nivcsw;
}

/* Undoes what the parent's wait loop needs, so that what the benchmark starts is an ordinary
 * process. */
static void become_ordinary(void)
{
	const struct rlimit no_core = { 0, 0 };
	sigset_t none;

	/* If bootmark itself dies, nothing of it goes on running. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &no_core);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static int place(struct bench *b, const struct team_plan *plan)
{
	int cpu = plan->cpus[b->copy % (unsigned)plan->cpu_count];
	size_t size = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *set;
	int status = 0;

	if (b->benchmark->placement == PLACE_FREE)
		return BENCH_OK;
	set = CPU_ALLOC(cpu + 1);
	if (!set)
		return bench_fail(b, "out of memory for a CPU set");
	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	if (sched_setaffinity(0, size, set))
		status = bench_fail(b, "pin to CPU %d:", cpu);
	CPU_FREE(set);
	return status;
}

static int prepare(struct bench *b, const struct team_plan *plan)
{
	int status = place(b, plan);

	if (status)
		return status;
	if (mkdir(b->workdir, 0700) || chdir(b->workdir))
		return bench_fail(b, "make the working directory %s:", b->workdir);
	return b->benchmark->setup ? b->benchmark->setup(b) : BENCH_OK;
}

static int measure(struct bench *b, const struct team_plan *plan, struct sampling_team *team,
	struct copy_area *area)
{
	struct sampler sampler = {
		.limits = plan->limits,
		.clock = plan->clock,
		.copy = b->copy,
		.team = team,
		.random = plan->seed + b->copy,
		.context = b,
		.now = sampler_now,
		.run = sampler_bench_run,
		.preemptions = sampler_preemptions,
		.log = &area->log,
	};
	int status = sampler_run(&sampler);

	area->batch_ns = sampler.batch_ns;
	area->warmup_timeout = sampler.warmup_timeout;
	area->work_per_op = b->work_per_op;
	return status;
}

void copy_main(const struct team_plan *plan, unsigned copy, struct sampling_team *team,
	struct copy_area *area, struct barrier barrier)
{
	char *workdir = xasprintf("%s/copy%u", plan->workdir, copy);
	struct bench b = {
		.benchmark = plan->benchmark,
		.copy = copy,
		.copies = plan->copies,
		.workdir = workdir,
		.work_per_op = 1,
		.report = &area->report,
	};
	char byte = 0;

	become_ordinary();
	area->status = prepare(&b, plan);
	if (area->status == BENCH_OK) {
		area->ready = true;
		if (write(barrier.ready_fd, &byte, 1) != 1)
			_exit(1);
		close(barrier.ready_fd);
		while (read(barrier.go_fd, &byte, 1) < 0 && errno == EINTR)
			;
		close(barrier.go_fd);
		area->status = measure(&b, plan, team, area);
	} else {
		atomic_store(&team->stop, true);
	}
	if (b.benchmark->teardown)
		b.benchmark->teardown(&b);
	area->finished = true;
	_exit(0);
}

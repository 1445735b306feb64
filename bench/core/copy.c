/* SPDX-License-Identifier: MIT */
#include "core/copy.h"

#include "core/cpus.h"
#include "core/die.h"
#include "core/sensors.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* One page: more would only move the same places by whole pages. */
enum { STACK_PAD = 4096 };

/* What the sampler's callbacks work on. */
struct measurement {
	struct bench *bench;
	struct copy_area *area;
	struct sensors sensors;
	struct reading last;
	uint64_t slow_ns, interrupts, steal_ns; /* at the last reading of the costly counters */
	unsigned since;				/* batches logged after that */
};

static uint64_t sampler_now(void *context)
{
	(void)context;
	return clock_now_ns();
}

static int sampler_bench_run(void *context, uint64_t ops)
{
	struct bench *b = ((struct measurement *)context)->bench;

	return b->benchmark->run(b, ops);
}

static int sampler_bench_before(void *context, uint64_t ops)
{
	struct bench *b = ((struct measurement *)context)->bench;

	return b->benchmark->before(b, ops);
}

static int sampler_bench_without(void *context, uint64_t ops)
{
	struct bench *b = ((struct measurement *)context)->bench;

	return b->benchmark->without(b, ops);
}

static int sampler_bench_sample(void *context, uint64_t ns, double *value)
{
	struct measurement *m = context;

	return m->bench->benchmark->sample(m->bench, ns, &m->area->histogram, value);
}

static uint64_t sampler_preemptions(void *context)
{
	struct rusage usage;

	(void)context;
	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_nivcsw;
}

/* Spreads what came since the last reading of the costly counters over the batches since then. */
static void share_out(struct measurement *m, struct batch_log *log, const struct reading *now)
{
	uint64_t interrupts = counter_growth(m->interrupts, now->interrupts);
	uint64_t steal_ns = counter_growth(m->steal_ns, now->steal_ns);
	unsigned n = m->since < log->count ? m->since : log->count;
	unsigned causes = disturbance_of_machine(
		&m->sensors.rules, now->time_ns - m->slow_ns, interrupts, steal_ns);

	for (unsigned left = n; left; left--) {
		struct disturbance *d = &log->batch[log->count - left].disturbance;

		d->causes |= causes;
		d->interrupts = (uint32_t)(interrupts / left);
		d->steal_ns = steal_ns / left;
		interrupts -= d->interrupts;
		steal_ns -= d->steal_ns;
	}
}

/* Restarts what the costly counters are compared with. */
static void restart(struct measurement *m, const struct reading *now)
{
	m->slow_ns = now->time_ns;
	m->interrupts = now->interrupts;
	m->steal_ns = now->steal_ns;
	m->since = 0;
}

static void sampler_watch(void *context, const struct batch_log *log)
{
	struct measurement *m = context;

	if (log->count == 0) {
		sensors_read_all(&m->sensors, &m->last);
		restart(m, &m->last);
		if (benchmark_times_operations(m->bench->benchmark)) /* the warm-up's */
			memset(&m->area->histogram, 0, sizeof(m->area->histogram));
	}
	sensors_read(&m->sensors, &m->last);
}

static void sampler_observe(void *context, struct batch_log *log)
{
	struct measurement *m = context;
	struct reading now = m->last;

	sensors_read(&m->sensors, &now);
	log->batch[log->count - 1].disturbance =
		disturbance_between(&m->sensors.rules, &m->last, &now);
	m->since++;
	if (!sensors_due(&m->sensors, &now))
		return;
	sensors_read_all(&m->sensors, &now);
	share_out(m, log, &now);
	restart(m, &now);
	m->last = now;
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

static int place(struct bench *b, const struct team_plan *plan, struct copy_area *area)
{
	area->cpu = -1;
	if (b->benchmark->placement == PLACE_FREE)
		return BENCH_OK;
	area->cpu = plan->cpus[b->copy % (unsigned)plan->cpu_count];
	return bench_pin(b, area->cpu);
}

static int prepare(struct bench *b, const struct team_plan *plan, struct copy_area *area)
{
	int status = place(b, plan, area);

	if (status)
		return status;
	if (mkdir(b->workdir, 0700) || chdir(b->workdir))
		return bench_fail(b, "make the working directory %s:", b->workdir);
	return b->benchmark->setup ? b->benchmark->setup(b) : BENCH_OK;
}

/* Copies that share a CPU preempt each other: that is no disturbance but what was asked for. */
static void open_sensors(
	struct measurement *m, const struct team_plan *plan, struct copy_area *area)
{
	sensors_open(&m->sensors, plan->root, area->cpu);
	if (plan->copies > (unsigned)plan->cpu_count)
		m->sensors.rules.pinned = false;
	for (int i = 0; i < SENSOR_COUNT; i++)
		area->sensor_missing[i] = m->sensors.available[i] ? NULL : m->sensors.why[i];
}

static int measure(struct bench *b, const struct team_plan *plan, struct sampling_team *team,
	struct copy_area *area)
{
	struct measurement m = { .bench = b, .area = area };
	struct sampler sampler = {
		.limits = plan->limits,
		.clock = plan->clock,
		.copy = b->copy,
		.team = team,
		.random = plan->seed + b->copy,
		.context = &m,
		.now = sampler_now,
		.run = sampler_bench_run,
		.sample = b->benchmark->sample ? sampler_bench_sample : NULL,
		.before = b->benchmark->before ? sampler_bench_before : NULL,
		.without = b->benchmark->without ? sampler_bench_without : NULL,
		.preemptions = sampler_preemptions,
		.watch = sampler_watch,
		.observe = sampler_observe,
		.rules = &m.sensors.rules,
		.log = &area->log,
	};
	int status;

	/* A log that grows into new pages would fault between two readings. */
	memset(&area->log, 0, sizeof(area->log));
	open_sensors(&m, plan, area);
	status = sampler_run(&sampler);
	sensors_close(&m.sensors);
	area->batch_ns = sampler.batch_ns;
	area->warmup_timeout = sampler.warmup_timeout;
	area->work_per_op = b->work_per_op;
	return status;
}

/* Where the stack lies in its page shifts results: every trial has another place. */
static int measure_on_shifted_stack(struct bench *b, const struct team_plan *plan,
	struct sampling_team *team, struct copy_area *area)
{
	uint64_t random = plan->seed + b->copy;
	char pad[1 + random_next(&random) % STACK_PAD];

	keep(pad);
	return measure(b, plan, team, area);
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
		.seed = plan->seed,
		.work_per_op = 1,
		.latency = plan->benchmark->latency ? &area->histogram : NULL,
		.report = &area->report,
		.cpus = plan->cpus,
		.cpu_count = plan->cpu_count,
		.pairs = plan->pairs,
		.shared = plan->shared,
		.memory_bytes = plan->memory_bytes / plan->copies,
	};
	char byte = 0;

	become_ordinary();
	area->status = prepare(&b, plan, area);
	if (area->status == BENCH_OK) {
		area->ready = true;
		if (write(barrier.ready_fd, &byte, 1) != 1)
			_exit(1);
		close(barrier.ready_fd);
		while (read(barrier.go_fd, &byte, 1) < 0 && errno == EINTR)
			;
		close(barrier.go_fd);
		area->status = measure_on_shifted_stack(&b, plan, team, area);
		if (area->status == BENCH_OK && b.benchmark->check)
			area->status = b.benchmark->check(&b);
	} else {
		atomic_store(&team->stop, true);
	}
	if (b.benchmark->teardown)
		b.benchmark->teardown(&b);
	area->finished = true;
	_exit(0);
}

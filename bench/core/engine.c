/* SPDX-License-Identifier: MIT */
#include "core/engine.h"

#include "core/aggregate.h"
#include "core/die.h"
#include "core/stats.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

/* Limits of method.md P7. */
static const double MAX_ROBUST_CV = 0.02, MAX_TRIAL_RANGE = 0.03;

/* A trial that takes this many times its budget, and a while, hangs. */
enum { HANG_FACTOR = 4 };
static const uint64_t HANG_NS = 10000000000u;

void engine_init(struct engine *e)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	/* Whatever a benchmark leaves behind comes to us to be reaped. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	e->cancelled = 0;
}

/* More copies than CPUs take turns: one round of all of them may take that many times longer. */
static uint64_t hang_limit_ns(const struct engine *e, unsigned copies)
{
	uint64_t budget = e->limits.warmup_max_ns + e->limits.time_max_ns;
	uint64_t rounds = copies / (unsigned)e->cpu_count;

	return (HANG_NS + HANG_FACTOR * budget) * (rounds < 1 ? 1 : rounds);
}

/* Takes the samples of a finished trial out of the areas. False if the copies never ran together.
 */
static bool collect(
	struct outcome *out, const struct copy_area *areas, const struct team_plan *plan)
{
	static double samples[BATCH_CAPACITY];
	const struct batch_log **logs = xcalloc(plan->copies, sizeof(*logs));
	struct trial *trial;
	double *sorted;
	size_t n;

	for (unsigned i = 0; i < plan->copies; i++) {
		logs[i] = &areas[i].log;
		if (areas[i].warmup_timeout)
			out->flags |= FLAG_WARMUP_TIMEOUT;
	}
	n = aggregate(logs, plan->copies, plan->clock.overhead_ns, areas[0].work_per_op, samples);
	free(logs);
	if (n == 0)
		return false;
	out->trials = xrealloc(out->trials, (out->trial_count + 1) * sizeof(*out->trials));
	trial = &out->trials[out->trial_count++];
	trial->n = n;
	trial->batch_ns = areas[0].batch_ns;
	trial->samples = xcalloc(n, sizeof(*samples));
	memcpy(trial->samples, samples, n * sizeof(*samples));
	trial->halfwidth = stats_median_halfwidth(samples, n);
	sorted = samples;
	stats_sort(sorted, n);
	trial->median = stats_quantile(sorted, n, 0.5);
	return true;
}

static enum status status_of(enum team_end end)
{
	switch (end) {
	case TEAM_SKIPPED:
		return STATUS_SKIPPED;
	case TEAM_CRASHED:
		return STATUS_CRASHED;
	case TEAM_HUNG:
	case TEAM_CANCELLED:
		return STATUS_TIMEOUT;
	default:
		return STATUS_FAILED;
	}
}

static bool run_trial(
	struct engine *e, struct team_plan *plan, struct copy_area *areas, struct outcome *out)
{
	int signal = 0;
	enum team_end end = team_run(plan, areas, out->why, &signal);

	if (end != TEAM_DONE) {
		out->status = status_of(end);
		e->cancelled = signal;
		return false;
	}
	out->report = areas[0].report;
	if (!collect(out, areas, plan)) {
		out->status = STATUS_FAILED;
		snprintf(out->why, WHY_LENGTH, "the %u copies never ran at the same time",
			plan->copies);
		return false;
	}
	return true;
}

void engine_run(struct engine *e, const struct benchmark *b, unsigned copies, struct outcome *out)
{
	struct copy_area *areas = team_alloc(copies);
	uint64_t start = clock_now_ns();
	struct team_plan plan = {
		.benchmark = b,
		.copies = copies,
		.limits = e->limits,
		.clock = e->clock,
		.hang_ns = hang_limit_ns(e, copies),
		.cpus = e->cpus,
		.cpu_count = e->cpu_count,
		.workdir = e->workdir,
	};
	bool going = true;

	memset(out, 0, sizeof(*out));
	plan.limits.tolerance = b->tolerance;
	plan.limits.min_ops = b->min_ops;
	for (unsigned i = 0; i < e->trials && going; i++) {
		plan.seed = random_next(&e->seed);
		going = run_trial(e, &plan, areas, out);
	}
	team_free(areas, copies);
	if (going)
		outcome_evaluate(out, b->tolerance);
	out->elapsed_ns = clock_now_ns() - start;
}

/* The interval between trials; with a single trial all there is is the one within it. */
static void set_interval(struct outcome *out, const double *medians)
{
	struct interval interval = { out->value * (1 - out->trials[0].halfwidth),
		out->value * (1 + out->trials[0].halfwidth) };

	if (out->trial_count > 1)
		interval = stats_geomean_interval(medians, out->trial_count);
	out->low = interval.low;
	out->high = interval.high;
}

static void explain(struct outcome *out)
{
	static const char *const words[] = { "the interval stayed wider than asked for",
		"the samples scatter by more than 2 %", "the trials differ by more than 3 %",
		"still drifting when the warm-up ended" };
	size_t length = 0;

	out->status = out->flags ? STATUS_NOISY : STATUS_OK;
	out->why[0] = '\0';
	for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (out->flags & 1u << i && length < WHY_LENGTH)
			length += (size_t)snprintf(out->why + length, WHY_LENGTH - length, "%s%s",
				length ? "; " : "", words[i]);
}

void outcome_evaluate(struct outcome *out, double tolerance)
{
	double *medians = xcalloc(out->trial_count, sizeof(*medians)), *all, lowest, highest;
	size_t total = 0, n = 0;

	for (unsigned i = 0; i < out->trial_count; i++) {
		medians[i] = out->trials[i].median;
		total += out->trials[i].n;
		if (!(out->trials[i].halfwidth <= tolerance))
			out->flags |= FLAG_NOT_CONVERGED;
	}
	out->value = stats_geomean(medians, out->trial_count);
	out->has_value = out->value > 0;
	set_interval(out, medians);
	stats_sort(medians, out->trial_count);
	lowest = medians[0];
	highest = medians[out->trial_count - 1];
	free(medians);
	all = xcalloc(total, sizeof(*all));
	for (unsigned i = 0; i < out->trial_count; i++)
		for (size_t k = 0; k < out->trials[i].n; k++)
			all[n++] = out->trials[i].samples[k];
	stats_sort(all, total);
	out->min = all[0];
	out->max = all[total - 1];
	out->robust_cv = stats_mad(all, total) / stats_quantile(all, total, 0.5);
	free(all);
	if (out->robust_cv > MAX_ROBUST_CV)
		out->flags |= FLAG_DISPERSED;
	if ((highest - lowest) / out->value > MAX_TRIAL_RANGE)
		out->flags |= FLAG_TRIALS_DISAGREE;
	explain(out);
	if (!out->has_value) {
		out->status = STATUS_FAILED;
		snprintf(out->why, WHY_LENGTH, "it measured a rate of zero");
	}
}

void outcome_free(struct outcome *out)
{
	for (unsigned i = 0; i < out->trial_count; i++)
		free(out->trials[i].samples);
	free(out->trials);
	out->trials = NULL;
	out->trial_count = 0;
}

const char *status_name(enum status status)
{
	static const char *const names[] = { "ok", "noisy", "skipped", "failed", "crashed",
		"timeout" };

	return names[status];
}

const char *flag_name(unsigned flags)
{
	static const char *const names[] = { "NOT_CONVERGED", "DISPERSED", "TRIALS_DISAGREE",
		"WARMUP_TIMEOUT" };

	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (flags & 1u << i)
			return names[i];
	return NULL;
}

/* SPDX-License-Identifier: MIT */
#include "run_burnin.h"

#include "core/console.h"
#include "inventory/faults.h"
#include "report/burnin_facts.h"
#include "run_records.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/*
 * A slice is a record: a minute of an eight-hour load, but never so few that a curve has no shape.
 * The first one is ten seconds of a machine that rested: power budgets let it run faster than it
 * can for long (reference/method.md P3).
 */
enum { SLICE_MAX_S = 60, SLICES_MIN = 20, BURST_S = 10, REST_S = 5 };

/* More slices in a row without a result: the load does not run on this machine. */
enum { FAILURES_MAX = 3 };

struct burnin {
	uint64_t start_ns;
	double slice_s, total_s;
	bool rested;	   /* before the first slice */
	unsigned failures; /* in a row */
};

static double seconds_since(uint64_t start_ns)
{
	return (double)(clock_now_ns() - start_ns) * 1e-9;
}

static double slice_seconds(const struct burnin *burnin, double done_s)
{
	double left = burnin->total_s - done_s, slice = burnin->slice_s;

	if (done_s == 0 && burnin->rested)
		slice = BURST_S;
	return left < 1.5 * slice ? left : slice;
}

static void load_once(struct run *run, double seconds, struct outcome *out)
{
	struct engine engine = run->engine;

	engine.trials = 1;
	engine.limits.time_max_ns = (uint64_t)(seconds * 1e9);
	engine_run(&engine, registry_find("burnin.load"), (unsigned)engine.cpu_count, out);
	run->engine.seed = engine.seed;
	run->engine.cancelled = engine.cancelled;
}

static void watch(struct run *run, struct burnin *burnin, double t_s, const struct outcome *out)
{
	struct load_slice slice = { .t_s = t_s,
		.rested = burnin->rested && t_s == 0,
		.outcome = out,
		.thermal = thermal_read(""),
		.faults = fault_counts_read("") };
	char text[WHY_LENGTH + 64];

	record_load(&run->recorder, &slice);
	run_check_store(run);
	if (out->status == STATUS_SKIPPED || out->status == STATUS_OK ||
		out->status == STATUS_NOISY) {
		burnin->failures = out->has_value ? 0 : burnin->failures + 1;
		return;
	}
	burnin->failures++;
	/* Every wrong answer is in the records; one finding a slice is enough to read. */
	snprintf(text, sizeof(text), "burn-in, after %.0f s: %s", t_s, out->why);
	run_find_trouble(run, "fail", text);
}

static void say_progress(const struct burnin *burnin, const struct outcome *out)
{
	console_text("  load %6.0f of %.0f s: %.5g rounds/s\n", seconds_since(burnin->start_ns),
		burnin->total_s, out->has_value ? out->all.value : 0);
}

void run_burnin(struct run *run)
{
	const struct timespec rest = { REST_S, 0 };
	struct burnin burnin = { .total_s = (double)run->plan.burnin_s };
	double done_s = 0;

	burnin.slice_s = burnin.total_s / SLICES_MIN;
	burnin.slice_s = burnin.slice_s > SLICE_MAX_S ? SLICE_MAX_S : burnin.slice_s;
	console_text("Burn-in: %.0f s of load on %d CPUs\n", burnin.total_s, run->engine.cpu_count);
	console_drain();
	burnin.rested = burnin.slice_s > BURST_S;
	if (burnin.rested)
		nanosleep(&rest, NULL);
	burnin.start_ns = clock_now_ns();
	while (done_s + 0.5 < burnin.total_s && !run->engine.cancelled &&
		burnin.failures < FAILURES_MAX) {
		struct outcome out;

		load_once(run, slice_seconds(&burnin, done_s), &out);
		watch(run, &burnin, done_s, &out);
		say_progress(&burnin, &out);
		outcome_free(&out);
		done_s = seconds_since(burnin.start_ns);
	}
	if (burnin.failures == FAILURES_MAX)
		run_find_trouble(run, "fail",
			"burn-in: ended early, since the load failed three times "
			"in a row");
}

/* Computed from the records, as a laptop would. */
void run_judge_drift(struct run *run)
{
	struct records records;
	struct run_view view;

	records_parse(&records, run->recorder.all, run->recorder.all_length, false);
	run_view_make(&view, &records);
	for (size_t i = 0; i < view.result_count; i++) {
		struct drift_row row;
		char text[FACT_LENGTH * 2];

		if (!drift_row_make(&row, &view, i) || !row.worse)
			continue;
		snprintf(text, sizeof(text), "after the load %s with %u %s is worse by %s (%s)",
			row.after->name, row.after->copies,
			row.after->copies == 1 ? "copy" : "copies", row.change, row.judgement);
		run_find_trouble(run, "warn", text);
	}
	run_view_free(&view);
	records_free(&records);
}

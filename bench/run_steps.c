/* SPDX-License-Identifier: MIT */
/* The steps of a run, one after the other. */
#include "run_progress.h"

#include "core/console.h"
#include "core/die.h"
#include "progress.h"
#include "run_burnin.h"
#include "run_records.h"
#include "tune/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void run_find_trouble(struct run *run, const char *severity, const char *text)
{
	console_text("%s: %s\n", strcmp(severity, "info") ? "WARNING" : "note", text);
	record_finding(&run->recorder, severity, text);
}

void run_check_store(struct run *run)
{
	char text[512];

	if (!run->recorder.error)
		return;
	snprintf(text, sizeof(text),
		"results cannot be written to %.300s (%s): from here on they are only on "
		"the serial line; free some space or use another stick",
		run->options->store, strerror(run->recorder.error));
	run->recorder.error = 0;
	recorder_close_file(&run->recorder);
	run->directory[0] = '\0';
	run_find_trouble(run, "warn", text);
}

static void start_step(struct run *run, size_t i)
{
	record_start(&run->recorder, &run->plan.steps[i], i + 1, run->plan.count);
	progress_begin(&run->plan.steps[i], i + 1, run->plan.count);
}

static void finish_step(struct run *run, size_t i, struct outcome *out)
{
	const struct step *step = &run->plan.steps[i];

	progress_result(
		out, step, i + 1, run->plan.count, (double)(clock_now_ns() - run->start_ns) * 1e-9);
	record_result(&run->recorder, step, out);
	run_check_store(run);
	run->counts[out->status]++;
	outcome_free(out);
}

/* Runs a step, or the states of a knob together. Returns how many steps that were. */
static size_t run_steps(struct run *run, size_t first)
{
	const struct step *step = &run->plan.steps[first];
	size_t count = sweep_group(&run->plan, first);
	struct outcome *outcomes = xcalloc(count, sizeof(*outcomes));

	start_step(run, first);
	tuning_begin_test(&run->tuning);
	console_drain();
	for (size_t i = 0; i < count && run->engine.cancelled; i++) {
		outcomes[i].status = STATUS_SKIPPED;
		snprintf(outcomes[i].why, sizeof(outcomes[i].why),
			"the run was ended before it came to this");
	}
	if (!run->engine.cancelled && step_turns_knob(step))
		sweep_run(
			&run->engine, &run->tuning.settings, &run->recorder, step, count, outcomes);
	else if (!run->engine.cancelled)
		engine_run(&run->engine, step->benchmark, step->copies, outcomes);
	for (size_t i = 0; i < count; i++) {
		if (i)
			start_step(run, first + i);
		finish_step(run, first + i, &outcomes[i]);
	}
	free(outcomes);
	return count;
}

/* Computed from the records, as a laptop would: what was measured so far. */
static void certify(struct run *run)
{
	static struct certificate certificate;
	struct records records;
	struct run_view view;

	records_parse(&records, run->recorder.all, run->recorder.all_length, false);
	run_view_make(&view, &records);
	certificate_make(&certificate, &view);
	record_certificate(&run->recorder, &certificate);
	run_view_free(&view);
	records_free(&records);
	run_check_store(run);
	console_text("Noise certificate: %s\n", quiet_name(certificate.grade));
	for (size_t i = 0; i < certificate.reason_count; i++)
		console_text("  %s\n", certificate.reasons[i]);
}

/* The noise benchmarks come first; after the last of them the machine can be judged. */
static bool is_last_of_noise(const struct plan *plan, size_t i)
{
	return plan->steps[i].benchmark->noise &&
	       (i + 1 == plan->count || !plan->steps[i + 1].benchmark->noise);
}

/* Steps before the burn-in's load: those after it come last. */
static size_t steps_before_load(const struct plan *plan)
{
	size_t i = 0;

	while (i < plan->count && !plan->steps[i].after_load)
		i++;
	return i;
}

static void run_range(struct run *run, size_t first, size_t end)
{
	for (size_t i = first; i < end;) {
		i += run_steps(run, i);
		if (is_last_of_noise(&run->plan, i - 1) && !run->engine.cancelled)
			certify(run);
	}
}

void run_all_steps(struct run *run)
{
	size_t load = steps_before_load(&run->plan);

	run_range(run, 0, load);
	if (run->plan.burnin_s && !run->engine.cancelled)
		run_burnin(run);
	run_range(run, load, run->plan.count);
	if (run->plan.burnin_s && !run->engine.cancelled)
		run_judge_drift(run);
}

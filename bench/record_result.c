/* SPDX-License-Identifier: MIT */
/* The result record. */
#include "run_records.h"

#include <math.h>

/* Samples keep 7 digits: a ten-thousandth of the tightest interval. Derived values keep 9. */
enum { SAMPLE_DIGITS = 7, VALUE_DIGITS = 9, PAIR_DIGITS = 4 };

static void number(struct json_writer *w, const char *key, double value)
{
	if (isfinite(value))
		json_number(w, key, value, VALUE_DIGITS);
}

static void write_trials(struct json_writer *w, const struct outcome *out)
{
	json_array(w, "trials");
	for (unsigned i = 0; i < out->trial_count; i++) {
		const struct trial *trial = &out->trials[i];

		json_object(w, NULL);
		number(w, "value", trial->value);
		json_integer(w, "n", (int64_t)trial->n);
		number(w, "halfwidth", trial->halfwidth);
		json_integer(w, "batch_ns", (int64_t)trial->batch_ns);
		number(w, "disturbed", trial_disturbed(trial));
		if (trial->superseded)
			json_bool(w, "superseded", true);
		json_object_end(w);
	}
	json_array_end(w);
}

static void write_clean(struct json_writer *w, const struct outcome *out)
{
	json_object(w, "clean");
	json_integer(w, "n", (int64_t)out->clean.n);
	if (out->clean.n) {
		number(w, "value", out->clean.value);
		number(w, "ci_low", out->clean.low);
		number(w, "ci_high", out->clean.high);
		json_bool(w, "converged", out->clean_converged);
	}
	json_object_end(w);
}

static void write_numbers(
	struct json_writer *w, const struct outcome *out, const struct benchmark *b)
{
	number(w, "value", out->all.value);
	number(w, "ci_low", out->all.low);
	number(w, "ci_high", out->all.high);
	number(w, "next_low", out->all.next_low);
	number(w, "next_high", out->all.next_high);
	json_string(w, "grade", outcome_grade(out));
	json_integer(w, "n", (int64_t)out->all.n);
	if (b->statistic == STATISTIC_BEST) {
		json_string(w, "statistic", "best");
		number(w, "median", out->median);
	}
	number(w, "min", out->min);
	number(w, "max", out->max);
	number(w, "mean", out->mean);
	number(w, "cv", out->cv);
	number(w, "robust_cv", out->robust_cv);
	number(w, "noise_tax", out->noise_tax);
	number(w, "p5", out->p5);
	number(w, "p95", out->p95);
	number(w, "p99", out->p99);
	number(w, "p999", out->p999);
	number(w, "disturbed", out->disturbed);
	if (!b->sample)
		write_clean(w, out);
	write_trials(w, out);
	json_integer(w, "batch_ns", (int64_t)out->trials[0].batch_ns);
}

/* A sensor's reading, or that the machine does not offer it: never a zero in its place. */
static void reading(struct json_writer *w, const struct conditions *c, enum sensor sensor,
	const char *key, double value)
{
	if (c->missing[sensor])
		json_string(w, key, "unavailable");
	else
		number(w, key, value);
}

static void optional(struct json_writer *w, const char *key, bool there, double value)
{
	if (there)
		number(w, key, value);
	else
		json_string(w, key, "unavailable");
}

static void write_frequency(struct json_writer *w, const struct conditions *c)
{
	if (c->missing[SENSOR_FREQUENCY] || !(c->frequency_hz > 0)) {
		json_string(w, "frequency_hz", "unavailable");
		return;
	}
	json_object(w, "frequency_hz");
	number(w, "min", c->frequency_low_hz);
	number(w, "median", c->frequency_hz);
	number(w, "max", c->frequency_high_hz);
	json_object_end(w);
}

static void write_conditions(struct json_writer *w, const struct conditions *c)
{
	json_object(w, "conditions");
	reading(w, c, SENSOR_USAGE, "preemptions", (double)c->preemptions);
	reading(w, c, SENSOR_USAGE, "migrations", (double)c->migrations);
	reading(w, c, SENSOR_USAGE, "minor_faults", (double)c->minor_faults);
	reading(w, c, SENSOR_USAGE, "major_faults", (double)c->major_faults);
	reading(w, c, SENSOR_INTERRUPTS, "interrupts", (double)c->interrupts);
	reading(w, c, SENSOR_STEAL, "steal_ns", (double)c->steal_ns);
	write_frequency(w, c);
	reading(w, c, SENSOR_SMI, "smi", (double)c->smi);
	optional(w, "core_throttles", c->has_throttles, (double)c->core_throttles);
	optional(w, "package_throttles", c->has_throttles, (double)c->package_throttles);
	optional(w, "temperature_c", c->has_temperature, c->temperature_c);
	number(w, "instrument_ns", c->instrument_ns);
	json_object(w, "unavailable");
	for (int sensor = 0; sensor < SENSOR_COUNT; sensor++)
		if (c->missing[sensor])
			json_string(w, sensor_name(sensor), c->missing[sensor]);
	if (!c->has_throttles)
		json_string(w, "core_throttles", "no CPU of this machine tells of throttling");
	if (!c->has_temperature)
		json_string(w, "temperature_c", "no CPU sensor");
	json_object_end(w);
	json_object_end(w);
}

/* By trial: each cause with the numbers of the samples that it hit. */
static void write_disturbances(struct json_writer *w, const struct outcome *out)
{
	json_array(w, "disturbances");
	for (unsigned i = 0; i < out->trial_count; i++) {
		const struct trial *trial = &out->trials[i];

		json_object(w, NULL);
		for (unsigned bit = 1; bit < 1u << CAUSE_COUNT; bit <<= 1) {
			bool open = false;

			for (size_t k = 0; k < trial->n; k++) {
				if (!(trial->causes[k] & bit))
					continue;
				if (!open)
					json_array(w, cause_name(bit));
				open = true;
				json_integer(w, NULL, (int64_t)k);
			}
			if (open)
				json_array_end(w);
		}
		json_object_end(w);
	}
	json_array_end(w);
}

/* By trial: the numbers of the samples that lie far from the others, and how far. */
static void write_outliers(struct json_writer *w, const struct outcome *out)
{
	static const char *const names[] = { [OUTLIER_MILD] = "mild", [OUTLIER_SEVERE] = "severe" };

	json_array(w, "outliers");
	for (unsigned i = 0; i < out->trial_count; i++) {
		const struct trial *trial = &out->trials[i];

		json_object(w, NULL);
		for (int kind = OUTLIER_MILD; kind <= OUTLIER_SEVERE; kind++) {
			json_array(w, names[kind]);
			for (size_t k = 0; k < trial->n; k++)
				if ((int)stats_outlier(&trial->fences, trial->samples[k]) == kind)
					json_integer(w, NULL, (int64_t)k);
			json_array_end(w);
		}
		json_object_end(w);
	}
	json_array_end(w);
}

static void write_report(struct json_writer *w, const struct bench_report *report)
{
	json_object(w, "notes");
	for (int i = 0; i < NOTE_COUNT && report->notes[i].key[0]; i++)
		json_string(w, report->notes[i].key, report->notes[i].value);
	json_object_end(w);
	if (!report->figures[0].key[0])
		return;
	json_object(w, "figures");
	for (int i = 0; i < FIGURE_COUNT && report->figures[i].key[0]; i++) {
		if (report->figures[i].unavailable[0])
			json_string(w, report->figures[i].key, "unavailable");
		else
			number(w, report->figures[i].key, report->figures[i].value);
	}
	json_object_end(w);
	json_object(w, "figures_unavailable");
	for (int i = 0; i < FIGURE_COUNT && report->figures[i].key[0]; i++)
		if (report->figures[i].unavailable[0])
			json_string(w, report->figures[i].key, report->figures[i].unavailable);
	json_object_end(w);
}

static void write_samples(struct json_writer *w, const struct outcome *out)
{
	/* Also of trials before one that failed: nothing that was measured is lost. */
	json_array(w, "samples");
	for (unsigned i = 0; i < out->trial_count; i++) {
		json_array(w, NULL);
		for (size_t k = 0; k < out->trials[i].n; k++)
			json_number(w, NULL, out->trials[i].samples[k], SAMPLE_DIGITS);
		json_array_end(w);
	}
	json_array_end(w);
}

/* A row for each CPU but the first, with those before it: both directions are one value. */
static void write_pairs(struct json_writer *w, const struct outcome *out)
{
	json_object(w, "pairs");
	json_array(w, "cpus");
	for (int i = 0; i < out->pair_cpus; i++)
		json_integer(w, NULL, out->pair_cpu[i]);
	json_array_end(w);
	json_array(w, "rows");
	for (int i = 1; i < out->pair_cpus; i++) {
		json_array(w, NULL);
		for (int k = 0; k < i; k++)
			json_number(w, NULL, out->pairs[i * out->pair_cpus + k], PAIR_DIGITS);
		json_array_end(w);
	}
	json_array_end(w);
	json_object_end(w);
}

static void write_identity(struct json_writer *w, const struct step *step)
{
	const struct benchmark *b = step->benchmark;

	json_string(w, "name", b->name);
	if (b->title)
		json_string(w, "title", b->title);
	json_string(w, "what", b->what);
	if (b->caveat)
		json_string(w, "caveat", b->caveat);
	json_string(w, "unit", unit_name(b->unit));
	json_number(w, "tolerance", b->tolerance, VALUE_DIGITS);
	json_string(w, "better", unit_higher_is_better(b->unit) ? "higher" : "lower");
	json_integer(w, "copies", step->copies);
	record_copies_rule(w, b);
	json_string(w, "tick", boots_is_tickless("") ? "tickless" : "ticking");
	record_step_state(w, step);
	if (step->found)
		json_bool(w, "state_found", true);
	if (step->by_boot)
		json_bool(w, "state_by_boot", true);
	if (step->after_load)
		json_bool(w, "after_load", true);
	if (b->noise)
		json_bool(w, "noise", true);
	if (b->by_node) {
		json_string(w, "by_node", b->by_node);
		json_integer(w, "nodes_away", b->nodes_away);
	}
	if (b->at.chart) {
		json_string(w, "chart", b->at.chart);
		json_string(w, "line", b->at.line);
		if (b->at.x_figure)
			json_string(w, "x_figure", b->at.x_figure);
		else
			json_number(w, "x", b->at.x, VALUE_DIGITS);
	}
	if (b->moved_per_byte > 0)
		json_number(w, "moved_per_byte", b->moved_per_byte, VALUE_DIGITS);
}

void record_result(struct recorder *r, const struct step *step, const struct outcome *out)
{
	struct json_writer *w = record_begin(r, "result");

	write_identity(w, step);
	json_string(w, "status", status_name(out->status));
	if (out->why[0])
		json_string(w, "why", out->why);
	if (out->has_value)
		write_numbers(w, out, step->benchmark);
	number(w, "elapsed_s", (double)out->elapsed_ns * 1e-9);
	json_array(w, "flags");
	for (unsigned bit = 1; bit && bit <= out->flags; bit <<= 1)
		if (out->flags & bit)
			json_string(w, NULL, flag_name(bit));
	json_array_end(w);
	if (out->trial_count)
		write_conditions(w, &out->conditions);
	write_report(w, &out->report);
	if (out->wrong.count)
		record_wrong(w, &out->wrong);
	if (out->pair_cpus)
		write_pairs(w, out);
	record_distribution(w, out);
	write_disturbances(w, out);
	write_outliers(w, out);
	write_samples(w, out);
	record_commit(r);
}

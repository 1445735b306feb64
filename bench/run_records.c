/* SPDX-License-Identifier: MIT */
#include "run_records.h"

#include "identity.h"
#include "inventory/inventory.h"

#include <time.h>

/* Samples keep 7 digits: a ten-thousandth of the tightest interval. Derived values keep 9. */
enum { SAMPLE_DIGITS = 7, VALUE_DIGITS = 9 };

static void write_config(struct json_writer *w, const struct config *config)
{
	json_object(w, "config");
	for (int key = 0; key < CONFIG_KEYS; key++) {
		json_object(w, config_name(key));
		json_string(w, "value", config_string(config, key));
		json_string(w, "from", config_origin_name(config->origin[key]));
		json_object_end(w);
	}
	json_object_end(w);
	json_array(w, "config_warnings");
	for (int i = 0; i < config->warnings; i++)
		json_string(w, NULL, config->warning[i]);
	json_array_end(w);
}

static void write_build(struct json_writer *w)
{
	json_object(w, "build");
	json_string(w, "compiler", "gcc " __VERSION__);
	json_string(w, "libc", BOOTMARK_LIBC);
	json_string(w, "flags", BOOTMARK_FLAGS);
	json_string(w, "tree", BOOTMARK_TREE);
	json_object_end(w);
}

void record_run(struct recorder *r, const struct run_options *options, const struct plan *plan,
	struct run_identity identity)
{
	struct json_writer *w = record_begin(r, "run");
	char started[32], seed[24];
	time_t now = time(NULL);

	strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	json_string(w, "version", BOOTMARK_VERSION);
	write_build(w);
	json_string(w, "machine_id", identity.machine_id);
	json_integer(w, "run_number", identity.number);
	json_string(w, "profile", config_string(&options->config, CONFIG_PROFILE));
	json_string(w, "label", config_string(&options->config, CONFIG_LABEL));
	/* As text: a 64-bit number is not safe in every JSON reader. */
	snprintf(seed, sizeof(seed), "%llu", (unsigned long long)identity.seed);
	json_string(w, "seed", seed);
	json_string(w, "started_utc", started);
	json_string(w, "store", options->store_note);
	json_array(w, "argv");
	for (int i = 0; i < options->argc; i++)
		json_string(w, NULL, options->argv[i]);
	json_array_end(w);
	write_config(w, &options->config);
	json_array(w, "plan");
	for (size_t i = 0; i < plan->count; i++) {
		json_object(w, NULL);
		json_string(w, "name", plan->steps[i].benchmark->name);
		json_integer(w, "copies", plan->steps[i].copies);
		json_object_end(w);
	}
	json_array_end(w);
	json_number(w, "expected_s", plan->expected_s, VALUE_DIGITS);
	record_commit(r);
}

void record_machine(struct recorder *r, const char *when, unsigned quiet_ms)
{
	struct json_writer *w = record_begin(r, "machine");

	json_string(w, "when", when);
	inventory_all(w, "");
	if (quiet_ms)
		inventory_quiet(w, "", quiet_ms);
	record_commit(r);
}

void record_attachment(struct recorder *r, const char *name, const char *text)
{
	struct json_writer *w = record_begin(r, "attachment");

	json_string(w, "name", name);
	json_string(w, "text", text);
	record_commit(r);
}

void record_start(struct recorder *r, const struct step *step, size_t number, size_t steps)
{
	struct json_writer *w = record_begin(r, "begin");
	struct timespec uptime;

	json_string(w, "name", step->benchmark->name);
	json_integer(w, "copies", step->copies);
	json_integer(w, "step", (int64_t)number);
	json_integer(w, "steps", (int64_t)steps);
	clock_gettime(CLOCK_BOOTTIME, &uptime);
	json_number(
		w, "uptime_s", (double)uptime.tv_sec + 1e-9 * (double)uptime.tv_nsec, VALUE_DIGITS);
	record_commit(r);
}

static const char *grade_of(const struct outcome *out)
{
	if (!out->flags)
		return "B"; /* A takes three boots */
	return out->flags & FLAG_NOT_CONVERGED ? "X" : "C";
}

static void write_numbers(struct json_writer *w, const struct outcome *out)
{
	size_t n = 0;

	json_number(w, "value", out->value, VALUE_DIGITS);
	json_number(w, "ci_low", out->low, VALUE_DIGITS);
	json_number(w, "ci_high", out->high, VALUE_DIGITS);
	json_number(w, "min", out->min, VALUE_DIGITS);
	json_number(w, "max", out->max, VALUE_DIGITS);
	json_number(w, "robust_cv", out->robust_cv, VALUE_DIGITS);
	json_string(w, "grade", grade_of(out));
	json_array(w, "trials");
	for (unsigned i = 0; i < out->trial_count; i++) {
		n += out->trials[i].n;
		json_object(w, NULL);
		json_number(w, "value", out->trials[i].median, VALUE_DIGITS);
		json_integer(w, "n", (int64_t)out->trials[i].n);
		json_number(w, "halfwidth", out->trials[i].halfwidth, VALUE_DIGITS);
		json_integer(w, "batch_ns", (int64_t)out->trials[i].batch_ns);
		json_object_end(w);
	}
	json_array_end(w);
	json_integer(w, "n", (int64_t)n);
	json_integer(w, "batch_ns", (int64_t)out->trials[0].batch_ns);
}

static void write_details(struct json_writer *w, const struct outcome *out)
{
	json_array(w, "flags");
	for (unsigned bit = 1; bit && bit <= out->flags; bit <<= 1)
		if (out->flags & bit)
			json_string(w, NULL, flag_name(bit));
	json_array_end(w);
	json_object(w, "notes");
	for (int i = 0; i < NOTE_COUNT && out->report.notes[i].key[0]; i++)
		json_string(w, out->report.notes[i].key, out->report.notes[i].value);
	json_object_end(w);
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

void record_result(struct recorder *r, const struct step *step, const struct outcome *out)
{
	const struct benchmark *b = step->benchmark;
	struct json_writer *w = record_begin(r, "result");

	json_string(w, "name", b->name);
	if (b->title)
		json_string(w, "title", b->title);
	json_string(w, "what", b->what);
	if (b->caveat)
		json_string(w, "caveat", b->caveat);
	json_string(w, "unit", unit_name(b->unit));
	json_string(w, "better", unit_higher_is_better(b->unit) ? "higher" : "lower");
	json_integer(w, "copies", step->copies);
	json_string(w, "status", status_name(out->status));
	if (out->why[0])
		json_string(w, "why", out->why);
	if (out->has_value)
		write_numbers(w, out);
	json_number(w, "elapsed_s", (double)out->elapsed_ns * 1e-9, VALUE_DIGITS);
	write_details(w, out);
	record_commit(r);
}

void record_finding(struct recorder *r, const char *severity, const char *text)
{
	struct json_writer *w = record_begin(r, "finding");

	json_string(w, "severity", severity);
	json_string(w, "text", text);
	record_commit(r);
}

void record_verdict(struct recorder *r, const struct judgement *judgement)
{
	struct json_writer *w = record_begin(r, "verdict");

	json_string(w, "verdict", verdict_name(judgement->verdict));
	json_array(w, "reasons");
	for (size_t i = 0; i < judgement->reason_count; i++)
		json_string(w, NULL, judgement->reasons[i]);
	json_array_end(w);
	record_commit(r);
}

void record_end(struct recorder *r, const char *reason, const unsigned counts[STATUS_TIMEOUT + 1],
	double elapsed_s)
{
	struct json_writer *w = record_begin(r, "end");

	json_string(w, "reason", reason);
	for (int status = STATUS_OK; status <= STATUS_TIMEOUT; status++)
		json_integer(w, status_name(status), counts[status]);
	json_number(w, "elapsed_s", elapsed_s, VALUE_DIGITS);
	record_commit(r);
}

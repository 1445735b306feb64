/* SPDX-License-Identifier: MIT */
#include "run_records.h"

#include "identity.h"
#include "inventory/inventory.h"

#include <math.h>
#include <time.h>

/* Samples keep 7 digits: a ten-thousandth of the tightest interval. Derived values keep 9. */
enum { SAMPLE_DIGITS = 7, VALUE_DIGITS = 9, COUNTER_DIGITS = 17 };

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

void record_step_state(struct json_writer *w, const struct step *step)
{
	if (!step->knob)
		return;
	json_object(w, "state");
	json_string(w, step->knob, step->state);
	json_object_end(w);
}

void record_copies_rule(struct json_writer *w, const struct benchmark *b)
{
	static const char *const names[COPIES_RULES] = { [COPIES_EACH_CPU] = "each_cpu",
		[COPIES_ONE] = "one",
		[COPIES_IN_TURN] = "in_turn",
		[COPIES_SCALE] = "scale",
		[COPIES_SCALE_TWICE] = "scale_twice" };

	if (b->copies != COPIES_ASKED)
		json_string(w, "copies_rule", names[b->copies]);
}

static void write_boot(struct json_writer *w, const struct series_boot *boots)
{
	json_string(w, "tick", boots_is_tickless("") ? "tickless" : "ticking");
	if (boots->of < 2)
		return;
	json_object(w, "boot");
	json_integer(w, "series", boots->series);
	json_integer(w, "number", boots->number);
	json_integer(w, "of", boots->of);
	json_string(w, "key", boots->key);
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
	write_boot(w, identity.boots);
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
		record_copies_rule(w, plan->steps[i].benchmark);
		record_step_state(w, &plan->steps[i]);
		if (plan->steps[i].benchmark->noise)
			json_bool(w, "noise", true);
		json_object_end(w);
	}
	json_array_end(w);
	json_number(w, "expected_s", plan->expected_s, VALUE_DIGITS);
	record_commit(r);
}

static void write_settle(struct json_writer *w, const struct settle *settle)
{
	json_object(w, "settle");
	json_number(w, "waited_s", settle->waited_s, VALUE_DIGITS);
	json_bool(w, "steady", !settle->unsteady);
	if (settle->unsteady)
		json_string(w, "unsteady", settle->unsteady);
	json_number(w, "busy", settle->last.busy, VALUE_DIGITS);
	json_number(w, "interrupts_per_s", settle->last.interrupts_per_s, VALUE_DIGITS);
	if (isnan(settle->last.temperature_c))
		json_string(w, "temperature_c", "unavailable");
	else
		json_number(w, "temperature_c", settle->last.temperature_c, VALUE_DIGITS);
	json_object_end(w);
}

void record_machine(
	struct recorder *r, const char *when, unsigned quiet_ms, const struct settle *settle)
{
	struct json_writer *w = record_begin(r, "machine");

	json_string(w, "when", when);
	inventory_all(w, "");
	if (settle)
		write_settle(w, settle);
	if (quiet_ms)
		inventory_quiet(w, "", quiet_ms);
	record_commit(r);
}

static void write_value(struct json_writer *w, const char *key, const struct json *value)
{
	if (!value)
		return;
	if (value->type == JSON_NUMBER)
		json_number(w, key, value->number, COUNTER_DIGITS);
	else if (value->type == JSON_STRING)
		json_string(w, key, value->string);
	else if (value->type == JSON_BOOL)
		json_bool(w, key, value->number != 0);
}

void record_change(struct recorder *r, const struct change *change)
{
	struct json_writer *w = record_begin(r, "change");

	json_string(w, "what", change->what);
	write_value(w, "before", change->before);
	write_value(w, "after", change->after);
	json_string(w, "severity", change->severity);
	json_string(w, "text", change->text);
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

void record_finding(struct recorder *r, const char *severity, const char *text)
{
	struct json_writer *w = record_begin(r, "finding");

	json_string(w, "severity", severity);
	json_string(w, "text", text);
	record_commit(r);
}

void record_certificate(struct recorder *r, const struct certificate *c)
{
	struct json_writer *w = record_begin(r, "certificate");

	json_string(w, "grade", quiet_name(c->grade));
	json_array(w, "reasons");
	for (size_t i = 0; i < c->reason_count; i++)
		json_string(w, NULL, c->reasons[i]);
	json_array_end(w);
	json_array(w, "rows");
	for (size_t i = 0; i < c->row_count; i++) {
		const struct certificate_row *row = &c->rows[i];

		json_object(w, NULL);
		json_string(w, "figure", row->figure);
		if (row->available)
			json_number(w, "value", row->value, VALUE_DIGITS);
		else
			json_string(w, "value", "unavailable");
		if (!row->available)
			json_string(w, "why", row->why);
		if (row->cpu >= 0)
			json_integer(w, "cpu", row->cpu);
		json_number(w, "quiet", row->quiet, VALUE_DIGITS);
		json_number(w, "usable", row->usable, VALUE_DIGITS);
		json_string(w, "grade", quiet_name(row->grade));
		json_object_end(w);
	}
	json_array_end(w);
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

/* SPDX-License-Identifier: MIT */
/* The record of a slice of a burn-in's load. */
#include "run_records.h"

#include <math.h>

enum { DIGITS = 9 };

static void number(struct json_writer *w, const char *key, bool there, double value)
{
	if (there && isfinite(value))
		json_number(w, key, value, DIGITS);
	else
		json_string(w, key, "unavailable");
}

static void figures(struct json_writer *w, const struct bench_report *report)
{
	for (int i = 0; i < FIGURE_COUNT && report->figures[i].key[0]; i++)
		number(w, report->figures[i].key, !report->figures[i].unavailable[0],
			report->figures[i].value);
	for (int i = 0; i < NOTE_COUNT && report->notes[i].key[0]; i++)
		json_string(w, report->notes[i].key, report->notes[i].value);
}

void record_load(struct recorder *r, const struct load_slice *slice)
{
	struct json_writer *w = record_begin(r, "load");
	const struct outcome *out = slice->outcome;
	const struct conditions *c = &out->conditions;

	json_number(w, "t_s", slice->t_s, DIGITS);
	json_number(w, "elapsed_s", (double)out->elapsed_ns * 1e-9, DIGITS);
	if (slice->rested)
		json_bool(w, "rested", true);
	json_string(w, "status", status_name(out->status));
	if (out->why[0])
		json_string(w, "why", out->why);
	if (out->has_value)
		json_number(w, "rounds_per_s", out->all.value, DIGITS);
	number(w, "temperature_c", slice->thermal.has_temperature, slice->thermal.temperature_c);
	number(w, "frequency_hz", !c->missing[SENSOR_FREQUENCY] && c->frequency_hz > 0,
		c->frequency_hz);
	number(w, "core_throttles", slice->thermal.has_throttles,
		(double)slice->thermal.core_throttles);
	number(w, "package_throttles", slice->thermal.has_throttles,
		(double)slice->thermal.package_throttles);
	number(w, "machine_checks", slice->faults.machine_checks >= 0,
		(double)slice->faults.machine_checks);
	number(w, "corrected_errors", slice->faults.corrected >= 0,
		(double)slice->faults.corrected);
	number(w, "uncorrected_errors", slice->faults.uncorrected >= 0,
		(double)slice->faults.uncorrected);
	figures(w, &out->report);
	if (out->wrong.count)
		record_wrong(w, &out->wrong);
	record_commit(r);
}

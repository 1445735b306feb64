/* SPDX-License-Identifier: MIT */
#include "series/combine.h"

#include "core/die.h"
#include "core/stats.h"
#include "core/variance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Derived values keep 9 digits, as in result records. */
enum { VALUE_DIGITS = 9 };

/* Grade A takes three boots (method.md P7): with two, the interval is as wide as t(1) = 12.7. */
enum { BOOTS_FOR_A = 3 };

/* What the stop rule asks for where the record does not say. */
static const double TOLERANCE = 0.01;

/* One metric through all boots. */
struct metric {
	const struct json *first;   /* its first result */
	const struct json **result; /* of each boot; NULL = none with a value */
	size_t boots, measured;
};

static const char *state_value(const struct json *state, const char *knob)
{
	return json_get_string(state, knob, NULL);
}

static bool states_agree(const struct json *a, const struct json *b)
{
	for (const struct json *s = a ? a->child : NULL; s; s = s->next) {
		const char *other = s->key ? state_value(b, s->key) : NULL;

		if (s->type == JSON_STRING && (!other || strcmp(other, s->string) != 0))
			return false;
	}
	return true;
}

bool series_same_metric(const struct json *a, const struct json *b)
{
	const struct json *x = json_get(a, "state"), *y = json_get(b, "state");

	return json_get_count(a, "copies", 1) == json_get_count(b, "copies", 1) &&
	       strcmp(json_get_string(a, "name", ""), json_get_string(b, "name", "")) == 0 &&
	       states_agree(x, y) && states_agree(y, x);
}

static const struct result_view *find(const struct run_view *view, const struct json *metric)
{
	for (size_t i = 0; i < view->result_count; i++)
		if (series_same_metric(view->results[i].record, metric))
			return &view->results[i];
	return NULL;
}

/* A boot of a sweep measures one state of the knob: the others are not missing in it. */
static bool is_planned(const struct run_view *view, const struct json *metric)
{
	const struct json *plan = json_get(view->run, "plan");

	for (const struct json *step = plan ? plan->child : NULL; step; step = step->next)
		if (series_same_metric(step, metric))
			return true;
	return !plan;
}

static struct metric gather(const struct run_view *views, size_t boots, const struct json *first)
{
	struct metric m = { .first = first, .result = xcalloc(boots, sizeof(*m.result)) };

	for (size_t i = 0; i < boots; i++) {
		const struct result_view *r = find(&views[i], first);

		if (!is_planned(&views[i], first))
			continue;
		if (r && r->value > 0) {
			m.result[m.boots] = r->record;
			m.measured++;
		}
		m.boots++;
	}
	return m;
}

static bool superseded(const struct json *trial)
{
	return json_get_number(trial, "superseded", 0) > 0;
}

struct samples {
	double *values;
	size_t *sample_count, *trial_count;
	size_t values_used, trials, boots;
};

static void add_trial_samples(struct samples *s, const struct json *samples)
{
	size_t before = s->values_used;

	for (const struct json *x = samples->child; x; x = x->next) {
		if (x->type != JSON_NUMBER || !(x->number > 0))
			continue;
		s->values = xrealloc(s->values, (s->values_used + 1) * sizeof(*s->values));
		s->values[s->values_used++] = log(x->number);
	}
	if (s->values_used == before)
		return;
	s->sample_count = xrealloc(s->sample_count, (s->trials + 1) * sizeof(*s->sample_count));
	s->sample_count[s->trials++] = s->values_used - before;
	s->trial_count[s->boots]++;
}

static struct variance split(const struct metric *m)
{
	struct samples s = { .trial_count = xcalloc(m->boots, sizeof(*s.trial_count)) };
	struct variance v = { 0 };

	for (size_t i = 0; i < m->boots; i++) {
		const struct json *trial = json_get(m->result[i], "trials"),
				  *samples = json_get(m->result[i], "samples");

		trial = trial ? trial->child : NULL;
		for (const struct json *x = samples ? samples->child : NULL; x; x = x->next) {
			if (!superseded(trial))
				add_trial_samples(&s, x);
			trial = trial ? trial->next : NULL;
		}
		s.boots += s.trial_count[s.boots] > 0;
	}
	if (s.boots)
		v = variance_split(s.values, s.sample_count, s.trial_count, s.boots);
	free(s.values);
	free(s.sample_count);
	free(s.trial_count);
	return v;
}

static bool has_flag(const struct metric *m, size_t until, const struct json *flag)
{
	for (size_t i = 0; i < until; i++) {
		const struct json *flags = json_get(m->result[i], "flags");

		for (const struct json *f = flags ? flags->child : NULL; f; f = f->next)
			if (f != flag && f->type == JSON_STRING &&
				strcmp(f->string, flag->string) == 0)
				return true;
	}
	return false;
}

/* Each flag of any boot once. Returns how many. */
static unsigned write_flags(struct json_writer *w, const struct metric *m)
{
	unsigned count = 0;

	json_array(w, "flags");
	for (size_t i = 0; i < m->boots; i++) {
		const struct json *flags = json_get(m->result[i], "flags");

		for (const struct json *f = flags ? flags->child : NULL; f; f = f->next)
			if (f->type == JSON_STRING && !has_flag(m, i, f)) {
				json_string(w, NULL, f->string);
				count++;
			}
	}
	if (m->measured < m->boots) {
		json_string(w, NULL, "BOOTS_MISSING");
		count++;
	}
	json_array_end(w);
	return count;
}

static bool any_graded_x(const struct metric *m)
{
	for (size_t i = 0; i < m->boots; i++)
		if (strcmp(json_get_string(m->result[i], "grade", ""), "X") == 0)
			return true;
	return false;
}

static const char *grade_of(const struct metric *m, unsigned flags, double halfwidth)
{
	if (any_graded_x(m))
		return "X";
	if (flags)
		return "C";
	return m->measured >= BOOTS_FOR_A &&
			       halfwidth <= json_get_number(m->first, "tolerance", TOLERANCE)
		       ? "A"
		       : "B";
}

static void write_boots(struct json_writer *w, const struct metric *m)
{
	double *values = xcalloc(m->measured, sizeof(*values)), value;
	struct interval interval;
	struct variance v = split(m);
	size_t n = 0;

	json_array(w, "boot_values");
	for (size_t i = 0; i < m->boots; i++) {
		if (!m->result[i])
			continue;
		values[n] = json_get_number(m->result[i], "value", 0);
		json_number(w, NULL, values[n++], VALUE_DIGITS);
	}
	json_array_end(w);
	value = stats_geomean(values, n);
	interval = stats_geomean_interval(values, n);
	free(values);
	json_number(w, "value", value, VALUE_DIGITS);
	json_number(w, "ci_low", interval.low, VALUE_DIGITS);
	json_number(w, "ci_high", interval.high, VALUE_DIGITS);
	json_object(w, "variance");
	json_number(w, "sample", v.sample, VALUE_DIGITS);
	json_number(w, "trial", v.trial, VALUE_DIGITS);
	json_number(w, "boot", v.boot, VALUE_DIGITS);
	json_object_end(w);
	json_string(w, "grade",
		grade_of(m, write_flags(w, m), (interval.high - interval.low) / (2 * value)));
}

static void write_state(struct json_writer *w, const struct json *state)
{
	if (!state || !state->child)
		return;
	json_object(w, "state");
	for (const struct json *s = state->child; s; s = s->next)
		if (s->type == JSON_STRING)
			json_string(w, s->key, s->string);
	json_object_end(w);
}

static void write_metric(struct recorder *recorder, const struct metric *m)
{
	static const char *const copied[] = { "name", "title", "unit", "better" };
	struct json_writer *w = record_begin(recorder, "series");

	for (size_t i = 0; i < sizeof(copied) / sizeof(*copied); i++) {
		const char *text = json_get_string(m->first, copied[i], NULL);

		if (text)
			json_string(w, copied[i], text);
	}
	json_integer(w, "copies", json_get_count(m->first, "copies", 1));
	write_state(w, json_get(m->first, "state"));
	json_integer(w, "boots", (int64_t)m->boots);
	write_boots(w, m);
	record_commit(recorder);
}

static bool seen_before(const struct run_view *views, size_t boot, size_t result)
{
	const struct json *record = views[boot].results[result].record;

	for (size_t i = 0; i < boot; i++)
		if (find(&views[i], record))
			return true;
	return false;
}

void series_combine(struct recorder *recorder, const struct run_view *views, size_t boots)
{
	for (size_t b = 0; boots > 1 && b < boots; b++)
		for (size_t i = 0; i < views[b].result_count; i++) {
			struct metric m;

			if (seen_before(views, b, i))
				continue;
			m = gather(views, boots, views[b].results[i].record);
			if (m.measured > 1)
				write_metric(recorder, &m);
			free(m.result);
		}
}

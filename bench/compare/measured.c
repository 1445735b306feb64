/* SPDX-License-Identifier: MIT */
/* The results of a side, gathered by boots. */
#include "compare/side.h"

#include "core/die.h"
#include "series/combine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool side_same_metric(const struct result_view *a, const struct result_view *b)
{
	return series_same_metric(a->record, b->record);
}

void side_metric_name(const struct result_view *r, char *text, size_t size)
{
	const struct json *state = json_get(r->record, "state");
	int length = snprintf(
		text, size, "%s, %u %s", r->name, r->copies, r->copies == 1 ? "copy" : "copies");

	for (const struct json *s = state ? state->child : NULL; s; s = s->next)
		if (s->key && s->type == JSON_STRING && length >= 0 && (size_t)length < size)
			length += snprintf(
				text + length, size - (size_t)length, ", %s %s", s->key, s->string);
}

static void add_trial(struct measured *m, double value)
{
	size_t n = 0;

	for (size_t i = 0; i < m->boots.count; i++)
		n += m->trial_count[i];
	m->trials = xrealloc(m->trials, (n + 1) * sizeof(*m->trials));
	m->trials[n] = log(value);
	m->trial_count[m->boots.count - 1]++;
}

static void add_boot(struct measured *m)
{
	m->trial_count = xrealloc(m->trial_count, (m->boots.count + 1) * sizeof(*m->trial_count));
	m->trial_count[m->boots.count++] = 0;
}

/* The trials of a result; a rate of zero has no logarithm. */
static void add_result(struct measured *m, const struct result_view *r)
{
	const struct json *trials = json_get(r->record, "trials");

	m->of = r;
	m->batch_ns = r->batch_ns;
	m->graded_x = m->graded_x || strcmp(r->grade, "X") == 0;
	for (const struct json *t = trials ? trials->child : NULL; t; t = t->next) {
		double value = json_get_number(t, "value", 0);

		if (json_get_number(t, "superseded", 0) > 0)
			continue;
		if (!(value > 0)) {
			snprintf(m->why, sizeof(m->why), "a value of 0 has no ratio");
			return;
		}
		add_trial(m, value);
	}
}

/* The last run of a series holds the values of all of its boots. */
static bool from_series(
	const struct side *side, const struct result_view *metric, struct measured *m)
{
	const struct run_view *run = &side->runs[0];
	const struct json *values;

	for (size_t i = 0; side->run_count == 1 && i < run->series_count; i++) {
		values = json_get(run->series[i], "boot_values");
		if (!series_same_metric(run->series[i], metric->record) || !values)
			continue;
		for (const struct json *v = values->child; v; v = v->next)
			if (v->type == JSON_NUMBER && v->number > 0) {
				add_boot(m);
				add_trial(m, v->number);
			}
		m->graded_x = strcmp(json_get_string(run->series[i], "grade", ""), "X") == 0;
		return m->boots.count > 0;
	}
	return false;
}

static void from_runs(const struct side *side, const struct result_view *metric, struct measured *m)
{
	for (size_t boot = 0; boot < side->boot_count && !m->why[0]; boot++) {
		add_boot(m);
		for (size_t i = 0; i < side->run_count; i++)
			for (size_t k = 0;
				side->boot_of[i] == boot && k < side->runs[i].result_count; k++)
				if (side_same_metric(&side->runs[i].results[k], metric))
					add_result(m, &side->runs[i].results[k]);
		if (m->trial_count[boot] == 0 && !m->why[0])
			snprintf(m->why, sizeof(m->why), "one of its boots has no value: %.100s",
				m->of && m->of->why[0] ? m->of->why : "it was not run");
	}
}

void side_measure(const struct side *side, const struct result_view *metric, struct measured *m)
{
	double sum = 0, *trial;

	memset(m, 0, sizeof(*m));
	if (!from_series(side, metric, m)) {
		from_runs(side, metric, m);
	} else {
		for (size_t k = 0; k < side->runs[0].result_count; k++)
			if (side_same_metric(&side->runs[0].results[k], metric))
				m->of = &side->runs[0].results[k];
		m->batch_ns = m->of ? m->of->batch_ns : 0;
	}
	if (m->why[0])
		m->boots.count = 0;
	m->boots.trials = trial = m->trials;
	m->boots.trial_count = m->trial_count;
	for (size_t b = 0; b < m->boots.count; b++)
		for (size_t t = 0; t < m->trial_count[b]; t++)
			sum += *trial++ / (double)m->trial_count[b];
	m->value = m->boots.count ? exp(sum / (double)m->boots.count) : 0;
}

void measured_free(struct measured *m)
{
	free(m->trials);
	free(m->trial_count);
}

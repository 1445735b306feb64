/* SPDX-License-Identifier: MIT */
#include "report/sweep_facts.h"

#include "core/die.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char sweep_guide[] =
	"The states of a knob took turns, a trial each, so that a drift is in all of them alike; "
	"the "
	"change is that of the pairs of trials against the state found (*), with its 95 % "
	"interval. "
	"It holds for this boot. Different: wholly beyond +-1 %; no difference: wholly within.";

static const struct json *state_of(const struct result_view *r)
{
	const struct json *state = json_get(r->record, "state");

	return state ? state->child : NULL;
}

static bool same_group(const struct result_view *a, const struct result_view *b)
{
	const struct json *x = state_of(a), *y = state_of(b);

	return x && y && a->copies == b->copies && strcmp(a->name, b->name) == 0 &&
	       strcmp(x->key, y->key) == 0;
}

static bool is_found(const struct result_view *r)
{
	return json_get_flag(r->record, "state_found");
}

/* Logs of the trials that count, in the order of the rounds; the caller frees. */
static double *trials_of(const struct result_view *r, size_t *count)
{
	const struct json *trials = json_get(r->record, "trials");
	double *values = NULL;

	*count = 0;
	for (const struct json *t = trials ? trials->child : NULL; t; t = t->next) {
		double value = json_get_number(t, "value", 0);

		if (json_get_flag(t, "superseded") || !(value > 0))
			continue;
		values = xrealloc(values, (*count + 1) * sizeof(*values));
		values[(*count)++] = log(value);
	}
	return values;
}

static const char *word(const struct difference *d, const struct result_view *r)
{
	bool higher_is_better =
		strcmp(json_get_string(r->record, "better", "higher"), "higher") == 0;

	switch (d->verdict) {
	case DIFFERENCE_NONE:
		return "no difference";
	case DIFFERENCE_INCONCLUSIVE:
		return "inconclusive";
	default:
		return (d->verdict == DIFFERENCE_HIGHER) == higher_is_better ? "faster" : "slower";
	}
}

static void compare(struct sweep_row *row)
{
	size_t a_count, b_count;
	double *a = trials_of(row->found, &a_count), *b = trials_of(row->result, &b_count);
	struct difference d = difference_of_pairs(a, b, a_count < b_count ? a_count : b_count);

	difference_judge(&d, 1);
	free(a);
	free(b);
	snprintf(row->change, sizeof(row->change), "%+.2f %%", 100 * expm1(d.effect));
	if (d.basis == BASIS_NOTHING)
		snprintf(row->judgement, sizeof(row->judgement), "one trial: no interval");
	else
		snprintf(row->judgement, sizeof(row->judgement), "%+.2f %% to %+.2f %%, %s",
			100 * expm1(d.low), 100 * expm1(d.high), word(&d, row->result));
}

bool sweep_row_make(struct sweep_row *row, const struct run_view *view, size_t index)
{
	const struct result_view *r = &view->results[index];
	const struct json *state = state_of(r);

	*row = (struct sweep_row){ .result = r };
	/* What boots differ in is compared over the boots: series_facts.h. */
	if (!state || state->type != JSON_STRING || json_get_flag(r->record, "state_by_boot"))
		return false;
	row->knob = state->key;
	row->state = state->string;
	for (size_t i = 0; i < view->result_count; i++)
		if (same_group(&view->results[i], r) && is_found(&view->results[i]))
			row->found = &view->results[i];
	if (!facts_counts(r)) {
		snprintf(row->value, sizeof(row->value), "---");
		snprintf(row->judgement, sizeof(row->judgement), "%s", r->why);
		return true;
	}
	scale_value(row->value, sizeof(row->value), r->value, r->unit);
	if (row->found && row->found != r && facts_counts(row->found))
		compare(row);
	return true;
}

bool sweep_row_is_first(const struct run_view *view, size_t index)
{
	return index == 0 || !same_group(&view->results[index - 1], &view->results[index]);
}

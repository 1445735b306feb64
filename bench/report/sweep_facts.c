/* SPDX-License-Identifier: MIT */
#include "report/sweep_facts.h"

#include "report/change_facts.h"

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

static void compare(struct sweep_row *row)
{
	size_t a_count, b_count;
	double *a = change_trials(row->found, &a_count), *b = change_trials(row->result, &b_count);
	struct difference d = difference_of_pairs(a, b, a_count < b_count ? a_count : b_count);

	difference_judge(&d, 1);
	free(a);
	free(b);
	change_say(&d, row->result, row->change, sizeof(row->change), row->judgement,
		sizeof(row->judgement));
}

bool sweep_row_make(struct sweep_row *row, const struct run_view *view, size_t index)
{
	const struct result_view *r = &view->results[index];
	const struct json *state = state_of(r);

	*row = (struct sweep_row){ .result = r };
	/* What boots differ in is compared over the boots: series_facts.h. */
	if (!state || state->type != JSON_STRING || r->after_load ||
		json_get_flag(r->record, "state_by_boot"))
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

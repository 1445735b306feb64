/* SPDX-License-Identifier: MIT */
#include "report/change_facts.h"

#include "core/die.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double *change_trials(const struct result_view *r, size_t *count)
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

static bool higher_is_better(const struct result_view *r)
{
	return strcmp(json_get_string(r->record, "better", "higher"), "higher") == 0;
}

static bool is_different(const struct difference *d)
{
	return d->verdict == DIFFERENCE_HIGHER || d->verdict == DIFFERENCE_LOWER;
}

bool change_is_worse(const struct difference *d, const struct result_view *r)
{
	return is_different(d) && (d->verdict == DIFFERENCE_HIGHER) != higher_is_better(r);
}

static const char *word(const struct difference *d, const struct result_view *r)
{
	if (is_different(d))
		return change_is_worse(d, r) ? "slower" : "faster";
	return d->verdict == DIFFERENCE_NONE ? "no difference" : "inconclusive";
}

void change_say(const struct difference *d, const struct result_view *r, char *change,
	size_t change_size, char *judgement, size_t judgement_size)
{
	snprintf(change, change_size, "%+.2f %%", 100 * expm1(d->effect));
	if (d->basis == BASIS_NOTHING)
		snprintf(judgement, judgement_size, "too few trials for an interval");
	else
		snprintf(judgement, judgement_size, "%+.2f %% to %+.2f %%, %s", 100 * expm1(d->low),
			100 * expm1(d->high), word(d, r));
}

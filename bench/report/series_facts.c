/* SPDX-License-Identifier: MIT */
#include "report/series_facts.h"

#include "core/die.h"
#include "core/difference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char series_guide[] =
	"A boot is the unit that counts: the value is the geometric mean of the boots' values, its "
	"95 % interval is Student's t on their logarithms, so it holds for other boots of this "
	"machine too. Grade A: no flag in any boot, at least 3 boots, interval as narrow as asked "
	"for. B: no flag, but fewer boots or a wider interval. C: flagged. X: unusable in at least "
	"one boot.";

static void set_title(struct series_facts *f, const struct json *record)
{
	const struct json *state = json_get(record, "state");
	const char *title = json_get_string(record, "title", NULL);
	unsigned copies = json_get_count(record, "copies", 1);
	size_t length;

	/* Titles of the known tool are as wide as a table's column: the copies stand behind. */
	length = (size_t)snprintf(f->title, sizeof(f->title), "%s%s",
		title ? title : json_get_string(record, "name", ""), copies == 1 ? "" : ", ");
	if (copies != 1 && length < sizeof(f->title))
		length += (size_t)snprintf(
			f->title + length, sizeof(f->title) - length, "%u copies", copies);
	for (const struct json *s = state ? state->child : NULL; s; s = s->next)
		if (s->key && s->type == JSON_STRING && length < sizeof(f->title))
			length += (size_t)snprintf(f->title + length, sizeof(f->title) - length,
				", %s %s", s->key, s->string);
}

static double boot_deviation(const struct json *record)
{
	const struct json *values = json_get(record, "boot_values");
	double sum = 0, squares = 0;
	size_t n = 0;

	for (const struct json *v = values ? values->child : NULL; v; v = v->next)
		if (v->type == JSON_NUMBER && v->number > 0) {
			sum += log(v->number);
			n++;
		}
	for (const struct json *v = values ? values->child : NULL; v; v = v->next)
		if (v->type == JSON_NUMBER && v->number > 0)
			squares += pow(log(v->number) - sum / (double)n, 2);
	return n > 1 ? sqrt(squares / (double)(n - 1)) : 0;
}

static void set_flags(struct series_facts *f, const struct json *record)
{
	const struct json *flags = json_get(record, "flags");
	size_t length = 0;

	f->flags[0] = '\0';
	for (const struct json *x = flags ? flags->child : NULL; x; x = x->next)
		if (x->type == JSON_STRING && length < sizeof(f->flags))
			length += (size_t)snprintf(f->flags + length, sizeof(f->flags) - length,
				"%s%s", length ? ", " : "", x->string);
}

void series_facts_make(struct series_facts *f, const struct json *record)
{
	static const char *const levels[] = { "sample", "trial", "boot" };
	double value = json_get_number(record, "value", 0);
	double width = json_get_number(record, "ci_high", 0) - json_get_number(record, "ci_low", 0);
	char percent[SCALE_LENGTH];

	set_title(f, record);
	f->grade = json_get_string(record, "grade", "");
	scale_value(f->value, sizeof(f->value), value, json_get_string(record, "unit", ""));
	scale_percent(percent, sizeof(percent), value > 0 ? width / 2 / value : 0);
	snprintf(f->interval, sizeof(f->interval), "+-%.60s", percent);
	scale_percent(f->spread, sizeof(f->spread), boot_deviation(record));
	for (int i = 0; i < 3; i++) {
		double variance = json_get_number(json_get(record, "variance"), levels[i], 0);

		scale_percent(
			f->levels[i], sizeof(f->levels[i]), sqrt(variance > 0 ? variance : 0));
	}
	set_flags(f, record);
}

static const struct json *knob_of(const struct json *record)
{
	const struct json *state = json_get(record, "state");
	const struct json *knob = state ? state->child : NULL;

	return knob && knob->key && knob->type == JSON_STRING ? knob : NULL;
}

/* The first record of the same metric under another state of the same knob, or NULL. */
static const struct json *first_state(const struct run_view *view, const struct json *record)
{
	const struct json *knob = knob_of(record);

	for (size_t i = 0; knob && i < view->series_count; i++) {
		const struct json *other = view->series[i], *its = knob_of(other);

		if (its && strcmp(its->key, knob->key) == 0 &&
			json_get_count(other, "copies", 1) == json_get_count(record, "copies", 1) &&
			strcmp(json_get_string(other, "name", ""),
				json_get_string(record, "name", "")) == 0)
			return other == record ? NULL : other;
	}
	return NULL;
}

/* Logs of the boots' values; the caller frees. */
static double *boot_logs(const struct json *record, size_t *count)
{
	const struct json *values = json_get(record, "boot_values");
	double *logs = NULL;

	*count = 0;
	for (const struct json *v = values ? values->child : NULL; v; v = v->next) {
		if (v->type != JSON_NUMBER || !(v->number > 0))
			continue;
		logs = xrealloc(logs, (*count + 1) * sizeof(*logs));
		logs[(*count)++] = log(v->number);
	}
	return logs;
}

static const char *word(const struct difference *d, bool higher_is_better)
{
	switch (d->verdict) {
	case DIFFERENCE_NONE:
		return "no difference";
	case DIFFERENCE_INCONCLUSIVE:
		return "inconclusive";
	default:
		return (d->verdict == DIFFERENCE_HIGHER) == higher_is_better ? "faster" : "slower";
	}
}

void series_facts_change(const struct run_view *view, size_t index, char *text, size_t size)
{
	const struct json *record = view->series[index], *first = first_state(view, record);
	bool higher = strcmp(json_get_string(record, "better", "higher"), "higher") == 0;
	struct difference d;
	size_t a_count, b_count;
	double *a, *b;

	*text = '\0';
	if (!first)
		return;
	a = boot_logs(first, &a_count);
	b = boot_logs(record, &b_count);
	if (a_count && b_count) {
		d = difference_of_pairs(a, b, a_count < b_count ? a_count : b_count);
		difference_judge(&d, 1);
		snprintf(text, size, "against %.40s: %+.2f %% (%+.2f %% to %+.2f %%), %s",
			knob_of(first)->string, 100 * expm1(d.effect), 100 * expm1(d.low),
			100 * expm1(d.high), word(&d, higher));
	}
	free(a);
	free(b);
}

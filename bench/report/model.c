/* SPDX-License-Identifier: MIT */
#include "report/model.h"

#include "core/die.h"

#include <stdlib.h>
#include <string.h>

static struct result_view view_result(const struct json *r)
{
	struct result_view view = {
		.record = r,
		.name = json_get_string(r, "name", ""),
		.title = json_get_string(r, "title", NULL),
		.what = json_get_string(r, "what", ""),
		.caveat = json_get_string(r, "caveat", NULL),
		.unit = json_get_string(r, "unit", ""),
		.status = json_get_string(r, "status", "failed"),
		.why = json_get_string(r, "why", ""),
		.grade = json_get_string(r, "grade", ""),
		.copies = json_get_count(r, "copies", 1),
		.copies_rule = json_get_string(r, "copies_rule", "asked"),
		.value = json_get_number(r, "value", 0),
		.low = json_get_number(r, "ci_low", 0),
		.high = json_get_number(r, "ci_high", 0),
		.min = json_get_number(r, "min", 0),
		.max = json_get_number(r, "max", 0),
		.robust_cv = json_get_number(r, "robust_cv", 0),
		.n = json_get_count(r, "n", 0),
		.elapsed_s = json_get_number(r, "elapsed_s", 0),
		.batch_ns = json_get_number(r, "batch_ns", 0),
	};
	const struct json *trials = json_get(r, "trials");

	/* Only what measures noise may find none. */
	view.noise = json_get_flag(r, "noise");
	view.swept = json_get(r, "state") != NULL;
	view.after_load = json_get_flag(r, "after_load");
	view.has_value = view.value > 0 || (view.noise && json_get(r, "value"));
	for (const struct json *t = trials ? trials->child : NULL; t; t = t->next)
		view.trials++;
	return view;
}

static bool has_own_copies(const char *rule)
{
	return strcmp(rule, "scale") == 0 || strcmp(rule, "scale_twice") == 0;
}

bool result_is_scale(const struct result_view *result)
{
	return has_own_copies(result->copies_rule) && !result->swept;
}

bool result_is_charted(const struct result_view *result)
{
	return json_get_string(result->record, "chart", NULL) != NULL && !result->swept;
}

static void view_plan(struct run_view *view)
{
	const struct json *plan = json_get(view->run, "plan");

	free(view->plan);
	view->plan = NULL;
	view->plan_count = 0;
	for (const struct json *p = plan ? plan->child : NULL; p; p = p->next) {
		view->plan = xrealloc(view->plan, (view->plan_count + 1) * sizeof(*view->plan));
		view->plan[view->plan_count++] =
			(struct planned){ p, json_get_string(p, "name", ""),
				json_get_count(p, "copies", 1), json_get_flag(p, "noise"),
				has_own_copies(json_get_string(p, "copies_rule", "asked")) };
	}
}

static void view_record(struct run_view *view, const struct json *r)
{
	const char *type = json_get_string(r, "type", "");

	if (strcmp(type, "run") == 0) {
		view->run = r;
		view_plan(view);
	} else if (strcmp(type, "machine") == 0) {
		*(strcmp(json_get_string(r, "when", ""), "after") ? &view->before : &view->after) =
			r;
	} else if (strcmp(type, "begin") == 0) {
		view->in_flight = json_get_string(r, "name", "");
		view->in_flight_copies = json_get_count(r, "copies", 1);
	} else if (strcmp(type, "result") == 0) {
		view->results =
			xrealloc(view->results, (view->result_count + 1) * sizeof(*view->results));
		view->results[view->result_count++] = view_result(r);
		view->in_flight = NULL;
	} else if (strcmp(type, "finding") == 0) {
		view->findings = xrealloc(
			view->findings, (view->finding_count + 1) * sizeof(*view->findings));
		view->findings[view->finding_count++] = r;
	} else if (strcmp(type, "series") == 0) {
		view->series =
			xrealloc(view->series, (view->series_count + 1) * sizeof(*view->series));
		view->series[view->series_count++] = r;
	} else if (strcmp(type, "load") == 0) {
		view->loads = xrealloc(view->loads, (view->load_count + 1) * sizeof(*view->loads));
		view->loads[view->load_count++] = r;
	} else if (strcmp(type, "certificate") == 0) {
		view->certificate = r;
	} else if (strcmp(type, "change") == 0) {
		view->changes =
			xrealloc(view->changes, (view->change_count + 1) * sizeof(*view->changes));
		view->changes[view->change_count++] = r;
	} else if (strcmp(type, "verdict") == 0) {
		view->verdict = r;
	} else if (strcmp(type, "end") == 0) {
		view->end = r;
	}
}

void run_view_make(struct run_view *view, const struct records *records)
{
	memset(view, 0, sizeof(*view));
	view->records = records;
	for (size_t i = 0; i < records->count; i++)
		view_record(view, records->record[i]);
}

void run_view_free(struct run_view *view)
{
	free(view->plan);
	free(view->results);
	free(view->findings);
	free(view->series);
	free(view->changes);
	free(view->loads);
	memset(view, 0, sizeof(*view));
}

const struct result_view *run_view_find(
	const struct run_view *view, const char *name, unsigned copies)
{
	for (size_t i = 0; i < view->result_count; i++)
		if (!view->results[i].swept && view->results[i].copies == copies &&
			strcmp(view->results[i].name, name) == 0)
			return &view->results[i];
	return NULL;
}

static void add_sorted(unsigned **set, size_t *count, unsigned copies)
{
	size_t at = 0;

	while (at < *count && (*set)[at] < copies)
		at++;
	if (at < *count && (*set)[at] == copies)
		return;
	*set = xrealloc(*set, (*count + 1) * sizeof(**set));
	memmove(*set + at + 1, *set + at, (*count - at) * sizeof(**set));
	(*set)[at] = copies;
	(*count)++;
}

size_t run_view_copies(const struct run_view *view, unsigned **copies)
{
	size_t count = 0;

	*copies = NULL;
	for (size_t i = 0; i < view->plan_count; i++)
		if (!view->plan[i].noise && !view->plan[i].own_copies)
			add_sorted(copies, &count, view->plan[i].copies);
	for (size_t i = 0; i < view->result_count; i++)
		if (!view->results[i].noise && !has_own_copies(view->results[i].copies_rule))
			add_sorted(copies, &count, view->results[i].copies);
	return count;
}

const char *result_note(const struct result_view *result, const char *key, const char *fallback)
{
	return json_get_string(json_get(result->record, "notes"), key, fallback);
}

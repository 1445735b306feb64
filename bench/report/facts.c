/* SPDX-License-Identifier: MIT */
#include "report/facts.h"

#include "report/scale.h"

#include <stdio.h>
#include <string.h>

const struct json *facts_machine(const struct run_view *view)
{
	return view->before ? view->before : view->after;
}

static bool is_placeholder(const struct run_view *view, const char *group, const char *member)
{
	const struct json *list = json_get(facts_machine(view), "placeholders");
	char name[64];

	snprintf(name, sizeof(name), "%s.%s", group, member);
	for (const struct json *p = list ? list->child : NULL; p; p = p->next)
		if (p->type == JSON_STRING && strcmp(p->string, name) == 0)
			return true;
	return false;
}

const char *facts_string(const struct run_view *view, const char *group, const char *member)
{
	const char *text = json_get_string(json_get(facts_machine(view), group), member, "");

	return *text && !is_placeholder(view, group, member) ? text : NULL;
}

double facts_number(
	const struct run_view *view, const char *group, const char *member, double fallback)
{
	return json_get_number(json_get(facts_machine(view), group), member, fallback);
}

const char *facts_run(const struct run_view *view, const char *member)
{
	return json_get_string(view->run, member, "");
}

unsigned facts_cpus(const struct run_view *view)
{
	double threads = facts_number(view, "cpu", "threads", 0);

	return threads >= 1 && threads < 1e6 ? (unsigned)threads : 0;
}

const char *facts_title(const struct result_view *result)
{
	return result->title && *result->title ? result->title : result->name;
}

bool facts_counts(const struct result_view *result)
{
	return result && result->has_value &&
	       (strcmp(result->status, "ok") == 0 || strcmp(result->status, "noisy") == 0);
}

static bool is_planned(const struct run_view *view, const char *name, unsigned copies)
{
	for (size_t i = 0; i < view->plan_count; i++)
		if (view->plan[i].copies == copies && strcmp(view->plan[i].name, name) == 0)
			return true;
	return false;
}

void facts_why_missing(
	const struct run_view *view, const char *name, unsigned copies, char *why, size_t size)
{
	const struct result_view *result = run_view_find(view, name, copies);

	if (result && facts_counts(result))
		snprintf(why, size, "%s", "");
	else if (result && strcmp(result->status, "ok") != 0)
		snprintf(why, size, "%s: %s", result->status,
			*result->why ? result->why : "no reason recorded");
	else if (result)
		snprintf(why, size, "its record holds no number");
	else if (view->in_flight && view->in_flight_copies == copies &&
		 strcmp(view->in_flight, name) == 0)
		snprintf(why, size, "the run broke off while it ran");
	else if (is_planned(view, name, copies))
		snprintf(why, size, "planned, but the run ended before it");
	else
		snprintf(why, size, "not part of this run");
}

/* Rates of bytes as the known tools show them: two kinds of mega, each with its name. Clocks as
 * everybody does. */
static const struct unixbench_unit *mega_unit(const struct result_view *result)
{
	static const struct unixbench_unit binary = { "MiB/s", 1.0 / 1048576 },
					   decimal = { "MB/s", 1e-6 }, clock = { "MHz", 1e-6 };
	static const char *const binary_tools[] = { "mbw.", "sysbench." };

	if (strcmp(result->unit, "Hz") == 0)
		return &clock;
	if (strcmp(result->unit, "bytes/s") != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(binary_tools) / sizeof(*binary_tools); i++)
		if (strncmp(result->name, binary_tools[i], strlen(binary_tools[i])) == 0)
			return &binary;
	return &decimal;
}

double facts_figure(const struct result_view *result, const char **label)
{
	const struct unixbench_unit *unit = unixbench_unit(result->name, result->unit);

	unit = unit ? unit : mega_unit(result);
	*label = "";
	if (!facts_counts(result) || !unit)
		return 0;
	*label = unit->label;
	return result->value * unit->factor;
}

void facts_statistic(const struct result_view *result, char *text, size_t size)
{
	char median[SCALE_LENGTH];

	*text = '\0';
	if (strcmp(json_get_string(result->record, "statistic", ""), "best") != 0 ||
		!facts_counts(result))
		return;
	scale_value(
		median, sizeof(median), json_get_number(result->record, "median", 0), result->unit);
	snprintf(text, size, "the best sample; median %s", median);
}

void facts_index(const struct run_view *view, unsigned copies, struct unixbench_index *index)
{
	double figures[UNIXBENCH_TESTS] = { 0 };

	for (int i = 0; i < UNIXBENCH_TESTS; i++) {
		const struct result_view *result =
			run_view_find(view, unixbench_tests[i].name, copies);
		const char *label;

		if (result)
			figures[i] = facts_figure(result, &label);
	}
	unixbench_index(index, figures);
}

bool facts_all_missing(const struct run_view *view, unsigned copies, char *why, size_t size)
{
	char other[FACT_LENGTH];

	facts_why_missing(view, unixbench_tests[0].name, copies, why, size);
	for (int i = 1; i < UNIXBENCH_TESTS; i++) {
		facts_why_missing(view, unixbench_tests[i].name, copies, other, sizeof(other));
		if (strcmp(why, other) != 0)
			return false;
	}
	return *why;
}

bool facts_in_index(const char *name)
{
	for (int i = 0; i < UNIXBENCH_TESTS; i++)
		if (strcmp(unixbench_tests[i].name, name) == 0)
			return true;
	return false;
}

bool facts_index_asked(const struct run_view *view)
{
	for (size_t i = 0; i < view->plan_count; i++)
		if (facts_in_index(view->plan[i].name))
			return true;
	for (size_t i = 0; i < view->result_count; i++)
		if (facts_in_index(view->results[i].name))
			return true;
	return false;
}

static const char *const flags[][2] = {
	{ "NOT_CONVERGED", "the interval stayed wider than asked for when the time was up" },
	{ "DISPERSED", "the samples scatter by more than 2 % of their median" },
	{ "TRIALS_DISAGREE", "fresh processes measured medians more than 3 % apart" },
	{ "WARMUP_TIMEOUT", "still drifting when the warm-up had to end" },
	{ "TAIL", "one sample in a hundred is over 25 % slower than the median" },
	{ "DRIFT", "the samples of a trial follow a trend, not chance" },
	{ "BIMODAL", "the samples fall into two groups: no single number describes them" },
	{ "INTERFERENCE",
		"more than 5 % of the samples were disturbed, or these shifted the value" },
	{ "FREQ", "the CPU's clock frequency varied by more than 1 %" },
	{ "THROTTLED", "the CPU throttled itself: heat or power" },
	{ "SMI", "the firmware took the CPU (system management interrupts)" },
};

const char *facts_flag(const char *flag)
{
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (strcmp(flags[i][0], flag) == 0)
			return flags[i][1];
	return "";
}

const char *facts_flag_name(unsigned i)
{
	return i < sizeof(flags) / sizeof(*flags) ? flags[i][0] : NULL;
}

bool facts_note_is_known(
	const struct run_view *view, const struct result_view *result, const struct json *note)
{
	for (const struct result_view *r = view->results; r < result; r++)
		if (strcmp(r->name, result->name) == 0 &&
			strcmp(result_note(r, note->key, ""), note->string) == 0)
			return true;
	return false;
}

void facts_tally(const struct run_view *view, char *text, size_t size)
{
	static const char *const statuses[] = { "ok", "noisy", "skipped", "failed", "crashed",
		"timeout" };
	size_t length = (size_t)snprintf(
		text, size, "%zu result%s", view->result_count, view->result_count == 1 ? "" : "s");
	const char *separator = ": ";
	size_t others = view->result_count;

	for (size_t s = 0; s < sizeof(statuses) / sizeof(*statuses); s++) {
		unsigned count = 0;

		for (size_t i = 0; i < view->result_count; i++)
			count += strcmp(view->results[i].status, statuses[s]) == 0;
		others -= count;
		if (count && length < size) {
			length += (size_t)snprintf(text + length, size - length, "%s%u %s",
				separator, count, statuses[s]);
			separator = ", ";
		}
	}
	if (others && length < size)
		snprintf(
			text + length, size - length, "%s%zu of unknown status", separator, others);
}

double facts_elapsed(const struct run_view *view, unsigned copies)
{
	double sum = 0;

	for (size_t i = 0; i < view->result_count; i++)
		if (view->results[i].copies == copies)
			sum += view->results[i].elapsed_s;
	return sum;
}

void facts_losses(const struct run_view *view, char *text, size_t size)
{
	const struct records *r = view->records;

	*text = '\0';
	if (r->bad_lines || r->bad_versions || r->missing)
		snprintf(text, size,
			"Not all of the records could be read: %zu torn or damaged line%s, %zu of "
			"another version, %zu missing.",
			r->bad_lines, r->bad_lines == 1 ? "" : "s", r->bad_versions, r->missing);
}

void facts_unfinished(const struct run_view *view, char *text, size_t size)
{
	const char *reason = json_get_string(view->end, "reason", "");

	*text = '\0';
	if (view->end && strcmp(reason, "complete") == 0)
		return;
	if (view->end && strcmp(reason, "deadline") == 0)
		snprintf(text, size, "The deadline passed before all tests were done.");
	else if (view->in_flight)
		snprintf(text, size, "The run broke off: power lost or reset during %s (%u %s).",
			view->in_flight, view->in_flight_copies,
			view->in_flight_copies == 1 ? "copy" : "copies");
	else
		snprintf(text, size, "The run broke off before its end: power lost or reset.");
}

bool facts_is_other(const struct result_view *result)
{
	return !result->noise && !result->swept && !facts_in_index(result->name) &&
	       !result_is_scale(result) && !result_is_charted(result);
}

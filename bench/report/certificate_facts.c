/* SPDX-License-Identifier: MIT */
#include "report/certificate_facts.h"

#include "report/scale.h"

#include <string.h>

static const struct {
	const char *grade, *word, *meaning;
} grades[] = {
	{ "quiet", "QUIET", "interference stayed within the limits below; the proof is the table" },
	{ "usable", "USABLE", "some interference: small differences (about 1 %) need repetition" },
	{ "noisy", "NOISY",
		"other things ran on the measured CPUs: do not compare small differences" },
	{ "unknown", "UNKNOWN", "the noise benchmarks have no results" },
};

static size_t grade_of(const struct run_view *view)
{
	const char *grade = json_get_string(view->certificate, "grade", "unknown");
	size_t i = 0;

	while (i + 1 < sizeof(grades) / sizeof(*grades) && strcmp(grades[i].grade, grade))
		i++;
	return i;
}

const char *certificate_word(const struct run_view *view)
{
	return grades[grade_of(view)].word;
}

const char *certificate_meaning(const struct run_view *view)
{
	return grades[grade_of(view)].meaning;
}

bool certificate_is_noisy(const struct run_view *view)
{
	/* The table begins with the two that are not. */
	return grade_of(view) > 1;
}

/* unit: of the record, "" for a plain count. */
static const struct {
	const char *figure, *words, *unit;
} figures[] = {
	{ "interrupts_per_s", "Interrupts of a busy CPU, a second", "" },
	{ "lost_ns_per_s", "Time lost in each second", "ns" },
	{ "detour_p999_ns", "Longer by, one piece of work in 1000", "ns" },
	{ "detour_max_ns", "Longest time taken at once", "ns" },
	{ "unexplained_gaps_per_s", "Gaps that no interrupt explains, a second", "" },
	{ "gap_max_ns", "Longest gap of a spinning CPU", "ns" },
	{ "clock_read_ns", "Reading the clock", "ns" },
	{ "clock_backward_steps", "Steps of the clock backwards", "" },
	{ "tsc_skew_ns", "Counters of two CPUs differ by", "ns" },
	{ "clock_drift_ppm", "Clock against ACPI timer, ppm", "" },
	{ "programs", "Programs that exist", "" },
	{ "idle_context_switches_per_s", "Context switches when idle, a second", "" },
};

static size_t figure_of(const struct json *row)
{
	const char *name = json_get_string(row, "figure", "");
	size_t i = 0;

	while (i < sizeof(figures) / sizeof(*figures) && strcmp(figures[i].figure, name))
		i++;
	return i;
}

const char *certificate_figure(const struct json *row)
{
	size_t i = figure_of(row);

	return i < sizeof(figures) / sizeof(*figures) ? figures[i].words
						      : json_get_string(row, "figure", "");
}

void certificate_value(const struct json *row, const char *member, char *text, size_t size)
{
	const struct json *value = json_get(row, member);
	size_t i = figure_of(row);

	if (!value || value->type != JSON_NUMBER)
		snprintf(text, size, "unavailable");
	else if (i < sizeof(figures) / sizeof(*figures) && *figures[i].unit)
		scale_value(text, size, value->number, figures[i].unit);
	else
		snprintf(text, size, "%.3g", value->number);
}

const char *const certificate_percentiles[] = { "p50_ns", "p99_ns", "p999_ns", "p9999_ns", "max_ns",
	NULL };
const char *const certificate_headings[] = { "p50", "p99", "p99.9", "p99.99", "max", NULL };

void certificate_percentile(
	const struct result_view *result, const char *member, char *text, size_t size)
{
	const struct json *distribution = json_get(result->record, "distribution");
	double value = json_get_number(distribution, member, -1);

	if (value < 0)
		snprintf(text, size, "-");
	else
		scale_value(text, size, value, "ns");
}

void certificate_figures(const struct result_view *result, char *text, size_t size)
{
	const struct json *list = json_get(result->record, "figures");
	size_t length = 0;

	*text = '\0';
	for (const struct json *f = list ? list->child : NULL; f && length < size; f = f->next) {
		const char *comma = length ? ", " : "";

		if (f->type == JSON_NUMBER && f->key)
			length += (size_t)snprintf(text + length, size - length, "%s%.40s %.6g",
				comma, f->key, f->number);
		else if (f->type == JSON_STRING && f->key)
			length += (size_t)snprintf(text + length, size - length, "%s%.40s %.40s",
				comma, f->key, f->string);
	}
}

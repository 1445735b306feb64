/* SPDX-License-Identifier: MIT */
#include "report/burnin_facts.h"

#include "core/die.h"
#include "core/stats.h"
#include "report/change_facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Power budgets last tens of seconds: method.md P3. */
static const double SUSTAINED_FROM_S = 120;

const char burnin_guide[] =
	"The tests after the load against the same before it: the change of the median of trials, "
	"with its 95 % interval, within this boot. Slower or faster: beyond +-1 % and beyond the "
	"noise of both.";

/* clang-format off */
const struct burnin_curve burnin_curves[] = {
	{ "rounds_per_s", "Speed of the load", "rounds/s", 1, false },
	{ "temperature_c", "Temperature, hottest CPU", "\xc2\xb0" "C", 1, false },
	{ "frequency_hz", "Clock of CPU 0", "GHz", 1e9, false },
	{ "core_throttles", "Throttles", "since boot", 1, true },
	{ "corrected_errors", "Corrected errors", "since boot", 1, true },
	{ "uncorrected_errors", "Uncorrected errors", "since boot", 1, true },
	{ "disk_read_errors", "Read errors of disks", "in each slice", 1, true },
	{ NULL, NULL, NULL, 0, false },
};
/* clang-format on */

static double number(const struct json *load, const char *member)
{
	return json_get_number(load, member, NAN);
}

double burnin_burst(const struct run_view *view)
{
	const struct json *first = view->load_count ? view->loads[0] : NULL;

	return json_get_flag(first, "rested") ? json_get_number(first, "rounds_per_s", 0) : 0;
}

double burnin_sustained(const struct run_view *view)
{
	double *values = xcalloc(view->load_count + 1, sizeof(*values)), median = 0;
	size_t n = 0;

	for (size_t i = 0; i < view->load_count; i++) {
		double value = number(view->loads[i], "rounds_per_s");

		if (number(view->loads[i], "t_s") >= SUSTAINED_FROM_S && value > 0)
			values[n++] = value;
	}
	stats_sort(values, n);
	if (n)
		median = stats_quantile(values, n, 0.5);
	free(values);
	return median;
}

static void say_load(const struct run_view *view, char *text, size_t size)
{
	const struct json *last = view->loads[view->load_count - 1];
	char time[SCALE_LENGTH];

	scale_clock(time, sizeof(time), number(last, "t_s") + number(last, "elapsed_s"));
	snprintf(text, size, "%s on all CPUs: %s, known answers, memory; disks read: %s", time,
		json_get_string(last, "vector_unit", "vectors"),
		json_get_string(last, "disks", "none"));
}

static void say_speed(const struct run_view *view, char *text, size_t size)
{
	double burst = burnin_burst(view), sustained = burnin_sustained(view);

	*text = '\0';
	if (burst > 0)
		facts_append(text, size, ", ", "rested %.4g rounds/s", burst);
	if (sustained > 0)
		facts_append(text, size, ", ", "after two minutes %.4g rounds/s", sustained);
	if (burst > 0 && sustained > 0)
		facts_append(text, size, ", ", "ratio %.3f", burst / sustained);
}

static void say_range(
	const struct run_view *view, const struct burnin_curve *curve, char *text, size_t size)
{
	double low = INFINITY, high = -INFINITY;

	*text = '\0';
	for (size_t i = 0; i < view->load_count && !curve->counter; i++) {
		double value = number(view->loads[i], curve->member) / curve->scale;

		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	if (high >= low)
		snprintf(text, size, "%.4g to %.4g %s", low, high, curve->unit);
}

/* How much a counter of the machine moved between the first slice's end and the last one's. */
static void say_growth(
	const struct run_view *view, const char *member, const char *what, char *text, size_t size)
{
	double first = number(view->loads[0], member);
	double last = number(view->loads[view->load_count - 1], member);

	if (last >= first)
		facts_append(text, size, ", ", "%.0f %s", last - first, what);
}

static void say_faults(const struct run_view *view, char *text, size_t size)
{
	double wrong = 0;

	*text = '\0';
	for (size_t i = 0; i < view->load_count; i++)
		wrong += json_get_number(json_get(view->loads[i], "wrong"), "count", 0);
	facts_append(text, size, ", ", "%.0f wrong answer%s", wrong, wrong == 1 ? "" : "s");
	say_growth(view, "core_throttles", "throttles", text, size);
	say_growth(view, "machine_checks", "machine checks", text, size);
	say_growth(view, "corrected_errors", "corrected errors", text, size);
	say_growth(view, "uncorrected_errors", "uncorrected errors", text, size);
}

bool burnin_fact(
	const struct run_view *view, unsigned i, const char **name, char *text, size_t size)
{
	enum { FIXED = 3, CURVES = sizeof(burnin_curves) / sizeof(*burnin_curves) - 1 };

	if (!view->load_count || i >= FIXED + CURVES)
		return false;
	if (i >= FIXED) {
		*name = burnin_curves[i - FIXED].name;
		say_range(view, &burnin_curves[i - FIXED], text, size);
		return true;
	}
	*name = i == 0 ? "Load" : i == 1 ? "Burst and sustained" : "Faults";
	(i == 0 ? say_load : i == 1 ? say_speed : say_faults)(view, text, size);
	return true;
}

/* One boot of each: trials are compared by their ranks. */
static struct difference compare(const struct result_view *before, const struct result_view *after)
{
	size_t a_count, b_count;
	double *a = change_trials(before, &a_count), *b = change_trials(after, &b_count);
	struct difference d = { .basis = BASIS_NOTHING };

	if (a_count && b_count)
		d = difference_of(
			&(struct boots){ a, &a_count, 1 }, &(struct boots){ b, &b_count, 1 });
	free(a);
	free(b);
	return d;
}

bool drift_row_make(struct drift_row *row, const struct run_view *view, size_t index)
{
	const struct result_view *after = &view->results[index];
	struct difference d;

	if (!after->after_load)
		return false;
	*row = (struct drift_row){ .after = after,
		.before = run_view_find(view, after->name, after->copies) };
	if (!facts_counts(after)) {
		snprintf(row->judgement, sizeof(row->judgement), "%s", after->why);
		return true;
	}
	scale_value(row->value_after, sizeof(row->value_after), after->value, after->unit);
	if (!row->before || !facts_counts(row->before)) {
		snprintf(row->judgement, sizeof(row->judgement), "not measured before the load");
		return true;
	}
	scale_value(row->value_before, sizeof(row->value_before), row->before->value,
		row->before->unit);
	d = compare(row->before, after);
	difference_judge(&d, 1);
	change_say(&d, after, row->change, sizeof(row->change), row->judgement,
		sizeof(row->judgement));
	row->worse = change_is_worse(&d, after);
	return true;
}

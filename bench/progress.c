/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include "core/console.h"
#include "report/facts.h"
#include "report/scale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 36 + 40 columns: a text screen has 80, and a character in the last one would wrap. */
enum { NAME_WIDTH = 22 };

void progress_heading(void)
{
	console_text("%36s%13s %9s %-7s %8s\n", "", "value", "interval", "status", "left");
}

void progress_begin(const struct step *step, size_t number, size_t steps)
{
	const char *name = step->benchmark->name;

	console_text("%3zu/%-3zu %-*s", number, steps, NAME_WIDTH, name);
	/* A long name has a line of its own: with the value it is wider than a screen. */
	if (strlen(name) > NAME_WIDTH)
		console_text("\n%*s", 8 + NAME_WIDTH, "");
	console_text(" x%-4u", step->copies);
}

/* The figures beside the value, as many to a line as fit 80 columns. */
static void show_figures(const struct outcome *out)
{
	const struct bench_report *report = &out->report;
	int column = 0;

	if (report->figures[0].key[0])
		console_text(
			"          instrument_ns_per_sample %.6g\n", out->conditions.instrument_ns);
	for (int i = 0; i < FIGURE_COUNT && report->figures[i].key[0]; i++) {
		char text[NOTE_KEY + 32];
		int length;

		if (report->figures[i].unavailable[0])
			length = snprintf(
				text, sizeof(text), "%s unavailable", report->figures[i].key);
		else
			length = snprintf(text, sizeof(text), "%s %.6g", report->figures[i].key,
				report->figures[i].value);
		if (column + length + 2 > 69) {
			console_text("\n");
			column = 0;
		}
		if (column == 0)
			console_text("          ");
		else
			console_text(", ");
		console_text("%s", text);
		column += length + 2;
	}
	if (column)
		console_text("\n");
}

void progress_result(const struct outcome *out, const struct step *step, size_t number,
	size_t steps, double elapsed_s)
{
	char value[SCALE_LENGTH] = "", interval[16] = "", left[SCALE_LENGTH] = "";

	if (out->has_value) {
		scale_value(value, sizeof(value), out->all.value, unit_name(step->benchmark->unit));
		if (out->all.value > 0)
			snprintf(interval, sizeof(interval), "+-%.1f %%",
				fmin(999, 50 * (out->all.high - out->all.low) / out->all.value));
	}
	if (number < steps)
		scale_clock(
			left, sizeof(left), elapsed_s / (double)number * (double)(steps - number));
	console_text("%13s %9s %-7s %8s\n", value, interval, status_name(out->status), left);
	if (step->knob)
		console_text("          %s %s%s\n", step->knob, step->state,
			step->found ? " (as found)" : "");
	if (out->has_value)
		show_figures(out);
	if (out->status > STATUS_NOISY)
		console_text("          %s\n", out->why);
}

void progress_scores(const struct run_view *view)
{
	unsigned *copies;
	size_t count = run_view_copies(view, &copies);

	for (size_t i = 0; i < count; i++) {
		struct unixbench_index index;

		facts_index(view, copies[i], &index);
		if (index.score > 0)
			console_text("UnixBench index, %u %s: %.1f\n", copies[i],
				copies[i] == 1 ? "copy" : "copies", index.score);
	}
	free(copies);
}

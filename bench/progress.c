/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include "core/console.h"
#include "report/facts.h"
#include "report/scale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* 36 + 40 columns: a text screen has 80, and a character in the last one would wrap. */

void progress_heading(void)
{
	console_text("%36s%13s %9s %-7s %8s\n", "", "value", "interval", "status", "left");
}

void progress_begin(const struct step *step, size_t number, size_t steps)
{
	console_text("%3zu/%-3zu %-22s x%-4u", number, steps, step->benchmark->name, step->copies);
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

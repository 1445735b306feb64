/* SPDX-License-Identifier: MIT */
#include "tune/settle.h"

#include "core/clock.h"
#include "core/die.h"
#include "core/thermal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WINDOW_MS = 500 };

/* An idle machine uses a tenth of this. Services that start, fans that are set, a log that is
 * written use more. */
static const double MAX_BUSY = 0.03;

/* Interrupts come in lumps of some dozens: a timer, a key, a packet. */
static const double INTERRUPTS_ABSOLUTE = 50, INTERRUPTS_RELATIVE = 0.2;

/* Sensors have steps of 1 degree. */
static const double MAX_WARMING_C = 1;

const char *settle_unsteady(const struct settle_window *w, size_t count)
{
	double low = INFINITY, high = 0, cold = INFINITY, hot = -INFINITY;

	if (count < SETTLE_WINDOWS)
		return "too short a time";
	for (size_t i = count - SETTLE_WINDOWS; i < count; i++) {
		if (w[i].busy > MAX_BUSY)
			return "load";
		low = fmin(low, w[i].interrupts_per_s);
		high = fmax(high, w[i].interrupts_per_s);
		cold = fmin(cold, w[i].temperature_c);
		hot = fmax(hot, w[i].temperature_c);
	}
	if (high - low > fmax(INTERRUPTS_ABSOLUTE, INTERRUPTS_RELATIVE * high))
		return "interrupts";
	return hot - cold > MAX_WARMING_C ? "temperature" : NULL;
}

struct counters {
	double idle, total, interrupts;
};

static struct counters read_counters(const char *root)
{
	/* idle and waiting for I/O are the fourth and fifth of the times since boot */
	enum { IDLE = 3, IOWAIT = 4, TIMES = 8 };
	char *path = xasprintf("%s/proc/stat", root), line[65536];
	FILE *file = fopen(path, "re");
	struct counters c = { 0 };

	while (file && fgets(line, sizeof(line), file)) {
		char *at = line + 4;

		if (strncmp(line, "intr ", 5) == 0)
			c.interrupts = strtod(line + 5, NULL);
		if (strncmp(line, "cpu ", 4) != 0)
			continue;
		for (int i = 0; i < TIMES; i++) {
			double time = strtod(at, &at);

			c.total += time;
			c.idle += i == IDLE || i == IOWAIT ? time : 0;
		}
	}
	if (file)
		fclose(file);
	free(path);
	return c;
}

static struct settle_window watch(const char *root)
{
	const struct timespec pause = { 0, WINDOW_MS * 1000000L };
	struct counters before = read_counters(root), after;
	struct thermal thermal;
	double total;

	nanosleep(&pause, NULL);
	after = read_counters(root);
	thermal = thermal_read(root);
	total = after.total - before.total;
	return (struct settle_window){
		.busy = total > 0 ? 1 - (after.idle - before.idle) / total : 0,
		.interrupts_per_s = (after.interrupts - before.interrupts) * 1e3 / WINDOW_MS,
		.temperature_c = thermal.has_temperature ? thermal.temperature_c : NAN,
	};
}

struct settle settle_wait(const char *root, double limit_s)
{
	struct settle_window windows[SETTLE_WINDOWS] = { 0 };
	uint64_t start = clock_now_ns();
	struct settle settle = { .unsteady = "too short a time" };
	size_t count = 0;

	while (settle.unsteady && settle.waited_s < limit_s) {
		memmove(windows, windows + 1, sizeof(windows) - sizeof(*windows));
		windows[SETTLE_WINDOWS - 1] = watch(root);
		if (++count >= SETTLE_WINDOWS)
			settle.unsteady = settle_unsteady(windows, SETTLE_WINDOWS);
		settle.waited_s = (double)(clock_now_ns() - start) * 1e-9;
	}
	settle.last = windows[SETTLE_WINDOWS - 1];
	return settle;
}

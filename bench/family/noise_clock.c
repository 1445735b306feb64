/* SPDX-License-Identifier: MIT */
/*
 * The clock that everything is timed with: what reading it costs, how fine it is, whether it ever
 * runs backwards, and whether the machine's other timers agree with it.
 */
#include "benchmark.h"
#include "core/histogram.h"
#include "core/tsc.h"
#include "family/noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Frequency of the ACPI timer, by its specification. */
static const double ACPI_HZ = 3579545;

/* Readings between two looks at the end of the sample. */
enum { READS = 1000 };

struct clocks {
	struct acpi_timer acpi;
	bool has_acpi;
	uint64_t raw_ns, monotonic_ns, tsc; /* at the start */
	uint64_t acpi_ticks;		    /* since then: the timer itself wraps within seconds */
	uint32_t acpi_last;
	uint64_t resolution_ns, backwards;
};

static uint64_t read_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Called at least once a sample: 24 bits of 3.6 MHz wrap after 4.7 s. */
static void follow_acpi(struct clocks *c)
{
	uint32_t now;

	if (!c->has_acpi)
		return;
	now = acpi_timer_read(&c->acpi);
	c->acpi_ticks += (now - c->acpi_last) & (c->acpi.wide ? 0xffffffffu : 0xffffffu);
	c->acpi_last = now;
}

static void note_source(struct bench *b)
{
	char line[64] = "";
	FILE *file =
		fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");

	if (file && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		bench_note(b, "clocksource", "%s", line);
	}
	if (file)
		fclose(file);
}

/* Of a counted loop as the families have it: what the loop itself adds to each operation. The
 * fastest of some tries: the others met an interrupt. */
static double ns_per_iteration(void)
{
	const uint64_t n = 200000;
	double fastest = INFINITY;

	for (int try = 0; try < 10; try++) {
		uint64_t start = bench_now_ns();

		for (uint64_t i = 0; i < n; i++)
			keep(i);
		fastest = fmin(fastest, (double)(bench_now_ns() - start) / (double)n);
	}
	return fastest;
}

/* The kernel's tick, as fast as it can be: the coarse clock moves with it. */
static double tick_hz(void)
{
	struct timespec step;

	clock_getres(CLOCK_MONOTONIC_COARSE, &step);
	return step.tv_nsec ? 1e9 / (double)step.tv_nsec : 0;
}

static int clock_setup(struct bench *b)
{
	struct clocks *c = calloc(1, sizeof(*c));
	const char *why = NULL;
	int status;

	if (!c)
		return bench_fail(b, "out of memory:");
	b->state = c;
	note_source(b);
	status = noise_skew(b);
	if (status)
		return status;
	bench_figure(b, "empty_loop_ns", ns_per_iteration());
	bench_figure(b, "tick_hz", tick_hz());
	c->resolution_ns = UINT64_MAX;
	c->has_acpi = acpi_timer_open(&c->acpi, &why);
	if (c->has_acpi)
		c->acpi_last = acpi_timer_read(&c->acpi);
	else
		bench_figure_unavailable(b, "drift_against_acpi_ppm", why);
	c->raw_ns = read_ns(CLOCK_MONOTONIC_RAW);
	c->monotonic_ns = read_ns(CLOCK_MONOTONIC);
	c->tsc = tsc_now_ordered();
	return BENCH_OK;
}

/* The cost is that of a plain series of readings; steps and order are looked at in a second one. */
static int clock_sample(struct bench *b, uint64_t ns, struct histogram *steps, double *value)
{
	struct clocks *c = b->state;
	uint64_t start = bench_now_ns(), now = start, spent = 0, reads = 0;

	while (now - start < ns) {
		uint64_t from = bench_now_ns(), last;

		for (int i = 0; i < READS; i++)
			now = bench_now_ns();
		spent += now - from;
		reads += READS;
		last = now;
		for (int i = 0; i < READS; i++) {
			now = bench_now_ns();
			c->backwards += now < last;
			if (now > last) {
				histogram_add(steps, now - last);
				if (now - last < c->resolution_ns)
					c->resolution_ns = now - last;
			}
			last = now;
		}
	}
	follow_acpi(c);
	*value = (double)spent / (double)reads;
	return BENCH_OK;
}

static double ppm(double measured, double reference)
{
	return reference > 0 ? (measured / reference - 1) * 1e6 : 0;
}

static void clock_teardown(struct bench *b)
{
	struct clocks *c = b->state;
	double raw_ns, tsc;

	if (!c || c->resolution_ns == UINT64_MAX)
		return;
	follow_acpi(c);
	tsc = (double)(tsc_now_ordered() - c->tsc);
	raw_ns = (double)(read_ns(CLOCK_MONOTONIC_RAW) - c->raw_ns);
	bench_figure(b, "resolution_ns", (double)c->resolution_ns);
	bench_figure(b, "backward_steps", (double)c->backwards);
	bench_figure(b, "tsc_hz", tsc / raw_ns * 1e9);
	bench_figure(b, "monotonic_against_raw_ppm",
		ppm((double)(read_ns(CLOCK_MONOTONIC) - c->monotonic_ns), raw_ns));
	if (c->has_acpi)
		bench_figure(b, "drift_against_acpi_ppm",
			ppm(raw_ns, (double)c->acpi_ticks / ACPI_HZ * 1e9));
	free(c);
	b->state = NULL;
}

const struct benchmark bench_noise_clock = {
	.name = "noise.clock",
	.what = "time of reading the clock once; beside it the clock's steps, order, and agreement "
		"with the "
		"machine's other timers and between its CPUs",
	.unit = UNIT_NS,
	.copies = COPIES_ONE,
	.profile = PROFILE_QUICK,
	.noise = true,
	.setup = clock_setup,
	.sample = clock_sample,
	.teardown = clock_teardown,
};

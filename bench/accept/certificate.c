/* SPDX-License-Identifier: MIT */
#include "accept/certificate.h"

#include "report/facts.h"
#include "report/scale.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Gates in the row's unit: quiet is method.md's "gold", usable its "silver". The tick is added to
 * what a usable machine may be interrupted. */
static const double OTHER_INTERRUPTS = 5;

const char *quiet_name(enum quiet quiet)
{
	static const char *const names[] = { "quiet", "usable", "noisy", "unknown" };

	return names[quiet];
}

static void reason(struct certificate *c, enum quiet grade, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void reason(struct certificate *c, enum quiet grade, const char *format, ...)
{
	va_list args;

	if (c->reason_count == sizeof(c->reasons) / sizeof(*c->reasons))
		return;
	va_start(args, format);
	vsnprintf(c->reasons[c->reason_count++], sizeof(*c->reasons), format, args);
	va_end(args);
	if (grade > c->grade)
		c->grade = grade;
}

/* Times get their prefix; counts stay as they are. */
static void put_value(char *out, size_t size, const char *figure, double value)
{
	if (strstr(figure, "_ns"))
		scale_value(out, size, value, "ns");
	else
		snprintf(out, size, "%.3g", value);
}

static void explain(struct certificate *c, const struct certificate_row *r)
{
	char value[SCALE_LENGTH], limit[SCALE_LENGTH], cpu[24] = "";

	put_value(value, sizeof(value), r->figure, r->value);
	put_value(limit, sizeof(limit), r->figure, r->grade == USABLE ? r->quiet : r->usable);
	if (r->cpu >= 0)
		snprintf(cpu, sizeof(cpu), " on CPU %d", r->cpu);
	reason(c, r->grade, "%s: %s%s; %s is up to %s", r->why, value, cpu,
		r->grade == USABLE ? "quiet" : "usable", limit);
}

/* A figure with its gates; NaN = unavailable, and then text says why, else what a bad one points
 * at. */
static void row(struct certificate *c, const char *figure, double value, int cpu, double quiet,
	double usable, const char *text)
{
	struct certificate_row *r = &c->rows[c->row_count++];

	*r = (struct certificate_row){
		.figure = figure,
		.available = !isnan(value),
		.value = value,
		.cpu = cpu,
		.quiet = quiet,
		.usable = usable,
		.grade = isnan(value)	   ? QUIET_UNKNOWN
			 : value <= quiet  ? QUIET
			 : value <= usable ? USABLE
					   : NOISY,
	};
	snprintf(r->why, sizeof(r->why), "%s", text);
	if (r->grade == USABLE || r->grade == NOISY)
		explain(c, r);
}

/* The results that the certificate is made of. */
struct noise {
	const struct json *clock, *gaps, *quanta;
};

static const struct json *find(const struct run_view *view, const char *name)
{
	for (size_t i = 0; i < view->result_count; i++)
		if (strcmp(view->results[i].name, name) == 0 && view->results[i].has_value)
			return view->results[i].record;
	return NULL;
}

/* The largest value of a member over the copies, and its CPU; NaN if a copy lacks it and no value
 * stands in for it. */
static double worst_or(const struct json *result, const char *member, double missing, int *cpu)
{
	const struct json *copies = json_get(result, "per_copy");
	double most = NAN;

	*cpu = -1;
	for (const struct json *copy = copies ? copies->child : NULL; copy; copy = copy->next) {
		double value = json_get_number(copy, member, missing);

		if (isnan(value))
			return NAN;
		if (!(value <= most)) {
			most = value;
			*cpu = (int)json_get_number(copy, "cpu", -1);
		}
	}
	return most;
}

static double worst(const struct json *result, const char *member, int *cpu)
{
	return worst_or(result, member, NAN, cpu);
}

static void interrupts(struct certificate *c, const struct noise *noise)
{
	double tick_hz = json_get_number(json_get(noise->clock, "figures"), "tick_hz", 0);
	int cpu;
	double value = worst(noise->quanta, "interrupts_per_s", &cpu);

	row(c, "interrupts_per_s", value, cpu, 1, tick_hz + OTHER_INTERRUPTS,
		isnan(value) ? "/proc/interrupts cannot be read"
			     : "interrupts of a busy CPU in a second (tick, devices, other CPUs)");
}

static void quanta(struct certificate *c, const struct noise *noise)
{
	int cpu;
	double value = worst(noise->quanta, "value", &cpu);

	row(c, "lost_ns_per_s", value, cpu, 1e4, 5e6,
		"time lost in each second by a CPU that does equal pieces of work");
	value = worst(noise->quanta, "p999_ns", &cpu);
	row(c, "detour_p999_ns", value, cpu, 10e3, 30e3,
		isnan(value) ? "takes 10,000 pieces of work a CPU: profile standard or full"
			     : "one piece of work in a thousand takes longer by");
	value = worst(noise->quanta, "max_ns", &cpu);
	row(c, "detour_max_ns", value, cpu, 20e3, 150e3, "the longest time taken at once");
}

/* Interrupts explain as many gaps; more than that were firmware or a hypervisor. */
static void gaps(struct certificate *c, const struct noise *noise)
{
	const struct json *copies = json_get(noise->gaps, "per_copy");
	double most = NAN;
	int cpu = -1;

	for (const struct json *copy = copies ? copies->child : NULL; copy; copy = copy->next) {
		double rate =
			json_get_number(copy, "n", NAN) / json_get_number(copy, "time_s", NAN);
		double unexplained = rate - json_get_number(copy, "interrupts_per_s", NAN);

		if (!(unexplained <= most) && !isnan(unexplained)) {
			most = fmax(unexplained, 0);
			cpu = (int)json_get_number(copy, "cpu", -1);
		}
	}
	row(c, "unexplained_gaps_per_s", most, cpu, 1, 10,
		isnan(most) ? "/proc/interrupts cannot be read"
			    : "gaps in a second that no interrupt explains (firmware, hypervisor)");
	/* A CPU that saw no gap has no longest one. */
	most = worst_or(noise->gaps, "max_ns", 0, &cpu);
	row(c, "gap_max_ns", most, cpu, 20e3, 150e3, "the longest gap that a spinning CPU saw");
}

static void clock_rows(struct certificate *c, const struct noise *noise)
{
	const struct json *figures = json_get(noise->clock, "figures");
	const struct json *why = json_get(noise->clock, "figures_unavailable");
	double drift = json_get_number(figures, "drift_against_acpi_ppm", NAN);
	double skew = json_get_number(figures, "tsc_skew_ns", NAN);
	double uncertain = json_get_number(figures, "tsc_skew_uncertainty_ns", 0);

	row(c, "clock_read_ns", json_get_number(noise->clock, "value", NAN), -1, 60, 60,
		"reading the clock (no TSC, or a hypervisor before it)");
	row(c, "clock_backward_steps", json_get_number(figures, "backward_steps", NAN), -1, 0, 0,
		"steps of the clock backwards");
	/* An offset within its uncertainty is none that can be seen. */
	row(c, "tsc_skew_ns", isnan(skew) ? NAN : fmax(0, skew - uncertain), -1, 100, 1000,
		isnan(skew) ? json_get_string(why, "tsc_skew_ns", "not measured")
			    : "the counters of two CPUs differ by");
	row(c, "clock_drift_ppm", fabs(drift), -1, 100, 100,
		isnan(drift) ? json_get_string(why, "drift_against_acpi_ppm", "not measured")
			     : "clock and ACPI timer differ, parts in a million");
}

static void idle(struct certificate *c, const struct run_view *view)
{
	const struct json *quiet = json_get(facts_machine(view), "quiet");

	row(c, "programs", json_get_number(quiet, "programs", NAN), -1, 2, 5,
		"programs that could run beside the tests");
	row(c, "idle_context_switches_per_s", json_get_number(quiet, "context_switches_per_s", NAN),
		-1, 20, 100, "context switches in a second while nothing was measured");
}

static void judge_platform(struct certificate *c, const struct run_view *view)
{
	const char *source = facts_string(view, "kernel", "clocksource");

	if (facts_is_virtual(view))
		reason(c, USABLE,
			"this is a virtual machine: what its hypervisor does beside it can only be "
			"seen "
			"by its gaps");
	else if (source && strcmp(source, "tsc") && strcmp(source, "arch_sys_counter"))
		reason(c, NOISY,
			"the kernel does not trust the CPU's counter and uses the clock source "
			"%.40s",
			source);
}

void certificate_make(struct certificate *c, const struct run_view *view)
{
	const struct noise noise = { find(view, "noise.clock"), find(view, "noise.hwlat"),
		find(view, "noise.fwq") };

	memset(c, 0, sizeof(*c));
	if (!noise.clock || !noise.gaps || !noise.quanta) {
		c->grade = QUIET_UNKNOWN;
		reason(c, QUIET_UNKNOWN, "%s has no result, so nothing is certified",
			!noise.clock  ? "noise.clock"
			: !noise.gaps ? "noise.hwlat"
				      : "noise.fwq");
		return;
	}
	interrupts(c, &noise);
	quanta(c, &noise);
	gaps(c, &noise);
	clock_rows(c, &noise);
	idle(c, view);
	judge_platform(c, view);
}

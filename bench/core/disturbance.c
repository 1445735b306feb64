/* SPDX-License-Identifier: MIT */
#include "core/disturbance.h"

#include <math.h>
#include <stddef.h>

/* A thread is off its CPU for longer than reading two clocks explains: method.md 4.2. */
static const double OFF_CPU_NS = 20000, OFF_CPU_SHARE = 0.002;

/* Besides the tick: one interrupt that is under way at either end, and the reading's own timer. */
static const double SPARE_INTERRUPTS = 2;

/* Of the clock, against the typical sample: method.md 4.2. */
static const double FREQUENCY_SHARE = 0.005;

const char *cause_name(unsigned causes)
{
	static const char *const names[CAUSE_COUNT] = { "preempted", "off_cpu", "interrupts",
		"steal", "migrated", "faults", "frequency", "throttled", "smi" };

	for (unsigned i = 0; i < CAUSE_COUNT; i++)
		if (causes & 1u << i)
			return names[i];
	return NULL;
}

uint64_t counter_growth(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

static double frequency(
	const struct disturbance_rules *rules, const struct reading *from, const struct reading *to)
{
	uint64_t reference = counter_growth(from->reference_cycles, to->reference_cycles);

	if (!reference || !(rules->tsc_hz > 0))
		return to->frequency_hz;
	return rules->tsc_hz * (double)counter_growth(from->actual_cycles, to->actual_cycles) /
	       (double)reference;
}

struct disturbance disturbance_between(
	const struct disturbance_rules *rules, const struct reading *from, const struct reading *to)
{
	uint64_t time = counter_growth(from->time_ns, to->time_ns);
	struct disturbance d = {
		.preemptions = (uint32_t)counter_growth(from->preemptions, to->preemptions),
		.migrations = from->cpu != to->cpu,
		.minor_faults = (uint32_t)counter_growth(from->minor_faults, to->minor_faults),
		.major_faults = (uint32_t)counter_growth(from->major_faults, to->major_faults),
		.smi = (uint32_t)counter_growth(from->smi, to->smi),
		.off_cpu_ns = counter_growth(counter_growth(from->thread_ns, to->thread_ns), time),
		.frequency_hz = frequency(rules, from, to),
	};

	if (rules->pinned && d.preemptions)
		d.causes |= CAUSE_PREEMPTED;
	if (rules->pinned && d.migrations)
		d.causes |= CAUSE_MIGRATED;
	if (d.smi)
		d.causes |= CAUSE_SMI;
	return d;
}

unsigned disturbance_of_machine(const struct disturbance_rules *rules, uint64_t time_ns,
	uint64_t interrupts, uint64_t steal_ns)
{
	double expected = (double)time_ns * 1e-9 * rules->tick_hz + SPARE_INTERRUPTS;
	unsigned causes = 0;

	if ((double)interrupts > expected)
		causes |= CAUSE_INTERRUPTS;
	if (steal_ns)
		causes |= CAUSE_STEAL;
	return causes;
}

struct disturbance disturbance_merge(struct disturbance a, struct disturbance b)
{
	a.causes |= b.causes;
	a.preemptions += b.preemptions;
	a.migrations += b.migrations;
	a.minor_faults += b.minor_faults;
	a.major_faults += b.major_faults;
	a.interrupts += b.interrupts;
	a.smi += b.smi;
	a.steal_ns += b.steal_ns;
	a.off_cpu_ns += b.off_cpu_ns;
	a.frequency_hz = (a.frequency_hz + b.frequency_hz) / 2;
	return a;
}

unsigned disturbance_by_comparison(const struct disturbance_rules *rules,
	const struct typical *typical, const struct disturbance *d, uint64_t time_ns)
{
	double limit = fmax(OFF_CPU_NS, OFF_CPU_SHARE * (double)time_ns);
	unsigned causes = 0;

	/* A benchmark that waits by its nature is off the CPU in every sample. */
	if (rules->pinned && typical->off_cpu_ns <= limit && (double)d->off_cpu_ns > limit)
		causes |= CAUSE_OFF_CPU;
	if (d->major_faults || (typical->minor_faults < 1 && d->minor_faults))
		causes |= CAUSE_FAULTS;
	if (typical->frequency_hz > 0 &&
		fabs(d->frequency_hz / typical->frequency_hz - 1) > FREQUENCY_SHARE)
		causes |= CAUSE_FREQUENCY;
	return causes;
}

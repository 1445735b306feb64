/* SPDX-License-Identifier: MIT */
/*
 * What happened to a sample besides the measured work, and whether it counts as disturbed. Pure
 * functions; the readings come from core/sensors.h. Source: reference/method.md 4.2.
 */
#ifndef DISTURBANCE_H
#define DISTURBANCE_H

#include <stdbool.h>
#include <stdint.h>

/* Why a sample counts as disturbed. */
enum cause {
	CAUSE_PREEMPTED = 1 << 0,  /* another thread took the CPU */
	CAUSE_OFF_CPU = 1 << 1,	   /* off the CPU longer than the typical sample */
	CAUSE_INTERRUPTS = 1 << 2, /* more interrupts than the tick brings */
	CAUSE_STEAL = 1 << 3,	   /* the hypervisor ran something else */
	CAUSE_MIGRATED = 1 << 4,   /* moved to another CPU although pinned */
	CAUSE_FAULTS = 1 << 5,	   /* page faults, where the typical sample has none */
	CAUSE_FREQUENCY = 1 << 6,  /* another clock frequency than the typical sample */
	CAUSE_THROTTLED = 1 << 7,  /* the CPU throttled itself in this trial */
	CAUSE_SMI = 1 << 8,	   /* firmware took the CPU */
	CAUSE_COUNT = 9,
};

/* "preempted" ... of the lowest bit set; NULL if there is none. */
const char *cause_name(unsigned causes);

/* What the sensors offer; a bit that is missing means unavailable, not zero. */
enum sensor {
	SENSOR_USAGE,	   /* switches, faults, CPU time: every kernel */
	SENSOR_INTERRUPTS, /* of the own CPU; only when pinned */
	SENSOR_STEAL,
	SENSOR_FREQUENCY,
	SENSOR_SMI,
	SENSOR_COUNT,
};

/* Counters at one moment; those of a missing sensor are 0. */
struct reading {
	uint64_t time_ns, thread_ns, preemptions, minor_faults, major_faults, interrupts, steal_ns,
		smi;
	uint64_t actual_cycles, reference_cycles, tsc;
	double frequency_hz; /* of the moment, where there are no cycle counters */
	int cpu;
};

/* Of one sample: differences of two readings. */
struct disturbance {
	unsigned causes;
	uint32_t preemptions, migrations, minor_faults, major_faults, interrupts, smi;
	uint64_t steal_ns, off_cpu_ns;
	double frequency_hz; /* 0 = unavailable */
};

/* What holds for all samples of a copy. */
struct disturbance_rules {
	bool pinned;	/* has a CPU to itself: being preempted or moved is a disturbance */
	double tick_hz; /* interrupts/s that the kernel's tick brings at most */
	double tsc_hz;	/* rate of reading.tsc; 0 = unknown */
};

/* What a counter gained; 0 if it went back (a CPU that was taken off line, a migrated guest). */
uint64_t counter_growth(uint64_t from, uint64_t to);

/* Of what the thread itself tells: all but interrupts and steal. */
struct disturbance disturbance_between(
	const struct disturbance_rules *, const struct reading *from, const struct reading *to);

/* CAUSE_INTERRUPTS and CAUSE_STEAL if these came in that time. */
unsigned disturbance_of_machine(
	const struct disturbance_rules *, uint64_t time_ns, uint64_t interrupts, uint64_t steal_ns);

/* Two neighbours that are merged into one sample. */
struct disturbance disturbance_merge(struct disturbance, struct disturbance);

/* The part that only a comparison with the other samples of the trial shows. */
enum { CAUSES_BY_COMPARISON = CAUSE_OFF_CPU | CAUSE_FAULTS | CAUSE_FREQUENCY };
struct typical {
	double minor_faults, off_cpu_ns, frequency_hz; /* medians */
};
unsigned disturbance_by_comparison(const struct disturbance_rules *, const struct typical *,
	const struct disturbance *, uint64_t time_ns);

#endif

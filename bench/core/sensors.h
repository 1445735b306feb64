/* SPDX-License-Identifier: MIT */
/*
 * The machine's counters as the measuring thread reads them between two samples, by itself and on
 * its own CPU. The cheap ones are read at every sample; files whose length grows with the machine
 * only as often as keeps their cost within 2 % of the time.
 */
#ifndef SENSORS_H
#define SENSORS_H

#include "core/disturbance.h"

#include <stddef.h>

struct sensors {
	int cpu; /* of the pinned thread; -1 = any */
	bool available[SENSOR_COUNT];
	const char *why[SENSOR_COUNT]; /* it is not available */
	struct disturbance_rules rules;
	/* The sensors' own. */
	const char *root;
	int interrupts_fd, stat_fd, msr_fd, frequency_fd;
	unsigned actual_register, reference_register, smi_register;
	char *text;
	size_t text_size;
	uint64_t slow_next_ns, start_ns, start_tsc;
};

/* root: "" or a tree like / in tests. cpu: -1 if the thread is not pinned. */
void sensors_open(struct sensors *, const char *root, int cpu);
void sensors_close(struct sensors *);

/* The thread's own counters: some system calls. The others in *r stay. */
void sensors_read(struct sensors *, struct reading *r);

/* Also the costly ones (interrupts, steal, the kernel's word for the frequency); whether that is
 * due. */
void sensors_read_all(struct sensors *, struct reading *r);
bool sensors_due(const struct sensors *, const struct reading *now);

/* Name in records of what the sensor tells: "interrupts". */
const char *sensor_name(enum sensor);

/* Number of a CPU's column in the text of /proc/interrupts and the sum of that column; tests. */
uint64_t sensors_sum_interrupts(const char *text, int cpu);

/* Steal time in ns out of the text of /proc/stat, of one CPU or, with -1, of all; tests. */
uint64_t sensors_steal_ns(const char *text, int cpu);

#endif

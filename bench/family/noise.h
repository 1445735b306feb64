/* SPDX-License-Identifier: MIT */
/* What the members of the noise family share. */
#ifndef NOISE_H
#define NOISE_H

#include "benchmark.h"

/* noise.clock: what the machine's timers say about its clock. All set figures and return BENCH_OK.
 */

/* Offset of the CPUs' counters against the first CPU's: "tsc_skew_ns" and how well it is known. */
int noise_skew(struct bench *);

/* The ACPI power management timer: 3.579545 MHz on every PC that has it. */
struct acpi_timer {
	unsigned port;
	bool wide; /* 32 bits, else 24 */
};

/* False, and why, where there is none or it can't be reached. */
bool acpi_timer_open(struct acpi_timer *, const char **why);
uint32_t acpi_timer_read(const struct acpi_timer *);

#endif

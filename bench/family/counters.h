/* SPDX-License-Identifier: MIT */
/* The CPU's own counters of cache and TLB misses, for a result's figures. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "benchmark.h"

enum { COUNTERS = 3 };

/* One copy's; each counts this process alone, outside the kernel. */
struct counters {
	int fd[COUNTERS]; /* -1 = not counted */
	const char *why[COUNTERS];
};

/* Counts from here on. What can't be counted has its reason. */
void counters_open(struct counters *);

/* Misses of the last-level cache, and of reads in the first-level cache and TLB, each for so much
 * work: figures "llc_misses_per_<unit>", "l1d_misses_per_<unit>" and "tlb_misses_per_<unit>", or
 * why there is none. Ends the counting. */
void counters_report(struct counters *, struct bench *, double work, const char *unit);

#endif

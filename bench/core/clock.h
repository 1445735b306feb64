/* SPDX-License-Identifier: MIT */
/* The clock that everything is timed with, and what reading it costs. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* CLOCK_MONOTONIC_RAW in ns: never stepped or slewed. */
uint64_t clock_now_ns(void);

struct clock_quality {
	uint64_t overhead_ns;	/* median of an empty interval */
	uint64_t resolution_ns; /* smallest step seen that is not zero */
};

/* Measures a clock; takes well under a millisecond with a vDSO clock. now(context) reads it. */
struct clock_quality clock_measure(uint64_t (*now)(void *), void *context);

#endif

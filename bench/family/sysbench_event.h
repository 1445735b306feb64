/* SPDX-License-Identifier: MIT */
/*
 * What sysbench does around every event of a test: where an event is short this is most of what it
 * measures, so it is done here as well. Source: reference/tools.md 1.1.
 */
#ifndef SYSBENCH_EVENT_H
#define SYSBENCH_EVENT_H

#include "benchmark.h"

#include <stdatomic.h>

/* Of the histogram that sysbench's percentiles come from: buckets on a scale of logarithms, and so
 * many copies, one of which each event picks at random, that threads seldom meet in one. */
enum { EVENT_BUCKETS = 1024, EVENT_SLOTS = 128 };

struct event_histogram {
	atomic_ullong bucket[EVENT_SLOTS][EVENT_BUCKETS];
};

/* The generator that sysbench uses everywhere: xoroshiro128+ of 2016. Each access goes to memory,
 * as to sysbench's thread-local state. */
struct event_random {
	volatile uint64_t state[2];
};

/* One copy's. */
struct events {
	uint64_t end_ns;  /* of the run; never reached */
	atomic_uint lock; /* of the timer: the thread that reports may read it */
	uint64_t start_ns, count, sum_ns, min_ns, max_ns, done;
	struct event_random random;
	struct event_histogram *histogram; /* all copies' */
};

void events_init(struct events *, struct event_histogram *, uint64_t seed);

/* False when the time is up; else the event's timer runs. */
bool event_begin(struct events *);

/* Stops it and counts the event, whose time is returned. */
uint64_t event_end(struct events *);

static inline uint64_t event_rotate(uint64_t x, int bits)
{
	return x << bits | x >> (64 - bits);
}

static inline uint64_t event_random_next(struct event_random *r)
{
	uint64_t a = r->state[0], b = r->state[1], result = a + b;

	b ^= a;
	r->state[0] = event_rotate(a, 55) ^ b ^ b << 14;
	r->state[1] = event_rotate(b, 36);
	return result;
}

/* Uniform in [0, 1): the upper 52 bits as the fraction of a number in [1, 2). */
static inline double event_random_unit(struct event_random *r)
{
	union {
		uint64_t bits;
		double value;
	} x = { .bits = UINT64_C(0x3ff) << 52 | event_random_next(r) >> 12 };

	return x.value - 1;
}

#endif

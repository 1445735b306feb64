/* SPDX-License-Identifier: MIT */
#include "family/sysbench_event.h"

#include <math.h>
#include <time.h>

/* The histogram's scale, in ms. */
static const double LOWEST_MS = 0.001, HIGHEST_MS = 100000;

static uint64_t now_ns(void)
{
	struct timespec t;

	/* sysbench's clock, not the engine's. */
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void lock(struct events *e)
{
	while (atomic_exchange_explicit(&e->lock, 1, memory_order_acquire))
		;
}

static void unlock(struct events *e)
{
	atomic_store_explicit(&e->lock, 0, memory_order_release);
}

void events_init(struct events *e, struct event_histogram *histogram, uint64_t seed)
{
	*e = (struct events){ .end_ns = UINT64_MAX, .min_ns = UINT64_MAX, .histogram = histogram };
	e->random.state[0] = seed;
	e->random.state[1] = ~seed;
}

bool event_begin(struct events *e)
{
	if (now_ns() >= e->end_ns)
		return false;
	lock(e);
	e->start_ns = now_ns();
	unlock(e);
	return true;
}

static unsigned bucket_of(uint64_t ns)
{
	double scale = (EVENT_BUCKETS - 1) / (log(HIGHEST_MS) - log(LOWEST_MS));
	double at = floor((log((double)ns * 1e-6) - log(LOWEST_MS)) * scale + 0.5);

	return at < 0 ? 0 : at < EVENT_BUCKETS ? (unsigned)at : EVENT_BUCKETS - 1;
}

uint64_t event_end(struct events *e)
{
	unsigned slot;
	uint64_t ns;

	lock(e);
	ns = now_ns() - e->start_ns;
	e->count++;
	e->sum_ns += ns;
	e->min_ns = ns < e->min_ns ? ns : e->min_ns;
	e->max_ns = ns > e->max_ns ? ns : e->max_ns;
	unlock(e);
	slot = (unsigned)(event_random_next(&e->random) % EVENT_SLOTS);
	atomic_fetch_add(&e->histogram->bucket[slot][bucket_of(ns)], 1);
	e->done++;
	return ns;
}

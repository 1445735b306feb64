/* SPDX-License-Identifier: MIT */
#include "core/clock.h"

#include <stdlib.h>
#include <time.h>

/* Odd, so that the median is one of them; enough that a few interrupts can't shift it. */
enum { INTERVALS = 101 };

uint64_t clock_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

struct clock_quality clock_measure(uint64_t (*now)(void *), void *context)
{
	struct clock_quality quality = { 0, UINT64_MAX };
	uint64_t intervals[INTERVALS];

	for (int i = 0; i < INTERVALS; i++) {
		uint64_t start = now(context), end = now(context);

		intervals[i] = end - start;
		/* A coarse clock shows no step in an empty interval: wait for the next one. */
		for (int spins = 0; end == start && spins < 1000000; spins++)
			end = now(context);
		if (end != start && end - start < quality.resolution_ns)
			quality.resolution_ns = end - start;
	}
	qsort(intervals, INTERVALS, sizeof(*intervals), compare_u64);
	quality.overhead_ns = intervals[INTERVALS / 2];
	if (quality.resolution_ns == UINT64_MAX)
		quality.resolution_ns = 0;
	return quality;
}

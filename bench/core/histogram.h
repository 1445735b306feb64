/* SPDX-License-Identifier: MIT */
/*
 * Times of single operations, in buckets whose width grows with the value: 64 to an octave, so that
 * a percentile is off by at most 1/128 of its value, whatever the values are. Source:
 * reference/method.md P2. Plain memory without pointers: may lie in memory that processes share.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

/* Exact to 127 ns, then 64 buckets for each octave up to 2^41 ns = 37 minutes. */
enum { HISTOGRAM_LINEAR = 128, HISTOGRAM_OCTAVE = 64, HISTOGRAM_BUCKETS = 128 + 34 * 64 };

struct histogram {
	uint64_t count, max_ns;
	double sum_ns;
	uint64_t bucket[HISTOGRAM_BUCKETS];
};

void histogram_add(struct histogram *, uint64_t ns);
void histogram_merge(struct histogram *into, const struct histogram *from);

/* Time that a share p (0 to 1) of the operations stayed within; 0 if there are none. */
double histogram_percentile(const struct histogram *, double p);

/* True if at least ten operations lie beyond p: with fewer it says nothing. */
bool histogram_resolves(const struct histogram *, double p);

/* The smallest value that falls into a bucket. */
uint64_t histogram_low_ns(unsigned bucket);

#endif

/* SPDX-License-Identifier: MIT */
#include "core/histogram.h"

/* 2^7 = HISTOGRAM_LINEAR: the first octave that is not exact. */
enum { FIRST_OCTAVE = 7, OCTAVE_SHIFT = 6 };

/* Fewer than this many operations beyond a percentile make it a matter of luck. */
static const double MIN_BEYOND = 10;

static unsigned bucket_of(uint64_t ns)
{
	unsigned octave, bucket;

	if (ns < HISTOGRAM_LINEAR)
		return (unsigned)ns;
	octave = 63 - (unsigned)__builtin_clzll(ns);
	bucket = HISTOGRAM_LINEAR + (octave - FIRST_OCTAVE) * HISTOGRAM_OCTAVE +
		 (unsigned)(ns >> (octave - OCTAVE_SHIFT)) - HISTOGRAM_OCTAVE;
	return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

uint64_t histogram_low_ns(unsigned bucket)
{
	unsigned octave;

	if (bucket < HISTOGRAM_LINEAR)
		return bucket;
	octave = (bucket - HISTOGRAM_LINEAR) / HISTOGRAM_OCTAVE + FIRST_OCTAVE;
	return (uint64_t)(HISTOGRAM_OCTAVE + (bucket - HISTOGRAM_LINEAR) % HISTOGRAM_OCTAVE)
	       << (octave - OCTAVE_SHIFT);
}

void histogram_add(struct histogram *h, uint64_t ns)
{
	h->bucket[bucket_of(ns)]++;
	h->count++;
	h->sum_ns += (double)ns;
	if (ns > h->max_ns)
		h->max_ns = ns;
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
	into->count += from->count;
	into->sum_ns += from->sum_ns;
	if (from->max_ns > into->max_ns)
		into->max_ns = from->max_ns;
}

/* The middle of the bucket, which no operation need have hit, but never beyond the slowest one. */
static double middle_ns(const struct histogram *h, unsigned bucket)
{
	uint64_t low = histogram_low_ns(bucket), last = histogram_low_ns(bucket + 1) - 1;
	double middle = (double)low + (double)(last - low) / 2;

	return middle < (double)h->max_ns ? middle : (double)h->max_ns;
}

double histogram_percentile(const struct histogram *h, double p)
{
	double wanted = p * (double)h->count, seen = 0;

	if (!h->count)
		return 0;
	for (unsigned i = 0; i + 1 < HISTOGRAM_BUCKETS; i++) {
		seen += (double)h->bucket[i];
		if (h->bucket[i] && seen >= wanted)
			return middle_ns(h, i);
	}
	return (double)h->max_ns;
}

bool histogram_resolves(const struct histogram *h, double p)
{
	return (double)h->count * (1 - p) >= MIN_BEYOND;
}

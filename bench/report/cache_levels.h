/* SPDX-License-Identifier: MIT */
/*
 * The caches as a latency curve shows them, beside what the machine's tables claim. A level is a
 * stretch over which latency hardly changes; it ends where latency begins to rise. Source:
 * reference/lmbench.md 5.
 */
#ifndef CACHE_LEVELS_H
#define CACHE_LEVELS_H

#include "report/chart.h"

enum { CACHE_LEVELS = 6 };

struct cache_level {
	double bytes; /* the largest size that it still holds; INFINITY: memory */
	double ns;    /* the median over its sizes */
};

/* The levels of n points in ascending order of size; returns how many, at most CACHE_LEVELS. */
size_t cache_levels_find(
	const double *bytes, const double *ns, size_t n, struct cache_level levels[CACHE_LEVELS]);

/* "Seen: up to 32 KiB 1.13 ns, ... The machine claims ...": empty if too little was measured. */
void cache_levels_sentence(const struct chart *, const struct run_view *, char *text, size_t size);

#endif

/* SPDX-License-Identifier: MIT */
/* Results that have a value for each pair of CPUs: who is near to whom. */
#ifndef PAIRS_H
#define PAIRS_H

#include "report/facts.h"

enum { PAIRS_CPUS = 1024 };

struct pair {
	int one, other; /* places in the list of CPUs */
	double value;
};

struct pairs {
	const struct result_view *result;
	size_t cpus;
	int cpu[PAIRS_CPUS];
	double *value; /* cpus times cpus; NaN: not measured, and on the diagonal */
	size_t count;  /* pairs that were measured */
	double median;
	struct pair least, most;
};

/* The pairs of that result; false if it has none. To be freed. */
bool pairs_make(struct pairs *, const struct result_view *);
void pairs_free(struct pairs *);

double pairs_value(const struct pairs *, size_t one, size_t other);

/* "28 pairs: median 95 ns, least 12 ns (CPUs 0 and 4), most 240 ns (CPUs 0 and 7)" */
void pairs_sentence(const struct pairs *, char *text, size_t size);

#endif

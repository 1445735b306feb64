/* SPDX-License-Identifier: MIT */
/* The CPUs of a machine beside each other, from a result in which each has a value of its own. */
#ifndef CORES_H
#define CORES_H

#include "report/facts.h"

enum { CORES_LISTED = 8 };

struct core {
	int cpu;
	double value, low, high; /* low and high: of its trials */
	double difference;	 /* from the typical one of its class; negative is worse */
	bool slow;		 /* does not keep up */
	const char *cause;	 /* of what disturbed it, in most of its samples; NULL if nothing */
};

/* CPUs of one kind: E-cores are not slow P-cores. */
struct core_class {
	const char *name; /* NULL where a machine has one kind only */
	const struct result_view *result;
	struct core *cores; /* worst first */
	size_t count, slow;
	double typical; /* the median */
};

/* The i-th class of that result; false beyond the last, and where CPUs have no values of their own.
 * To be freed. */
bool core_class_make(
	struct core_class *, const struct run_view *, const struct result_view *, unsigned i);
void core_class_free(struct core_class *);

/* "CPU 17 (-12.0 %), CPU 40 (-5.1 %)": the slow ones, or "none of them" if there is none. */
void core_class_slow(const struct core_class *, char *text, size_t size);

extern const char cores_guide[];

#endif

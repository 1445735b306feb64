/* SPDX-License-Identifier: MIT */
/* Which benchmarks run, with how many copies, for how long: decided before the first one starts. */
#ifndef PLAN_H
#define PLAN_H

#include "benchmark.h"
#include "core/sampler.h"

struct step {
	const struct benchmark *benchmark;
	unsigned copies;
};

struct plan {
	struct step *steps;
	size_t count;
	struct limits limits;
	unsigned trials;
	double expected_s;
	char problem[200]; /* a part of the request that names nothing; empty if all is well */
};

/* "quick" ...; -1 if it is none. */
int profile_from_name(const char *name);

/*
 * tests: names or globs, separated by commas or blanks; empty = what the profile includes. A
 * benchmark of PROFILE_NONE runs only under its exact name. copies: numbers and N (= cpus), the
 * same way. The steps are in registry order, all tests with one number of copies before the next
 * number.
 */
void plan_make(struct plan *, enum profile, const char *tests, const char *copies, unsigned cpus);
void plan_free(struct plan *);

#endif

/* SPDX-License-Identifier: MIT */
/* Which benchmarks run, with how many copies, for how long: decided before the first one starts. */
#ifndef PLAN_H
#define PLAN_H

#include "benchmark.h"
#include "core/sampler.h"

struct step {
	const struct benchmark *benchmark;
	unsigned copies;
	/* A sweep: the state of a knob, as the records name it; NULL = as the machine is. Steps
	 * that differ in the state alone follow each other. */
	const char *knob, *state;
	bool found;	 /* the state that the machine was in */
	bool by_boot;	 /* the state is that of this boot: nothing is turned in it */
	bool after_load; /* once more, after the burn-in's load: state is "after" */
};

/* True if the knob is to be turned for it, within this boot. */
bool step_turns_knob(const struct step *);

struct plan {
	struct step *steps;
	size_t count;
	struct limits limits, visit; /* of a trial; of a CPU that has its turn in one */
	unsigned trials;
	uint64_t burnin_s; /* load between the steps and those after it; 0 = none */
	double expected_s;
	char problem[200]; /* a part of the request that names nothing; empty if all is well */
};

/* "quick" ...; -1 if it is none. */
int profile_from_name(const char *name);

struct plan_request {
	enum profile profile;
	const char *tests;  /* names, globs or families, separated by commas or blanks; empty = what
			     * the  profile includes. PROFILE_NONE runs only under its exact name. */
	const char *copies; /* numbers and N (= cpus), the same way */
	bool certificate;   /* the noise benchmarks, asked for or not */
	uint64_t burnin_s;
	bool copies_given;    /* by a person; else COPIES_SCALE takes its own numbers */
	unsigned cpus, cores; /* cores 0: as many as CPUs */
	unsigned nodes;	      /* with memory; 0 = not known */
	uint64_t seed;	      /* of the order of the steps */
};

/* Burn-in of a profile that was not given one, in seconds. */
uint64_t plan_default_burnin_s(enum profile);

/*
 * With a burn-in, the tests that were named (else those of the quick profile) come once more at the
 * end, for what the load changed. The noise benchmarks come first, in registry order: they tell
 * what the rest is worth. Then all tests with one number of copies before the next number,
 * shuffled: an effect of order (heat, memory in pieces) does not hit the same test in every boot.
 */
void plan_make(struct plan *, const struct plan_request *);
void plan_free(struct plan *);

#endif

/* SPDX-License-Identifier: MIT */
/* What both reports say about a burn-in: how the load went, and what the tests after it differ in.
 */
#ifndef BURNIN_FACTS_H
#define BURNIN_FACTS_H

#include "report/facts.h"
#include "report/scale.h"

/* A quantity that the records of the load follow over time. */
struct burnin_curve {
	const char *member; /* of a load record */
	const char *name, *unit;
	double scale; /* what one of the unit is in the record's */
	bool counter; /* events since boot: of interest only if it moves */
};
extern const struct burnin_curve burnin_curves[]; /* ends with a NULL member */

/* Lines about the load: name and text; text is empty if there is nothing to say. False beyond the
 * last. */
bool burnin_fact(const struct run_view *, unsigned i, const char **name, char *text, size_t size);

/* Throughput of a machine that rested, and of one that has been loaded for two minutes; 0 = the
 * load was too short for that. */
double burnin_burst(const struct run_view *);
double burnin_sustained(const struct run_view *);

struct drift_row {
	const struct result_view *before, *after; /* before: NULL if it was not measured then */
	char value_before[SCALE_LENGTH], value_after[SCALE_LENGTH];
	char change[SCALE_LENGTH];   /* "-1.20 %" */
	char judgement[FACT_LENGTH]; /* "-2.10 % to -0.31 %, slower"; or why there is no number */
	bool worse;		     /* by more than the noise, and enough to matter */
};

/* The result at that index of the view, if it was taken after the load. */
bool drift_row_make(struct drift_row *, const struct run_view *, size_t index);

extern const char burnin_guide[];

#endif

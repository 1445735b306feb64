/* SPDX-License-Identifier: MIT */
/* What both reports say about a sweep: each state of a knob against the one that was found. */
#ifndef SWEEP_FACTS_H
#define SWEEP_FACTS_H

#include "core/difference.h"
#include "report/facts.h"
#include "report/scale.h"

struct sweep_row {
	const struct result_view *result, *found; /* found: in the state that the machine was in */
	const char *knob, *state;
	char value[SCALE_LENGTH];    /* "1.23 Mops/s", or why there is none */
	char change[SCALE_LENGTH];   /* "+1.20 %"; empty for the state found */
	char judgement[FACT_LENGTH]; /* "+0.31 % to +2.10 %, inconclusive"; empty like that */
};

/* Results in states, in run order: the result at that index of the view, if it is one. */
bool sweep_row_make(struct sweep_row *, const struct run_view *, size_t index);

/* True if the result before was of another benchmark, number of copies or knob. */
bool sweep_row_is_first(const struct run_view *, size_t index);

extern const char sweep_guide[];

#endif

/* SPDX-License-Identifier: MIT */
/* What both reports say about a metric over several boots, from its series record. */
#ifndef SERIES_FACTS_H
#define SERIES_FACTS_H

#include "report/facts.h"
#include "report/scale.h"

struct series_facts {
	char title[FACT_LENGTH]; /* the known tool's or the name, copies, state of a knob */
	const char *grade;
	char value[SCALE_LENGTH];
	char interval[SCALE_LENGTH];  /* "+-0.42 %" */
	char spread[SCALE_LENGTH];    /* standard deviation of the boots' values */
	char levels[3][SCALE_LENGTH]; /* standard deviations that samples, trials, boots add */
	char flags[FACT_LENGTH];      /* "DISPERSED, TAIL"; empty if none */
};

void series_facts_make(struct series_facts *, const struct json *record);

/*
 * The change against the first state of the same knob, boots of a round in pairs: "against auto:
 * +1.20 %
 * (+0.31 % to +2.10 %), inconclusive". Empty for the first state, and where no knob was swept.
 */
void series_facts_change(const struct run_view *, size_t index, char *text, size_t size);

/* How to read them. */
extern const char series_guide[];

#endif

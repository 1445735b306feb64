/* SPDX-License-Identifier: MIT */
/* The wrong answers that a run listed, for both reports. */
#ifndef WRONG_FACTS_H
#define WRONG_FACTS_H

#include "report/facts.h"
#include "report/scale.h"

#include <stdio.h>

struct wrong_row {
	char where[FACT_LENGTH]; /* the test and its copies, or the time into a burn-in's load */
	char cpu[16];
	const char *what;	      /* "memory", "aes" */
	const char *address;	      /* empty if it was not of memory */
	const char *address_kind;     /* "physical", "virtual" */
	const char *expected, *found; /* 0x.. */
	const char *seed;	      /* empty if there was none */
	char bits[SCALE_LENGTH * 2];  /* those that differ: "bit 1", "bits 3 to 7, 9", "24 bits" */
};

/* True if there is any. */
bool wrong_any(const struct run_view *);

/* Calls put() for each one that is listed, in the order of the records. */
void wrong_each(const struct run_view *, FILE *out, void (*put)(FILE *, const struct wrong_row *));

/* How many there were in all, and how many of them are listed. */
void wrong_summary(const struct run_view *, char *text, size_t size);

extern const char wrong_guide[];

#endif

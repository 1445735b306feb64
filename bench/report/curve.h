/* SPDX-License-Identifier: MIT */
/*
 * A benchmark with 1, 2, 4, ... copies up to one on every thread: how many cores the machine is
 * worth. Source: reference/requirements-digest.md R4, method.md 6 rules 1 and 2.
 */
#ifndef CURVE_H
#define CURVE_H

#include "report/model.h"

struct curve_point {
	const struct result_view *result; /* may be one without a number: then all below is 0 */
	unsigned copies;
	double value;		    /* of all copies, in the benchmark's unit */
	double speedup, efficiency; /* against one copy; the share of copies times as much */
	double p95_ns, p99_ns;	    /* of an operation; NaN where there are too few */
	double frequency_hz;	    /* while it ran; 0 = unknown */
	bool unsure;		    /* grade X: an indication at most */
};

struct curve {
	const char *name;
	unsigned cores, threads;    /* of the machine; 0 = unknown */
	bool shares;		    /* the copies share more than cores: no measure of these */
	struct curve_point *points; /* ascending by copies */
	size_t count;
};

/* The curve of that benchmark; points are freed with curve_free(). */
void curve_make(struct curve *, const struct run_view *, const char *name);
void curve_free(struct curve *);

/* Fills speed-up and efficiency from the values: curve_make() does it. */
void curve_compare(struct curve *);

/* What all cores do, counted in cores that work alone; 0 if the curve does not tell. */
double curve_effective_cores(const struct curve *);

/* What the second threads of the cores add, relative; NaN if there are none or it is not known. */
double curve_smt_gain(const struct curve *);

/* The efficiency of all cores, as far as a lower clock does not explain it; NaN if unknown. */
double curve_core_efficiency(const struct curve *);

/* "4 effective cores, SMT +10 %: ...": empty if the curve does not tell. */
void curve_sentence(const struct curve *, char *text, size_t size);

/* The name of the i-th benchmark of the run that has a curve, or NULL. */
const char *curve_name(const struct run_view *, size_t i);

#endif

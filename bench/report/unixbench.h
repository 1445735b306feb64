/* SPDX-License-Identifier: MIT */
/*
 * UnixBench's index: score / baseline x 10 a test, and the geometric mean of all twelve. The
 * baselines are those of its reference machine (a SPARCstation 20-61), the units those it prints.
 * Pure functions.
 */
#ifndef UNIXBENCH_H
#define UNIXBENCH_H

#include <stddef.h>

enum { UNIXBENCH_TESTS = 12 };

/* What is in the known tool's unit is a record's value in base units times factor. */
struct unixbench_unit {
	const char *label; /* "lps", "lpm", "KBps" (of 1024 bytes), "MWIPS" */
	double factor;
};

struct unixbench_test {
	const char *name, *title; /* as in the records */
	double baseline;	  /* in that unit */
	const struct unixbench_unit *unit;
};

/* Sorted by title, the order in which reports list them. */
extern const struct unixbench_test unixbench_tests[UNIXBENCH_TESTS];

struct unixbench_index {
	double index[UNIXBENCH_TESTS]; /* 0 where the figure is missing */
	unsigned missing;	       /* how many are */
	double score;		       /* geometric mean; 0 unless all are there */
};

/* figures are in the order of the table and in the known tool's units; one that is not > 0 is
 * missing. */
void unixbench_index(struct unixbench_index *, const double figures[UNIXBENCH_TESTS]);

/* The known tool's unit for a benchmark with that name and record unit; NULL if it has none. */
const struct unixbench_unit *unixbench_unit(const char *name, const char *unit);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The noise certificate: how quiet the machine was before anything else was measured. A pure
 * function of the records of the noise benchmarks and of the machine. Source of the gates:
 * reference/method.md section 5; rules 13, 14, 15, 18, 19 of section 6.
 */
#ifndef CERTIFICATE_H
#define CERTIFICATE_H

#include "report/model.h"

enum quiet { QUIET, USABLE, NOISY, QUIET_UNKNOWN };

enum { CERTIFICATE_ROWS = 16, CERTIFICATE_TEXT = 160 };

/* One figure, of the worst CPU where there are several. */
struct certificate_row {
	const char *figure; /* name in records, ends in its unit or "_per_s" */
	bool available;
	double value, quiet, usable; /* at most so much for that grade */
	int cpu;		     /* that the value is of; -1 = of no CPU */
	enum quiet grade;	     /* QUIET_UNKNOWN if unavailable */
	char why[CERTIFICATE_TEXT];  /* why it is unavailable, or what a bad value points at */
};

struct certificate {
	enum quiet grade; /* QUIET_UNKNOWN: the noise benchmarks have no results */
	struct certificate_row rows[CERTIFICATE_ROWS];
	size_t row_count;
	char reasons[CERTIFICATE_ROWS + 4][2 * CERTIFICATE_TEXT];
	size_t reason_count;
};

void certificate_make(struct certificate *, const struct run_view *);

/* "quiet", "usable", "noisy", "unknown". */
const char *quiet_name(enum quiet);

#endif

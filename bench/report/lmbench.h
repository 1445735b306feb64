/* SPDX-License-Identifier: MIT */
/*
 * The tables of lmbench's summary, by the definitions of lmbench 3.0-a9 (an independent
 * implementation). Titles, columns and units: reference/lmbench.md 3.
 */
#ifndef LMBENCH_H
#define LMBENCH_H

#include "report/chart.h"

struct lmbench_column {
	const char *head;     /* "null call" */
	const char *names[2]; /* results without "lmbench."; two are averaged, or NULL */
	/* Or what a chart tells: its name, and the number. */
	const char *chart;
	double (*reading)(const struct chart *);
};

struct lmbench_table {
	const char *title, *unit;	   /* "Processes", "microseconds, smaller is better" */
	double scale;			   /* a base unit in the table's */
	struct lmbench_column columns[11]; /* ends with a NULL head */
};

extern const struct lmbench_table lmbench_tables[]; /* ends with a NULL title */

extern const char lmbench_note[];

/* True if all of its results were part of the run, with or without a number. */
bool lmbench_is_whole(const struct run_view *, const struct lmbench_table *);

/* The number as the table shows it, in text; false and why where there is none. */
bool lmbench_cell(const struct run_view *, const struct lmbench_table *,
	const struct lmbench_column *, char *text, size_t size);

#endif

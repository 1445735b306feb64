/* SPDX-License-Identifier: MIT */
/*
 * Results that depend on something: latency on size, switches on processes, latency on load. A
 * benchmark says where its row lies (struct chart_place); here the rows of a chart are put together
 * in lines, so that writers have points to draw and rows to print.
 */
#ifndef CHART_H
#define CHART_H

#include "report/facts.h"

struct chart;

/* What is known of a chart beforehand, by its name in the records. */
struct chart_kind {
	const char *name, *title;
	const char *x_name, *x_unit; /* "bytes", "" or a unit of records */
	bool x_log, y_log;	     /* else from 0 on */
	const char *note;	     /* a sentence, or NULL */
	/* What the chart tells, in words; an empty text if nothing. NULL: nobody reads it. */
	void (*reading)(const struct chart *, const struct run_view *, char *text, size_t size);
};

struct chart_point {
	const struct result_view *result;
	size_t line; /* of chart.lines */
	double x, y; /* in base units */
	bool noisy;
};

enum { CHART_LINES = 12 };

struct chart {
	struct chart_kind kind;
	const char *unit; /* of y */
	const char *lines[CHART_LINES];
	size_t line_count;
	struct chart_point *points; /* those with a number, by line, then by x */
	size_t count;
};

/* The i-th chart of the run; false beyond the last. Points are freed with chart_free(). */
bool chart_make(struct chart *, const struct run_view *, size_t i);
bool chart_find(struct chart *, const struct run_view *, const char *name);
void chart_free(struct chart *);

/* What it tells, in words; empty if nothing. */
void chart_sentence(const struct chart *, const struct run_view *, char *text, size_t size);

/* The place on the x axis as people read it: "512 KiB". */
void chart_x(const struct chart *, double x, char *text, size_t size);

/* The smallest x that is more than that one (-INFINITY: the first of all); false beyond the last.
 */
bool chart_next_x(const struct chart *, double *x);

/* The point of that line there, or NULL. */
const struct chart_point *chart_point_at(const struct chart *, size_t line, double x);

/* Why results of the chart have no number: "3 of its points: too little memory"; the i-th reason,
 * false beyond the last. */
bool chart_missing(
	const struct chart *, const struct run_view *, size_t i, char *text, size_t size);

#endif

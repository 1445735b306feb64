/* SPDX-License-Identifier: MIT */
/* What N copies do compared with one, and how to read it. */
#ifndef SCALING_H
#define SCALING_H

#include "report/model.h"

/* Kinds of ratios that must be read differently. */
enum scaling_class {
	SCALING_COMPUTE,   /* nothing shared but the cores */
	SCALING_KERNEL,	   /* through the kernel: locks and caches are shared */
	SCALING_BELOW_ONE, /* whatever it measures: N copies did less than one */
	SCALING_MEMORY,	   /* memory and caches, which the copies share */
	SCALING_CLASSES,
};

struct scaling_row {
	const struct result_view *one, *many;
	double ratio; /* value of all copies together / value of one */
	enum scaling_class class;
	bool suspicious; /* below what its class leads one to expect */
};

struct scaling {
	unsigned copies, cpus; /* cpus = 0: unknown */
	unsigned limit;	       /* the ratio that no loss at all would give: the smaller of both */
	struct scaling_row *rows; /* by title: benchmarks with a number for both */
	size_t count;
};

/* rows are freed with scaling_free(). */
void scaling_make(struct scaling *, const struct run_view *, unsigned copies);
void scaling_free(struct scaling *);

/* "Pure compute", "Kernel paths", "Below 1x", "Memory". */
const char *scaling_class_name(enum scaling_class);

/* How to read the rows of that class in this run, in plain sentences; empty if it has none. */
void scaling_sentence(const struct scaling *, enum scaling_class, char *text, size_t size);

/*
 * The knee: the index with twice as many copies is less than twice as high. Fills a sentence if the
 * run holds an index for both copies and copies / 2 (at least 2), else leaves it empty.
 */
void scaling_knee(const struct run_view *, unsigned copies, char *text, size_t size);

#endif

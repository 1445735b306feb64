/* SPDX-License-Identifier: MIT */
/* One side of a comparison: the runs that were named, and their results boot by boot. */
#ifndef COMPARE_SIDE_H
#define COMPARE_SIDE_H

#include "core/difference.h"
#include "report/model.h"

struct side {
	struct records *records;
	struct run_view *runs; /* in the order given, else by number */
	size_t run_count;
	size_t *boot_of; /* of each run; runs of one boot are trials of it, not boots */
	size_t boot_count;
};

/*
 * paths, joined by commas: each a results.jsonl, a run's directory, or the directory of a machine
 * (results/MACHINE). Of the last, the series that its newest run belongs to is taken, else all runs
 * of the newest one's profile and conditions. What can't be read ends the program.
 */
void side_load(struct side *, const char *paths);
void side_free(struct side *);

/* All that a side measured of one metric. */
struct measured {
	struct boots boots;	      /* count 0 = nothing that can be compared; see why */
	double value;		      /* geometric mean over boots, in the record's unit */
	const struct result_view *of; /* the last result, NULL if there is none */
	bool graded_x;		      /* in one boot at least */
	double batch_ns;	      /* of the last result */
	char why[200];
	double *trials; /* storage of boots */
	size_t *trial_count;
};

/* The results with the name, number of copies and state of that one. */
void side_measure(const struct side *, const struct result_view *metric, struct measured *);
void measured_free(struct measured *);

/* The same benchmark, number of copies and state of a knob: what may be compared at all. */
bool side_same_metric(const struct result_view *, const struct result_view *);

/* "unixbench.pipe, 2 copies, thp never" */
void side_metric_name(const struct result_view *, char *text, size_t size);

#endif

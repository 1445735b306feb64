/* SPDX-License-Identifier: MIT */
/* From the logged batches of a trial's copies to samples of the rate of all of them together. */
#ifndef AGGREGATE_H
#define AGGREGATE_H

#include "core/sampler.h"

/* A trial's samples, in measured order. */
struct samples {
	size_t n;
	double value[BATCH_CAPACITY];
	unsigned causes[BATCH_CAPACITY]; /* of a disturbance; 0 = undisturbed */
};

/*
 * One copy: each batch is a sample. Several: the window in which all copies measured is cut into
 * equal intervals, and a sample is the work of all copies in one interval (units of work per
 * second); a batch that lies across a border counts on both sides by its share of time. So a copy
 * that starts late or waits adds nothing. A disturbance that hit less than a twentieth of an
 * interval's copy time does not count. n = 0 if the copies never ran together. work_per_op is per
 * copy's operation.
 */
void aggregate(const struct batch_log *const *logs, unsigned copies, uint64_t clock_overhead_ns,
	double work_per_op, struct samples *);

/* The same for batches that carry a value of their own: mean over the copies, or sum if it is a
 * rate. */
void aggregate_values(
	const struct batch_log *const *logs, unsigned copies, bool sum, struct samples *);

#endif

/* SPDX-License-Identifier: MIT */
/* From the logged batches of a trial's copies to samples of the rate of all of them together. */
#ifndef AGGREGATE_H
#define AGGREGATE_H

#include "core/sampler.h"

/*
 * One copy: each batch is a sample. Several: the window in which all copies measured is cut into
 * equal intervals, and a sample is the work of all copies in one interval; a batch that lies across
 * a border counts on both sides by its share of time. So a copy that starts late or waits adds
 * nothing. Returns the number of samples written (units of work per second), at most
 * BATCH_CAPACITY; 0 if the copies never ran together. work_per_op is per copy's operation.
 */
size_t aggregate(const struct batch_log *const *logs, unsigned copies, uint64_t clock_overhead_ns,
	double work_per_op, double samples[BATCH_CAPACITY]);

#endif

/* SPDX-License-Identifier: MIT */
/* The samples of one copy as they were timed, with what happened to each. */
#ifndef BATCH_LOG_H
#define BATCH_LOG_H

#include "core/disturbance.h"

/* More than the samples that are asked for (300): longer runs merge neighbours. */
enum { BATCH_CAPACITY = 1024 };

struct batch {
	uint64_t start_ns, end_ns, ops;
	uint64_t without_ns; /* that the same operations take without what is measured */
	double value;	     /* of a sample() */
	struct disturbance disturbance;
};

/* When full, neighbours are merged: half the resolution, the same work and time. */
struct batch_log {
	unsigned count;
	struct batch batch[BATCH_CAPACITY];
};

/* What counts of its time; without what is measured it can have taken longer. */
int64_t batch_net_ns(const struct batch *);

void batch_log_add(struct batch_log *, struct batch);

/* Marks the batches that differ from the typical one of this log. Returns how many are undisturbed.
 */
unsigned batch_log_judge(struct batch_log *, const struct disturbance_rules *);

#endif

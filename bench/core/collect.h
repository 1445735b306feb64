/* SPDX-License-Identifier: MIT */
/* Parts of taking a trial into an outcome, for both kinds: all copies at once, CPU after CPU. */
#ifndef COLLECT_H
#define COLLECT_H

#include "core/outcome.h"

/* The samples of a team and what they were taken under. False if the copies never ran together. */
bool collect_team(struct outcome *, const struct copy_area *areas, const struct team_plan *,
	struct samples *);

/*
 * What a copy did from its first sample to its last, with all that came in between: unlike the
 * median of samples this is what somebody else's work takes away from. Of a sample() its mean.
 */
double collect_throughput(const struct batch_log *, double work_per_op, const struct benchmark *);

/* Throttling between two readings: when in the trial it was is not known, so all are marked. */
void collect_throttled(
	unsigned *causes, size_t n, struct conditions *, const struct thermal heat[2]);

/* Copy i, with a place for its value in the newest trial. */
struct copy_outcome *collect_copy(struct outcome *, unsigned i, unsigned copies);

#endif

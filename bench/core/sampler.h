/* SPDX-License-Identifier: MIT */
/*
 * The measurement of one copy in one trial: calibrate, warm up, take samples until the interval of
 * the median is tight enough or the time is used up. Source: reference/method.md P2-P4. It knows
 * time only through a callback, so that tests run it against a clock of their own.
 */
#ifndef SAMPLER_H
#define SAMPLER_H

#include "core/clock.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than the samples that are asked for (300): longer runs merge neighbours, see batch_log. */
enum { BATCH_CAPACITY = 1024 };

struct limits {
	uint64_t warmup_min_ns, warmup_max_ns;
	uint64_t time_min_ns, time_max_ns; /* of sampling, after the warm-up */
	uint64_t batch_max_ns;		   /* of one sample; the shortest comes from the clock */
	unsigned samples_min,
		samples_max; /* no stop before; no waiting for a tighter interval after */
	double tolerance;    /* half width of the interval of the median, relative */
	uint64_t min_ops;    /* in a batch */
};

struct batch {
	uint64_t start_ns, end_ns, ops;
};

/* When full, neighbours are merged: half the resolution, the same work and time. */
struct batch_log {
	unsigned count;
	struct batch batch[BATCH_CAPACITY];
};

void batch_log_add(struct batch_log *, struct batch);

/* What the copies of a trial share. */
struct sampling_team {
	unsigned copies;
	atomic_uint measuring; /* copies that are past their warm-up */
	atomic_bool stop;      /* set by copy 0 when it has enough, by any copy when it failed */
};

struct sampler {
	struct limits limits;
	struct clock_quality clock;
	unsigned copy; /* 0 decides when all stop */
	struct sampling_team *team;
	uint64_t random; /* state of the dither */

	void *context;
	uint64_t (*now)(void *context); /* ns */
	int (*run)(
		void *context, uint64_t ops);	/* 0 = done, else a status that ends the sampling */
	uint64_t (*preemptions)(void *context); /* involuntary context switches so far */

	/* Out. */
	struct batch_log *log; /* the samples, in order; at least one */
	uint64_t batch_ns;     /* length of a batch that was aimed at */
	bool warmup_timeout;   /* still drifting when the warm-up's time was used up */
};

/* 0, or the status of the run() that ended it (then the log holds nothing to use). */
int sampler_run(struct sampler *);

/* 64 random bits (splitmix64); any state is good. */
uint64_t random_next(uint64_t *state);

#endif

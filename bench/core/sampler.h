/* SPDX-License-Identifier: MIT */
/*
 * The measurement of one copy in one trial: calibrate, warm up, take samples until the interval of
 * the median is tight enough or the time is used up. Source: reference/method.md P2-P4. It knows
 * time only through a callback, so that tests run it against a clock of their own.
 */
#ifndef SAMPLER_H
#define SAMPLER_H

#include "core/batch_log.h"
#include "core/clock.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct limits {
	uint64_t warmup_min_ns, warmup_max_ns;
	uint64_t time_min_ns, time_max_ns; /* of sampling, after the warm-up */
	uint64_t batch_max_ns;		   /* of one sample; the shortest comes from the clock */
	uint64_t sample_ns;		   /* length of a sample() that times its own operations */
	unsigned samples_min,
		samples_max; /* no stop before; no waiting for a tighter interval after */
	double tolerance;    /* half width of the interval of the median, relative */
	uint64_t min_ops;    /* in a batch */
};

/* What the copies of a trial share. */
struct sampling_team {
	unsigned copies;
	atomic_uint measuring; /* copies that have taken a sample */
	atomic_bool stop;      /* set by copy 0 when it has enough, by any copy when it failed */
	uint64_t stop_ns;      /* when copy 0 had enough; written before stop; 0 = one failed */
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
		void *context, uint64_t ops); /* 0 = done, else a status that ends the sampling */
	int (*before)(void *context, uint64_t ops); /* or NULL: before each run(), not timed */
	int (*without)(void *context,
		uint64_t ops); /* or NULL: the same without what is measured, after each batch */
	uint64_t (*preemptions)(void *context); /* involuntary context switches so far */
	/* Or this instead of run(): measures for about ns, sets a value of the benchmark's unit. */
	int (*sample)(void *context, uint64_t ns, double *value);
	/* Right before a sample, and after it was logged: notes at the log's last batch what
	 * happened in between, and marks it. What comes in longer steps may mark earlier ones as
	 * well. */
	void (*watch)(void *context, const struct batch_log *);
	void (*observe)(void *context, struct batch_log *);
	const struct disturbance_rules *rules;

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

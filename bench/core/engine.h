/* SPDX-License-Identifier: MIT */
/*
 * The engine: trials of one benchmark with a number of copies -> one outcome. The only place where
 * results are computed; a family does work, a writer prints. Protocol: docs/methodology.md.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "core/team.h"

enum status {
	STATUS_OK,
	STATUS_NOISY,	/* a number, with flags that say why it is not to be relied on */
	STATUS_SKIPPED, /* the machine lacks what it takes, or the run was ended before */
	STATUS_FAILED,	/* it could not do its work */
	STATUS_CRASHED, /* a process of it died */
	STATUS_TIMEOUT, /* it hung, or the deadline of the run passed */
};

/* What makes a number noisy (reference/method.md P7). */
enum flag {
	FLAG_NOT_CONVERGED =
		1 << 0, /* a trial's interval of the median stayed wider than the tolerance */
	FLAG_DISPERSED = 1 << 1,       /* 1.4826 MAD of the samples over 2 % of the median */
	FLAG_TRIALS_DISAGREE = 1 << 2, /* medians of the trials over 3 % apart */
	FLAG_WARMUP_TIMEOUT = 1 << 3,  /* still drifting when the warm-up ended */
};

struct trial {
	size_t n;
	double *samples;	  /* in measured order, in the benchmark's unit */
	double median, halfwidth; /* halfwidth of the 95 % interval, relative */
	uint64_t batch_ns;
};

struct outcome {
	enum status status;
	char why[WHY_LENGTH]; /* empty if ok */
	unsigned flags;
	bool has_value;	  /* else there is no number, and the members below mean nothing */
	double value;	  /* geometric mean of the trials' medians; all copies together */
	double low, high; /* 95 % interval of the value within this boot */
	double min, max, robust_cv; /* of all samples */
	unsigned trial_count;
	struct trial *trials;
	struct bench_report report; /* copy 0's notes of the last trial */
	uint64_t elapsed_ns;
};

struct engine {
	struct limits limits; /* tolerance and min_ops come from the benchmark */
	unsigned trials;
	uint64_t seed;
	struct clock_quality clock;
	int *cpus;
	int cpu_count;
	const char *workdir;
	int cancelled; /* the signal that ended a benchmark, 0 = none: start no more */
};

/* Blocks the signals that team_run() waits for. Call once, before the first run. */
void engine_init(struct engine *);

/* Runs all trials. The outcome is the caller's, to be freed with outcome_free(). */
void engine_run(struct engine *, const struct benchmark *, unsigned copies, struct outcome *);
void outcome_free(struct outcome *);

/* Computes value, interval, flags and status from the trials. engine_run() does; tests call it. */
void outcome_evaluate(struct outcome *, double tolerance);

const char *status_name(enum status);
/* Name of the lowest flag set in flags, NULL if none: "NOT_CONVERGED". */
const char *flag_name(unsigned flags);

#endif

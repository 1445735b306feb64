/* SPDX-License-Identifier: MIT */
/*
 * The engine: trials of one benchmark with a number of copies -> one outcome. The only place where
 * results are computed; a family does work, a writer prints. Protocol: docs/methodology.md.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "core/outcome.h"

struct engine {
	struct limits limits; /* tolerance and min_ops come from the benchmark */
	struct limits visit;  /* of a CPU that has its turn */
	unsigned trials;
	uint64_t seed;
	struct clock_quality clock;
	int *cpus;
	int cpu_count;
	const char *workdir;
	const char *root; /* of /proc, /sys and /dev: "" but in tests */
	int cancelled;	  /* the signal that ended a benchmark, 0 = none: start no more */
};

/* Blocks the signals that team_run() waits for. Call once, before the first run. */
void engine_init(struct engine *);

/*
 * Runs all trials; one that was disturbed is repeated while the time allows. The outcome is the
 * caller's, to be freed with outcome_free().
 */
void engine_run(struct engine *, const struct benchmark *, unsigned copies, struct outcome *);

/*
 * The same in several states of the machine that take turns within each round of trials, so that a
 * drift does not look like an effect. enter() brings the machine into a state and may change the
 * engine's CPUs; if it returns false, the outcome of that state is left as it has set it. outcomes:
 * one a state, the caller's.
 */
struct engine_states {
	unsigned count;
	bool (*enter)(void *context, unsigned state, struct outcome *);
	void *context;
};
void engine_run_states(struct engine *, const struct benchmark *, unsigned copies,
	const struct engine_states *, struct outcome *outcomes);

#endif

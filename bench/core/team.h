/* SPDX-License-Identifier: MIT */
/*
 * One trial: the copies of a benchmark as fresh processes, which start together behind a barrier. A
 * copy that crashes, hangs or gives up ends the trial with a status; nothing of it is left behind.
 */
#ifndef TEAM_H
#define TEAM_H

#include "benchmark.h"
#include "core/histogram.h"
#include "core/sampler.h"
#include "core/sensors.h"
#include "core/wrong.h"

enum { NOTE_COUNT = 8, NOTE_KEY = 32, NOTE_VALUE = 160, WHY_LENGTH = 600, FIGURE_COUNT = 16 };

/* What a copy tells besides its batches. */
struct bench_report {
	char why[WHY_LENGTH];
	struct {
		char key[NOTE_KEY], value[NOTE_VALUE];
	} notes[NOTE_COUNT]; /* ends with an empty key */
	struct {
		char key[NOTE_KEY], unavailable[NOTE_VALUE]; /* why there is no value; else empty */
		double value;
		bool sum;	 /* over the copies; the others are copy 0's */
	} figures[FIGURE_COUNT]; /* ends with an empty key */
	struct wrong_list wrong;
};

/* One copy's part of the memory that the team shares. */
struct copy_area {
	int status; /* BENCH_*; valid when finished */
	bool ready, finished;
	bool warmup_timeout;
	int cpu; /* that it was pinned to; -1 = none */
	uint64_t batch_ns;
	double work_per_op;
	const char *sensor_missing[SENSOR_COUNT]; /* why; NULL = the sensor was read */
	struct bench_report report;
	struct histogram histogram; /* only if the benchmark times its operations */
	struct batch_log log;
};

struct team_plan {
	const struct benchmark *benchmark;
	unsigned copies;
	struct limits limits;
	struct clock_quality clock;
	uint64_t seed;
	uint64_t hang_ns; /* after this long a trial counts as hung */
	const int *cpus;  /* copy i runs on cpus[i % cpu_count], if it is to be pinned */
	int cpu_count;
	void *shared;	     /* the benchmark's shared_bytes, or NULL */
	float *pairs;	     /* cpu_count times cpu_count, or NULL */
	size_t memory_bytes; /* that all copies together may take */
	const char *workdir; /* the copies' directories are made here */
	const char *root;    /* of /proc, /sys and /dev: "" but in tests */
};

enum team_end { TEAM_DONE, TEAM_FAILED, TEAM_SKIPPED, TEAM_CRASHED, TEAM_HUNG, TEAM_CANCELLED };

/* Shared memory for that many copies; team_free() gives it back. */
struct copy_area *team_alloc(unsigned copies);
void team_free(struct copy_area *, unsigned copies);

/*
 * Runs a trial into areas (which it clears). why (WHY_LENGTH bytes) says what went wrong, unless
 * done. TEAM_CANCELLED: SIGTERM, SIGINT or SIGHUP came in and is in *signal; the caller must have
 * these and SIGCHLD blocked.
 */
enum team_end team_run(const struct team_plan *, struct copy_area *areas, char *why, int *signal);

#endif

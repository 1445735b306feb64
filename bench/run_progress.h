/* SPDX-License-Identifier: MIT */
/* A run in progress; private to run*.c. */
#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

#include "accept/verdict.h"
#include "core/engine.h"
#include "core/plan.h"
#include "core/record.h"
#include "inventory/inventory.h"
#include "run.h"
#include "series/boots.h"
#include "tune/tuning.h"

enum { PATH_SIZE = 4096 };

struct run {
	const struct run_options *options;
	struct plan plan;
	struct engine engine;
	struct recorder recorder;
	struct tuning tuning;
	struct series_boot boots;
	char machine_id[MACHINE_ID_SIZE];
	char directory[PATH_SIZE]; /* empty = nothing can be stored */
	int number, previous;
	uint64_t start_ns;
	unsigned counts[STATUS_TIMEOUT + 1];
};

/* Says it on the consoles and stores it as a finding. */
void run_find_trouble(struct run *, const char *severity, const char *text);

/* What could not be stored is said once, and where it went instead. */
void run_check_store(struct run *);

/*
 * Which boot this is. True if nothing is measured in it: it must be another one, which init has
 * been told, or the series is given up. Then the verdict is set.
 */
bool run_find_boot(struct run *, enum verdict *);

/* After the last step: the series' results if this was its last boot, else init is told of the
 * next. */
void run_end_boot(struct run *);

/* Every step of the plan, and the certificate after the noise benchmarks. */
void run_all_steps(struct run *);

#endif

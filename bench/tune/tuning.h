/* SPDX-License-Identifier: MIT */
/* All that a run sets on the machine: quieting, waiting until it is steady, the knobs of a sweep.
 */
#ifndef TUNE_TUNING_H
#define TUNE_TUNING_H

#include "core/plan.h"
#include "core/record.h"
#include "tune/setting.h"
#include "tune/settle.h"

struct tuning {
	struct settings settings;
	bool quieting;	 /* the machine is ours alone */
	char **findings; /* "SEVERITY:TEXT": knobs that can't be turned */
	size_t finding_count;
};

/* Before engine_init(); see settings_init(). */
void tuning_init(struct tuning *, const char *root, bool quieting, const char *sweep);

/* The steps of a sweep, if there is one. */
void tuning_plan(struct tuning *, struct plan *, const char *sweep);

/* Before the first test. Returns whether it waited. */
bool tuning_begin(struct tuning *, struct recorder *, int cpus, enum profile, struct settle *);

/* Before each test, so that none depends on the one before it. */
void tuning_begin_test(const struct tuning *);

/* After the last: everything as it was found. */
void tuning_end(struct tuning *, struct recorder *);

#endif

/* SPDX-License-Identifier: MIT */
/* The load between the tests and those after it. Private to run*.c. */
#ifndef RUN_BURNIN_H
#define RUN_BURNIN_H

#include "run_progress.h"

/* Loads the machine for the plan's time, a record a slice. What goes wrong becomes findings. */
void run_burnin(struct run *);

/* After the tests that follow it: a metric that got worse is a finding. */
void run_judge_drift(struct run *);

#endif

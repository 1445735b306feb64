/* SPDX-License-Identifier: MIT */
/* What a person sees of the steps while they run: one line each, on screens and serial lines alike.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "core/engine.h"
#include "core/plan.h"
#include "report/model.h"

void progress_heading(void);

/* Before a step, number 1 to steps: the first half of its line. */
void progress_begin(const struct step *, size_t number, size_t steps);

/* After it: the second half, with the time left as the steps so far took elapsed_s. */
void progress_result(
	const struct outcome *, const struct step *, size_t number, size_t steps, double elapsed_s);

/* The index for each number of copies that has one. */
void progress_scores(const struct run_view *);

#endif

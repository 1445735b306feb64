/* SPDX-License-Identifier: MIT */
/* Benchmarks under each state of a knob, one knob at a time; the state that was found comes back.
 */
#ifndef TUNE_SWEEP_H
#define TUNE_SWEEP_H

#include "core/engine.h"
#include "core/plan.h"
#include "core/record.h"
#include "tune/setting.h"

/*
 * Puts a step for each state of each knob in the place of each step but the noise benchmarks.
 * names: comma separated; say() has a sentence for each that this machine has not or that does not
 * exist. Those that take a reboot are left to series/boots.h. Steps stay as they are if no knob is
 * left.
 */
void sweep_expand(struct plan *, const char *names, const struct settings *,
	void (*say)(void *context, const char *severity, const char *text), void *context);

/* Steps from there on, at least 1, that differ in the state alone: they are measured together. */
size_t sweep_group(const struct plan *, size_t first);

/*
 * Measures the group's states in turns, a trial each, and turns the knob back. One outcome a step,
 * the caller's. A state that the machine refuses is skipped. Every change is recorded.
 */
void sweep_run(struct engine *, struct settings *, struct recorder *, const struct step *steps,
	size_t count, struct outcome *);

#endif

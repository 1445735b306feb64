/* SPDX-License-Identifier: MIT */
/*
 * What is set for every run on a machine that is ours alone, because it quiets the machine and does
 * not change what is measured: method.md section 3, list A. Each item is recorded, also what this
 * machine does not have.
 */
#ifndef TUNE_QUIETING_H
#define TUNE_QUIETING_H

#include "core/record.h"
#include "tune/setting.h"

/* cpus: online CPUs; with one there is nowhere to move work to. */
void quieting_apply(struct settings *, struct recorder *, int cpus);

/* Before the first test: everything written, caches of files dropped, memory in large pieces. What
 * could not be done is recorded like the rest. */
void quieting_clear_memory(const struct settings *, struct recorder *);

/* What a run has set is put back; that is recorded. */
void quieting_restore(struct settings *, struct recorder *);

#endif

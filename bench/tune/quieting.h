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

/* Before each test: everything written, caches of files dropped, memory in large pieces, so that
 * none depends on what ran before it. With a recorder it is recorded, also what could not be done;
 * NULL after the first time. */
void quieting_clear_memory(const struct settings *, struct recorder *);

/* What a run has set is put back; that is recorded. */
void quieting_restore(struct settings *, struct recorder *);

#endif

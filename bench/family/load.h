/* SPDX-License-Identifier: MIT */
/* The parts of the burn-in's load. */
#ifndef FAMILY_LOAD_H
#define FAMILY_LOAD_H

#include <stdint.h>

/* The widest vector unit of this CPU at work: multiply-adds that depend on each other as little as
 * its pipelines allow. The same rounds give the same answer every time. */
uint64_t burn_vectors(unsigned rounds);

/* "AVX-512", ... */
const char *burn_unit(void);

/* What the readers of the disks have done so far. Shared by processes. */
struct disk_load {
	unsigned disks;
	_Atomic uint64_t read_bytes, errors;
};

/*
 * Starts a process for each internal disk that reads it, here and there, until its parent ends; it
 * only ever opens it for reading. names (size bytes) gets the disks, or why there are none. NULL if
 * memory is short.
 */
struct disk_load *disk_load_start(char *names, unsigned size);

#endif

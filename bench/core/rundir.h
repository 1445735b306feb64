/* SPDX-License-Identifier: MIT */
/* The directory of a run: STORE/results/MACHINE/NUMBER. Nothing in it is ever overwritten. */
#ifndef RUNDIR_H
#define RUNDIR_H

#include <stddef.h>

/*
 * Makes the next directory for that machine and returns its number (from 1), the path in path.
 * previous is the highest number that was there before, 0 for none. Returns -1 and sets errno.
 */
int rundir_create(const char *store, const char *machine, char *path, size_t size, int *previous);

/* The highest number that there is for that machine, 0 for none. */
int rundir_last(const char *store, const char *machine);

/* The path of a run that exists or not. */
void rundir_path(const char *store, const char *machine, int number, char *path, size_t size);

/* Writes a file into the directory: whole and on the medium, or not at all. -1 and errno. */
int rundir_write(const char *directory, const char *name, const char *data, size_t length);

/* Brings the directory's entries to the medium. */
void rundir_sync(const char *directory);

#endif

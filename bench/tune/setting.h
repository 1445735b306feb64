/* SPDX-License-Identifier: MIT */
/*
 * Files of sysfs and procfs that are set for a run, and put back afterwards: by settings_restore(),
 * or, if this process dies before, by a watcher that sleeps until then.
 */
#ifndef TUNE_SETTING_H
#define TUNE_SETTING_H

#include <stdbool.h>
#include <stddef.h>

enum { SETTING_VALUE = 256, SETTING_WHY = 200 };

struct settings {
	const char *root; /* "" but in tests */
	struct setting {
		char *path, *found;
	} * list; /* in the order of the first change */
	size_t count;
	int watcher; /* the pipe to the watcher; -1 = none */
	int held;    /* /dev/cpu_dma_latency; -1 = not held open */
};

/*
 * watched: start the watcher. Before any other child, and before this process reaps what others
 * leave behind: the watcher must not count among the copies of a benchmark.
 */
void settings_init(struct settings *, const char *root, bool watched);

/* The value of a file; of a list "a [b] c" the one in brackets. False if it can't be read. */
bool settings_read(const struct settings *, const char *path, char value[SETTING_VALUE]);

/* Sets it; the first time the value that was there is remembered. False and why if it can't. */
bool settings_write(struct settings *, const char *path, const char *value, char why[SETTING_WHY]);

/* Keeps CPUs out of every idle state that takes time to leave, or lets them again. */
bool settings_hold_awake(struct settings *, bool awake, char why[SETTING_WHY]);

/* Puts back what was found, the last change first, and ends the watcher. Returns how many files
 * could not be put back. */
size_t settings_restore(struct settings *);

#endif

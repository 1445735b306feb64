/* SPDX-License-Identifier: MIT */
/* What changes a result and can be changed: the knobs that a sweep turns (method.md 3-B). */
#ifndef TUNE_KNOB_H
#define TUNE_KNOB_H

#include "tune/setting.h"

enum { KNOB_STATES = 3 };

struct knob {
	const char *name;
	struct knob_state {
		const char *name;  /* "never"; NULL behind the last */
		const char *value; /* what is written */
		const char
			*cmdline; /* words of the kernel's command line; NULL = no reboot needed */
	} states[KNOB_STATES + 1];
	const char *paths[2]; /* alternatives, each a glob; the first that is there counts */
	const char *inverted; /* this path's value 1 means off */
	bool holds_awake;     /* not a file to set: /dev/cpu_dma_latency is held open */
};

extern const struct knob knobs[]; /* ends with a NULL name */

/* The knob of that name, or NULL. */
const struct knob *knob_find(const char *name);

/* True for a knob that only a reboot turns: its states have a command line. */
bool knob_needs_reboot(const struct knob *);

/* The state that the machine is in, or NULL and why this machine has no such knob. */
const struct knob_state *knob_found(
	const struct knob *, const struct settings *, char why[SETTING_WHY]);

/* Turns it. False and why if the machine refuses. */
bool knob_set(
	const struct knob *, const struct knob_state *, struct settings *, char why[SETTING_WHY]);

/* "thp, smt, ..."; the caller frees. */
char *knob_names(void);

#endif

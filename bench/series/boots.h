/* SPDX-License-Identifier: MIT */
/*
 * Which boot of a series this one is, and which is wanted next. The records on the store are the
 * only memory: a run names its series, its number in it and what was asked for.
 */
#ifndef SERIES_BOOTS_H
#define SERIES_BOOTS_H

#include "core/config.h"
#include "core/plan.h"

#include <stdbool.h>

enum { BOOTS_KEY = 9, BOOTS_WORDS = 256, BOOTS_WHY = 200 };

struct series_boot {
	int series;	/* run number of the first boot; 0 = not known before the run has one */
	int number, of; /* from 1; of = 1: no series */
	char key[BOOTS_KEY]; /* of all that was asked for: another series has another one */
	bool restart; /* measure nothing: this boot has not the command line that is wanted */
	bool give_up; /* measure nothing: the machine died in too many boots of the series */
	char why[BOOTS_WHY];	  /* what was asked for and can't be had; else empty */
	const char *knob, *state; /* that this boot is for, in a sweep across boots; else NULL */
	/* The inputs, kept for boots_next(). */
	const struct config *config;
};

/* What the search for the place in a series needs to know. */
struct series_request {
	const struct config *config;
	const char *version;
	const char *store, *machine_id;
	int previous;	     /* number of the machine's last run on the store, 0 = none */
	const char *cmdline; /* of the running kernel */
	bool can_restart;    /* there is a loader that can be told what to start next */
};

void boots_find(struct series_boot *, const struct series_request *);

/*
 * Words for the kernel's command line of the boot with that number, our own settings among them;
 * the caller frees.
 */
char *boots_words(const struct series_boot *, int number);

/* A plan's steps get the state that this boot is for. */
void boots_mark_plan(const struct series_boot *, struct plan *);

/* True if the kernel runs a CPU without ticks (root: "" or a tree like / in tests). */
bool boots_is_tickless(const char *root);

#endif

/* SPDX-License-Identifier: MIT */
/* The state record: something of the machine was set for the run, or put back. */
#ifndef TUNE_STATE_RECORD_H
#define TUNE_STATE_RECORD_H

#include "core/record.h"

struct state_change {
	const char *knob, *value, *from; /* from NULL: not known */
	unsigned files, set;		 /* files behind it and how many took the value; 0 = one */
	bool sweep;			 /* a knob of a sweep, not a setting for the whole run */
	bool restored;			 /* this is the way back */
	const char *why;		 /* it could not be done; else NULL */
};

void state_record(struct recorder *, const struct state_change *);

#endif

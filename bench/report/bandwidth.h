/* SPDX-License-Identifier: MIT */
/* A result that memory bounds, beside what the modules promise. Source: method.md 6 rule 24. */
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include "report/model.h"

struct bandwidth {
	double moved_bytes_per_s;    /* read and written by all copies together */
	double promised_bytes_per_s; /* by the modules; 0 = not known */
	bool at_most; /* the channels are not known: promised is as if each module had its own */
	double share; /* moved of promised; 0 = not known */
};

/* False if memory does not bound the result, or it has no number. */
bool bandwidth_of(const struct run_view *, const struct result_view *, struct bandwidth *);

/* "moved 24.6 GB/s, 72 % of the modules' 34.1 GB/s"; empty if memory does not bound it. */
void bandwidth_text(const struct run_view *, const struct result_view *, char *text, size_t size);

#endif

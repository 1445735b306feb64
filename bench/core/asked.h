/* SPDX-License-Identifier: MIT */
/* Which benchmarks a request asks for, on which machine. */
#ifndef ASKED_H
#define ASKED_H

#include "core/plan.h"

enum { PATTERN_TEXT = 81 };

/* Cores of the machine; where that is not known, each CPU counts as one. */
unsigned asked_cores(const struct plan_request *);

/* True if the request names tests; else the profile chooses. */
bool asked_by_name(const struct plan_request *);

/* By name, by the profile, or for the certificate; never what the machine lacks, unless by its
 * exact name: then it says what lacks. */
bool asked_for(const struct plan_request *, const struct benchmark *);

/* True if some pattern matches no benchmark of any machine: the last such, shortened to size. */
bool asked_for_nothing(const struct plan_request *, char *pattern, size_t size);

#endif

/* SPDX-License-Identifier: MIT */
/* Does the memory deliver what its modules promise? Rules 24, 25, 28, 29 of reference/method.md 6.
 */
#ifndef MEMORY_RULES_H
#define MEMORY_RULES_H

#include "accept/finding.h"
#include "report/model.h"

/* Adds what the run shows about its memory. */
void memory_findings(struct findings *, const struct run_view *);

#endif

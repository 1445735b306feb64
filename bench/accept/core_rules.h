/* SPDX-License-Identifier: MIT */
/* Is there a CPU that does not keep up with the others? Rule 3 of reference/method.md 6. */
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include "accept/finding.h"
#include "report/model.h"

/* Adds what the run shows. */
void core_findings(struct findings *, const struct run_view *);

#endif

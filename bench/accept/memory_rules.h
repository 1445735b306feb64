/* SPDX-License-Identifier: MIT */
/* Does the memory deliver what its modules promise? Rules 24 and 25 of reference/method.md 6. */
#ifndef MEMORY_RULES_H
#define MEMORY_RULES_H

#include "report/model.h"

enum { MEMORY_FINDING_LENGTH = 480, MEMORY_FINDINGS = 4 };

struct memory_finding {
	const char *severity; /* "info", "warn", "fail" */
	char text[MEMORY_FINDING_LENGTH];
};

/* What the run shows about its memory; returns how many. */
size_t memory_findings(const struct run_view *, struct memory_finding findings[MEMORY_FINDINGS]);

#endif

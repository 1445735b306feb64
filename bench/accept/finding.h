/* SPDX-License-Identifier: MIT */
/* What rules find in a run: to be recorded, and shown. */
#ifndef FINDING_H
#define FINDING_H

#include <stddef.h>

enum { FINDING_LENGTH = 640, FINDINGS_MAX = 64 };

struct finding {
	const char *severity; /* "info", "warn", "fail" */
	char text[FINDING_LENGTH];
};

struct findings {
	struct finding list[FINDINGS_MAX];
	size_t count; /* what does not fit is left out: there is enough to look after */
};

/* The next one, with that severity and no text; NULL if all places are taken. */
struct finding *findings_add(struct findings *, const char *severity);

#endif

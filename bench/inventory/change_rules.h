/* SPDX-License-Identifier: MIT */
/* How a change of a machine record's member is taken, private to changes*.c. */
#ifndef CHANGE_RULES_H
#define CHANGE_RULES_H

enum treatment {
	CHANGE_NOTED,	/* any change has the severity */
	CHANGE_IGNORED, /* changes by nature */
	CHANGE_COUNTS,	/* growth has the severity, anything else is a reset: info */
	CHANGE_FALLS,	/* a smaller number has the severity, a larger one is info */
};

struct change_rule {
	const char *pattern; /* of the path, for fnmatch() */
	enum treatment treatment;
	const char *severity;
	const char *words; /* what is counted, for the sentence; NULL = the path says it */
};

/* The first that matches, never NULL. */
const struct change_rule *change_rule(const char *path);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * What must be equal for a difference to be one of what is compared: kernel, command line, program,
 * microcode, and the knobs of reference/method.md 3-B. A factor is what is compared on purpose.
 */
#ifndef COMPARE_CONDITIONS_H
#define COMPARE_CONDITIONS_H

#include "compare/side.h"

/* True for the name of a factor; conditions_factors() lists them for people. The caller frees. */
bool conditions_is_factor(const char *name);
char *conditions_factors(void);

/* True if all conditions of both runs are equal. */
bool conditions_same(const struct run_view *, const struct run_view *);

/*
 * What forbids the comparison, a sentence each, but for the factors (names, comma separated; "" for
 * none). notes: what could not be checked. The caller frees texts and arrays.
 */
struct differences {
	char **refused, **notes;
	size_t refused_count, note_count;
};
void conditions_compare(
	struct differences *, const struct side *a, const struct side *b, const char *factors);
void differences_free(struct differences *);

/* Why this metric can't be compared although the runs can: batch length, tick; "" if it can. */
void conditions_of_metric(
	const struct measured *a, const struct measured *b, const char *factors, char *why, size_t);

#endif

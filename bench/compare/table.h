/* SPDX-License-Identifier: MIT */
/* The text of a comparison, at most 79 columns. Private to bench/compare. */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include "compare/conditions.h"

#include <stdio.h>

enum row_kind {
	ROW_COMPARED,
	ROW_GRADED_X, /* shown, not judged: one of its numbers is of no use */
	ROW_REFUSED,  /* see why */
	ROW_ONLY_A,
	ROW_ONLY_B,
};

struct row {
	const struct result_view *of; /* a result of the metric */
	enum row_kind kind;
	struct measured a, b;
	struct difference difference; /* compared and graded X */
	char why[256];
};

/* Who is compared, and what forbids it or could not be checked. */
void table_head(FILE *, const struct side *a, const struct side *b, const struct differences *);

/* A verdict for each metric, what is missing on a side, and the counts. */
void table_rows(FILE *, const struct row *, size_t count);

#endif

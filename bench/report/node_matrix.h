/* SPDX-License-Identifier: MIT */
/* Memory by node: what the CPUs of each reach with the memory of each. */
#ifndef NODE_MATRIX_H
#define NODE_MATRIX_H

#include "report/facts.h"

enum { MATRIX_NODES = 64 };

/* What is measured by node, by the name that benchmarks give it (.by_node). */
struct node_matrix_kind {
	const char *name, *title, *unit;
};
extern const struct node_matrix_kind node_matrix_kinds[]; /* ends with a NULL name */

/* The kind of that name, or NULL. */
const struct node_matrix_kind *node_matrix_kind(const char *name);

struct node_matrix {
	const struct node_matrix_kind *kind;
	int from[MATRIX_NODES], to[MATRIX_NODES]; /* ids: nodes with CPUs, nodes with memory */
	size_t rows, columns;
	double cell[MATRIX_NODES][MATRIX_NODES]; /* NaN: not measured */
};

/* The matrix of that kind; false if the machine has one node, or nothing was measured by node. */
bool node_matrix_make(
	struct node_matrix *, const struct run_view *, const struct node_matrix_kind *);

/* The largest and the smallest ratio of another node's cell to the own one's, in any row. False if
 * there is none. */
bool node_matrix_ratios(const struct node_matrix *, double *least, double *most);

#endif

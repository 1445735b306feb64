/* SPDX-License-Identifier: MIT */
/* Memory by node: what the CPUs of each reach with the memory of each. */
#ifndef NODE_MATRIX_H
#define NODE_MATRIX_H

#include "report/facts.h"

enum { MATRIX_NODES = 64 };

struct node_matrix {
	const char *unit;			  /* "bytes/s": of all CPUs of a node; "ns" */
	int from[MATRIX_NODES], to[MATRIX_NODES]; /* ids: nodes with CPUs, nodes with memory */
	size_t rows, columns;
	double cell[MATRIX_NODES][MATRIX_NODES]; /* NaN: not measured */
};

/* The matrix of that unit; false if the machine has one node, or nothing was measured by node. */
bool node_matrix_make(struct node_matrix *, const struct run_view *, const char *unit);

/* The largest and the smallest ratio of another node's cell to the own one's, in any row. False if
 * there is none. */
bool node_matrix_ratios(const struct node_matrix *, double *least, double *most);

/* The matrices that there may be, and what each is called; ends with a NULL unit. */
struct node_matrix_kind {
	const char *unit, *title;
};
extern const struct node_matrix_kind node_matrix_kinds[];

#endif

/* SPDX-License-Identifier: MIT */
/* Memory by node in report.txt. */
#include "report/text_parts.h"

#include "report/node_matrix.h"
#include "report/scale.h"

#include <math.h>

enum { NAME_WIDTH = 12, CELL_WIDTH = 14 };

static void put_matrix(FILE *out, const struct node_matrix *m)
{
	fprintf(out, "\n%s\n\n%-*s", m->kind->title, NAME_WIDTH, "");
	for (size_t c = 0; c < m->columns; c++) {
		char text[SCALE_LENGTH];

		snprintf(text, sizeof(text), "memory of %d", m->to[c]);
		fprintf(out, " %*s", CELL_WIDTH, text);
	}
	fputc('\n', out);
	for (size_t r = 0; r < m->rows; r++) {
		fprintf(out, "CPUs of %-*d", NAME_WIDTH - 8, m->from[r]);
		for (size_t c = 0; c < m->columns; c++) {
			char text[SCALE_LENGTH] = "-";

			if (!isnan(m->cell[r][c]))
				scale_value(text, sizeof(text), m->cell[r][c], m->kind->unit);
			fprintf(out, " %*s", CELL_WIDTH, text);
		}
		fputc('\n', out);
	}
}

void text_nodes(FILE *out, const struct run_view *view)
{
	static struct node_matrix m;

	for (const struct node_matrix_kind *kind = node_matrix_kinds; kind->name; kind++)
		if (node_matrix_make(&m, view, kind))
			put_matrix(out, &m);
}

/* SPDX-License-Identifier: MIT */
/* Memory by node in report.html. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/node_matrix.h"
#include "report/scale.h"

#include <math.h>

static void put_matrix(FILE *out, const struct node_matrix *m)
{
	fputs("<section class=\"card\">\n<h2>", out);
	html_put(out, m->kind->title);
	fputs("</h2>\n<table class=\"results numbers\">\n<thead><tr><th>CPUs of</th>", out);
	for (size_t c = 0; c < m->columns; c++)
		fprintf(out, "<th>Memory of node %d</th>", m->to[c]);
	fputs("</tr></thead>\n<tbody>\n", out);
	for (size_t r = 0; r < m->rows; r++) {
		fprintf(out, "<tr>\n<th scope=\"row\" class=\"test\">Node %d</th>\n", m->from[r]);
		for (size_t c = 0; c < m->columns; c++) {
			char text[SCALE_LENGTH] = "\xe2\x80\x94";

			if (!isnan(m->cell[r][c]))
				scale_value(text, sizeof(text), m->cell[r][c], m->kind->unit);
			fprintf(out, "<td class=\"%s\" data-label=\"Memory of node %d\">",
				m->to[c] == m->from[r] ? "value" : "num", m->to[c]);
			html_put(out, text);
			fputs("</td>\n", out);
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n</table>\n</section>\n", out);
}

void html_nodes(FILE *out, const struct run_view *view)
{
	static struct node_matrix m;

	for (const struct node_matrix_kind *kind = node_matrix_kinds; kind->name; kind++)
		if (node_matrix_make(&m, view, kind))
			put_matrix(out, &m);
}

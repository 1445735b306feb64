/* SPDX-License-Identifier: MIT */
/* lmbench's summary in report.html. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/facts.h"
#include "report/lmbench.h"

static void put_cells(FILE *out, const struct run_view *view, const struct lmbench_table *table)
{
	fputs("<tr>\n", out);
	for (const struct lmbench_column *c = table->columns; c->head; c++) {
		char text[FACT_LENGTH];
		bool there = lmbench_cell(view, table, c, text, sizeof(text));

		fprintf(out, "<td class=\"%s\" data-label=\"%s\">", there ? "value" : "num",
			c->head);
		html_put(out, there ? text : "\xe2\x80\x94");
		fputs("</td>\n", out);
	}
	fputs("</tr>\n", out);
}

static void put_missing(FILE *out, const struct run_view *view, const struct lmbench_table *table)
{
	for (const struct lmbench_column *c = table->columns; c->head; c++) {
		char text[FACT_LENGTH];

		if (lmbench_cell(view, table, c, text, sizeof(text)))
			continue;
		fputs("<p class=\"why\">missing: ", out);
		html_put(out, text);
		fputs("</p>\n", out);
	}
}

static void put_table(FILE *out, const struct run_view *view, const struct lmbench_table *table)
{
	fprintf(out, "<h3>%s, %s</h3>\n<table class=\"results numbers\">\n<thead><tr>",
		table->title, table->unit);
	for (const struct lmbench_column *c = table->columns; c->head; c++)
		fprintf(out, "<th>%s</th>", c->head);
	fputs("</tr></thead>\n<tbody>\n", out);
	put_cells(out, view, table);
	fputs("</tbody>\n</table>\n", out);
	put_missing(out, view, table);
}

void html_lmbench(FILE *out, const struct run_view *view)
{
	bool any = false;

	for (const struct lmbench_table *t = lmbench_tables; t->title; t++) {
		if (!lmbench_is_whole(view, t))
			continue;
		if (!any) {
			fputs("<section class=\"card\">\n<h2>lmbench summary</h2>\n<p "
			      "class=\"soft\">",
				out);
			html_put(out, lmbench_note);
			fputs("</p>\n", out);
		}
		any = true;
		put_table(out, view, t);
	}
	if (any)
		fputs("</section>\n", out);
}

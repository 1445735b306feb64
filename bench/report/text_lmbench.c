/* SPDX-License-Identifier: MIT */
/* lmbench's summary in report.txt. */
#include "report/text_parts.h"

#include "report/escape.h"
#include "report/facts.h"
#include "report/lmbench.h"

enum { CELL_WIDTH = 11, COLUMNS = 6 };

/* Lines of at most six columns: heads, numbers under them. */
static void put_columns(FILE *out, const struct run_view *view, const struct lmbench_table *table,
	const struct lmbench_column *first)
{
	char text[FACT_LENGTH];

	for (int i = 0; i < COLUMNS && first[i].head; i++)
		fprintf(out, " %*s", CELL_WIDTH, first[i].head);
	fputc('\n', out);
	for (int i = 0; i < COLUMNS && first[i].head; i++)
		fprintf(out, " %*s", CELL_WIDTH,
			lmbench_cell(view, table, &first[i], text, sizeof(text)) ? text : "-");
	fputc('\n', out);
}

static void put_missing(FILE *out, const struct run_view *view, const struct lmbench_table *table)
{
	for (const struct lmbench_column *c = table->columns; c->head; c++) {
		char text[FACT_LENGTH];

		if (lmbench_cell(view, table, c, text, sizeof(text)))
			continue;
		fputs("  missing: ", out);
		plain_wrap(out, 11, 4, "%s", text);
	}
}

static void put_table(FILE *out, const struct run_view *view, const struct lmbench_table *table)
{
	const struct lmbench_column *c = table->columns;

	fprintf(out, "\n%s, %s\n", table->title, table->unit);
	while (c->head) {
		put_columns(out, view, table, c);
		for (int i = 0; i < COLUMNS && c->head; i++)
			c++;
	}
	put_missing(out, view, table);
}

void text_lmbench(FILE *out, const struct run_view *view)
{
	bool any = false;

	for (const struct lmbench_table *t = lmbench_tables; t->title; t++) {
		if (!lmbench_is_whole(view, t))
			continue;
		if (!any) {
			fputs("\nlmbench summary\n   ", out);
			plain_wrap(out, 3, 3, "%s", lmbench_note);
		}
		any = true;
		put_table(out, view, t);
	}
}

/* SPDX-License-Identifier: MIT */
/* A burn-in in report.txt. */
#include "report/text_parts.h"

#include "report/burnin_facts.h"
#include "report/escape.h"

enum { TEST_WIDTH = 30, VALUE_WIDTH = 13, CHANGE_WIDTH = 9 };

static void put_row(FILE *out, const struct drift_row *row)
{
	char test[FACT_LENGTH];

	snprintf(test, sizeof(test), "%.24s x%u", row->after->name, row->after->copies);
	plain_pad(out, test, TEST_WIDTH);
	fprintf(out, " %*s %*s %*s\n", VALUE_WIDTH, *row->value_before ? row->value_before : "---",
		VALUE_WIDTH, *row->value_after ? row->value_after : "---", CHANGE_WIDTH,
		*row->change ? row->change : "---");
	fputs("    ", out);
	plain_wrap(out, 4, 4, "%s", row->judgement);
}

void text_burnin(FILE *out, const struct run_view *view)
{
	struct drift_row row;
	char text[FACT_LENGTH];
	const char *name;
	bool any = false;

	if (!view->load_count)
		return;
	fputs("\nBurn-in\n\n", out);
	for (unsigned i = 0; burnin_fact(view, i, &name, text, sizeof(text)); i++)
		if (*text)
			text_condition(out, name, text);
	for (size_t i = 0; i < view->result_count; i++) {
		if (!drift_row_make(&row, view, i))
			continue;
		if (!any)
			fprintf(out, "\n%-*s %*s %*s %*s\n", TEST_WIDTH, "After the load",
				VALUE_WIDTH, "BEFORE", VALUE_WIDTH, "AFTER", CHANGE_WIDTH,
				"CHANGE");
		any = true;
		put_row(out, &row);
	}
	if (any) {
		fputc('\n', out);
		plain_wrap(out, 0, 0, "%s", burnin_guide);
	}
}

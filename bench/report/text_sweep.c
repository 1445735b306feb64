/* SPDX-License-Identifier: MIT */
/* A sweep in report.txt. */
#include "report/text_parts.h"

#include "report/escape.h"
#include "report/sweep_facts.h"

enum { STATE_WIDTH = 14, VALUE_WIDTH = 14, CHANGE_WIDTH = 10 };

static void put_row(FILE *out, const struct sweep_row *row)
{
	bool found = row->result == row->found;

	fputs("    ", out);
	plain_put(out, found ? "*" : " ");
	plain_pad(out, row->state, STATE_WIDTH - 1);
	fprintf(out, " %*s", VALUE_WIDTH, row->value);
	if (!*row->judgement) {
		fputc('\n', out);
		return;
	}
	fprintf(out, " %*s  ", CHANGE_WIDTH, row->change);
	plain_wrap(out, 4 + STATE_WIDTH + 1 + VALUE_WIDTH + 1 + CHANGE_WIDTH + 2, 8, "%s",
		row->judgement);
}

void text_sweep(FILE *out, const struct run_view *view)
{
	struct sweep_row row;
	bool any = false;

	for (size_t i = 0; i < view->result_count; i++) {
		if (!sweep_row_make(&row, view, i))
			continue;
		if (!any)
			fprintf(out, "\n%-*s %*s %*s\n", 4 + STATE_WIDTH, "Sweep", VALUE_WIDTH,
				"VALUE", CHANGE_WIDTH, "CHANGE");
		any = true;
		if (sweep_row_is_first(view, i)) {
			fputc('\n', out);
			plain_wrap(out, 0, 4, "%s, %u %s: %s", facts_title(row.result),
				row.result->copies, row.result->copies == 1 ? "copy" : "copies",
				row.knob);
		}
		put_row(out, &row);
	}
	if (any) {
		fputc('\n', out);
		plain_wrap(out, 0, 0, "%s", sweep_guide);
	}
}

/* What was set for the run, and what could not be. */
void text_tuning(FILE *out, const struct run_view *view)
{
	char text[FACT_LENGTH];
	bool any = false;

	for (size_t i = 0; i < view->records->count; i++) {
		const struct json *r = view->records->record[i];

		if (!facts_setting(r, text, sizeof(text)))
			continue;
		if (!any)
			fputs("\nSet for the run\n\n", out);
		any = true;
		plain_pad(out, json_get_string(r, "knob", ""), 25);
		fputc(' ', out);
		plain_wrap(out, 26, 26, "%s", text);
	}
	facts_settled(view, text, sizeof(text));
	if (*text) {
		plain_pad(out, "Settled", 25);
		fputc(' ', out);
		plain_wrap(out, 26, 26, "%s", text);
	}
}

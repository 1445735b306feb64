/* SPDX-License-Identifier: MIT */
/* Wrong answers in report.txt. */
#include "report/text_parts.h"

#include "report/escape.h"
#include "report/wrong_facts.h"

static void put(FILE *out, const struct wrong_row *row)
{
	plain_wrap(out, 0, 4, "%s: CPU %s, %s: %s instead of %s (%s)%s%s%s%s%s%s", row->where,
		row->cpu, row->what, row->found, row->expected, row->bits,
		*row->address ? ", " : "", *row->address ? row->address_kind : "",
		*row->address ? " address " : "", row->address, *row->seed ? ", seed " : "",
		row->seed);
}

void text_wrong(FILE *out, const struct run_view *view)
{
	char text[FACT_LENGTH];

	if (!wrong_any(view))
		return;
	wrong_summary(view, text, sizeof(text));
	fprintf(out, "\nWrong answers\n\n%s\n\n", text);
	wrong_each(view, out, put);
	fputc('\n', out);
	plain_wrap(out, 0, 0, "%s", wrong_guide);
}

/* SPDX-License-Identifier: MIT */
/* The combined values of a series of boots in report.txt. */
#include "report/text_parts.h"

#include "report/escape.h"
#include "report/series_facts.h"

#include <string.h>

enum { TITLE_WIDTH = 38 };

static void put_metric(FILE *out, const struct run_view *view, size_t index)
{
	struct series_facts f = { 0 };
	char change[FACT_LENGTH];

	series_facts_make(&f, view->series[index]);
	series_facts_change(view, index, change, sizeof(change));
	plain_pad(out, f.title, TITLE_WIDTH);
	if (strlen(f.title) > TITLE_WIDTH)
		fprintf(out, "\n%*s", TITLE_WIDTH, "");
	fprintf(out, " %14s %9s %9s  ", f.value, f.interval, f.spread);
	plain_put(out, f.grade);
	fputc('\n', out);
	if (*change) {
		fputs("    ", out);
		plain_wrap(out, 4, 4, "%s", change);
	}
	if (*f.flags) {
		fputs("    ", out);
		plain_wrap(out, 4, 4, "%s", f.flags);
	}
}

void text_series(FILE *out, const struct run_view *view)
{
	char heading[64];

	if (!view->series_count)
		return;
	snprintf(heading, sizeof(heading), "Over %u boots",
		json_get_count(view->series[0], "boots", 0));
	fprintf(out, "\n%-*s %14s %9s %9s  %s\n\n", TITLE_WIDTH, heading, "VALUE", "INTERVAL",
		"BOOT SD", "GRADE");
	for (size_t i = 0; i < view->series_count; i++)
		put_metric(out, view, i);
	fputc('\n', out);
	plain_wrap(out, 0, 0, "%s", series_guide);
}

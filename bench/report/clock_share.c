/* SPDX-License-Identifier: MIT */
#include "report/clock_share.h"

#include "report/facts.h"
#include "report/scale.h"

#include <string.h>

static void add(const struct run_view *view, const struct result_view *result, const char *member,
	const char *name, char *text, size_t size)
{
	double hz = facts_number(view, "cpu", member, 0);
	char share[SCALE_LENGTH], clock[SCALE_LENGTH];

	if (!(hz > 0))
		return;
	scale_percent(share, sizeof(share), result->value / hz);
	scale_value(clock, sizeof(clock), hz, "Hz");
	facts_append(text, size, "; ", "%s of the %s clock, %s", share, name, clock);
}

void clock_text(
	const struct run_view *view, const struct result_view *result, char *text, size_t size)
{
	*text = '\0';
	if (strcmp(result->unit, "Hz") != 0 || !facts_counts(result))
		return;
	add(view, result, "max_hz", "highest", text, size);
	add(view, result, "base_hz", "base", text, size);
}

/* SPDX-License-Identifier: MIT */
/* What was set on the machine for the run. */
#include "report/facts.h"

#include <stdio.h>
#include <string.h>

/* Sweeps stand in their own section. */
bool facts_setting(const struct json *record, char *text, size_t size)
{
	const char *why = json_get_string(record, "unavailable", NULL);
	const char *from = json_get_string(record, "from", NULL);
	unsigned files = json_get_count(record, "files", 0), set = json_get_count(record, "set", 0);
	int length;

	*text = '\0';
	if (strcmp(json_get_string(record, "type", ""), "state") != 0 ||
		json_get_flag(record, "restored") || json_get_flag(record, "sweep"))
		return false;
	if (why && !set) {
		snprintf(text, size, "not set: %s", why);
		return true;
	}
	length = snprintf(text, size, "%s", json_get_string(record, "value", ""));
	if (from && length >= 0 && (size_t)length < size)
		length += snprintf(text + length, size - (size_t)length, ", was %s", from);
	if (files > 1 && length >= 0 && (size_t)length < size)
		snprintf(text + length, size - (size_t)length, " (%u of %u files)", set, files);
	return true;
}

void facts_settled(const struct run_view *view, char *text, size_t size)
{
	const struct json *settle = json_get(facts_machine(view), "settle");
	double waited = json_get_number(settle, "waited_s", 0);

	*text = '\0';
	if (!settle)
		return;
	if (json_get_flag(settle, "steady"))
		snprintf(text, size, "steady after %.1f s", waited);
	else
		snprintf(text, size, "not steady within %.1f s: %s", waited,
			json_get_string(settle, "unsteady", "unknown"));
}

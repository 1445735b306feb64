/* SPDX-License-Identifier: MIT */
/* Sections about the state the machine is in; see machine_sections.h. */
#include "report/machine_sections.h"

#include <stdlib.h>
#include <string.h>

static const struct json *first(const struct run_view *view, const char *group)
{
	const struct json *list = json_get(facts_machine(view), group);

	return list && list->type == JSON_ARRAY ? list->child : NULL;
}

/* The worst first: they must not be among those that are left out. */
void machine_changes(const struct run_view *view, struct machine_lines *lines)
{
	static const char *const severities[] = { "fail", "warn", "info" };

	for (size_t s = 0; s < sizeof(severities) / sizeof(*severities); s++)
		for (size_t i = 0; i < view->change_count; i++) {
			const struct json *c = view->changes[i];
			struct machine_line *line;

			if (strcmp(json_get_string(c, "severity", "info"), severities[s]) != 0)
				continue;
			line = machine_line_add(lines, severities[s]);
			facts_append(line->text, sizeof(line->text), "", "%s",
				json_get_string(c, "text", "(no text)"));
		}
}

static bool same(const struct json *a, const struct json *b, const char *member)
{
	return strcmp(json_get_string(a, member, ""), json_get_string(b, member, "")) == 0;
}

/* One unit of one chip: its reading, or the range of them, if the sensor is the first of its kind.
 */
static void append_range(
	struct machine_line *line, const struct json *start, const struct json *sensor)
{
	const char *label = json_get_string(sensor, "label", "");
	double low = json_get_number(sensor, "value", 0), high = low;
	unsigned count = 0;

	for (const struct json *s = start; s; s = s->next) {
		double value = json_get_number(s, "value", 0);

		if (!same(s, sensor, "chip") || !same(s, sensor, "device") ||
			!same(s, sensor, "unit"))
			continue;
		/* Said when the first one was met. */
		if (!count && s != sensor)
			return;
		count++;
		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	if (count == 1)
		facts_append(line->text, sizeof(line->text), ", ", "%s%s%.4g %s", label,
			*label ? " " : "", low, json_get_string(sensor, "unit", ""));
	else
		facts_append(line->text, sizeof(line->text), ", ", "%.4g to %.4g %s (%u sensors)",
			low, high, json_get_string(sensor, "unit", ""), count);
}

/* A line for each chip; a large processor has more than a hundred sensors. */
void machine_sensors(const struct run_view *view, struct machine_lines *lines)
{
	const struct json *start = first(view, "sensors"), *chip = NULL;
	struct machine_line *line = NULL;

	for (const struct json *s = start; s; s = s->next) {
		const char *device = json_get_string(s, "device", "");
		char name[MACHINE_NAME];

		if (!line || !same(s, chip, "chip") || !same(s, chip, "device")) {
			snprintf(name, sizeof(name), "%.20s%s%.20s",
				json_get_string(s, "chip", "sensor"), *device ? " " : "", device);
			line = machine_line_add(lines, name);
			chip = s;
		}
		append_range(line, start, s);
	}
}

void machine_power(const struct run_view *view, struct machine_lines *lines)
{
	for (const struct json *d = first(view, "power_domains"); d; d = d->next) {
		const struct json *limits = json_get(d, "limits");
		struct machine_line *line =
			machine_line_add(lines, json_get_string(d, "domain", "unknown"));

		facts_append(
			line->text, sizeof(line->text), "", "%s", json_get_string(d, "name", ""));
		for (const struct json *l = limits ? limits->child : NULL; l; l = l->next) {
			double window = json_get_number(l, "window_s", 0);

			facts_append(line->text, sizeof(line->text), ", ", "%s limit %.4g W",
				json_get_string(l, "name", ""), json_get_number(l, "watts", 0));
			if (window > 0)
				facts_append(
					line->text, sizeof(line->text), " ", "over %.3g s", window);
		}
	}
}

/* SPDX-License-Identifier: MIT */
#include "report/machine_sections.h"

#include "core/die.h"

#include <stdio.h>
#include <string.h>

const struct machine_section machine_sections[] = {
	{ "What changed during the run", 20, machine_changes, NULL },
	{ "Memory modules", 32, machine_modules, NULL },
	{ "PCIe links below what both ends can do", 12, machine_slow_links,
		"A link that rests may be slow on purpose; fewer lanes never are." },
	{ "Devices without a driver", 12, machine_driverless, NULL },
	{ "Graphics", 8, machine_graphics, NULL },
	{ "Network ports", 16, machine_network, NULL },
	{ "Sensors before the run", 16, machine_sensors, NULL },
	{ "Power domains", 16, machine_power, NULL },
	{ NULL, 0, NULL, NULL },
};

struct machine_line *machine_line_add(struct machine_lines *lines, const char *name)
{
	struct machine_line *line =
		&lines->line[lines->count < lines->size ? lines->count : lines->size];

	lines->count++;
	snprintf(line->name, sizeof(line->name), "%s", name);
	line->text[0] = '\0';
	return line;
}

void machine_section_make(const struct machine_section *section, const struct run_view *view,
	struct machine_lines *lines)
{
	/* One more takes the lines that are not shown. */
	lines->line = xcalloc(section->limit + 1, sizeof(*lines->line));
	lines->size = section->limit;
	lines->count = 0;
	section->make(view, lines);
}

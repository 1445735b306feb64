/* SPDX-License-Identifier: MIT */
/* Lists about the machine in report.html. */
#include "report/html_parts.h"

#include "report/machine_sections.h"

#include <stdlib.h>

static void put_section(
	FILE *out, const struct machine_section *section, const struct machine_lines *lines)
{
	html_element(out, "h3", NULL, section->title);
	fputs("<dl>\n", out);
	for (size_t i = 0; i < lines->count && i < section->limit; i++)
		html_fact(out, lines->line[i].name, lines->line[i].text);
	fputs("</dl>\n", out);
	if (lines->count > section->limit)
		fprintf(out, "<p class=\"soft\">and %zu more (all in results.jsonl)</p>\n",
			lines->count - section->limit);
	if (section->note)
		html_element(out, "p", "soft", section->note);
}

void html_machine(FILE *out, const struct run_view *view)
{
	bool open = false;

	for (const struct machine_section *s = machine_sections; s->title; s++) {
		struct machine_lines lines;

		machine_section_make(s, view, &lines);
		if (lines.count && !open)
			fputs("<section class=\"card\">\n<h2>In the machine</h2>\n", out);
		open = open || lines.count;
		if (lines.count)
			put_section(out, s, &lines);
		free(lines.line);
	}
	if (open)
		fputs("</section>\n", out);
}

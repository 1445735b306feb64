/* SPDX-License-Identifier: MIT */
/* Lists about the machine in report.txt. */
#include "report/text_parts.h"

#include "report/machine_sections.h"

#include <stdlib.h>

void text_machine(FILE *out, const struct run_view *view)
{
	for (const struct machine_section *s = machine_sections; s->title; s++) {
		struct machine_lines lines;

		machine_section_make(s, view, &lines);
		if (lines.count)
			fprintf(out, "\n%s\n\n", s->title);
		for (size_t i = 0; i < lines.count && i < s->limit; i++)
			text_condition(out, lines.line[i].name, lines.line[i].text);
		if (lines.count > s->limit)
			fprintf(out, "and %zu more (all in results.jsonl)\n",
				lines.count - s->limit);
		if (lines.count && s->note)
			fprintf(out, "%s\n", s->note);
		free(lines.line);
	}
}

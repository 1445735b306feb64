/* SPDX-License-Identifier: MIT */
/* Lists about the machine that both reports show, line by line, from its records. */
#ifndef MACHINE_SECTIONS_H
#define MACHINE_SECTIONS_H

#include "report/facts.h"

/* Room for a name: a slot, a PCI address, a chip. */
enum { MACHINE_NAME = 48 };

/* Fills up while a section is made; lines beyond its size are only counted. */
struct machine_lines {
	struct machine_line {
		char name[MACHINE_NAME], text[FACT_LENGTH];
	} * line;
	size_t size, count;
};

struct machine_section {
	const char *title;
	size_t limit; /* lines shown: a page for people, everything is in the records */
	void (*make)(const struct run_view *, struct machine_lines *);
	const char *note; /* how to read it, or NULL */
};
extern const struct machine_section machine_sections[]; /* ends with a NULL title */

/* Lines of one section: at most its limit, the rest counted. The caller frees lines->line. */
void machine_section_make(
	const struct machine_section *, const struct run_view *, struct machine_lines *);

/* A new line of that name with an empty text, to be filled with facts_append(); one that is not
 * shown if there is no more room. */
struct machine_line *machine_line_add(struct machine_lines *, const char *name);

/* The sections, one function each. */
void machine_changes(const struct run_view *, struct machine_lines *);
void machine_modules(const struct run_view *, struct machine_lines *);
void machine_slow_links(const struct run_view *, struct machine_lines *);
void machine_driverless(const struct run_view *, struct machine_lines *);
void machine_graphics(const struct run_view *, struct machine_lines *);
void machine_network(const struct run_view *, struct machine_lines *);
void machine_sensors(const struct run_view *, struct machine_lines *);
void machine_power(const struct run_view *, struct machine_lines *);

#endif

/* SPDX-License-Identifier: MIT */
#include "inventory/pci_ids.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The format, as its head describes it: "vvvv  Vendor", below it "<tab>dddd  Device", below that
 * two tabs and a subsystem; "C cc  Class" with "<tab>ss  Subclass" below.
 */
enum section { SECTION_NONE, SECTION_VENDOR, SECTION_CLASS };

struct reader {
	enum section section;
	unsigned id; /* of the vendor or class whose lines follow */
};

/* "1af4  Red Hat, Inc.": the number, and the name with its length; false if the line is not so. */
static bool split(const char *line, size_t length, unsigned *id, const char **name)
{
	char *end;
	unsigned long number = strtoul(line, &end, 16);

	if (end == line || (size_t)(end - line) + 2 >= length || strncmp(end, "  ", 2) != 0)
		return false;
	*id = (unsigned)number;
	*name = end + 2;
	return true;
}

static void take(char name[PCI_NAME], const char *text, const char *end)
{
	snprintf(name, PCI_NAME, "%.*s", (int)(end - text), text);
}

static void read_head(
	struct reader *r, struct pci_name *names, size_t count, const char *line, const char *end)
{
	const char *name;

	r->section = SECTION_NONE;
	if (line[0] == 'C' && line[1] == ' ') {
		if (!split(line + 2, (size_t)(end - line) - 2, &r->id, &name))
			return;
		r->section = SECTION_CLASS;
		for (size_t i = 0; i < count; i++)
			if (names[i].class_code >> 16 == r->id)
				take(names[i].class_name, name, end);
		return;
	}
	if (!split(line, (size_t)(end - line), &r->id, &name))
		return;
	/* Of thousands of vendors a machine has a dozen: only their devices are looked at. */
	for (size_t i = 0; i < count; i++)
		if (names[i].vendor_id == r->id) {
			take(names[i].vendor, name, end);
			r->section = SECTION_VENDOR;
		}
}

static void read_entry(const struct reader *r, struct pci_name *names, size_t count,
	const char *line, const char *end)
{
	const char *name;
	unsigned id;

	if (r->section == SECTION_NONE || !split(line, (size_t)(end - line), &id, &name))
		return;
	for (size_t i = 0; i < count; i++) {
		if (r->section == SECTION_VENDOR && names[i].vendor_id == r->id &&
			names[i].device_id == id)
			take(names[i].device, name, end);
		/* The subclass says more than the class. */
		if (r->section == SECTION_CLASS && names[i].class_code >> 8 == (r->id << 8 | id))
			take(names[i].class_name, name, end);
	}
}

void pci_ids_fill(struct pci_name *names, size_t count, const char *text)
{
	struct reader r = { .section = SECTION_NONE };

	while (*text) {
		const char *end = text + strcspn(text, "\n");

		if (text[0] == '\t' && text[1] != '\t')
			read_entry(&r, names, count, text + 1, end);
		else if (text[0] != '\t' && text[0] != '#' && end - text > 2)
			read_head(&r, names, count, text, end);
		text = *end ? end + 1 : end;
	}
}

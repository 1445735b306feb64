/* SPDX-License-Identifier: MIT */
/* Shared by changes*.c. */
#ifndef CHANGES_PARTS_H
#define CHANGES_PARTS_H

#include "inventory/changes.h"

/* A new change at the end of the list, with its sentence; the caller fills in the values. */
struct change *changes_add(struct changes *, const char *what, const char *severity,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same with two numbers that stand in no record. */
void changes_set_sums(struct change *, double before, double after);

/* The element of that name in one of the record's lists, NULL if there is none. */
const struct json *changes_element(const struct json *machine, const char *group, const char *name);

/* "sda (Example Disk)": what the element is called, for people; the caller frees. */
char *changes_subject(const struct json *element);

/* Sectors written to each disk, and the sum over those that nobody may write to. */
void changes_written(struct changes *, const struct json *before, const struct json *after);

/* Which counters of faults there are, and whether any moved. */
void changes_faults(struct changes *, const struct json *after);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The report formats, one row each. A writer sees nothing but the view of a run, so that a report
 * made on a laptop is the same bytes as the one on the stick. Text of records is hostile: see
 * escape.h.
 */
#ifndef WRITER_H
#define WRITER_H

#include "report/model.h"

#include <stdio.h>

struct writer {
	const char *name; /* "text" */
	const char *file; /* what it is called beside results.jsonl: "report.txt" */
	int (*write)(FILE *, const struct run_view *); /* 0, or -1 if the stream has an error */
};

extern const struct writer writers[]; /* ends with a NULL name */

int text_write(FILE *, const struct run_view *);
int html_write(FILE *, const struct run_view *);

#endif

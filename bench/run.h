/* SPDX-License-Identifier: MIT */
/* The verb run: everything from the inventory to the reports. */
#ifndef RUN_H
#define RUN_H

#include "core/config.h"

#include <stdbool.h>
#include <stddef.h>

struct run_options {
	struct config config;
	const char *store, *store_note; /* the directory that gets results/, and what it is */
	const char *workdir;		/* file benchmarks work below it */
	const char **findings;		/* "SEVERITY:TEXT", from init */
	size_t finding_count;
	const char *next; /* file that tells init which boot is wanted next; NULL = none can be */
	bool tune;	  /* the machine is ours: quiet it */
	int argc;	  /* as started, for the record */
	char **argv;
};

/* Returns the exit status: EXIT_PASS, EXIT_FAIL, EXIT_ERROR. */
int run_main(const struct run_options *);

#endif

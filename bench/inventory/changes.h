/* SPDX-License-Identifier: MIT */
/*
 * What changed on the machine while it was tested: its two machine records compared, the one from
 * before the first test and the one from after the last. Works on records alone, those of this run
 * or read back.
 */
#ifndef CHANGES_H
#define CHANGES_H

#include "core/json.h"

struct change {
	char *what;	      /* path in the machine record: "disks[sda].sectors_written" */
	const char *severity; /* "info", "warn", "fail" */
	char *text;	      /* one sentence for people */
	/* The values, in the records or in sums below; NULL = not there. */
	const struct json *before, *after;
	struct json sums[2];
};

struct changes {
	struct change **change;
	size_t count;
};

/*
 * Finds them, in the order of the record, then what must be said although nothing changed: sectors
 * written to disks that nobody may write to, counters of faults. Nothing if one of the records is
 * NULL. Points into both; changes_free() gives back the rest.
 */
void changes_find(struct changes *, const struct json *before, const struct json *after);
void changes_free(struct changes *);

#endif

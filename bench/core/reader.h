/* SPDX-License-Identifier: MIT */
/*
 * Records read back, from results.jsonl or from a log of the serial line. Bad input is counted and
 * skipped, never guessed at: a torn last line, foreign text, a wrong checksum, an unknown version.
 */
#ifndef READER_H
#define READER_H

#include "core/json.h"

struct records {
	struct json **record; /* in order; of the last run in the input */
	size_t count;
	size_t bad_lines;    /* neither a record nor, in a serial log, ordinary text */
	size_t bad_versions; /* records of a version that this program does not know */
	size_t missing;	     /* gaps in the sequence numbers */
	char *lines;	     /* the same records as text, one a line: what results.jsonl holds */
};

/* The bytes are results.jsonl, or with serial a log in which only "@R <crc32> <json>" lines count.
 */
void records_parse(struct records *, const char *text, size_t length, bool serial);

/* The same from a file. Returns -1 and sets errno if it cannot be read. */
int records_load(struct records *, const char *path, bool serial);

void records_free(struct records *);

/* Reads a whole file, with a NUL behind it; NULL and errno if it can't. The caller frees. */
char *read_file(const char *path, size_t *length);

#endif

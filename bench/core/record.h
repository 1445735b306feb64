/* SPDX-License-Identifier: MIT */
/*
 * Records: one JSON object a line, appended and fsynced to a file and framed on the serial line
 * before the run goes on. See ARCHITECTURE.md for the types and their members.
 */
#ifndef RECORD_H
#define RECORD_H

#include "core/json.h"

enum { RECORD_VERSION = 1 };

struct recorder {
	int fd;	   /* of results.jsonl; -1 = serial only */
	int error; /* errno of the first write that failed, 0 = none: later ones are not tried */
	int64_t next_seq;
	bool unframed; /* keep off the serial line */
	char *line;    /* the record under construction */
	size_t length;
	struct json_writer json;
	char *all; /* every record so far, one a line: reports are rendered even if the file is lost
		    */
	size_t all_length;
};

/* Creates the file; it must not exist. Returns -1 and sets errno; the recorder is then serial only.
 * recorder_close() frees what it holds. */
int recorder_open(struct recorder *, const char *path);

/* Continues a file that was cut off: starts on a new line, counts on from next_seq. Not framed. */
int recorder_reopen(struct recorder *, const char *path, int64_t next_seq);

/* Opens a record of that type; add members to the writer, then commit. */
struct json_writer *record_begin(struct recorder *, const char *type);
void record_commit(struct recorder *);

/* Gives the file up; records go on to the serial line and into memory. */
void recorder_close_file(struct recorder *);
void recorder_close(struct recorder *);

#endif

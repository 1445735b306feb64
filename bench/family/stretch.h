/* SPDX-License-Identifier: MIT */
/* A stretch of memory that is read in order, a word of each cache line: the lines are what moves.
 */
#ifndef STRETCH_H
#define STRETCH_H

#include "family/memory.h"

/* Read in pieces: an operation must be short against a sample. */
enum { STRETCH_PIECE = 64 << 10 };

struct stretch {
	uint64_t *words;
	size_t count, next; /* pieces */
};

/* As much as no cache holds; false, and why, if there is not so much. */
bool stretch_take(struct bench *, struct stretch *);

/* Reads that many pieces, around and around. */
void stretch_read(struct stretch *, uint64_t pieces);

#endif

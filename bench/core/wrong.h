/* SPDX-License-Identifier: MIT */
/* Wrong answers of a machine: all are counted, the first ones listed. */
#ifndef WRONG_H
#define WRONG_H

#include "benchmark.h"

enum { WRONG_LISTED = 100, WRONG_TEXT = 200 };

/* Plain memory without pointers: lies in the memory that a team shares. */
struct wrong_list {
	uint64_t count;
	struct wrong listed[WRONG_LISTED]; /* the first of them */
};

void wrong_add(struct wrong_list *, const struct wrong *);
void wrong_merge(struct wrong_list *into, const struct wrong_list *from);

/* "CPU 5: aes: 0x12 instead of 0x13, seed 0x2a". size >= WRONG_TEXT holds any. */
void wrong_text(const struct wrong *, char *text, size_t size);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The text that the shell scripts sort: made anew, always the same bytes, with the measures of the
 * known tool's input (reference/unixbench.md 1.11): 362 lines, 8546 bytes, 35 lines with "the".
 */
#ifndef SORT_INPUT_H
#define SORT_INPUT_H

#include <stddef.h>

enum { SORT_INPUT_BYTES = 8546, SORT_INPUT_LINES = 362, SORT_INPUT_MATCHES = 35 };

/* Fills text with SORT_INPUT_BYTES bytes, the last one a newline. */
void sort_input_make(char text[SORT_INPUT_BYTES]);

#endif

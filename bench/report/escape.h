/* SPDX-License-Identifier: MIT */
/*
 * Text of records, made harmless. It comes from firmware, disks, a person or a damaged file, and is
 * shown on terminals and in browsers: control characters, text that reverses its direction, and
 * bytes that are no UTF-8 are never passed on. NULL prints nothing.
 */
#ifndef ESCAPE_H
#define ESCAPE_H

#include <stdio.h>

/* On one line of a text file: line breaks and tabs become spaces. */
void plain_put(FILE *, const char *text);

/* The same, filled with spaces up to that many characters; longer text is not cut. */
void plain_pad(FILE *, const char *text, int width);

/* Words, broken before column 79. The first line begins at column "at", the others at "indent".
 * Ends with a newline. */
void plain_wrap(FILE *, int at, int indent, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* As text or as an attribute in double quotes of an HTML page. */
void html_put(FILE *, const char *text);

#endif

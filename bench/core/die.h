/* SPDX-License-Identifier: MIT */
/* For bootmark itself being broken or misused; what the machine does wrong is a status instead. */
#ifndef DIE_H
#define DIE_H

#include <stddef.h>
#include <stdio.h>

/* Exit statuses of bootmark. */
enum { EXIT_PASS = 0, EXIT_FAIL = 1, EXIT_ERROR = 2 };

/* "bootmark: ..." on stderr; a trailing ':' appends strerror(errno). die() exits with EXIT_ERROR.
 */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Succeed or die. What xasprintf returns, and what xmemstream leaves in *text when the stream is
 * closed with xclose, is the caller's to free. */
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t size);
char *xstrdup(const char *s);
char *xasprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));

FILE *xmemstream(char **text, size_t *length);
void xclose(FILE *memstream);

#endif

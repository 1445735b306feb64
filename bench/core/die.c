/* SPDX-License-Identifier: MIT */
#include "core/die.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void complain(const char *format, va_list args)
{
	size_t length = strlen(format);
	int error = errno;

	fputs("bootmark: ", stderr);
	vfprintf(stderr, format, args);
	if (length && format[length - 1] == ':')
		fprintf(stderr, " %s", strerror(error));
	fputc('\n', stderr);
}

void warn(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	complain(format, args);
	va_end(args);
}

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	complain(format, args);
	va_end(args);
	exit(EXIT_ERROR);
}

void *xcalloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size ? size : 1);

	if (!memory)
		die("out of memory for %zu x %zu bytes", count, size);
	return memory;
}

void *xrealloc(void *old, size_t size)
{
	void *memory = realloc(old, size ? size : 1);

	if (!memory)
		die("out of memory for %zu bytes", size);
	return memory;
}

char *xstrdup(const char *s)
{
	return xasprintf("%s", s);
}

char *xasprintf(const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		die("out of memory for a string");
	return text;
}

FILE *xmemstream(char **text, size_t *length)
{
	FILE *stream = open_memstream(text, length);

	if (!stream)
		die("out of memory for a text");
	return stream;
}

void xclose(FILE *memstream)
{
	if (fclose(memstream))
		die("out of memory for a text");
}

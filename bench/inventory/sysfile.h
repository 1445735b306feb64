/* SPDX-License-Identifier: MIT */
/* Small files of sysfs and procfs. Each format is that of a path. */
#ifndef SYSFILE_H
#define SYSFILE_H

#include "core/json.h"

enum { SYSFILE_LINE = 2048 }; /* a kernel command line on x86 */

/* First line without surrounding blanks into line, cut if it is longer; false (and an empty line)
 * if there is none. */
bool sysfile_line(char line[SYSFILE_LINE], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The number in a file, or the fallback. */
long long sysfile_number(long long fallback, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The whole file with a NUL behind it, the caller frees; NULL if it can't be read. */
char *sysfile_bytes(size_t *length, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The last name in the target of a symbolic link: a device's driver, its bus. False (and an empty
 * name) if it is no link. */
bool sysfile_link(char name[SYSFILE_LINE], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Writes the member if the file has a line, of whatever length, nothing otherwise. */
void sysfile_member(struct json_writer *, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Writes the member if the file has a whole number that is not negative, nothing otherwise. */
void sysfile_integer(struct json_writer *, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Names in a directory that start with the prefix, sorted by number, then name. Returns how many;
 * sysfile_free_names() gives them back. */
int sysfile_names(char ***names, const char *prefix, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void sysfile_free_names(char **names, int count);

#endif

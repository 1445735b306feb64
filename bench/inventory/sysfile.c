/* SPDX-License-Identifier: MIT */
#include "inventory/sysfile.h"

#include "core/die.h"

#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool read_line(char line[SYSFILE_LINE], const char *path)
{
	FILE *file = fopen(path, "re");
	size_t length, start = 0;

	line[0] = '\0';
	if (!file)
		return false;
	if (!fgets(line, SYSFILE_LINE, file))
		line[0] = '\0';
	fclose(file);
	length = strlen(line);
	while (length && isspace((unsigned char)line[length - 1]))
		line[--length] = '\0';
	while (isspace((unsigned char)line[start]))
		start++;
	memmove(line, line + start, length - start + 1);
	return line[0] != '\0';
}

#define FORMAT_PATH(path, format)                                                                  \
	do {                                                                                       \
		va_list args_;                                                                     \
		va_start(args_, format);                                                           \
		vsnprintf(path, sizeof(path), format, args_);                                      \
		va_end(args_);                                                                     \
	} while (0)

bool sysfile_line(char line[SYSFILE_LINE], const char *format, ...)
{
	char path[4096];

	FORMAT_PATH(path, format);
	return read_line(line, path);
}

long long sysfile_number(long long fallback, const char *format, ...)
{
	char path[4096], line[SYSFILE_LINE], *end;
	long long number;

	FORMAT_PATH(path, format);
	if (!read_line(line, path))
		return fallback;
	number = strtoll(line, &end, 0);
	return end == line ? fallback : number;
}

void sysfile_member(struct json_writer *w, const char *key, const char *format, ...)
{
	char path[4096], line[SYSFILE_LINE];

	FORMAT_PATH(path, format);
	if (read_line(line, path))
		json_string(w, key, line);
}

/* node2 before node10. */
static int compare_names(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

int sysfile_names(char ***names, const char *prefix, const char *format, ...)
{
	char path[4096];
	struct dirent *entry;
	DIR *directory;
	int count = 0;

	*names = NULL;
	FORMAT_PATH(path, format);
	directory = opendir(path);
	if (!directory)
		return 0;
	while ((entry = readdir(directory))) {
		if (entry->d_name[0] == '.' || strncmp(entry->d_name, prefix, strlen(prefix)))
			continue;
		*names = xrealloc(*names, (size_t)(count + 1) * sizeof(**names));
		(*names)[count++] = xstrdup(entry->d_name);
	}
	closedir(directory);
	if (count)
		qsort(*names, (size_t)count, sizeof(**names), compare_names);
	return count;
}

void sysfile_free_names(char **names, int count)
{
	for (int i = 0; i < count; i++)
		free(names[i]);
	free(names);
}

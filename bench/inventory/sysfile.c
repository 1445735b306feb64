/* SPDX-License-Identifier: MIT */
#include "inventory/sysfile.h"

#include "core/die.h"
#include "core/reader.h"

#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first line without surrounding blanks; NULL if there is none. The caller frees. */
static char *first_line(const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0, start = 0;
	ssize_t length;

	if (!file)
		return NULL;
	length = getline(&line, &size, file);
	fclose(file);
	while (length > 0 && isspace((unsigned char)line[length - 1]))
		line[--length] = '\0';
	if (length <= 0) {
		free(line);
		return NULL;
	}
	while (isspace((unsigned char)line[start]))
		start++;
	memmove(line, line + start, (size_t)length - start + 1);
	return line;
}

static bool read_line(char line[SYSFILE_LINE], const char *path)
{
	char *text = first_line(path);

	snprintf(line, SYSFILE_LINE, "%s", text ? text : "");
	free(text);
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

char *sysfile_bytes(size_t *length, const char *format, ...)
{
	char path[4096];

	FORMAT_PATH(path, format);
	return read_file(path, length);
}

bool sysfile_link(char name[SYSFILE_LINE], const char *format, ...)
{
	char path[4096], target[SYSFILE_LINE], *slash;
	ssize_t length;

	FORMAT_PATH(path, format);
	length = readlink(path, target, sizeof(target) - 1);
	target[length > 0 ? length : 0] = '\0';
	slash = strrchr(target, '/');
	snprintf(name, SYSFILE_LINE, "%s", slash ? slash + 1 : target);
	return name[0] != '\0';
}

void sysfile_member(struct json_writer *w, const char *key, const char *format, ...)
{
	char path[4096], *line;

	FORMAT_PATH(path, format);
	line = first_line(path);
	if (line)
		json_string(w, key, line);
	free(line);
}

void sysfile_integer(struct json_writer *w, const char *key, const char *format, ...)
{
	char path[4096], line[SYSFILE_LINE], *end;
	long long number;

	FORMAT_PATH(path, format);
	if (!read_line(line, path))
		return;
	number = strtoll(line, &end, 0);
	if (end != line && number >= 0)
		json_integer(w, key, number);
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

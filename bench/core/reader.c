/* SPDX-License-Identifier: MIT */
#include "core/reader.h"

#include "core/console.h"
#include "core/die.h"
#include "core/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A run's records are a few megabytes; more than this is not ours. */
static const size_t MAX_BYTES = (size_t)1 << 30;

static const char FRAME[] = "@R ";
enum { FRAME_LENGTH = sizeof(FRAME) - 1, CRC_DIGITS = 8 };

char *read_file(const char *path, size_t *length)
{
	FILE *file = fopen(path, "re");
	char *data = NULL;
	size_t used = 0, size = 0, got;

	if (!file)
		return NULL;
	do {
		if (used + 65536 >= size)
			data = xrealloc(data, size = 2 * size + 131072);
		got = fread(data + used, 1, size - used - 1, file);
		used += got;
	} while (got && used < MAX_BYTES);
	if (ferror(file) || used >= MAX_BYTES) {
		errno = ferror(file) ? errno : EFBIG;
		free(data);
		data = NULL;
	} else {
		data[used] = '\0';
		*length = used;
	}
	fclose(file);
	return data;
}

static void forget(struct records *r)
{
	for (size_t i = 0; i < r->count; i++)
		json_free(r->record[i]);
	r->count = 0;
	r->missing = 0;
	r->lines[0] = '\0';
}

static void add(struct records *r, const char *line, size_t length, size_t *lines_length)
{
	struct json *json = json_parse(line, length);
	const char *type = json_get_string(json, "type", NULL);
	unsigned expected, seq;

	if (!type) {
		r->bad_lines++;
		json_free(json);
		return;
	}
	if (json_get_number(json, "v", -1) != RECORD_VERSION) {
		r->bad_versions++;
		json_free(json);
		return;
	}
	/* A serial log may hold several boots. */
	if (strcmp(type, "run") == 0) {
		forget(r);
		*lines_length = 0;
	}
	expected = r->count ? json_get_count(r->record[r->count - 1], "seq", 0) + 1 : 0;
	seq = json_get_count(json, "seq", expected);
	if (seq > expected)
		r->missing += seq - expected;
	r->record = xrealloc(r->record, (r->count + 1) * sizeof(*r->record));
	r->record[r->count++] = json;
	memcpy(r->lines + *lines_length, line, length);
	*lines_length += length;
	r->lines[(*lines_length)++] = '\n';
	r->lines[*lines_length] = '\0';
}

/* Finds the JSON of a framed line; NULL if the checksum is wrong. */
static const char *unframe(const char *frame, size_t length, size_t *json_length)
{
	const char *json = frame + FRAME_LENGTH + CRC_DIGITS + 1;
	char *end;

	if (length <= FRAME_LENGTH + CRC_DIGITS + 1)
		return NULL;
	*json_length = length - (size_t)(json - frame);
	if (strtoul(frame + FRAME_LENGTH, &end, 16) != crc32_of(json, *json_length) ||
		end + 1 != json)
		return NULL;
	return json;
}

static void parse_line(
	struct records *r, const char *line, size_t length, bool serial, size_t *lines_length)
{
	const char *frame;

	while (length && (line[length - 1] == '\r' || line[length - 1] == ' '))
		length--;
	if (!serial) {
		if (length)
			add(r, line, length, lines_length);
		return;
	}
	/* The frame may stand behind other text: a kernel message, a character of noise. */
	frame = memmem(line, length, FRAME, FRAME_LENGTH);
	if (!frame)
		return;
	length -= (size_t)(frame - line);
	frame = unframe(frame, length, &length);
	if (frame)
		add(r, frame, length, lines_length);
	else
		r->bad_lines++;
}

void records_parse(struct records *r, const char *text, size_t length, bool serial)
{
	const char *end = text + length;
	size_t lines_length = 0;

	memset(r, 0, sizeof(*r));
	/* Each line, its newline, and the end. */
	r->lines = xcalloc(length + 2, 1);
	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t line = newline ? (size_t)(newline - text) : (size_t)(end - text);

		parse_line(r, text, line, serial, &lines_length);
		text += line + 1;
	}
}

int records_load(struct records *r, const char *path, bool serial)
{
	size_t length;
	char *text = read_file(path, &length);

	if (!text)
		return -1;
	records_parse(r, text, length, serial);
	free(text);
	return 0;
}

void records_free(struct records *r)
{
	for (size_t i = 0; i < r->count; i++)
		json_free(r->record[i]);
	free(r->record);
	free(r->lines);
	memset(r, 0, sizeof(*r));
}

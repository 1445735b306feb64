/* SPDX-License-Identifier: MIT */
#include "core/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Length of the valid UTF-8 sequence at s, 0 if it is not one. */
static int utf8_length(const unsigned char *s)
{
	int length = s[0] < 0x80   ? 1
		     : s[0] < 0xc2 ? 0
		     : s[0] < 0xe0 ? 2
		     : s[0] < 0xf0 ? 3
		     : s[0] < 0xf5 ? 4
				   : 0;

	for (int i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* Overlong forms, surrogates, and what lies above U+10FFFF. */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
		(s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

static void write_quoted(FILE *out, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	fputc('"', out);
	while (*s) {
		int length = utf8_length(s);

		if (length == 0) {
			fputs("\\ufffd", out);
			s++;
		} else if (*s == '"' || *s == '\\') {
			fprintf(out, "\\%c", *s++);
		} else if (*s == '\n') {
			fputs("\\n", out);
			s++;
		} else if (*s < 0x20 || *s == 0x7f) {
			fprintf(out, "\\u%04x", *s++);
		} else {
			fwrite(s, 1, (size_t)length, out);
			s += length;
		}
	}
	fputc('"', out);
}

static void lead_in(struct json_writer *w, const char *key)
{
	if (w->comma)
		fputc(',', w->out);
	w->comma = true;
	if (key) {
		write_quoted(w->out, key);
		fputc(':', w->out);
	}
}

static void nest(struct json_writer *w, const char *key, char bracket)
{
	lead_in(w, key);
	fputc(bracket, w->out);
	w->comma = false;
}

static void unnest(struct json_writer *w, char bracket)
{
	fputc(bracket, w->out);
	w->comma = true;
}

void json_object(struct json_writer *w, const char *key)
{
	nest(w, key, '{');
}

void json_object_end(struct json_writer *w)
{
	unnest(w, '}');
}

void json_array(struct json_writer *w, const char *key)
{
	nest(w, key, '[');
}

void json_array_end(struct json_writer *w)
{
	unnest(w, ']');
}

void json_string(struct json_writer *w, const char *key, const char *value)
{
	lead_in(w, key);
	if (value)
		write_quoted(w->out, value);
	else
		fputs("null", w->out);
}

void json_integer(struct json_writer *w, const char *key, int64_t value)
{
	lead_in(w, key);
	fprintf(w->out, "%" PRId64, value);
}

void json_bool(struct json_writer *w, const char *key, bool value)
{
	lead_in(w, key);
	fputs(value ? "true" : "false", w->out);
}

void json_number(struct json_writer *w, const char *key, double value, int digits)
{
	lead_in(w, key);
	if (isfinite(value))
		fprintf(w->out, "%.*g", digits, value);
	else
		fputs("null", w->out);
}

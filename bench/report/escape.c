/* SPDX-License-Identifier: MIT */
#include "report/escape.h"

#include "core/die.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 79 };

static const char REPLACEMENT[] = "\xef\xbf\xbd";

/* Length of the UTF-8 character at s and its code; 0 if there is none (stray, overlong, surrogate).
 */
static int decode(const unsigned char *s, unsigned *code)
{
	static const unsigned smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	int length = *s < 0x80	 ? 1
		     : *s < 0xc2 ? 0
		     : *s < 0xe0 ? 2
		     : *s < 0xf0 ? 3
		     : *s < 0xf5 ? 4
				 : 0;

	if (length < 2) {
		*code = *s;
		return length;
	}
	*code = *s & (0x7fu >> length);
	for (int i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (s[i] & 0x3f);
	}
	if (*code < smallest[length] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return length;
}

static bool is_harmful(unsigned code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) ||	    /* controls, C1 ones too */
	       code == 0x61c || code == 0x200e || code == 0x200f || /* direction marks */
	       (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
	       code == 0xfeff || code == 0xfffe || code == 0xffff;
}

/* Takes the next character; sets a text that may be printed and its length. */
static const char *next_character(const char *text, const char **safe, int *length)
{
	unsigned code;
	int n = decode((const unsigned char *)text, &code);

	*safe = text;
	*length = n;
	if (n && strchr("\t\n\r", (int)code) && code < 0x20) {
		*safe = " ";
	} else if (!n || is_harmful(code)) {
		*safe = REPLACEMENT;
		*length = sizeof(REPLACEMENT) - 1;
	}
	return text + (n ? n : 1);
}

/* Up to end; returns the number of characters. */
static int put_until(FILE *out, const char *text, const char *end)
{
	const char *safe;
	int length, count = 0;

	while (text && text < end) {
		text = next_character(text, &safe, &length);
		fwrite(safe, 1, (size_t)length, out);
		count++;
	}
	return count;
}

void plain_put(FILE *out, const char *text)
{
	plain_pad(out, text, 0);
}

void plain_pad(FILE *out, const char *text, int width)
{
	int count = text ? put_until(out, text, text + strlen(text)) : 0;

	if (count < width)
		fprintf(out, "%*s", width - count, "");
}

static int count_until(const char *text, const char *end)
{
	int count = 0;

	/* A character counts where it begins; what is no UTF-8 is at worst wrapped early. */
	for (; text < end; text++)
		count += (*text & 0xc0) != 0x80;
	return count;
}

void plain_wrap(FILE *out, int at, int indent, const char *format, ...)
{
	static const char spaces[] = " \t\r\n";
	int column = at;
	bool first = true;
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		die("out of memory for a report");
	va_end(args);
	for (const char *word = text + strspn(text, spaces); *word; word += strspn(word, spaces)) {
		const char *end = word + strcspn(word, spaces);
		int width = count_until(word, end);

		if (!first && column + 1 + width > LINE_WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		} else if (!first) {
			fputc(' ', out);
			column++;
		}
		column += put_until(out, word, end);
		first = false;
		word = end;
	}
	fputc('\n', out);
	free(text);
}

void html_put(FILE *out, const char *text)
{
	const char *safe;
	int length;

	while (text && *text) {
		text = next_character(text, &safe, &length);
		switch (*safe) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\'':
			fputs("&#39;", out);
			break;
		default:
			fwrite(safe, 1, (size_t)length, out);
		}
	}
}

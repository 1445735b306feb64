/* SPDX-License-Identifier: MIT */
#include "config_check.h"

#include "config.h"

#include <ctype.h>
#include <string.h>

/* Length of the UTF-8 sequence at s, 0 if there is none. Overlong forms and surrogates are none. */
static int utf8_length(const unsigned char *s)
{
	int n = s[0] < 0x80   ? 1
		: s[0] < 0xc2 ? 0
		: s[0] < 0xe0 ? 2
		: s[0] < 0xf0 ? 3
		: s[0] < 0xf5 ? 4
			      : 0;

	for (int i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
		(s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

int config_text_length(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	if ((s[0] < 0x20 && s[0] != '\t') || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0))
		return 0;
	return utf8_length(s);
}

int config_is_text(const char *text)
{
	for (int n; *text; text += n) {
		n = config_text_length(text);
		if (!n)
			return 0;
	}
	return 1;
}

int config_parse_seconds(const char *text, uint64_t *seconds)
{
	static const struct {
		char unit[2];
		uint64_t seconds;
	} units[] = {
		{ "", 1 },
		{ "s", 1 },
		{ "m", 60 },
		{ "h", 3600 },
		{ "d", 86400 },
	};
	const uint64_t limit = 3650ull * 86400;
	uint64_t n = 0;
	const char *s = text;

	for (; isdigit((unsigned char)*s); s++) {
		n = n * 10 + (uint64_t)(*s - '0');
		if (n > limit)
			return -1;
	}
	for (size_t i = 0; s != text && i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(s, units[i].unit) == 0 && n <= limit / units[i].seconds) {
			*seconds = n * units[i].seconds;
			return 0;
		}
	}
	return -1;
}

static int is_integer(const char *s)
{
	/* 18 digits always fit 64 bits */
	return strspn(s, "0123456789") == strlen(s) && *s && strlen(s) <= 18;
}

static int is_choice(const char *list, const char *s)
{
	size_t n = strlen(s);

	for (const char *p = list; n && p; p = strchr(p, ' '), p += p != NULL)
		if (strncmp(p, s, n) == 0 && (p[n] == ',' || p[n] == '\0'))
			return 1;
	return 0;
}

/* Comma separated: N, or a number from 1 to 999999 (a bound on digits, not on machines). */
static int is_copies(const char *s)
{
	for (;; s++) {
		size_t n = strspn(s, "0123456789");

		if (n == 0 && *s == 'N')
			s++;
		else if (n == 0 || n > 6 || *s == '0')
			return 0;
		s += n;
		if (*s == '\0')
			return 1;
		if (*s != ',')
			return 0;
	}
}

int config_is_value(const char *s, enum config_kind kind, const char *choices)
{
	uint64_t seconds;

	switch (kind) {
	case CHOICE:
		return is_choice(choices, s);
	case NAMES:
		return strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_.,*?[]!-") == strlen(s);
	case COPIES:
		return is_copies(s);
	case INTEGER:
		return is_integer(s);
	case BOOTS:
		return is_integer(s) && *s != '0' && strlen(s) <= 2;
	case COUNTER:
		return !*s || is_integer(s);
	case TEXT:
		return 1;
	case DURATION:
		return config_parse_seconds(s, &seconds) == 0;
	case DISK_ID:
		return strlen(s) == 8 && strspn(s, "0123456789abcdefABCDEF") == 8;
	}
	return 0;
}

int config_distance(const char *a, const char *b)
{
	int row[33], n = (int)strlen(b);

	if (n > 32 || strlen(a) > 32)
		return 99;
	for (int j = 0; j <= n; j++)
		row[j] = j;
	for (int i = 1; a[i - 1]; i++) {
		int ca = a[i - 1] == '-' ? '_' : tolower((unsigned char)a[i - 1]);
		int diagonal = row[0];

		row[0] = i;
		for (int j = 1; j <= n; j++) {
			int best = diagonal + (ca != b[j - 1]);

			diagonal = row[j];
			best = best < row[j] + 1 ? best : row[j] + 1;
			row[j] = best < row[j - 1] + 1 ? best : row[j - 1] + 1;
		}
	}
	return row[n];
}

/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

enum kind { CHOICE, NAMES, COPIES, INTEGER, TEXT, DURATION, DISK_ID };

struct key {
	const char *name;
	enum kind kind;
	const char *def;
	const char *values;	/* for people; a CHOICE is checked against it */
	const char *help;
	int not_in_file;	/* the file cannot say on which stick it lies */
};

/* clang-format off */
static const struct key keys[] = {
	[CONFIG_PROFILE] = { "profile", CHOICE, "standard", "quick, standard, full",
		"how much is measured: about 2 minutes, 15 to 30 minutes, hours", 0 },
	[CONFIG_TESTS] = { "tests", NAMES, "", "names or globs, comma separated",
		"what is measured instead of the profile's choice: unixbench.*,unixbench.pipe", 0 },
	[CONFIG_COPIES] = { "copies", COPIES, "1,N", "numbers and N (= online CPUs), comma separated",
		"how many copies of each test run at the same time, one pass for each number", 0 },
	[CONFIG_SEED] = { "seed", INTEGER, "0", "integer, 0 = from the clock",
		"seed of everything random; a run's own seed stands in its report", 0 },
	[CONFIG_LABEL] = { "label", TEXT, "", "free text",
		"stored with the results: rack, owner, ticket", 0 },
	[CONFIG_DEADLINE] = { "deadline", DURATION, "0",
		"90s, 30m, 2h; 0 = the profile's: 30m, 2h, 24h",
		"the whole run is ended after this time; what was measured by then is kept", 0 },
	[CONFIG_COUNTDOWN] = { "countdown", DURATION, "5", "seconds, 0 = start at once",
		"time to press a key for the menu before the run starts", 0 },
	[CONFIG_STICK_WAIT] = { "stick_wait", DURATION, "30s", "90s, 2m",
		"how long to wait for the stick (kernel command line: the file lies on it)", 0 },
	[CONFIG_END] = { "end", CHOICE, "poweroff", "poweroff, reboot, halt, shell",
		"what the machine does after the run", 0 },
	[CONFIG_ID] = { "id", DISK_ID, "", "8 hexadecimal digits",
		"MBR signature of the stick that takes the results", 1 },
};
/* clang-format on */

_Static_assert(sizeof(keys) / sizeof(keys[0]) == CONFIG_KEYS, "one row a key");

void config_init(struct config *c)
{
	memset(c, 0, sizeof(*c));
	for (int k = 0; k < CONFIG_KEYS; k++)
		strcpy(c->value[k], keys[k].def);
}

/* Length of the UTF-8 sequence at s, 0 if there is none. Overlong forms and surrogates are none. */
static int utf8_length(const unsigned char *s)
{
	int n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3
		: s[0] < 0xf5 ? 4 : 0;

	for (int i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

/* Length of the printable character at s, 0 if there is none. C1 controls are none. */
static int text_length(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	if ((s[0] < 0x20 && s[0] != '\t') || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0))
		return 0;
	return utf8_length(s);
}

int config_is_text(const char *text)
{
	for (int n; *text; text += n) {
		n = text_length(text);
		if (!n)
			return 0;
	}
	return 1;
}

void config_warn(struct config *c, const char *format, ...)
{
	va_list args;
	char *text;

	if (c->warnings == CONFIG_WARNINGS) {
		c->warnings_lost++;
		return;
	}
	text = c->warning[c->warnings++];
	va_start(args, format);
	vsnprintf(text, CONFIG_WARNING_MAX, format, args);
	va_end(args);
	for (int n; *text; text += n ? n : 1) {
		n = text_length(text);
		if (!n)
			*text = '?';
	}
}

int config_parse_seconds(const char *text, uint64_t *seconds)
{
	static const struct { char unit[2]; uint64_t seconds; } units[] = {
		{ "", 1 }, { "s", 1 }, { "m", 60 }, { "h", 3600 }, { "d", 86400 },
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

static int is_valid(const struct key *key, const char *s)
{
	uint64_t seconds;

	switch (key->kind) {
	case CHOICE:
		return is_choice(key->values, s);
	case NAMES:
		return strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789_.,*?[]!-") == strlen(s);
	case COPIES:
		return is_copies(s);
	case INTEGER:
		return is_integer(s);
	case TEXT:
		return 1;
	case DURATION:
		return config_parse_seconds(s, &seconds) == 0;
	case DISK_ID:
		return strlen(s) == 8 && strspn(s, "0123456789abcdefABCDEF") == 8;
	}
	return 0;
}

/* Levenshtein's distance, blind to case and to - against _. */
static int distance(const char *a, const char *b)
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

static void warn_unknown(struct config *c, const char *where, const char *name)
{
	int best = 0;

	for (int k = 1; k < CONFIG_KEYS; k++)
		if (distance(name, keys[k].name) < distance(name, keys[best].name))
			best = k;
	config_warn(c, "%s: unknown key '%.40s', did you mean '%s'? It is ignored.", where, name,
		    keys[best].name);
}

/* Spaces around the commas of a list are a person's habit and mean nothing. */
static void copy_value(char *to, const char *from, enum kind kind)
{
	for (; *from; from++)
		if ((kind != NAMES && kind != COPIES) || !strchr(" \t", *from))
			*to++ = *from;
	*to = '\0';
}

int config_assign(struct config *c, enum config_origin origin, const char *where,
		  const char *name, const char *value)
{
	char copy[CONFIG_VALUE_MAX];
	int k = 0;

	while (k < CONFIG_KEYS && strcmp(keys[k].name, name) != 0)
		k++;
	if (k == CONFIG_KEYS) {
		warn_unknown(c, where, name);
		return -1;
	}
	if (origin == CONFIG_FILE && keys[k].not_in_file) {
		config_warn(c, "%s: '%s' is only read from the kernel command line. "
			    "It is ignored.", where, name);
		return -1;
	}
	if (strlen(value) >= sizeof(copy)) {
		config_warn(c, "%s: the value of '%s' is longer than %d bytes. It is ignored.",
			    where, name, CONFIG_VALUE_MAX - 1);
		return -1;
	}
	copy_value(copy, value, keys[k].kind);
	if (!config_is_text(copy) || !is_valid(&keys[k], copy)) {
		config_warn(c, "%s: '%.60s' is no value for '%s' (%s). It stays '%s'.", where,
			    value, name, keys[k].values, c->value[k]);
		return -1;
	}
	if (c->seen[k] & 1u << origin && origin != CONFIG_OPTION)
		config_warn(c, "%s: '%s' was set before. The last one counts.", where, name);
	c->seen[k] |= 1u << origin;
	if (origin >= c->origin[k]) {
		strcpy(c->value[k], copy);
		c->origin[k] = origin;
	}
	return 0;
}

const char *config_string(const struct config *c, enum config_key key)
{
	return c->value[key];
}

uint64_t config_integer(const struct config *c, enum config_key key)
{
	unsigned long long n = 0;

	if (keys[key].kind == INTEGER)
		sscanf(c->value[key], "%llu", &n);
	else if (keys[key].kind == DISK_ID)
		sscanf(c->value[key], "%llx", &n);
	return n;
}

uint64_t config_seconds(const struct config *c, enum config_key key)
{
	uint64_t seconds = 0;

	if (keys[key].kind == DURATION)
		config_parse_seconds(c->value[key], &seconds);
	return seconds;
}

const char *config_name(enum config_key key)
{
	return keys[key].name;
}

const char *config_help(enum config_key key)
{
	return keys[key].help;
}

const char *config_values(enum config_key key)
{
	return keys[key].values;
}

const char *config_default(enum config_key key)
{
	return keys[key].def;
}

const char *config_origin_name(enum config_origin origin)
{
	static const char *const names[] = { "default", "file", "cmdline", "option" };

	return names[origin];
}

/* SPDX-License-Identifier: MIT */
/*
 * The configuration: default < bootmark.conf < kernel command line < --set.
 * Linked into init and into bootmark. The inputs may be loaded in any order: what decides is
 * where a value comes from, not when. Nothing here ends the program: what is wrong becomes a
 * warning, and the value that was there stays.
 */
#ifndef BENCH_CORE_CONFIG_H
#define BENCH_CORE_CONFIG_H

#include <stdint.h>
#include <stdio.h>

/* One per row of the table in config.c. */
enum config_key {
	CONFIG_PROFILE,
	CONFIG_TESTS,
	CONFIG_COPIES,
	CONFIG_CERTIFICATE,
	CONFIG_SWEEP,
	CONFIG_BURNIN,
	CONFIG_BOOTS,
	CONFIG_TICK,
	CONFIG_SEED,
	CONFIG_LABEL,
	CONFIG_DEADLINE,
	CONFIG_COUNTDOWN,
	CONFIG_STICK_WAIT,
	CONFIG_END,
	CONFIG_ID,
	CONFIG_BOOT,
	CONFIG_KEYS
};

/* Where a value came from; a later one wins over an earlier one. */
enum config_origin { CONFIG_DEFAULT, CONFIG_FILE, CONFIG_CMDLINE, CONFIG_OPTION };

enum {
	CONFIG_VALUE_MAX = 8192,  /* bytes of a value, with its NUL: every test by its name fits */
	CONFIG_WARNING_MAX = 320, /* bytes of a warning, with its NUL */
	CONFIG_WARNINGS = 20,	  /* a screenful; what follows is only counted */
	CONFIG_FILE_MAX = 32768	  /* bytes read of a file */
};

struct config {
	char value[CONFIG_KEYS][CONFIG_VALUE_MAX];
	enum config_origin origin[CONFIG_KEYS];
	unsigned seen[CONFIG_KEYS]; /* bit n: set before by origin n */
	char warning[CONFIG_WARNINGS][CONFIG_WARNING_MAX];
	int warnings;	   /* entries of warning[] in use */
	int warnings_lost; /* warnings that found no room */
};

/* Every key at its default, no warnings. */
void config_init(struct config *c);

/* Reads a bootmark.conf. 0, or -1 with a warning if it could not be read at all. */
int config_load_file(struct config *c, const char *path);

/* Reads bootmark.KEY=VALUE words from a file as /proc/cmdline. 0, or -1 with a warning. */
int config_load_cmdline(struct config *c, const char *path);

/* The same from a string. */
void config_parse_cmdline(struct config *c, const char *line);

/* "KEY=VALUE", as --set and the menu give it. 0, or -1 with a warning. */
int config_set(struct config *c, const char *assignment);

/* One assignment; where ("bootmark.conf line 3") opens its warnings. 0, or -1 with a warning. */
int config_assign(struct config *c, enum config_origin origin, const char *where, const char *key,
	const char *value);

/* Adds a warning; bytes that are not printable ASCII or UTF-8 become '?'. */
__attribute__((format(printf, 2, 3))) void config_warn(struct config *c, const char *format, ...);

/* The value as text; never NULL, empty if there is none. Valid until the key is set again. */
const char *config_string(const struct config *c, enum config_key key);

/* The value of an integer key or of id (as a number); 0 for a key of any other kind. */
uint64_t config_integer(const struct config *c, enum config_key key);

/* The value of a duration key in seconds; 0 for a key of any other kind. */
uint64_t config_seconds(const struct config *c, enum config_key key);

/* Parses 90, 90s, 30m, 2h, 1d into seconds. 0, or -1 if it is none (or above ten years). */
int config_parse_seconds(const char *text, uint64_t *seconds);

/* The key's name, "profile". */
const char *config_name(enum config_key key);

/* One line that says what the key does. */
const char *config_help(enum config_key key);

/* What may stand as its value, for people: "quick, standard, full". */
const char *config_values(enum config_key key);

/* The key's default as text, "" if it has none. */
const char *config_default(enum config_key key);

/* "default", "file", "cmdline" or "option". */
const char *config_origin_name(enum config_origin origin);

/* True if text is UTF-8 without control characters (tabs may stand in it). */
int config_is_text(const char *text);

/* A bootmark.conf that names and explains each key and sets none. */
void config_print_template(FILE *out);

#endif

/* SPDX-License-Identifier: MIT */
/* JSON, written and read. Text is UTF-8: bytes that are not are written as U+FFFD. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes one value to a stream. Start with an all-zero writer and its stream. */
struct json_writer {
	FILE *out;
	bool comma; /* the next member or element needs one before it */
};

/* "key" is NULL for elements of an array and for the outermost value. */
void json_object(struct json_writer *, const char *key);
void json_object_end(struct json_writer *);
void json_array(struct json_writer *, const char *key);
void json_array_end(struct json_writer *);
void json_string(struct json_writer *, const char *key, const char *value); /* NULL writes null */
void json_integer(struct json_writer *, const char *key, int64_t value);
void json_bool(struct json_writer *, const char *key, bool value);
/* Significant digits, 1 to 17; NaN and infinity are written as null. */
void json_number(struct json_writer *, const char *key, double value, int digits);

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
	enum json_type type;
	char *key;	    /* as a member, else NULL */
	char *string;	    /* JSON_STRING */
	double number;	    /* JSON_NUMBER; JSON_BOOL: 0 or 1 */
	struct json *child; /* first member or element */
	struct json *next;  /* sibling */
};

/* Parses exactly one value of at most 64 levels; NULL if the text is anything else. */
struct json *json_parse(const char *text, size_t length);
void json_free(struct json *);

/* Member of that name or NULL; NULL objects are fine, so that lookups can be chained. */
const struct json *json_get(const struct json *object, const char *key);
/* The value, or the fallback where there is none of that type. */
const char *json_get_string(const struct json *object, const char *key, const char *fallback);
double json_get_number(const struct json *object, const char *key, double fallback);
/* True only if the member is there and true. */
bool json_get_flag(const struct json *object, const char *key);
/* The same as a count: cut to 0 ... 2^31 - 1, whatever a damaged record says. */
unsigned json_get_count(const struct json *object, const char *key, unsigned fallback);

#endif

/* SPDX-License-Identifier: MIT */
#include "core/json.h"

#include "core/die.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

struct parser {
	const char *at, *end;
	int depth;
};

static struct json *parse_value(struct parser *p);

static void skip_space(struct parser *p)
{
	while (p->at < p->end && strchr(" \t\r\n", *p->at) && *p->at)
		p->at++;
}

static bool accept(struct parser *p, char c)
{
	skip_space(p);
	if (p->at >= p->end || *p->at != c)
		return false;
	p->at++;
	return true;
}

static int parse_hex4(struct parser *p)
{
	int value = 0;

	if (p->end - p->at < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		char c = *p->at++;
		int digit = c >= '0' && c <= '9'   ? c - '0'
			    : c >= 'a' && c <= 'f' ? c - 'a' + 10
			    : c >= 'A' && c <= 'F' ? c - 'A' + 10
						   : -1;

		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

static char *put_utf8(char *out, unsigned code)
{
	if (code < 0x80) {
		*out++ = (char)code;
	} else if (code < 0x800) {
		*out++ = (char)(0xc0 | code >> 6);
		*out++ = (char)(0x80 | (code & 0x3f));
	} else if (code < 0x10000) {
		*out++ = (char)(0xe0 | code >> 12);
		*out++ = (char)(0x80 | (code >> 6 & 0x3f));
		*out++ = (char)(0x80 | (code & 0x3f));
	} else {
		*out++ = (char)(0xf0 | code >> 18);
		*out++ = (char)(0x80 | (code >> 12 & 0x3f));
		*out++ = (char)(0x80 | (code >> 6 & 0x3f));
		*out++ = (char)(0x80 | (code & 0x3f));
	}
	return out;
}

/* After a backslash. NULL if it is no escape. A lone surrogate and U+0000 become U+FFFD. */
static char *parse_escape(struct parser *p, char *out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *known;
	int code, low;

	if (p->at >= p->end || !*p->at)
		return NULL;
	known = strchr(from, *p->at);
	if (known) {
		p->at++;
		*out++ = to[known - from];
		return out;
	}
	if (*p->at++ != 'u')
		return NULL;
	code = parse_hex4(p);
	if (code < 0)
		return NULL;
	if (code >= 0xd800 && code < 0xdc00 && p->end - p->at >= 6 && p->at[0] == '\\' &&
		p->at[1] == 'u') {
		p->at += 2;
		low = parse_hex4(p);
		if (low < 0xdc00 || low > 0xdfff)
			return NULL;
		return put_utf8(out,
			0x10000u + ((unsigned)(code - 0xd800) << 10) + (unsigned)(low - 0xdc00));
	}
	return put_utf8(
		out, code == 0 || (code >= 0xd800 && code < 0xe000) ? 0xfffd : (unsigned)code);
}

/* After the opening quote; NULL on bad text. An escape never grows, so the source's length is
 * enough. */
static char *parse_string(struct parser *p)
{
	char *text = xcalloc((size_t)(p->end - p->at) + 1, 1), *out = text;

	while (p->at < p->end && *p->at != '"') {
		unsigned char c = (unsigned char)*p->at++;

		if (c == '\\')
			out = parse_escape(p, out);
		else if (c >= 0x20)
			*out++ = (char)c;
		else
			out = NULL;
		if (!out)
			break;
	}
	if (!out || p->at >= p->end) {
		free(text);
		return NULL;
	}
	p->at++;
	*out = '\0';
	return xrealloc(text, (size_t)(out - text) + 1);
}

/* Members or elements up to the closing bracket; false on bad text. */
static bool parse_children(struct parser *p, struct json *parent, char close)
{
	struct json **tail = &parent->child;

	if (++p->depth > MAX_DEPTH)
		return false;
	if (accept(p, close)) {
		p->depth--;
		return true;
	}
	do {
		char *key = NULL;

		if (close == '}') {
			key = accept(p, '"') ? parse_string(p) : NULL;
			if (!key || !accept(p, ':')) {
				free(key);
				return false;
			}
		}
		*tail = parse_value(p);
		if (!*tail) {
			free(key);
			return false;
		}
		(*tail)->key = key;
		tail = &(*tail)->next;
	} while (accept(p, ','));
	p->depth--;
	return accept(p, close);
}

static bool parse_word(struct parser *p, const char *word)
{
	size_t length = strlen(word);

	if ((size_t)(p->end - p->at) < length || strncmp(p->at, word, length))
		return false;
	p->at += length;
	return true;
}

static bool parse_number(struct parser *p, double *number)
{
	char text[64], *end;
	size_t length = 0;

	while (p->at < p->end && length + 1 < sizeof(text) && *p->at &&
		strchr("+-.0123456789eE", *p->at))
		text[length++] = *p->at++;
	text[length] = '\0';
	*number = strtod(text, &end);
	return length && *end == '\0';
}

static bool parse_into(struct parser *p, struct json *value)
{
	if (accept(p, '{')) {
		value->type = JSON_OBJECT;
		return parse_children(p, value, '}');
	}
	if (accept(p, '[')) {
		value->type = JSON_ARRAY;
		return parse_children(p, value, ']');
	}
	if (accept(p, '"')) {
		value->type = JSON_STRING;
		value->string = parse_string(p);
		return value->string != NULL;
	}
	if (parse_word(p, "null"))
		return true;
	if (parse_word(p, "true") || parse_word(p, "false")) {
		value->type = JSON_BOOL;
		value->number = p->at[-2] == 'u'; /* tr-u-e, fal-s-e */
		return true;
	}
	value->type = JSON_NUMBER;
	return parse_number(p, &value->number);
}

static struct json *parse_value(struct parser *p)
{
	struct json *value = xcalloc(1, sizeof(*value));

	if (parse_into(p, value))
		return value;
	json_free(value);
	return NULL;
}

struct json *json_parse(const char *text, size_t length)
{
	struct parser p = { .at = text, .end = text + length };
	struct json *value = parse_value(&p);

	skip_space(&p);
	if (value && p.at != p.end) {
		json_free(value);
		return NULL;
	}
	return value;
}

void json_free(struct json *value)
{
	while (value) {
		struct json *next = value->next;

		json_free(value->child);
		free(value->key);
		free(value->string);
		free(value);
		value = next;
	}
}

const struct json *json_get(const struct json *object, const char *key)
{
	if (!object || object->type != JSON_OBJECT)
		return NULL;
	for (const struct json *member = object->child; member; member = member->next)
		if (strcmp(member->key, key) == 0)
			return member;
	return NULL;
}

const char *json_get_string(const struct json *object, const char *key, const char *fallback)
{
	const struct json *member = json_get(object, key);

	return member && member->type == JSON_STRING ? member->string : fallback;
}

double json_get_number(const struct json *object, const char *key, double fallback)
{
	const struct json *member = json_get(object, key);

	return member && (member->type == JSON_NUMBER || member->type == JSON_BOOL) ? member->number
										    : fallback;
}

unsigned json_get_count(const struct json *object, const char *key, unsigned fallback)
{
	double number = json_get_number(object, key, fallback);

	return number >= 0x7fffffff ? 0x7fffffff : number > 0 ? (unsigned)number : 0;
}

bool json_get_flag(const struct json *object, const char *key)
{
	const struct json *member = json_get(object, key);

	return member && member->type == JSON_BOOL && member->number > 0;
}

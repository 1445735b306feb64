/* SPDX-License-Identifier: MIT */
#include "inventory/smbios.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Type, length, handle: DSP0134, "Structure header format". */
enum { HEADER_SIZE = 4 };

/* What follows the formatted part ends with two NULs; its size with both, 0 if they never come. */
static size_t strings_size(const uint8_t *strings, size_t left)
{
	for (size_t i = 0; i + 1 < left; i++)
		if (!strings[i] && !strings[i + 1])
			return i + 2;
	return 0;
}

bool smbios_next(struct smbios_walk *walk, struct smbios_structure *s)
{
	const uint8_t *here = walk->table + walk->at;
	size_t left = walk->size - walk->at;

	if (walk->problem || !left)
		return false;
	if (left < HEADER_SIZE) {
		walk->problem = "the table ends within the header of a structure";
		return false;
	}
	memset(s, 0, sizeof(*s));
	s->type = here[0];
	s->length = here[1];
	s->handle = (unsigned)(here[2] | here[3] << 8);
	s->data = here;
	if (s->length < HEADER_SIZE) {
		walk->problem = "a structure is shorter than its header";
		return false;
	}
	if (s->length > left) {
		walk->problem = "the table ends within a structure";
		return false;
	}
	s->strings = (const char *)here + s->length;
	s->strings_size = strings_size(here + s->length, left - s->length);
	if (!s->strings_size && s->type != SMBIOS_END) {
		walk->problem = "the table ends within the texts of a structure";
		return false;
	}
	walk->count++;
	/* Behind the end there may be anything. */
	walk->at = s->type == SMBIOS_END ? walk->size : walk->at + s->length + s->strings_size;
	return true;
}

uint64_t smbios_number(
	const struct smbios_structure *s, size_t offset, unsigned bytes, uint64_t fallback)
{
	uint64_t number = 0;

	if (offset + bytes > s->length)
		return fallback;
	for (unsigned i = 0; i < bytes; i++)
		number |= (uint64_t)s->data[offset + i] << 8 * i;
	return number;
}

bool smbios_string(const struct smbios_structure *s, size_t offset, char text[SMBIOS_STRING])
{
	unsigned wanted = (unsigned)smbios_number(s, offset, 1, 0);
	const char *string = s->strings, *end = s->strings + s->strings_size;
	size_t length = 0;

	text[0] = '\0';
	if (!wanted)
		return false;
	for (unsigned i = 1; i < wanted && string < end && *string; i++)
		string += strnlen(string, (size_t)(end - string)) + 1;
	while (string < end && isspace((unsigned char)*string))
		string++;
	for (; string < end && *string && length + 1 < SMBIOS_STRING; string++)
		text[length++] = iscntrl((unsigned char)*string) ? '?' : *string;
	while (length && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
	return length > 0;
}

static bool adds_up(const uint8_t *bytes, size_t size)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < size; i++)
		sum = (uint8_t)(sum + bytes[i]);
	return sum == 0;
}

bool smbios_version(const uint8_t *entry, size_t size, char text[16])
{
	/* Anchor; where the entry point says its length, and its version. */
	static const struct {
		const char *anchor;
		size_t length_at, version_at;
	} kinds[] = { { "_SM3_", 6, 7 }, { "_SM_", 5, 6 } };

	text[0] = '\0';
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		size_t version = kinds[i].version_at;

		if (size < version + 2 ||
			memcmp(entry, kinds[i].anchor, strlen(kinds[i].anchor)) != 0)
			continue;
		if (entry[kinds[i].length_at] > size || entry[kinds[i].length_at] < version + 2 ||
			!adds_up(entry, entry[kinds[i].length_at]))
			return false;
		snprintf(text, 16, "%u.%u", entry[version], entry[version + 1]);
		return true;
	}
	return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * The firmware's table of what is built in. Source: DMTF DSP0134 (SMBIOS reference specification).
 * Firmware writes what it likes: nothing outside of the table is read, whatever it says.
 */
#ifndef SMBIOS_H
#define SMBIOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum smbios_type { SMBIOS_MEMORY_ARRAY = 16, SMBIOS_MEMORY_DEVICE = 17, SMBIOS_END = 127 };

struct smbios_structure {
	unsigned type, handle;
	const uint8_t *data; /* the formatted part, header first */
	size_t length;	     /* of it */
	const char *strings; /* behind it: each with its NUL */
	size_t strings_size;
};

/* A walk through the table; start with table and size set and all else zero. */
struct smbios_walk {
	const uint8_t *table;
	size_t size;
	size_t at;	     /* the next structure */
	unsigned count;	     /* structures so far */
	const char *problem; /* why the walk ended before the end of the table, NULL = it did not */
};

/* The next structure; false at the end, or where the table makes no sense. */
bool smbios_next(struct smbios_walk *, struct smbios_structure *);

/* The little-endian number of 1, 2, 4 or 8 bytes at that offset; the fallback if the structure ends
 * before, as those of older firmware do. */
uint64_t smbios_number(
	const struct smbios_structure *, size_t offset, unsigned bytes, uint64_t fallback);

enum { SMBIOS_STRING = 256 };

/* The string whose number stands at that offset, blanks around it removed, control characters shown
 * as '?', cut if it is longer. False (and an empty text) if there is none. */
bool smbios_string(const struct smbios_structure *, size_t offset, char text[SMBIOS_STRING]);

/* "3.4", from the entry point; false (and an empty text) if that is none, or its checksum is wrong.
 */
bool smbios_version(const uint8_t *entry, size_t size, char text[16]);

#endif

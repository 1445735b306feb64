/* SPDX-License-Identifier: MIT */
/* Composes SMBIOS tables for tests, field by field, after DSP0134. */
#ifndef SMBIOS_TABLE_H
#define SMBIOS_TABLE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TABLE_SIZE = 65536 };

struct table {
	uint8_t bytes[TABLE_SIZE];
	size_t size;
	unsigned next_handle;
};

/* A memory device as the makers of boards see it; zero is "not told". */
struct module {
	const char *slot, *bank, *manufacturer, *serial, *part;
	unsigned mib; /* 0 = empty slot */
	unsigned type, rated, configured, total_bits, data_bits, rank;
	unsigned array; /* handle */
};

static inline void table_put(uint8_t *at, size_t offset, unsigned bytes, uint64_t value)
{
	for (unsigned i = 0; i < bytes; i++)
		at[offset + i] = (uint8_t)(value >> 8 * i);
}

/* Header, formatted part (from its fifth byte on), strings up to a NULL. Returns the handle. */
static inline unsigned table_add(struct table *t, unsigned type, const uint8_t *formatted,
	size_t length, const char *const *strings)
{
	uint8_t *at = t->bytes + t->size;
	size_t used = length;

	memcpy(at, formatted, length);
	at[0] = (uint8_t)type;
	at[1] = (uint8_t)length;
	table_put(at, 2, 2, t->next_handle);
	for (size_t i = 0; strings && strings[i]; i++) {
		strcpy((char *)at + used, strings[i]);
		used += strlen(strings[i]) + 1;
	}
	/* No strings at all are two NULs. */
	if (used == length)
		at[used++] = 0;
	at[used++] = 0;
	t->size += used;
	return t->next_handle++;
}

/* A memory array of system memory: ECC as SMBIOS counts it, slots, what it takes at most. */
static inline unsigned table_array(
	struct table *t, unsigned use, unsigned ecc, unsigned slots, uint64_t max_gib)
{
	uint8_t s[0x17] = { 0 };

	s[0x04] = 3;
	s[0x05] = (uint8_t)use;
	s[0x06] = (uint8_t)ecc;
	if (max_gib < 2048) {
		table_put(s, 0x07, 4, max_gib << 20);
	} else {
		table_put(s, 0x07, 4, 0x80000000);
		table_put(s, 0x0F, 8, max_gib << 30);
	}
	table_put(s, 0x0D, 2, slots);
	return table_add(t, 16, s, sizeof(s), NULL);
}

static inline void table_module(struct table *t, const struct module *m)
{
	const char *names[] = { m->slot, m->bank, m->manufacturer, m->serial, m->part };
	static const size_t offsets[] = { 0x10, 0x11, 0x17, 0x18, 0x1A };
	const char *strings[6] = { NULL };
	uint8_t s[0x5C] = { 0 };
	size_t count = 0;

	for (size_t i = 0; i < 5; i++)
		if (names[i]) {
			strings[count++] = names[i];
			s[offsets[i]] = (uint8_t)count;
		}
	table_put(s, 0x04, 2, m->array);
	table_put(s, 0x08, 2, m->total_bits ? m->total_bits : 0xFFFF);
	table_put(s, 0x0A, 2, m->data_bits ? m->data_bits : 0xFFFF);
	/* 32 GiB - 1 MiB and more stand in the extended field. */
	table_put(s, 0x0C, 2, m->mib >= 0x7FFF ? 0x7FFF : m->mib);
	table_put(s, 0x1C, 4, m->mib >= 0x7FFF ? m->mib : 0);
	s[0x0E] = 9;
	s[0x12] = (uint8_t)m->type;
	table_put(s, 0x15, 2, m->rated >= 0xFFFF ? 0xFFFF : m->rated);
	table_put(s, 0x54, 4, m->rated >= 0xFFFF ? m->rated : 0);
	s[0x1B] = (uint8_t)m->rank;
	table_put(s, 0x20, 2, m->configured >= 0xFFFF ? 0xFFFF : m->configured);
	table_put(s, 0x58, 4, m->configured >= 0xFFFF ? m->configured : 0);
	table_put(s, 0x26, 2, m->mib ? 1100 : 0);
	table_add(t, 17, s, sizeof(s), strings);
}

static inline void table_end(struct table *t)
{
	static const uint8_t end[4] = { 0 };

	table_add(t, 127, end, sizeof(end), NULL);
}

/* A 64-bit entry point of that version; returns its size. */
static inline size_t table_entry_point(uint8_t entry[24], unsigned major, unsigned minor)
{
	uint8_t sum = 0;

	memset(entry, 0, 24);
	memcpy(entry, "_SM3_", 5);
	entry[6] = 24;
	entry[7] = (uint8_t)major;
	entry[8] = (uint8_t)minor;
	for (size_t i = 0; i < 24; i++)
		sum = (uint8_t)(sum + entry[i]);
	entry[5] = (uint8_t)-sum;
	return 24;
}

#endif

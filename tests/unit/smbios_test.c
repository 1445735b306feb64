/* SPDX-License-Identifier: MIT */
/* SMBIOS tables: what they say, and that no broken one is read beyond its end. */
#include "inventory/dimms.h"
#include "smbios_table.h"
#include "test.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct table table;

static void start(void)
{
	memset(&table, 0, sizeof(table));
	table.next_handle = 0x1000;
}

/* Two channels with two slots each, the second slots empty; a flash chip besides. */
static void small_board(void)
{
	struct module m = { .bank = "BANK 0",
		.manufacturer = " Example ",
		.serial = "0A1B",
		.part = "EX-16G",
		.mib = 16384,
		.type = 0x1A,
		.rated = 3200,
		.configured = 2933,
		.total_bits = 72,
		.data_bits = 64,
		.rank = 2 };
	unsigned flash;

	start();
	m.array = table_array(&table, 3, 6, 4, 128);
	flash = table_array(&table, 5, 3, 1, 0);
	m.slot = "DIMM_A1";
	table_module(&table, &m);
	m.slot = "DIMM_B1";
	table_module(&table, &m);
	table_module(&table, &(struct module){ .slot = "DIMM_A2", .array = m.array });
	table_module(&table, &(struct module){ .slot = "DIMM_B2", .array = m.array });
	table_module(&table, &(struct module){ .slot = "SPI", .mib = 16, .array = flash });
	table_end(&table);
}

TEST(modules_are_read)
{
	struct dimms_summary sum;
	struct dimms d;

	small_board();
	dimms_read(&d, table.bytes, table.size);
	CHECK(d.problem == NULL);
	CHECK_INT(d.structures, 8);
	CHECK_INT(d.count, 4);
	CHECK_INT(d.error_correction, 6);
	CHECK_INT(d.max_bytes, 128LL << 30);
	CHECK_STR(d.dimm[0].slot, "DIMM_A1");
	CHECK_STR(d.dimm[0].manufacturer, "Example");
	CHECK_STR(d.dimm[0].part, "EX-16G");
	CHECK_STR(d.dimm[0].serial, "0A1B");
	CHECK_INT(d.dimm[0].size_bytes, 16LL << 30);
	CHECK_INT(d.dimm[0].rated_mts, 3200);
	CHECK_INT(d.dimm[0].configured_mts, 2933);
	CHECK_INT(d.dimm[0].rank, 2);
	CHECK_INT(d.dimm[0].total_width_bits, 72);
	CHECK(d.dimm[0].populated && !d.dimm[2].populated);
	dimms_summarise(&d, &sum);
	CHECK_INT(sum.slots, 4);
	CHECK_INT(sum.populated, 2);
	CHECK_INT(sum.channels, 2);
	CHECK_NEAR(sum.bytes_per_s, 2 * 2933e6 * 8, 1);
	dimms_free(&d);
}

/* Beyond what 16 bits hold: size in MiB, rates, and what the board takes. */
TEST(extended_fields)
{
	struct module m = { .slot = "ChannelA-DIMM0",
		.mib = 262144,
		.type = 0x22,
		.rated = 70000,
		.configured = 66000,
		.data_bits = 64 };
	struct dimms d;

	start();
	m.array = table_array(&table, 3, 6, 1, 8192);
	table_module(&table, &m);
	dimms_read(&d, table.bytes, table.size); /* no end marker: the size is the end */
	CHECK(d.problem == NULL);
	CHECK_INT(d.count, 1);
	CHECK_INT(d.max_bytes, 8192LL << 30);
	CHECK_INT(d.dimm[0].size_bytes, 256LL << 30);
	CHECK_INT(d.dimm[0].rated_mts, 70000);
	CHECK_INT(d.dimm[0].configured_mts, 66000);
	dimms_free(&d);
}

/* SMBIOS 2.1 ends the structure after its twenty-first byte. */
TEST(old_firmware_leaves_fields_out)
{
	static const char *const strings[] = { "J1", NULL };
	uint8_t s[0x15] = { 0 };
	struct dimms_summary sum;
	struct dimms d;

	start();
	table_put(s, 0x0C, 2, 0x8000 | 512); /* in KiB */
	s[0x10] = 1;
	table_add(&table, 17, s, sizeof(s), strings);
	dimms_read(&d, table.bytes, table.size);
	CHECK_INT(d.count, 1);
	CHECK_INT(d.dimm[0].size_bytes, 512 * 1024);
	CHECK_INT(d.dimm[0].configured_mts, 0);
	dimms_summarise(&d, &sum);
	CHECK_INT(sum.channels, 1); /* one module is one channel */
	CHECK_NEAR(sum.bytes_per_s, 0, 0);
	dimms_free(&d);
}

TEST(bandwidth_counts_channels_once)
{
	static const char *const slots[] = { "P0_DIMM_A1", "P0_DIMM_A2", "P0_DIMM_B1",
		"P1_DIMM_A1" };
	struct module m = { .mib = 1024, .configured = 4800, .data_bits = 64 };
	struct dimms_summary sum;
	struct dimms d;

	start();
	m.array = table_array(&table, 3, 3, 4, 64);
	for (size_t i = 0; i < 4; i++) {
		m.slot = slots[i];
		table_module(&table, &m);
	}
	dimms_read(&d, table.bytes, table.size);
	dimms_summarise(&d, &sum);
	CHECK_INT(sum.channels, 3);
	CHECK_NEAR(sum.bytes_per_s, 3 * 4800e6 * 8, 1);
	CHECK_NEAR(sum.at_most_bytes_per_s, 4 * 4800e6 * 8, 1);
	dimms_free(&d);

	/* One name that tells nothing: then no number is better than a wrong one. */
	m.slot = "PROC 1 DIMM 3";
	table_module(&table, &m);
	dimms_read(&d, table.bytes, table.size);
	dimms_summarise(&d, &sum);
	CHECK_INT(sum.channels, 0);
	CHECK_NEAR(sum.bytes_per_s, 0, 0);
	CHECK_NEAR(sum.at_most_bytes_per_s, 5 * 4800e6 * 8, 1);
	dimms_free(&d);
}

/* Soldered memory: sixteen bits each. */
TEST(bandwidth_follows_the_width)
{
	struct module m = { .mib = 2048, .type = 0x23, .configured = 6400, .data_bits = 16 };
	struct dimms_summary sum;
	struct dimms d;
	char slot[40];

	start();
	m.array = table_array(&table, 3, 3, 8, 64);
	m.slot = slot;
	for (int i = 0; i < 8; i++) {
		snprintf(slot, sizeof(slot), "Controller%d-Channel%c-DIMM0", i / 4, 'A' + i % 4);
		table_module(&table, &m);
	}
	dimms_read(&d, table.bytes, table.size);
	dimms_summarise(&d, &sum);
	CHECK_INT(sum.channels, 8);
	CHECK_NEAR(sum.bytes_per_s, 102.4e9, 1);
	dimms_free(&d);
}

TEST(problems_are_named)
{
	static const uint8_t short_header[] = { 17, 3, 0, 0, 0, 0 };
	struct dimms d;

	dimms_read(&d, short_header, sizeof(short_header));
	CHECK_STR(d.problem, "a structure is shorter than its header");
	dimms_read(&d, short_header, 3);
	CHECK_STR(d.problem, "the table ends within the header of a structure");
	small_board();
	dimms_read(&d, table.bytes, 30);
	CHECK_STR(d.problem, "the table ends within a structure");
	dimms_free(&d);
	dimms_read(&d, table.bytes, 0x17 + 1);
	CHECK_STR(d.problem, "the table ends within the texts of a structure");
	dimms_free(&d);
	dimms_read(&d, table.bytes, 0);
	CHECK(d.problem == NULL);
}

TEST(version_needs_its_checksum)
{
	uint8_t entry[24];
	char text[16];
	size_t size = table_entry_point(entry, 3, 4);

	CHECK(smbios_version(entry, size, text));
	CHECK_STR(text, "3.4");
	for (size_t cut = 0; cut < size; cut++)
		CHECK(!smbios_version(entry, cut, text));
	entry[8]++;
	CHECK(!smbios_version(entry, size, text));
}

/* Memory whose next byte is not there: whoever reads beyond the table ends with a signal. */
static uint8_t *guarded(uint8_t **pages, size_t *pages_size, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), used = (size + page - 1) / page * page;

	*pages_size = used + page;
	*pages =
		mmap(NULL, *pages_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (*pages == MAP_FAILED || mprotect(*pages + used, page, PROT_NONE))
		exit(2);
	return *pages + used - size;
}

static void read_all(const uint8_t *bytes, size_t size)
{
	struct dimms_summary sum;
	struct dimms d;

	dimms_read(&d, bytes, size);
	dimms_summarise(&d, &sum);
	CHECK(d.count <= size / 4);
	dimms_free(&d);
}

/* A memory device of each length, the last thing in its table: no field is read that is not in it.
 */
TEST(every_length_of_a_structure)
{
	for (uint8_t length = 4; length < 0x60; length++) {
		size_t pages_size, size = (size_t)length + 2;
		uint8_t *pages, *s = guarded(&pages, &pages_size, size);

		memset(s, 0, size);
		s[0] = 17;
		s[1] = length;
		for (size_t i = 4; i < length; i++)
			s[i] = 0xff;
		read_all(s, size);
		munmap(pages, pages_size);
	}
}

TEST(every_truncation_is_survived)
{
	uint8_t *pages, *end;
	size_t pages_size;

	small_board();
	end = guarded(&pages, &pages_size, table.size) + table.size;
	for (size_t size = 0; size <= table.size; size++) {
		memcpy(end - size, table.bytes, size);
		read_all(end - size, size);
	}
	munmap(pages, pages_size);
}

/* xorshift32, so that a failure comes again. */
static unsigned random_below(unsigned *state, unsigned bound)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state % bound;
}

TEST(random_damage_is_survived)
{
	uint8_t *pages, *copy;
	size_t pages_size;
	unsigned state = 2463534242u;

	small_board();
	copy = guarded(&pages, &pages_size, table.size);
	for (int round = 0; round < 20000; round++) {
		unsigned flips = 1 + random_below(&state, 8);

		memcpy(copy, table.bytes, table.size);
		while (flips--)
			copy[random_below(&state, (unsigned)table.size)] =
				(uint8_t)random_below(&state, 256);
		read_all(copy, table.size);
	}
	munmap(pages, pages_size);
}

int main(void)
{
	RUN(modules_are_read);
	RUN(extended_fields);
	RUN(old_firmware_leaves_fields_out);
	RUN(bandwidth_counts_channels_once);
	RUN(bandwidth_follows_the_width);
	RUN(problems_are_named);
	RUN(version_needs_its_checksum);
	RUN(every_length_of_a_structure);
	RUN(every_truncation_is_survived);
	RUN(random_damage_is_survived);
	return test_end();
}

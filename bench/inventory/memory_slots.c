/* SPDX-License-Identifier: MIT */
/* SMBIOS's memory slots as members of the machine record. */
#include "inventory/dimms.h"
#include "inventory/identity.h"
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <stdio.h>
#include <stdlib.h>

/* Names by SMBIOS's numbers, from DSP0134; NULL where it has none that tells anything. */
static const char *const memory_types[] = { [0x03] = "DRAM",
	[0x07] = "RAM",
	[0x0F] = "SDRAM",
	[0x12] = "DDR",
	[0x13] = "DDR2",
	[0x14] = "DDR2 FB-DIMM",
	[0x18] = "DDR3",
	[0x19] = "FBD2",
	[0x1A] = "DDR4",
	[0x1B] = "LPDDR",
	[0x1C] = "LPDDR2",
	[0x1D] = "LPDDR3",
	[0x1E] = "LPDDR4",
	[0x1F] = "non-volatile",
	[0x20] = "HBM",
	[0x21] = "HBM2",
	[0x22] = "DDR5",
	[0x23] = "LPDDR5",
	[0x24] = "HBM3" };
static const char *const form_factors[] = { [0x03] = "SIMM",
	[0x05] = "chip",
	[0x09] = "DIMM",
	[0x0B] = "row of chips",
	[0x0C] = "RIMM",
	[0x0D] = "SODIMM",
	[0x0F] = "FB-DIMM",
	[0x10] = "die",
	[0x11] = "CAMM" };
static const char *const error_corrections[] = { [0x03] = "none",
	[0x04] = "parity",
	[0x05] = "single-bit ECC",
	[0x06] = "multi-bit ECC",
	[0x07] = "CRC" };

#define NAME_OF(table, number)                                                                     \
	((number) < sizeof(table) / sizeof(*(table)) ? (table)[number] : NULL)

static void name_member(struct json_writer *w, const char *key, const char *name)
{
	if (name)
		json_string(w, key, name);
}

static void text_member(struct json_writer *w, const char *key, const char *text)
{
	if (*text && !identity_is_junk(text))
		json_string(w, key, text);
}

static void positive_member(struct json_writer *w, const char *key, uint64_t number)
{
	if (number && number <= INT64_MAX)
		json_integer(w, key, (int64_t)number);
}

static void write_module(struct json_writer *w, const struct dimm *dimm)
{
	positive_member(w, "size_bytes", dimm->size_bytes);
	name_member(w, "type", NAME_OF(memory_types, dimm->memory_type));
	name_member(w, "form", NAME_OF(form_factors, dimm->form_factor));
	positive_member(w, "rated_transfers_per_s", dimm->rated_mts * 1000000);
	positive_member(w, "configured_transfers_per_s", dimm->configured_mts * 1000000);
	positive_member(w, "data_width_bits", dimm->data_width_bits);
	positive_member(w, "total_width_bits", dimm->total_width_bits);
	if (dimm->data_width_bits && dimm->total_width_bits)
		json_bool(w, "ecc", dimm->total_width_bits > dimm->data_width_bits);
	positive_member(w, "ranks", dimm->rank);
	positive_member(w, "millivolts", dimm->millivolts);
	text_member(w, "manufacturer", dimm->manufacturer);
	text_member(w, "part", dimm->part);
	text_member(w, "serial", dimm->serial);
}

static void write_slots(struct json_writer *w, const struct dimms *dimms)
{
	json_array(w, "dimms");
	for (size_t i = 0; i < dimms->count; i++) {
		const struct dimm *dimm = &dimms->dimm[i];

		json_object(w, NULL);
		json_string(w, "slot", dimm->slot);
		text_member(w, "bank", dimm->bank);
		text_member(w, "channel", dimm->channel);
		json_bool(w, "populated", dimm->populated);
		if (dimm->populated)
			write_module(w, dimm);
		json_object_end(w);
	}
	json_array_end(w);
}

/* How the number came about is part of it: a name may be wrong. */
static void write_bandwidth(struct json_writer *w, const struct dimms_summary *sum)
{
	if (sum->channels)
		json_integer(w, "channels", sum->channels);
	if (sum->at_most_bytes_per_s > 0)
		json_number(w, "bandwidth_at_most_bytes_per_s", sum->at_most_bytes_per_s, 9);
	if (sum->bytes_per_s > 0)
		json_number(w, "bandwidth_bytes_per_s", sum->bytes_per_s, 9);
	json_string(w, "bandwidth_from",
		!sum->populated ? "unknown: SMBIOS names no module"
		: sum->bytes_per_s > 0
			? "channels by the slots' names, each the configured transfers/s "
			  "times the width of its data"
		: !sum->at_most_bytes_per_s
			? "unknown: SMBIOS does not tell the configured transfers/s"
			: "unknown: the slots' names do not tell the channels; at "
			  "most is with a channel for each module");
}

static void write_version(struct json_writer *w, const char *root)
{
	char version[16];
	size_t size;
	char *entry = sysfile_bytes(&size, "%s/sys/firmware/dmi/tables/smbios_entry_point", root);

	if (entry && smbios_version((const uint8_t *)entry, size, version))
		json_string(w, "version", version);
	free(entry);
}

void inventory_memory_slots(struct json_writer *w, const char *root)
{
	struct dimms_summary sum;
	struct dimms dimms;
	size_t size;
	char *table = sysfile_bytes(&size, "%s/sys/firmware/dmi/tables/DMI", root);

	if (!table)
		return;
	dimms_read(&dimms, (const uint8_t *)table, size);
	dimms_summarise(&dimms, &sum);
	json_object(w, "smbios");
	write_version(w, root);
	json_integer(w, "structures", dimms.structures);
	if (dimms.problem)
		json_string(w, "problem", dimms.problem);
	json_object_end(w);
	json_object(w, "memory_slots");
	json_integer(w, "slots", sum.slots);
	json_integer(w, "populated", sum.populated);
	positive_member(w, "max_bytes", dimms.max_bytes);
	name_member(w, "error_correction", NAME_OF(error_corrections, dimms.error_correction));
	if (sum.mixed)
		json_bool(w, "mixed_rates", true);
	write_bandwidth(w, &sum);
	json_object_end(w);
	write_slots(w, &dimms);
	dimms_free(&dimms);
	free(table);
}

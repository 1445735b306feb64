/* SPDX-License-Identifier: MIT */
/* Offsets and numbers: DSP0134, "Physical Memory Array (Type 16)" and "Memory Device (Type 17)". */
#include "inventory/dimms.h"

#include "core/die.h"

#include <stdlib.h>
#include <string.h>

enum { USE_SYSTEM_MEMORY = 3, ECC_OTHER = 1, ECC_UNKNOWN = 2 };

/* Bits that a channel is wide where the module does not say: all of DDR to DDR5. */
enum { CHANNEL_BITS = 64, MAX_CHANNEL_BITS = 1024 /* HBM */ };

/* More slots than any machine has; what a broken table says beyond is not kept. */
enum { MAX_DIMMS = 4096, MAX_ARRAYS = 64 };

/* Handles of arrays that are not system memory (flash, cache): their devices are no DIMMs. */
struct foreign_arrays {
	unsigned handles[MAX_ARRAYS];
	size_t count;
};

static void read_array(
	struct dimms *dimms, struct foreign_arrays *foreign, const struct smbios_structure *s)
{
	unsigned ecc = (unsigned)smbios_number(s, 0x06, 1, 0);
	uint64_t kib = smbios_number(s, 0x07, 4, 0);

	if (smbios_number(s, 0x05, 1, USE_SYSTEM_MEMORY) != USE_SYSTEM_MEMORY) {
		if (foreign->count < MAX_ARRAYS)
			foreign->handles[foreign->count++] = s->handle;
		return;
	}
	if (ecc > ECC_UNKNOWN && !dimms->error_correction)
		dimms->error_correction = ecc;
	/* 2 TiB and more stand elsewhere, in bytes. */
	dimms->max_bytes += kib == 0x80000000 ? smbios_number(s, 0x0F, 8, 0) : kib * 1024;
}

/* In bytes; 0 = no module, or one of unknown size (populated tells them apart). */
static uint64_t read_size(const struct smbios_structure *s, bool *populated)
{
	unsigned size = (unsigned)smbios_number(s, 0x0C, 2, 0);

	*populated = size != 0;
	if (size == 0 || size == 0xFFFF)
		return 0;
	if (size == 0x7FFF)
		return (smbios_number(s, 0x1C, 4, 0) & 0x7FFFFFFF) << 20;
	return size & 0x8000 ? (uint64_t)(size & 0x7FFF) << 10 : (uint64_t)size << 20;
}

static uint64_t read_rate(const struct smbios_structure *s, size_t offset, size_t extended)
{
	uint64_t rate = smbios_number(s, offset, 2, 0);

	return rate == 0xFFFF ? smbios_number(s, extended, 4, 0) & 0x7FFFFFFF : rate;
}

static unsigned read_width(const struct smbios_structure *s, size_t offset)
{
	unsigned bits = (unsigned)smbios_number(s, offset, 2, 0);

	return bits == 0xFFFF ? 0 : bits;
}

static void read_device(struct dimm *dimm, const struct smbios_structure *s)
{
	memset(dimm, 0, sizeof(*dimm));
	dimm->array = (unsigned)smbios_number(s, 0x04, 2, 0);
	dimm->total_width_bits = read_width(s, 0x08);
	dimm->data_width_bits = read_width(s, 0x0A);
	dimm->size_bytes = read_size(s, &dimm->populated);
	dimm->form_factor = (unsigned)smbios_number(s, 0x0E, 1, 0);
	smbios_string(s, 0x10, dimm->slot);
	smbios_string(s, 0x11, dimm->bank);
	dimm->memory_type = (unsigned)smbios_number(s, 0x12, 1, 0);
	dimm->rated_mts = read_rate(s, 0x15, 0x54);
	smbios_string(s, 0x17, dimm->manufacturer);
	smbios_string(s, 0x18, dimm->serial);
	smbios_string(s, 0x1A, dimm->part);
	dimm->rank = (unsigned)smbios_number(s, 0x1B, 1, 0) & 0xF;
	dimm->configured_mts = read_rate(s, 0x20, 0x58);
	dimm->millivolts = (unsigned)smbios_number(s, 0x26, 2, 0);
	channel_of(dimm->slot, dimm->bank, dimm->channel);
}

static void drop_foreign(struct dimms *dimms, const struct foreign_arrays *foreign)
{
	size_t kept = 0;

	for (size_t i = 0; i < dimms->count; i++) {
		bool is_foreign = false;

		for (size_t k = 0; k < foreign->count; k++)
			is_foreign = is_foreign || foreign->handles[k] == dimms->dimm[i].array;
		if (!is_foreign)
			dimms->dimm[kept++] = dimms->dimm[i];
	}
	dimms->count = kept;
}

void dimms_read(struct dimms *dimms, const uint8_t *table, size_t size)
{
	struct smbios_walk walk = { .table = table, .size = size };
	struct foreign_arrays foreign = { .count = 0 };
	struct smbios_structure s;

	memset(dimms, 0, sizeof(*dimms));
	while (smbios_next(&walk, &s)) {
		if (s.type == SMBIOS_MEMORY_ARRAY)
			read_array(dimms, &foreign, &s);
		if (s.type != SMBIOS_MEMORY_DEVICE || dimms->count == MAX_DIMMS)
			continue;
		dimms->dimm = xrealloc(dimms->dimm, (dimms->count + 1) * sizeof(*dimms->dimm));
		read_device(&dimms->dimm[dimms->count++], &s);
	}
	drop_foreign(dimms, &foreign);
	dimms->structures = walk.count;
	dimms->problem = walk.problem;
}

void dimms_free(struct dimms *dimms)
{
	free(dimms->dimm);
	memset(dimms, 0, sizeof(*dimms));
}

static double module_bytes_per_s(const struct dimm *dimm)
{
	unsigned bits = dimm->data_width_bits;

	if (bits < 8 || bits > MAX_CHANNEL_BITS)
		bits = CHANNEL_BITS;
	return (double)dimm->configured_mts * 1e6 * bits / 8;
}

/* The first module on the same channel, itself if it is that one. */
static size_t first_on_channel(const struct dimms *dimms, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (dimms->dimm[i].populated && dimms->dimm[i].array == dimms->dimm[at].array &&
			strcmp(dimms->dimm[i].channel, dimms->dimm[at].channel) == 0)
			return i;
	return at;
}

void dimms_summarise(const struct dimms *dimms, struct dimms_summary *sum)
{
	bool rates_known = true, channels_known = true;
	uint64_t rate = 0;

	memset(sum, 0, sizeof(*sum));
	for (size_t i = 0; i < dimms->count; i++) {
		const struct dimm *dimm = &dimms->dimm[i];

		sum->slots++;
		if (!dimm->populated)
			continue;
		sum->populated++;
		rates_known = rates_known && dimm->configured_mts;
		channels_known = channels_known && dimm->channel[0];
		if (rate && dimm->configured_mts && rate != dimm->configured_mts)
			sum->mixed = 1;
		rate = dimm->configured_mts;
		sum->at_most_bytes_per_s += module_bytes_per_s(dimm);
		/* Two modules on one channel share it. */
		if (first_on_channel(dimms, i) == i) {
			sum->channels++;
			sum->bytes_per_s += module_bytes_per_s(dimm);
		}
	}
	/* One module is one channel, whatever it is called. */
	channels_known = channels_known || sum->populated == 1;
	if (!channels_known)
		sum->channels = 0;
	if (!channels_known || !rates_known)
		sum->bytes_per_s = 0;
	if (!rates_known)
		sum->at_most_bytes_per_s = 0;
}

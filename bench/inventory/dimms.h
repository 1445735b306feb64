/* SPDX-License-Identifier: MIT */
/* Memory modules and their slots, as SMBIOS structures 16 and 17 describe them. */
#ifndef DIMMS_H
#define DIMMS_H

#include "inventory/channels.h"
#include "inventory/smbios.h"

/* One slot for system memory. What is not known is 0 or empty. */
struct dimm {
	char slot[SMBIOS_STRING], bank[SMBIOS_STRING];
	char manufacturer[SMBIOS_STRING], part[SMBIOS_STRING], serial[SMBIOS_STRING];
	char channel[CHANNEL_NAME];
	unsigned array;			   /* handle of the array that it belongs to */
	unsigned memory_type, form_factor; /* SMBIOS's numbers */
	bool populated;
	uint64_t size_bytes; /* of a populated one; 0 = unknown */
	unsigned total_width_bits, data_width_bits, rank, millivolts;
	uint64_t rated_mts, configured_mts; /* millions of transfers a second */
};

struct dimms {
	struct dimm *dimm;
	size_t count;
	unsigned
		error_correction; /* SMBIOS's number of the first array that tells; 0 = none does */
	uint64_t max_bytes;	  /* what the board takes; 0 = unknown */
	unsigned structures;
	const char *problem; /* what is wrong with the table, NULL = nothing */
};

/* Reads a table; dimms_free() gives back what it holds. */
void dimms_read(struct dimms *, const uint8_t *table, size_t size);
void dimms_free(struct dimms *);

struct dimms_summary {
	unsigned slots, populated;
	unsigned channels; /* with a module in it; 0 = the names don't tell */
	/* What all channels together can move: transfers a second x width of the data; 0 =
	 * unknown. at_most takes each module for a channel of its own. */
	double bytes_per_s, at_most_bytes_per_s;
	unsigned mixed; /* different configured rates among the modules */
};

void dimms_summarise(const struct dimms *, struct dimms_summary *);

#endif

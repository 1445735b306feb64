/* SPDX-License-Identifier: MIT */
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <stdlib.h>
#include <string.h>

/* The seventh number of a block device's stat: sectors of 512 bytes written since boot. */
static void write_sectors_written(struct json_writer *w, const char *root, const char *disk)
{
	char line[SYSFILE_LINE], *rest = NULL, *word;
	int field = 0;

	if (!sysfile_line(line, "%s/sys/block/%s/stat", root, disk))
		return;
	for (word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		if (++field == 7)
			json_integer(w, "sectors_written", strtoll(word, NULL, 10));
}

void inventory_disks(struct json_writer *w, const char *root)
{
	char **names;
	int count = sysfile_names(&names, "", "%s/sys/block", root);

	json_array(w, "disks");
	for (int i = 0; i < count; i++) {
		const char *format = "%s/sys/block/%s/%s";
		long long sectors = sysfile_number(0, format, root, names[i], "size");

		/* Disks, not what the kernel makes of memory. */
		if (strncmp(names[i], "loop", 4) == 0 || strncmp(names[i], "ram", 3) == 0 ||
			strncmp(names[i], "zram", 4) == 0)
			continue;
		json_object(w, NULL);
		json_string(w, "name", names[i]);
		sysfile_member(w, "vendor", format, root, names[i], "device/vendor");
		sysfile_member(w, "model", format, root, names[i], "device/model");
		sysfile_member(w, "serial", format, root, names[i], "device/serial");
		json_integer(w, "size_bytes", sectors * 512);
		json_integer(w, "logical_block_bytes",
			sysfile_number(512, format, root, names[i], "queue/logical_block_size"));
		json_bool(w, "read_only", sysfile_number(0, format, root, names[i], "ro") != 0);
		json_bool(w, "removable",
			sysfile_number(0, format, root, names[i], "removable") != 0);
		write_sectors_written(w, root, names[i]);
		json_object_end(w);
	}
	json_array_end(w);
	sysfile_free_names(names, count);
}

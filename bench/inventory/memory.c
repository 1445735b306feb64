/* SPDX-License-Identifier: MIT */
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a "Name: 123 kB" line in a meminfo file, which a node's starts with "Node 0 "; -1 =
 * none. */
static long long meminfo_bytes(const char *path, const char *name)
{
	FILE *file = fopen(path, "re");
	char line[SYSFILE_LINE];
	long long bytes = -1;

	while (file && bytes < 0 && fgets(line, sizeof(line), file)) {
		const char *found = strstr(line, name);

		if (found && found[strlen(name)] == ':')
			bytes = strtoll(found + strlen(name) + 1, NULL, 10) * 1024;
	}
	if (file)
		fclose(file);
	return bytes;
}

static void write_nodes(struct json_writer *w, const char *root)
{
	char path[4096], **names;
	int count = sysfile_names(&names, "node", "%s/sys/devices/system/node", root);

	json_array(w, "numa");
	for (int i = 0; i < count; i++) {
		long long bytes;

		snprintf(path, sizeof(path), "%s/sys/devices/system/node/%s/meminfo", root,
			names[i]);
		bytes = meminfo_bytes(path, "MemTotal");
		json_object(w, NULL);
		json_integer(w, "node", atoi(names[i] + strlen("node")));
		sysfile_member(w, "cpus", "%s/sys/devices/system/node/%s/cpulist", root, names[i]);
		if (bytes >= 0)
			json_integer(w, "memory_bytes", bytes);
		sysfile_member(
			w, "distances", "%s/sys/devices/system/node/%s/distance", root, names[i]);
		json_object_end(w);
	}
	json_array_end(w);
	sysfile_free_names(names, count);
}

void inventory_memory(struct json_writer *w, const char *root)
{
	static const char *const fields[][2] = { { "total_bytes", "MemTotal" },
		{ "available_bytes", "MemAvailable" }, { "swap_bytes", "SwapTotal" } };
	char path[4096];

	snprintf(path, sizeof(path), "%s/proc/meminfo", root);
	json_object(w, "memory");
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		long long bytes = meminfo_bytes(path, fields[i][1]);

		if (bytes >= 0)
			json_integer(w, fields[i][0], bytes);
	}
	sysfile_member(w, "thp", "%s/sys/kernel/mm/transparent_hugepage/enabled", root);
	json_object_end(w);
	write_nodes(w, root);
}

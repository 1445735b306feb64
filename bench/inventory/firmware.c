/* SPDX-License-Identifier: MIT */
/* Who made the machine, as the kernel took it from SMBIOS structures 0 to 3. */
#include "inventory/identity.h"
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <stdio.h>
#include <string.h>

static const struct field {
	const char *object, *key, *file;
} fields[] = { { "system", "vendor", "sys_vendor" }, { "system", "product", "product_name" },
	{ "system", "version", "product_version" }, { "system", "family", "product_family" },
	{ "system", "sku", "product_sku" }, { "system", "serial", "product_serial" },
	{ "system", "uuid", "product_uuid" }, { "board", "vendor", "board_vendor" },
	{ "board", "product", "board_name" }, { "board", "version", "board_version" },
	{ "board", "serial", "board_serial" }, { "board", "asset_tag", "board_asset_tag" },
	{ "chassis", "vendor", "chassis_vendor" }, { "chassis", "type_number", "chassis_type" },
	{ "chassis", "version", "chassis_version" }, { "chassis", "serial", "chassis_serial" },
	{ "chassis", "asset_tag", "chassis_asset_tag" }, { "firmware", "vendor", "bios_vendor" },
	{ "firmware", "version", "bios_version" }, { "firmware", "date", "bios_date" },
	{ "firmware", "release", "bios_release" },
	{ "firmware", "controller_release", "ec_firmware_release" } };
enum { FIELDS = sizeof(fields) / sizeof(*fields) };

/* Fields whose text says nothing; they are recorded as they are, and named here. */
static void write_placeholders(struct json_writer *w, const char *root)
{
	char line[SYSFILE_LINE], name[64];

	json_array(w, "placeholders");
	for (size_t i = 0; i < FIELDS; i++) {
		/* Numbers like these are answers: a chassis of type 3, release 5.5. */
		if (strstr(fields[i].key, "release") || strcmp(fields[i].key, "type_number") == 0)
			continue;
		if (!sysfile_line(line, "%s/sys/class/dmi/id/%s", root, fields[i].file) ||
			!identity_is_junk(line))
			continue;
		snprintf(name, sizeof(name), "%s.%s", fields[i].object, fields[i].key);
		json_string(w, NULL, name);
	}
	json_array_end(w);
}

void inventory_firmware(struct json_writer *w, const char *root)
{
	const char *open = NULL;
	char line[SYSFILE_LINE];

	for (size_t i = 0; i < FIELDS; i++) {
		if (!open || strcmp(open, fields[i].object)) {
			if (open)
				json_object_end(w);
			json_object(w, open = fields[i].object);
		}
		sysfile_member(w, fields[i].key, "%s/sys/class/dmi/id/%s", root, fields[i].file);
	}
	/* In the object that is still open: firmware. */
	json_string(w, "boot",
		sysfile_line(line, "%s/sys/firmware/efi/fw_platform_size", root) ? "UEFI"
										 : "BIOS or other");
	json_object_end(w);
	write_placeholders(w, root);
}

/* SPDX-License-Identifier: MIT */
#include "inventory/identity.h"

#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* What vendors leave in fields that nobody filled. */
static const char *const junk[] = { "to be filled by o.e.m.", "default string",
	"system serial number", "base board serial number", "chassis serial number",
	"system product name", "none", "n/a", "not specified", "not applicable", "not available",
	"unknown", "oem", "empty", "invalid", "0123456789", "123456789", "1234567890",
	"xxxxxxxxxxx", "03000200-0400-0500-0006-000700080009", "filled by oem",
	"type1productconfigid", "serial number", "no asset tag", "asset tag", "system manufacturer",
	"system version", "system name", "system sku", "sku", "base board manufacturer",
	"base board product name", "chassis manufacturer", "chassis version", "chassis asset tag",
	"undefined", "no dimm", "not installed", "to be filled by o.e.m" };

/* One character over and over ("0000-0000"), separators aside, tells nothing either. */
static bool is_monotonous(const char *text)
{
	char first = 0;

	for (; *text; text++) {
		if (!isalnum((unsigned char)*text))
			continue;
		if (first && *text != first)
			return false;
		first = *text;
	}
	return true;
}

bool identity_is_junk(const char *text)
{
	for (size_t i = 0; i < sizeof(junk) / sizeof(*junk); i++)
		if (strcasecmp(text, junk[i]) == 0)
			return true;
	return is_monotonous(text);
}

static bool take(char id[MACHINE_ID_SIZE], const char *text)
{
	size_t length = 0;

	if (identity_is_junk(text))
		return false;
	for (; *text && length + 1 < MACHINE_ID_SIZE; text++)
		id[length++] = isalnum((unsigned char)*text) || strchr("._-", *text) ? *text : '-';
	id[length] = '\0';
	/* FAT drops a trailing dot, and ".." must not be a name. */
	while (length && id[length - 1] == '.')
		id[--length] = '\0';
	return length > 0;
}

static bool take_mac(char id[MACHINE_ID_SIZE], const char *root)
{
	char line[SYSFILE_LINE], **names;
	int count = sysfile_names(&names, "", "%s/sys/class/net", root);
	bool found = false;

	for (int i = 0; i < count && !found; i++)
		/* Only real cards have a device behind them. */
		if (sysfile_line(line, "%s/sys/class/net/%s/device/uevent", root, names[i]) &&
			sysfile_line(line, "%s/sys/class/net/%s/address", root, names[i]))
			found = take(id, line);
	sysfile_free_names(names, count);
	return found;
}

void inventory_machine_id(char id[MACHINE_ID_SIZE], const char *root)
{
	static const char *const files[] = { "product_serial", "product_uuid", "board_serial" };
	char line[SYSFILE_LINE];

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (sysfile_line(line, "%s/sys/class/dmi/id/%s", root, files[i]) && take(id, line))
			return;
	if (!take_mac(id, root))
		strcpy(id, "unknown");
}

/* SPDX-License-Identifier: MIT */
#include "core/die.h"
#include "inventory/inventory.h"
#include "inventory/pci_ids.h"
#include "inventory/sysfile.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define DEVICE "%s/sys/bus/pci/devices/%s/%s"

/* Class codes (base and sub class) of the PCI Code and ID Assignment Specification that belong to
 * the platform: most never have a driver, and none is missed. */
static const struct {
	unsigned first, last;
} driverless[] = { { 0x0500, 0x05ff }, /* memory controllers */
	{ 0x0600, 0x06ff },	       /* bridges */
	{ 0x0800, 0x08ff },	       /* timers, interrupt and DMA controllers */
	{ 0x1100, 0x11ff },	       /* performance counters and the like */
	{ 0xff00, 0xffff } };	       /* no class at all */

enum { PCI_BRIDGE = 0x0604 };

static bool needs_driver(unsigned class_code)
{
	for (size_t i = 0; i < sizeof(driverless) / sizeof(*driverless); i++)
		if (class_code >> 8 >= driverless[i].first && class_code >> 8 <= driverless[i].last)
			return false;
	return true;
}

/* "8.0 GT/s PCIe" in transfers a second; 0 where there is no link ("Unknown"). */
static double read_speed(const char *root, const char *address, const char *file)
{
	char line[SYSFILE_LINE], *end;
	double speed;

	if (!sysfile_line(line, DEVICE, root, address, file))
		return 0;
	speed = strtod(line, &end);
	return end != line && strncmp(end, " GT/s", 5) == 0 ? speed * 1e9 : 0;
}

/* Lanes; 0 where there is no link. 255 is what a port without one shows. */
static long long read_width(const char *root, const char *address, const char *file)
{
	long long width = sysfile_number(0, DEVICE, root, address, file);

	return width > 0 && width <= 32 ? width : 0;
}

/* The port above: in sysfs a device lies in it. False if that is a root bus. */
static bool find_upstream(char upstream[32], const char *root, const char *address)
{
	char *path = xasprintf("%s/sys/bus/pci/devices/%s", root, address), real[PATH_MAX], *slash;
	bool found = false;

	if (realpath(path, real) && (slash = strrchr(real, '/'))) {
		*slash = '\0';
		slash = strrchr(real, '/');
		/* 0000:00:1c.0, but not pci0000:00 */
		found = slash && isxdigit((unsigned char)slash[1]) && strchr(slash, '.') &&
			strlen(slash + 1) < 32;
		if (found)
			strcpy(upstream, slash + 1);
	}
	free(path);
	return found;
}

static void write_link(
	struct json_writer *w, const char *root, const char *address, unsigned class_code)
{
	double now = read_speed(root, address, "current_link_speed");
	long long width = read_width(root, address, "current_link_width");
	const char *ends[2] = { address, NULL };
	static const char *const keys[][2] = { { "max_transfers_per_s", "max_width" },
		{ "port_max_transfers_per_s", "port_max_width" } };
	char upstream[32];

	/* Devices within the processor and virtual ones have no link. */
	if (now <= 0 || !width)
		return;
	/* On which side of a bridge its link is, sysfs does not tell. */
	if (class_code >> 8 != PCI_BRIDGE && find_upstream(upstream, root, address))
		ends[1] = upstream;
	json_object(w, "link");
	json_number(w, "transfers_per_s", now, 9);
	json_integer(w, "width", width);
	for (int i = 0; i < 2 && ends[i]; i++) {
		double speed = read_speed(root, ends[i], "max_link_speed");
		long long most = read_width(root, ends[i], "max_link_width");

		if (speed > 0)
			json_number(w, keys[i][0], speed, 9);
		if (most)
			json_integer(w, keys[i][1], most);
	}
	if (ends[1])
		json_string(w, "port", upstream);
	json_object_end(w);
}

/* The last line of an aer_dev_* file is its total: "TOTAL_ERR_COR 0". -1 = no such file. */
static long long aer_total(const char *root, const char *address, const char *file)
{
	size_t length;
	char *text = sysfile_bytes(&length, DEVICE, root, address, file), *total;
	long long number = -1;

	total = text ? strstr(text, "TOTAL_ERR_") : NULL;
	if (total && (total = strchr(total, ' ')))
		number = strtoll(total, NULL, 10);
	free(text);
	return number;
}

static void write_aer(struct json_writer *w, const char *root, const char *address)
{
	static const char *const kinds[][2] = { { "correctable", "aer_dev_correctable" },
		{ "nonfatal", "aer_dev_nonfatal" }, { "fatal", "aer_dev_fatal" } };
	bool any = false;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		long long total = aer_total(root, address, kinds[i][1]);

		if (total < 0)
			continue;
		if (!any)
			json_object(w, "aer");
		any = true;
		json_integer(w, kinds[i][0], total);
	}
	if (any)
		json_object_end(w);
}

static void write_device(
	struct json_writer *w, const char *root, const char *address, const struct pci_name *name)
{
	char driver[SYSFILE_LINE], text[16];

	json_object(w, NULL);
	json_string(w, "address", address);
	snprintf(text, sizeof(text), "%04x:%04x", name->vendor_id & 0xffff,
		name->device_id & 0xffff);
	json_string(w, "id", text);
	snprintf(text, sizeof(text), "%06x", name->class_code & 0xffffff);
	json_string(w, "class", text);
	if (name->class_name[0])
		json_string(w, "class_name", name->class_name);
	if (name->vendor[0])
		json_string(w, "vendor", name->vendor);
	if (name->device[0])
		json_string(w, "name", name->device);
	if (sysfile_link(driver, DEVICE, root, address, "driver"))
		json_string(w, "driver", driver);
	else if (needs_driver(name->class_code))
		json_bool(w, "lacks_driver", true);
	sysfile_integer(w, "numa_node", DEVICE, root, address, "numa_node");
	write_link(w, root, address, name->class_code);
	write_aer(w, root, address);
	json_object_end(w);
}

/* Debian's place, also in the image, and that of other distributions. */
static char *read_ids(const char *root)
{
	size_t length;
	char *text = sysfile_bytes(&length, "%s/usr/share/misc/pci.ids", root);

	return text ? text : sysfile_bytes(&length, "%s/usr/share/hwdata/pci.ids", root);
}

void inventory_pci(struct json_writer *w, const char *root)
{
	char **addresses, *ids;
	int count = sysfile_names(&addresses, "", "%s/sys/bus/pci/devices", root);
	struct pci_name *names = xcalloc(count ? (size_t)count : 1, sizeof(*names));

	for (int i = 0; i < count; i++) {
		names[i].vendor_id =
			(unsigned)sysfile_number(0, DEVICE, root, addresses[i], "vendor");
		names[i].device_id =
			(unsigned)sysfile_number(0, DEVICE, root, addresses[i], "device");
		names[i].class_code =
			(unsigned)sysfile_number(0, DEVICE, root, addresses[i], "class");
	}
	ids = count ? read_ids(root) : NULL;
	if (ids)
		pci_ids_fill(names, (size_t)count, ids);
	free(ids);
	json_array(w, "pci");
	for (int i = 0; i < count; i++)
		write_device(w, root, addresses[i], &names[i]);
	json_array_end(w);
	free(names);
	sysfile_free_names(addresses, count);
}

/* SPDX-License-Identifier: MIT */
#include "core/die.h"
#include "inventory/disk_health.h"
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK "%s/sys/block/%s/%s"

/* The seventh number of a block device's stat: sectors of 512 bytes written since boot. */
static void write_sectors_written(struct json_writer *w, const char *root, const char *disk)
{
	char line[SYSFILE_LINE], *rest = NULL, *word;
	int field = 0;

	if (!sysfile_line(line, BLOCK, root, disk, "stat"))
		return;
	for (word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		if (++field == 7)
			json_integer(w, "sectors_written", strtoll(word, NULL, 10));
}

/* NVMe, virtio, and the page of SCSI and SATA disks: a header of four bytes, the last two of them
 * the length. */
static void write_serial(struct json_writer *w, const char *root, const char *disk)
{
	char line[SYSFILE_LINE];
	size_t size, length, start = 4;
	char *page;

	if (sysfile_line(line, BLOCK, root, disk, "device/serial") ||
		sysfile_line(line, BLOCK, root, disk, "serial")) {
		json_string(w, "serial", line);
		return;
	}
	page = sysfile_bytes(&size, BLOCK, root, disk, "device/vpd_pg80");
	if (page && size > 4) {
		length = (size_t)((unsigned char)page[2] << 8 | (unsigned char)page[3]) + 4;
		length = length > size ? size : length;
		while (start < length && isspace((unsigned char)page[start]))
			start++;
		while (length > start && !isgraph((unsigned char)page[length - 1]))
			length--;
		page[length] = '\0';
		if (length > start)
			json_string(w, "serial", page + start);
	}
	free(page);
}

/* By the way to the disk: a SATA disk behind USB is a USB disk. */
static void write_bus(struct json_writer *w, const char *root, const char *disk)
{
	static const char *const buses[][2] = { { "/usb", "usb" }, { "/nvme", "nvme" },
		{ "/ata", "sata" }, { "/end_device-", "sas" }, { "/mmc", "mmc" },
		{ "/virtio", "virtio" }, { "/host", "scsi" }, { "/virtual/", "none" } };
	char *path = xasprintf("%s/sys/block/%s", root, disk), real[PATH_MAX];

	if (realpath(path, real))
		for (size_t i = 0; i < sizeof(buses) / sizeof(*buses); i++)
			if (strstr(real + strlen(root), buses[i][0])) {
				json_string(w, "bus", buses[i][1]);
				break;
			}
	free(path);
}

/* True if this number, "8:1", or this name is that of a mounted file system. */
static bool is_mounted(const char *mounts, const char *number, const char *name)
{
	char *by_number = xasprintf(" %s ", number), *by_name = xasprintf(" /dev/%s ", name);
	bool found = (*number && strstr(mounts, by_number)) || strstr(mounts, by_name);

	free(by_number);
	free(by_name);
	return found;
}

/* Of the disk or one of its partitions: mounted, or part of something (LVM, RAID, encryption). */
static bool part_in_use(
	const char *root, const char *mounts, const char *directory, const char *name)
{
	char number[SYSFILE_LINE], **holders;
	int count = sysfile_names(&holders, "", "%s/sys/block/%s/holders", root, directory);

	sysfile_free_names(holders, count);
	sysfile_line(number, "%s/sys/block/%s/dev", root, directory);
	return count || is_mounted(mounts, number, name);
}

/*
 * Whether this system itself works on the disk. On one that it does not, and that is not the stick,
 * nothing may be written.
 */
static bool in_use(const char *root, const char *disk)
{
	size_t length;
	char *mounts = sysfile_bytes(&length, "%s/proc/self/mountinfo", root), **parts;
	int count = sysfile_names(&parts, disk, "%s/sys/block/%s", root, disk);
	bool used = part_in_use(root, mounts ? mounts : "", disk, disk);

	for (int i = 0; i < count && !used; i++) {
		char *directory = xasprintf("%s/%s", disk, parts[i]);

		used = part_in_use(root, mounts ? mounts : "", directory, parts[i]);
		free(directory);
	}
	sysfile_free_names(parts, count);
	free(mounts);
	return used;
}

/* The disk's own sensor: below the NVMe controller, or one level down with SATA. */
static bool hwmon_temperature(const char *root, const char *disk, double *celsius)
{
	static const char *const places[] = { "device", "device/hwmon" };
	long long milli = LLONG_MIN;
	char **names;

	for (size_t i = 0; i < 2 && milli == LLONG_MIN; i++) {
		int count = sysfile_names(&names, "hwmon", BLOCK, root, disk, places[i]);

		for (int k = 0; k < count && milli == LLONG_MIN; k++)
			milli = sysfile_number(LLONG_MIN, "%s/sys/block/%s/%s/%s/temp1_input", root,
				disk, places[i], names[k]);
		sysfile_free_names(names, count);
	}
	*celsius = (double)milli * 1e-3;
	return milli != LLONG_MIN;
}

static void write_health(struct json_writer *w, const char *root, const char *disk)
{
	uint8_t log[NVME_SMART_SIZE];
	bool nvme = strncmp(disk, "nvme", 4) == 0;
	double celsius;
	int error = 0;
	char *device;

	/* A made-up machine has no devices. */
	if (nvme && !*root) {
		device = xasprintf("/dev/%s", disk);
		error = disk_health_read(device, log);
		free(device);
	}
	if (hwmon_temperature(root, disk, &celsius))
		json_number(w, "temperature_c", celsius, 6);
	else if (nvme && !*root && !error && disk_health_temperature(log) > -273)
		json_number(w, "temperature_c", disk_health_temperature(log), 6);
	if (nvme && !*root && !error)
		disk_health_write(w, log);
	else
		json_string(w, "health_unavailable",
			!nvme	? "read from NVMe disks only"
			: *root ? "no device"
				: strerror(error));
}

static void write_disk(struct json_writer *w, const char *root, const char *disk)
{
	long long sectors = sysfile_number(0, BLOCK, root, disk, "size");

	json_object(w, NULL);
	json_string(w, "name", disk);
	sysfile_member(w, "vendor", BLOCK, root, disk, "device/vendor");
	sysfile_member(w, "model", BLOCK, root, disk, "device/model");
	write_serial(w, root, disk);
	sysfile_member(w, "firmware", BLOCK, root, disk, "device/firmware_rev");
	sysfile_member(w, "revision", BLOCK, root, disk, "device/rev");
	/* An empty drive has no size. */
	if (sectors > 0)
		json_integer(w, "size_bytes", sectors * 512);
	sysfile_integer(w, "logical_block_bytes", BLOCK, root, disk, "queue/logical_block_size");
	sysfile_integer(w, "physical_block_bytes", BLOCK, root, disk, "queue/physical_block_size");
	write_bus(w, root, disk);
	if (sysfile_number(-1, BLOCK, root, disk, "queue/rotational") >= 0)
		json_bool(w, "rotational",
			sysfile_number(0, BLOCK, root, disk, "queue/rotational") != 0);
	json_bool(w, "read_only", sysfile_number(0, BLOCK, root, disk, "ro") != 0);
	json_bool(w, "removable", sysfile_number(0, BLOCK, root, disk, "removable") != 0);
	json_bool(w, "in_use", in_use(root, disk));
	write_health(w, root, disk);
	write_sectors_written(w, root, disk);
	sysfile_integer(w, "io_errors", BLOCK, root, disk, "device/ioerr_cnt");
	json_object_end(w);
}

void inventory_disks(struct json_writer *w, const char *root)
{
	/* What the kernel makes of memory or of other disks. */
	static const char *const none[] = { "loop", "ram", "zram", "dm-", "md", "nbd" };
	char **names;
	int count = sysfile_names(&names, "", "%s/sys/block", root);

	json_array(w, "disks");
	for (int i = 0; i < count; i++) {
		bool is_disk = true;

		for (size_t k = 0; k < sizeof(none) / sizeof(*none); k++)
			is_disk = is_disk && strncmp(names[i], none[k], strlen(none[k])) != 0;
		if (is_disk)
			write_disk(w, root, names[i]);
	}
	json_array_end(w);
	sysfile_free_names(names, count);
}

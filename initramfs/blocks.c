/* SPDX-License-Identifier: MIT */
#include "blocks.h"

#include "os.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCSI_TYPE_ROM = 5 }; /* scsi/scsi_proto.h; an empty drive claims to hold 1 GiB */

static uint64_t attribute(const char *name, const char *file)
{
	char path[128], text[32];

	snprintf(path, sizeof(path), "/sys/class/block/%s/%s", name, file);
	return os_read(path, text, sizeof(text)) > 0 ? strtoull(text, NULL, 10) : 0;
}

/*
 * Fills in one device. A partition's directory lies in its disk's: that, and not its name, says
 * which disk it is on (nvme0n1p1, mmcblk0p1 and sda1 follow no common rule).
 */
static int describe(struct block *b, const char *name)
{
	char path[128], type[8], real[PATH_MAX], *slash;

	memset(b, 0, sizeof(*b));
	if (strlen(name) >= sizeof(b->name))
		return -1;
	snprintf(path, sizeof(path), "/sys/class/block/%s", name);
	if (!realpath(path, real) || attribute(name, "hidden"))
		return -1;
	strcpy(b->name, name);
	strcpy(b->disk, name);
	b->no_disk = strstr(real, "/devices/virtual/block/") != NULL ||
		     attribute(name, "device/type") == SCSI_TYPE_ROM;
	b->removable = strstr(real, "/usb") != NULL;
	b->partition = (int)attribute(name, "partition");
	if (b->partition) {
		*strrchr(real, '/') = '\0';
		slash = strrchr(real, '/');
		if (!slash || strlen(slash + 1) >= sizeof(b->disk))
			return -1;
		strcpy(b->disk, slash + 1);
	}
	/* an SD card in a slot of its own is no removable medium to the kernel */
	snprintf(path, sizeof(path), "/sys/class/block/%s/device/type", b->disk);
	b->removable = b->removable || attribute(b->disk, "removable") ||
		       (os_read(path, type, sizeof(type)) > 0 && strcmp(type, "SD") == 0);
	b->sectors = attribute(name, "size");
	b->readonly = attribute(name, "ro") != 0;
	return 0;
}

int blocks_list(struct block **list)
{
	struct dirent **names;
	int n = scandir("/sys/class/block", &names, NULL, versionsort), used = 0;

	*list = NULL;
	if (n < 0)
		return -1;
	*list = malloc((size_t)(n ? n : 1) * sizeof(**list));
	for (int i = 0; i < n; i++) {
		if (*list && names[i]->d_name[0] != '.' &&
			describe(*list + used, names[i]->d_name) == 0)
			used++;
		free(names[i]);
	}
	free(names);
	return *list ? used : -1;
}

int blocks_has_id(const struct block *disk, uint32_t id)
{
	unsigned char sector[512];
	char path[64];
	int fd, match;

	snprintf(path, sizeof(path), "/dev/%s", disk->name);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return 0;
	match = pread(fd, sector, sizeof(sector), 0) == (ssize_t)sizeof(sector) &&
		sector[510] == 0x55 && sector[511] == 0xaa &&
		(sector[440] | (uint32_t)sector[441] << 8 | (uint32_t)sector[442] << 16 |
			(uint32_t)sector[443] << 24) == id;
	close(fd);
	return match;
}

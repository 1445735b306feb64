/* SPDX-License-Identifier: MIT */
#include "store.h"

#include "blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

static const char probe[] = STORE_STICK "/BOOTMARK.TMP";
static const unsigned long flags = MS_NOATIME | MS_NODEV | MS_NOEXEC | MS_NOSUID;

/*
 * errors=remount-ro: a damaged FAT that is written on can take older results with it; what no
 * longer reaches the stick is still on the serial line. No `flush`: each record is fsynced, and
 * flush would only add writing after every close().
 */
static const char options[] = "utf8=1,errors=remount-ro";

enum {
	PROBE_BYTES = 4096,
	FREE_MIB = 16, /* a full run's records, reports and logs, several times over */
	CLOSE_TRIES = 15,
	CLOSE_PAUSE_MS = 200
};

/* The partition numbered 1 of a disk, NULL if it has none. */
static const struct block *first_partition(const struct block *list, int n, const char *disk)
{
	for (int i = 0; i < n; i++)
		if (list[i].partition == 1 && strcmp(list[i].disk, disk) == 0)
			return &list[i];
	return NULL;
}

static const char first_by_name[] = "it comes first by name";

static void choose(struct store *s, const struct block *disk, const struct block *part)
{
	strcpy(s->disk, disk->name);
	strcpy(s->part, part->name);
	s->readonly = disk->readonly || part->readonly;
	s->removable = disk->removable;
	s->reason = disk->removable ? "it is removable" : first_by_name;
}

int store_look(struct store *s, uint32_t id)
{
	struct block *list;
	const struct block *chosen = NULL;
	int n = blocks_list(&list);

	memset(s, 0, sizeof(*s));
	for (int i = 0; i < n; i++) {
		const struct block *b = &list[i], *part = first_partition(list, n, b->name);
		const char *other = b->name;

		/* without a partition it cannot be the stick, and is not even read */
		if (b->partition || b->no_disk || !b->sectors || !part || !blocks_has_id(b, id))
			continue;
		if (!chosen || (b->removable && !chosen->removable)) {
			other = chosen ? chosen->name : NULL;
			chosen = b;
			choose(s, b, part);
		} else if (b->removable == chosen->removable) {
			s->reason = first_by_name;
		}
		if (s->matches++)
			snprintf(s->others + strlen(s->others),
				sizeof(s->others) - strlen(s->others), "%s%s",
				s->others[0] ? " " : "", other);
	}
	free(list);
	return s->matches;
}

/* 0 if what was written and made durable is what the device gives back; else what failed. */
static const char *probe_write(void)
{
	char out[PROBE_BYTES], in[PROBE_BYTES];
	const char *failed = NULL;
	int fd = open(probe, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	for (int i = 0; i < PROBE_BYTES; i++)
		out[i] = (char)(i * 7 + i / 256);
	if (fd < 0)
		return "creating a file";
	if (write(fd, out, sizeof(out)) != (ssize_t)sizeof(out))
		failed = "writing";
	else if (fsync(fd) < 0)
		failed = "writing back";
	/* clean pages leave the cache here, so that the read goes to the device */
	else if (errno = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), errno)
		failed = "dropping the cache";
	else if (errno = EIO, pread(fd, in, sizeof(in), 0) != (ssize_t)sizeof(in))
		failed = "reading back";
	else if (memcmp(in, out, sizeof(in)) != 0)
		failed = "comparing";
	close(fd);
	if (unlink(probe) < 0 && !failed)
		failed = "deleting";
	return failed;
}

/* Proves the mounted stick. What is wrong becomes a finding, and the stick stays to be read. */
static int prove(const struct store *s, struct findings *f, const char *instead)
{
	struct statvfs v;
	const char *failed;
	unsigned long long mib = 0;

	if (statvfs(STORE_STICK, &v) == 0)
		mib = (unsigned long long)v.f_bavail * v.f_frsize >> 20;
	if (mib < FREE_MIB) {
		findings_add(f, "warn",
			"The stick (%s) is full: %llu MiB are free, %d are needed. "
			"Delete old folders below results/ on it. %s",
			s->part, mib, FREE_MIB, instead);
		return -1;
	}
	errno = 0;
	failed = probe_write();
	if (failed) {
		findings_add(f, "warn",
			"The stick (%s) does not keep what is written to it (%s: %s). "
			"Use another stick. %s",
			s->part, failed, strerror(errno), instead);
		return -1;
	}
	return 0;
}

static int mount_stick(const struct store *s, const struct os *os, unsigned long more)
{
	char device[64];

	snprintf(device, sizeof(device), "/dev/%s", s->part);
	return os_mount(os, device, STORE_STICK, "vfat", flags | more, options);
}

static enum store_state open_stick(
	struct store *s, const struct os *os, struct findings *f, const char *instead)
{
	int error = EROFS;

	if (!s->readonly && mount_stick(s, os, 0) == 0) {
		if (prove(s, f, instead) == 0)
			return STORE_WRITE;
		os_mount(os, NULL, STORE_STICK, NULL, flags | MS_REMOUNT | MS_RDONLY, NULL);
		return STORE_READ;
	}
	if (!s->readonly)
		error = errno;
	if (mount_stick(s, os, MS_RDONLY) == 0) {
		findings_add(f, "warn",
			"The stick (%s) is read-only%s%s. Move its write-protect "
			"switch, or use another stick. %s",
			s->part, error == EROFS ? "" : ": ", error == EROFS ? "" : strerror(error),
			instead);
		return STORE_READ;
	}
	if (errno == EINVAL)
		findings_add(f, "warn",
			"The stick's first partition (%s) holds no FAT file system "
			"that can be read. Write the image to the stick again. %s",
			s->part, instead);
	else
		findings_add(f, "warn",
			"The stick (%s) cannot be mounted: %s. Write the image to it "
			"again, or use another stick. %s",
			s->part, strerror(errno), instead);
	return STORE_NONE;
}

void store_open(struct store *s, const struct os *os, struct findings *f, const char *instead)
{
	if (s->matches > 1)
		findings_add(f, "warn",
			"%d disks carry this image's id: %s was chosen because %s, "
			"left alone: %s. Unplug the sticks that are not meant.",
			s->matches, s->disk, s->reason, s->others);
	s->state = s->disk[0] ? open_stick(s, os, f, instead) : STORE_NONE;
	if (s->state == STORE_WRITE && !s->removable)
		findings_add(f, "info",
			"The results go to %s, a disk of this machine that carries "
			"the image's id: no stick with it appeared.",
			s->part);
	if (s->state == STORE_WRITE) {
		snprintf(s->note, sizeof(s->note), "%s %s, vfat",
			s->removable ? "USB stick" : "disk", s->part);
		return;
	}
	strcpy(s->note, "RAM, lost at power-off");
	if (os_mount(os, "tmpfs", STORE_RAM, "tmpfs", MS_NODEV | MS_NOSUID | MS_NOEXEC, NULL) < 0)
		findings_add(f, "warn", "No RAM disk for the results: %s.", strerror(errno));
}

const char *store_dir(const struct store *s)
{
	return s->state == STORE_WRITE ? STORE_STICK : STORE_RAM;
}

const char *store_outcome(const struct store *s)
{
	struct statvfs v;
	char path[80], size[8];

	if (s->state != STORE_WRITE)
		return "in RAM only";
	snprintf(path, sizeof(path), "/sys/class/block/%s/size", s->part);
	if (os_read(path, size, sizeof(size)) < 0)
		return "incomplete: the stick was pulled out";
	if (statvfs(STORE_STICK, &v) < 0 || v.f_flag & ST_RDONLY)
		return "incomplete: the stick's file system is damaged";
	return "on the stick";
}

int store_close(struct store *s, const struct os *os)
{
	sync();
	if (s->state == STORE_NONE)
		return 0;
	for (int i = 0; i < CLOSE_TRIES; i++) {
		if (os_umount(os, STORE_STICK, 0) == 0)
			return 0;
		if (errno != EBUSY)
			break;
		/* a process that was killed may still be closing its files */
		poll(NULL, 0, CLOSE_PAUSE_MS);
	}
	return os_umount(os, STORE_STICK, MNT_DETACH) == 0 ? 1 : -1;
}

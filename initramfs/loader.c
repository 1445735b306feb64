/* SPDX-License-Identifier: MIT */
#include "loader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define BOOT "/run/boot"

/* A sector: the smallest piece that a stick writes whole or not at all. */
enum { SECTOR = 512, LINE = 600 };

/* The files as mkimage.sh makes them. */
static const char syslinux_next[] = BOOT "/next.cfg";
static const char systemd_entry[] = BOOT "/loader/entries/next.conf";
static const char systemd_choice[] = BOOT "/loader/loader.conf";
static const char usual_entry[] = BOOT "/loader/entries/bootmark.conf";

static int give_up(char *why, const char *what)
{
	snprintf(why, LOADER_WHY, "%s: %s", what, strerror(errno));
	return -1;
}

/* In place, in one go, padded with newlines, which both loaders skip. */
static int overwrite(const char *path, const char *text, char *why)
{
	char sector[SECTOR], old[SECTOR];
	size_t length = strlen(text);
	int fd = open(path, O_RDWR | O_CLOEXEC), bad;

	if (fd < 0)
		return give_up(why, path);
	if (length > SECTOR) {
		close(fd);
		errno = ENAMETOOLONG;
		return give_up(why, path);
	}
	memset(sector, '\n', sizeof(sector));
	memcpy(sector, text, length);
	/* A file of another size is none of ours. */
	errno = EINVAL;
	bad = pread(fd, old, SECTOR, 0) != SECTOR;
	if (!bad && memcmp(old, sector, SECTOR) != 0)
		bad = pwrite(fd, sector, SECTOR, 0) != SECTOR || fsync(fd);
	if (bad)
		give_up(why, path);
	close(fd);
	return bad ? -1 : 0;
}

/* The usual command line without the last word, which says that no other boot was asked for. */
static int usual_options(char options[LINE], char *why)
{
	static const char key[] = "options ", last[] = " bootmark.boot=0";
	char text[2 * SECTOR], *line, *end;

	if (os_read(usual_entry, text, sizeof(text)) < 0)
		return give_up(why, usual_entry);
	line = strstr(text, key);
	if (line) {
		line += strlen(key);
		line[strcspn(line, "\n")] = '\0';
		end = strstr(line, last);
		if (end && strlen(line) < LINE) {
			*end = '\0';
			strcpy(options, line);
			return 0;
		}
	}
	errno = EINVAL;
	return give_up(why, usual_entry);
}

static int write_files(const char *words, char *why)
{
	char options[LINE], text[2 * LINE];

	if (!words) {
		/* The choice first: an entry that nobody chooses does no harm. */
		return overwrite(systemd_choice,
			       "default bootmark.conf\ntimeout 0\nrandom-seed-mode off\n", why) ||
				       overwrite(syslinux_next, "# nothing else is wanted\n", why)
			       ? -1
			       : 0;
	}
	if (usual_options(options, why))
		return -1;
	snprintf(text, sizeof(text),
		"title Bootmark, next boot of a series\nefi /EFI/bootmark/bootmark.efi\n"
		"options %s %s\n",
		options, words);
	if (overwrite(systemd_entry, text, why) ||
		overwrite(systemd_choice, "default next.conf\ntimeout 0\nrandom-seed-mode off\n",
			why))
		return -1;
	snprintf(text, sizeof(text),
		"DEFAULT next\nLABEL next\nLINUX /vmlinuz\nINITRD /initramfs.zst\nAPPEND %s %s\n",
		options, words);
	return overwrite(syslinux_next, text, why);
}

int loader_set(const struct store *s, const struct os *os, const char *words, char why[LOADER_WHY])
{
	char device[48];
	size_t length = strlen(s->part);
	int bad;

	if (s->state != STORE_WRITE || length == 0) {
		snprintf(why, LOADER_WHY, "there is no stick that can be written");
		return -1;
	}
	/* The results are on the first partition, the loaders on the second. */
	snprintf(device, sizeof(device), "/dev/%.*s2", (int)length - 1, s->part);
	if (os_mount(os, device, BOOT, "vfat", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0)
		return give_up(why, device);
	bad = write_files(words, why);
	sync();
	if (os_umount(os, BOOT, 0) < 0 && !bad)
		return give_up(why, BOOT);
	return bad;
}

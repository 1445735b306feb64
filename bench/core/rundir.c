/* SPDX-License-Identifier: MIT */
#include "core/rundir.h"

#include "core/die.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Races with nobody: another run on the same stick at the same time cannot happen, on a laptop it
 * can. */
enum { TRIES = 100 };

void rundir_path(const char *store, const char *machine, int number, char *path, size_t size)
{
	/* Four digits, so that a file manager sorts them. */
	snprintf(path, size, "%s/results/%s/%04d", store, machine, number);
}

static int make_directory(const char *path)
{
	return mkdir(path, 0755) && errno != EEXIST ? -1 : 0;
}

static int highest_number(const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *entry;
	int highest = 0;

	if (!directory)
		return -1;
	while ((entry = readdir(directory))) {
		char *end;
		long number = strtol(entry->d_name, &end, 10);

		if (*end == '\0' && number > highest && number < 1000000)
			highest = (int)number;
	}
	closedir(directory);
	return highest;
}

int rundir_last(const char *store, const char *machine)
{
	char *path = xasprintf("%s/results/%s", store, machine);
	int number = highest_number(path);

	free(path);
	return number < 0 ? 0 : number;
}

int rundir_create(const char *store, const char *machine, char *path, size_t size, int *previous)
{
	int number;

	snprintf(path, size, "%s/results", store);
	if (make_directory(store) || make_directory(path))
		return -1;
	snprintf(path, size, "%s/results/%s", store, machine);
	if (make_directory(path))
		return -1;
	number = highest_number(path);
	if (number < 0)
		return -1;
	*previous = number;
	for (int i = 0; i < TRIES; i++) {
		rundir_path(store, machine, ++number, path, size);
		if (mkdir(path, 0755) == 0) {
			rundir_sync(path);
			return number;
		}
		if (errno != EEXIST)
			return -1;
	}
	return -1;
}

int rundir_write(const char *directory, const char *name, const char *data, size_t length)
{
	char path[4096], temporary[4096];
	int fd, failed = 0;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	/* FAT has short names in mind: keep it inside them. */
	snprintf(temporary, sizeof(temporary), "%s/new.tmp", directory);
	fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0)
		return -1;
	while (length && !failed) {
		ssize_t written = write(fd, data, length);

		if (written > 0) {
			data += written;
			length -= (size_t)written;
		} else if (errno != EINTR) {
			failed = errno ? errno : EIO;
		}
	}
	if (!failed && fsync(fd))
		failed = errno;
	if (close(fd) && !failed)
		failed = errno;
	if (!failed && rename(temporary, path))
		failed = errno;
	if (failed) {
		unlink(temporary);
		errno = failed;
		return -1;
	}
	return 0;
}

void rundir_sync(const char *directory)
{
	int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	/* The whole file system: FAT's tables are not part of any one file. */
	syncfs(fd);
	close(fd);
}

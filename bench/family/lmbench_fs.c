/* SPDX-License-Identifier: MIT */
/* lmbench's creation and deletion of files (lat_fs). Source: reference/lmbench.md 1.3. */
#include "benchmark.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* As many as the known tool has in a directory. */
enum { FILES = 100, NAME = 64, MAX_BYTES = 10 << 10 };

static uint64_t directories; /* that there are */
static uint64_t files;	     /* that there are: numbers 0 to files - 1 */

static const char *name_of(uint64_t number)
{
	static char name[NAME];

	snprintf(name, sizeof(name), "d%llu/%llu", (unsigned long long)(number / FILES),
		(unsigned long long)(number % FILES));
	return name;
}

/* The file system decides this result: what it is stands beside it. */
static int fs_setup(struct bench *b)
{
	struct statfs fs;

	if (!statfs(".", &fs))
		bench_note(
			b, "file_system", "type 0x%lx at %s", (unsigned long)fs.f_type, b->workdir);
	return BENCH_OK;
}

static int make_directories(struct bench *b, uint64_t n)
{
	for (; directories * FILES < n; directories++) {
		char name[NAME];

		snprintf(name, sizeof(name), "d%llu", (unsigned long long)directories);
		if (mkdir(name, 0700))
			return bench_fail(b, "make a directory in %s:", b->workdir);
	}
	return BENCH_OK;
}

static int create(struct bench *b, const char *name, size_t bytes)
{
	static const char zeros[MAX_BYTES];
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (fd < 0)
		return bench_fail(b, "create %s in %s:", name, b->workdir);
	if (bytes && write(fd, zeros, bytes) != (ssize_t)bytes) {
		close(fd);
		return bench_fail(b, "write %s in %s (is it full?):", name, b->workdir);
	}
	return close(fd) ? bench_fail(b, "close %s in %s:", name, b->workdir) : BENCH_OK;
}

/* In reverse order, as the known tool takes them. */
static int create_run(struct bench *b, uint64_t n)
{
	const size_t *bytes = b->benchmark->arg;

	files = n;
	while (n--)
		if (create(b, name_of(n), *bytes))
			return BENCH_FAILED;
	return BENCH_OK;
}

static int delete_run(struct bench *b, uint64_t n)
{
	while (n--)
		if (unlink(name_of(n)))
			return bench_fail(b, "delete %s in %s:", name_of(n), b->workdir);
	files = 0;
	return BENCH_OK;
}

static int create_before(struct bench *b, uint64_t n)
{
	return delete_run(b, files) ? BENCH_FAILED : make_directories(b, n);
}

static int delete_before(struct bench *b, uint64_t n)
{
	return make_directories(b, n) ? BENCH_FAILED : create_run(b, n);
}

#define FS(size, bytes, least)                                                                     \
	FS_ROW(create, size, bytes, least, "creation of a file of " #size ", written and closed")  \
	FS_ROW(delete, size, bytes, least, "deletion of a file of " #size)

#define FS_ROW(id, size, bytes, least, words)                                                      \
	const struct benchmark bench_lat_fs_##id##_##size = {                                      \
		.name = "lmbench.lat_fs_" #id "_" #size,                                           \
		.title = #size " File " #id,                                                       \
		.what = words ", 100 in each directory, without waiting for a disk",               \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.arg = &(const size_t){ bytes },                                                   \
		.setup = fs_setup,                                                                 \
		.before = id##_before,                                                             \
		.run = id##_run,                                                                   \
	};

FS(0k, 0, PROFILE_STANDARD)
FS(1k, 1 << 10, PROFILE_FULL)
FS(4k, 4 << 10, PROFILE_FULL)
FS(10k, 10 << 10, PROFILE_STANDARD)

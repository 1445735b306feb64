/* SPDX-License-Identifier: MIT */
/* lmbench's simple system calls (lat_syscall), each straight into the kernel. Source:
 * reference/lmbench.md 1.1. */
#include "benchmark.h"
#include "family/raw_syscall.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char path[4096];
static int file = -1;

/* The path is absolute: each directory in it is looked up, so the result names it. */
static int named_setup(struct bench *b)
{
	if (snprintf(path, sizeof(path), "%s/lmbench", b->workdir) >= (int)sizeof(path))
		return bench_fail(b, "the working directory's name is too long: %s", b->workdir);
	file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return bench_fail(b, "create %s:", path);
	bench_note(b, "path", "%s", path);
	return BENCH_OK;
}

static int device_setup(struct bench *b)
{
	const char *device = b->benchmark->arg;

	file = open(device, O_RDWR | O_CLOEXEC);
	return file < 0 ? bench_fail(b, "open %s:", device) : BENCH_OK;
}

static int null_run(struct bench *b, uint64_t n)
{
	(void)b;
	while (n--)
		keep(raw_syscall3(SYS_getppid, 0, 0, 0));
	return BENCH_OK;
}

static int read_run(struct bench *b, uint64_t n)
{
	char byte;

	while (n--)
		if (raw_syscall3(SYS_read, file, (long)&byte, 1) != 1)
			return bench_fail(b, "/dev/zero has no byte");
	return BENCH_OK;
}

static int write_run(struct bench *b, uint64_t n)
{
	char byte = 0;

	while (n--)
		if (raw_syscall3(SYS_write, file, (long)&byte, 1) != 1)
			return bench_fail(b, "/dev/null takes no byte");
	return BENCH_OK;
}

static int failed(struct bench *b, const char *call, long error)
{
	return bench_fail(b, "%s %s: %s", call, path, strerror((int)-error));
}

static int stat_run(struct bench *b, uint64_t n)
{
	struct stat s;

	while (n--) {
		long error = raw_syscall4(SYS_newfstatat, AT_FDCWD, (long)path, (long)&s, 0);

		if (error)
			return failed(b, "stat", error);
	}
	return BENCH_OK;
}

static int fstat_run(struct bench *b, uint64_t n)
{
	struct stat s;

	while (n--) {
		long error = raw_syscall3(SYS_fstat, file, (long)&s, 0);

		if (error)
			return failed(b, "fstat", error);
	}
	return BENCH_OK;
}

static int open_run(struct bench *b, uint64_t n)
{
	while (n--) {
		long fd = raw_syscall4(SYS_openat, AT_FDCWD, (long)path, O_RDONLY, 0);

		if (fd < 0)
			return failed(b, "open", fd);
		raw_syscall3(SYS_close, fd, 0, 0);
	}
	return BENCH_OK;
}

#define SYSCALL(id, smallest, names, words, ...)                                                   \
	const struct benchmark bench_lat_syscall_##id = { .name = "lmbench.lat_syscall_" #id,      \
		.title = names,                                                                    \
		.what = words,                                                                     \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = smallest,                                                               \
		.tolerance = 0.01,                                                                 \
		.run = id##_run,                                                                   \
		__VA_ARGS__ }

SYSCALL(null, PROFILE_QUICK, "Simple syscall", "one getppid", );
SYSCALL(read, PROFILE_STANDARD, "Simple read", "read of one byte from /dev/zero",
	.setup = device_setup, .arg = "/dev/zero");
SYSCALL(write, PROFILE_STANDARD, "Simple write", "write of one byte to /dev/null",
	.setup = device_setup, .arg = "/dev/null");
SYSCALL(stat, PROFILE_STANDARD, "Simple stat", "newfstatat of an empty file by its absolute path",
	.setup = named_setup);
SYSCALL(fstat, PROFILE_FULL, "Simple fstat", "fstat of that file, open already",
	.setup = named_setup);
SYSCALL(open, PROFILE_STANDARD, "Simple open/close",
	"openat of that file by its absolute path, and close", .setup = named_setup);

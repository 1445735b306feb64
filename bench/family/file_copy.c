/* SPDX-License-Identifier: MIT */
/*
 * UnixBench's file copy, read and write. Everything stays in the page cache: it measures system
 * calls and memory copies in the kernel, not a disk. Source: reference/unixbench.md 1.6.
 */
#include "benchmark.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

/* The file has 2000 buffers in all three sizes. */
enum { BUFFERS = 2000, MAX_BUFFER = 4096 };

/* The kernel copies to and from a buffer that starts in the middle of a line some 10 % slower. */
enum { CACHE_LINE = 64 };

struct files {
	int source, target;
	uint64_t written; /* buffers so far, by write_run() */
	_Alignas(CACHE_LINE) char buffer[MAX_BUFFER];
};

static size_t buffer_size(const struct bench *b)
{
	return *(const size_t *)b->benchmark->arg;
}

static void note_file_system(struct bench *b)
{
	static const struct {
		unsigned magic;
		const char *name;
	} known[] = { { 0x01021994, "tmpfs" }, { 0xef53, "ext4" }, { 0x58465342, "xfs" },
		{ 0x9123683e, "btrfs" }, { 0x794c7630, "overlayfs" }, { 0x4d44, "vfat" },
		{ 0x858458f6, "ramfs" } };
	struct statfs fs;

	if (fstatfs(((struct files *)b->state)->source, &fs))
		return;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if ((unsigned)fs.f_type == known[i].magic) {
			bench_note(b, "file_system", "%s", known[i].name);
			return;
		}
	}
	bench_note(b, "file_system", "type 0x%x", (unsigned)fs.f_type);
}

static int fill(struct bench *b, struct files *files, size_t size)
{
	for (int i = 0; i < BUFFERS; i++)
		if (write(files->source, files->buffer, size) != (ssize_t)size)
			return bench_fail(b,
				"write the file to copy (%zu bytes free in %s needed):",
				size * 2 * BUFFERS, b->workdir);
	if (lseek(files->source, 0, SEEK_SET))
		return bench_fail(b, "seek:");
	return BENCH_OK;
}

static int files_setup(struct bench *b)
{
	struct files *files = aligned_alloc(CACHE_LINE, sizeof(*files));

	if (!files)
		return bench_fail(b, "out of memory for a buffer");
	memset(files, 0, sizeof(*files));
	b->state = files;
	files->source = open("source", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	files->target = open("target", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (files->source < 0 || files->target < 0)
		return bench_fail(b, "create a file in %s:", b->workdir);
	for (size_t i = 0; i < MAX_BUFFER; i++)
		files->buffer[i] = (char)i;
	b->work_per_op = (double)buffer_size(b);
	note_file_system(b);
	return fill(b, files, buffer_size(b));
}

/* One buffer; at the end of the file both files start again, as in the original. */
static int copy_run(struct bench *b, uint64_t n)
{
	struct files *files = b->state;
	size_t size = buffer_size(b);

	while (n) {
		ssize_t got = read(files->source, files->buffer, size);

		if (got == 0) {
			if (lseek(files->source, 0, SEEK_SET) || lseek(files->target, 0, SEEK_SET))
				return bench_fail(b, "seek:");
			continue;
		}
		if (got != (ssize_t)size)
			return bench_fail(b, "read %zu bytes:", size);
		if (write(files->target, files->buffer, size) != (ssize_t)size)
			return bench_fail(b, "write %zu bytes to %s:", size, b->workdir);
		n--;
	}
	return BENCH_OK;
}

static int read_run(struct bench *b, uint64_t n)
{
	struct files *files = b->state;
	size_t size = buffer_size(b);

	while (n) {
		ssize_t got = read(files->source, files->buffer, size);

		if (got == (ssize_t)size)
			n--;
		else if (got || lseek(files->source, 0, SEEK_SET))
			return bench_fail(b, "read %zu bytes:", size);
	}
	return BENCH_OK;
}

static int write_run(struct bench *b, uint64_t n)
{
	struct files *files = b->state;
	size_t size = buffer_size(b);

	while (n--) {
		if (files->written++ % BUFFERS == 0 && lseek(files->target, 0, SEEK_SET))
			return bench_fail(b, "seek:");
		if (write(files->target, files->buffer, size) != (ssize_t)size)
			return bench_fail(b, "write %zu bytes to %s:", size, b->workdir);
	}
	return BENCH_OK;
}

#define FILE_BENCHMARK(id, when, words, size, blocks)                                              \
	const struct benchmark bench_f##id##_##size = {                                            \
		.name = "unixbench.f" #id "_" #size,                                               \
		.title = "File " words " " #size " bufsize " #blocks " maxblocks",                 \
		.what = words " in " #size "-byte buffers of a file of 2000 buffers in the page "  \
			      "cache; not the disk",                                               \
		.unit = UNIT_BYTES_PER_S,                                                          \
		.profile = when,                                                                   \
		.tolerance = 0.01,                                                                 \
		.arg = &(const size_t){ size },                                                    \
		.setup = files_setup,                                                              \
		.run = id##_run,                                                                   \
	}

FILE_BENCHMARK(copy, PROFILE_QUICK, "Copy", 1024, 2000);
FILE_BENCHMARK(copy, PROFILE_QUICK, "Copy", 256, 500);
FILE_BENCHMARK(copy, PROFILE_QUICK, "Copy", 4096, 8000);
FILE_BENCHMARK(read, PROFILE_FULL, "Read", 1024, 2000);
FILE_BENCHMARK(read, PROFILE_FULL, "Read", 256, 500);
FILE_BENCHMARK(read, PROFILE_FULL, "Read", 4096, 8000);
FILE_BENCHMARK(write, PROFILE_FULL, "Write", 1024, 2000);
FILE_BENCHMARK(write, PROFILE_FULL, "Write", 256, 500);
FILE_BENCHMARK(write, PROFILE_FULL, "Write", 4096, 8000);

/* SPDX-License-Identifier: MIT */
/* lmbench's reading of a cached file, by read and by mapping it (bw_file_rd, bw_mmap_rd): what was
 * read is summed up. Source: reference/lmbench.md 1.3. */
#include "benchmark.h"
#include "family/fix.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CHUNK = 64 << 10, PAGE = 4096, UNROLLED = 128 };

/* The known tool's default is 70 % of the memory, so that machines do not compare. */
static const size_t FILE_BYTES = (size_t)64 << 20;

static int file = -1;
static char *buffer;
static const char *map;

/* Longs, one addition for each, unrolled as the known tool does. */
__attribute__((noipa)) static void sum_up(const char *data, size_t bytes)
{
	const unsigned long *p = (const unsigned long *)data;
	unsigned long sum = 0;

	for (const unsigned long *end = p + bytes / sizeof(*p); p < end; p += UNROLLED) {
#pragma GCC unroll 128
		for (int i = 0; i < UNROLLED; i++) {
			sum += p[i];
			FIX(sum);
		}
	}
	keep(sum);
}

static int file_setup(struct bench *b)
{
	void *pages;

	if (3 * FILE_BYTES > b->memory_bytes)
		return bench_skip(
			b, "too little memory for a cached file of %zu MiB", FILE_BYTES >> 20);
	if (posix_memalign(&pages, PAGE, CHUNK))
		return bench_fail(b, "out of memory");
	buffer = pages;
	for (size_t i = 0; i < CHUNK; i++)
		buffer[i] = (char)i;
	file = open("file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return bench_fail(b, "create a file in %s:", b->workdir);
	for (size_t at = 0; at < FILE_BYTES; at += CHUNK)
		if (write(file, buffer, CHUNK) != CHUNK)
			return bench_fail(b, "write %zu MiB in %s (is it full?):", FILE_BYTES >> 20,
				b->workdir);
	b->work_per_op = (double)FILE_BYTES;
	return BENCH_OK;
}

static int map_file(struct bench *b)
{
	map = mmap(NULL, FILE_BYTES, PROT_READ, MAP_SHARED, file, 0);
	return map == MAP_FAILED ? bench_fail(b, "map a file of %zu MiB:", FILE_BYTES >> 20)
				 : BENCH_OK;
}

static int mapped_setup(struct bench *b)
{
	int status = file_setup(b);

	return status ? status : map_file(b);
}

static int read_whole(struct bench *b, int fd)
{
	for (size_t left = FILE_BYTES; left; left -= CHUNK) {
		if (read(fd, buffer, CHUNK) != CHUNK)
			return bench_fail(b, "read the file:");
		sum_up(buffer, CHUNK);
	}
	return BENCH_OK;
}

static int read_run(struct bench *b, uint64_t n)
{
	while (n--)
		if (lseek(file, 0, SEEK_SET) || read_whole(b, file))
			return BENCH_FAILED;
	return BENCH_OK;
}

static int open_file(struct bench *b)
{
	int fd = open("file", O_RDONLY | O_CLOEXEC);

	return fd < 0 ? bench_fail(b, "open the file:") : fd;
}

static int read_open_run(struct bench *b, uint64_t n)
{
	while (n--) {
		int fd = open_file(b);

		if (fd < 0 || read_whole(b, fd))
			return BENCH_FAILED;
		close(fd);
	}
	return BENCH_OK;
}

static int mmap_run(struct bench *b, uint64_t n)
{
	(void)b;
	while (n--)
		sum_up(map, FILE_BYTES);
	return BENCH_OK;
}

static int mmap_open_run(struct bench *b, uint64_t n)
{
	while (n--) {
		file = open_file(b);
		if (file < 0 || map_file(b))
			return BENCH_FAILED;
		sum_up(map, FILE_BYTES);
		close(file);
		munmap((void *)(uintptr_t)map, FILE_BYTES);
	}
	return BENCH_OK;
}

#define BW_FILE(id, least, names, words, ...)                                                      \
	const struct benchmark bench_bw_##id = { .name = "lmbench.bw_" #id,                        \
		.title = names " 64m",                                                             \
		.what = "a cached file of 64 MiB " words " and summed up",                         \
		.unit = UNIT_BYTES_PER_S,                                                          \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.01,                                                                 \
		__VA_ARGS__ }

BW_FILE(file_rd, PROFILE_STANDARD, "File read bandwidth", "read in pieces of 64 KiB",
	.setup = file_setup, .run = read_run);
BW_FILE(file_rd_open2close, PROFILE_FULL, "File read open2close bandwidth",
	"opened, read in pieces of 64 KiB, closed", .setup = file_setup, .run = read_open_run);
BW_FILE(mmap_rd, PROFILE_STANDARD, "Mmap read bandwidth", "read where it is mapped",
	.setup = mapped_setup, .run = mmap_run);
BW_FILE(mmap_rd_open2close, PROFILE_FULL, "Mmap read open2close bandwidth",
	"opened, mapped, read, closed and unmapped", .setup = file_setup, .run = mmap_open_run);

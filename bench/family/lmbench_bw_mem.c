/* SPDX-License-Identifier: MIT */
/*
 * lmbench's memory bandwidth (bw_mem): ints read, written and copied one by one in blocks of 512
 * bytes. volatile keeps each access, its size and its order: what the known tool's loops become
 * without vectors. Source: reference/lmbench.md 1.4.
 */
#include "benchmark.h"
#include "family/memory.h"

#include <string.h>

/* Ints in a block, and from one to the next where only every fourth is touched. */
enum { BLOCK = 128, SPARSE = 4 };

/* Between two arrays, as where a C library gets each from the kernel with a page of its own. */
enum { GAP_BYTES = 4096 };

/* How a row differs. */
struct pass {
	void (*run)(volatile int *to, const volatile int *from, size_t ints);
	size_t bytes;
	bool copies;
};

static volatile int *to, *from;

#define UNROLLED _Pragma("GCC unroll 128")

/* One chain of additions in a block, as the known tool's expression has. */
#define READ_PASS(id, step)                                                                        \
	static void id(volatile int *unused, const volatile int *p, size_t ints)                   \
	{                                                                                          \
		int sum = 0;                                                                       \
                                                                                                   \
		(void)unused;                                                                      \
		for (const volatile int *end = p + ints; p < end; p += BLOCK)                      \
			UNROLLED for (int i = 0; i < BLOCK; i += step) sum += p[i];                \
		keep(sum);                                                                         \
	}
READ_PASS(rd, SPARSE)
READ_PASS(frd, 1)

static void wr(volatile int *p, const volatile int *unused, size_t ints)
{
	(void)unused;
	for (volatile int *end = p + ints; p < end; p += BLOCK)
		UNROLLED for (int i = BLOCK - SPARSE; i >= 0; i -= SPARSE) p[i] = 1;
}

/* From the last of a block to the first: from memory that is several times slower than the other
 * way round, and what the known tool's chain of assignments becomes. */
static void fwr(volatile int *p, const volatile int *unused, size_t ints)
{
	(void)unused;
	for (volatile int *end = p + ints; p < end; p += BLOCK)
		UNROLLED for (int i = BLOCK - 1; i >= 0; i--) p[i] = 1;
}

static void rdwr(volatile int *p, const volatile int *unused, size_t ints)
{
	int sum = 0;

	(void)unused;
	for (volatile int *end = p + ints; p < end; p += BLOCK)
		UNROLLED for (int i = 0; i < BLOCK; i += SPARSE)
		{
			sum += p[i];
			p[i] = 1;
		}
	keep(sum);
}

#define COPY_PASS(id, step)                                                                        \
	static void id(volatile int *d, const volatile int *s, size_t ints)                        \
	{                                                                                          \
		for (const volatile int *end = s + ints; s < end; s += BLOCK, d += BLOCK)          \
			UNROLLED for (int i = 0; i < BLOCK; i += step) d[i] = s[i];                \
	}
COPY_PASS(cp, SPARSE)
COPY_PASS(fcp, 1)

static void bzero_libc(volatile int *p, const volatile int *unused, size_t ints)
{
	(void)unused;
	memset((void *)p, 0, ints * sizeof(int));
}

static void bcopy_libc(volatile int *d, const volatile int *s, size_t ints)
{
	memmove((void *)d, (const void *)s, ints * sizeof(int));
}

static int bw_mem_setup(struct bench *b)
{
	const struct pass *pass = b->benchmark->arg;
	size_t whole = (pass->copies ? 2 : 1) * pass->bytes + GAP_BYTES;
	char *memory = whole > b->memory_bytes ? NULL : memory_take(b, whole, PAGES_AS_SET);

	if (!memory)
		return bench_skip(b, "too little memory: %zu MiB are needed", whole >> 20);
	to = (volatile int *)memory;
	from = (volatile int *)(memory + (pass->copies ? pass->bytes + GAP_BYTES : 0));
	b->work_per_op = (double)pass->bytes;
	return BENCH_OK;
}

static int bw_mem_run(struct bench *b, uint64_t n)
{
	const struct pass *pass = b->benchmark->arg;

	while (n--)
		pass->run(to, from, pass->bytes / sizeof(int));
	return BENCH_OK;
}

#define BW_MEM(id, size, kib, least, function, moved, names, words)                                \
	const struct benchmark bench_bw_mem_##id##_##size = {                                      \
		.name = "lmbench.bw_mem_" #id "_" #size,                                           \
		.title = names " " #size,                                                          \
		.what = words ", in an array of " #size "; bytes of the array count once",         \
		.unit = UNIT_BYTES_PER_S,                                                          \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.01,                                                                 \
		.arg = &(const struct pass){ function, (size_t)(kib) << 10, moved },               \
		.setup = bw_mem_setup,                                                             \
		.run = bw_mem_run,                                                                 \
	};

/* In the caches of a core, in a shared one, beyond them; the last is what the known tool's summary
 * is made of. */
#define SIZES(id, least, ...)                                                                      \
	BW_MEM(id, 16k, 16, PROFILE_FULL, __VA_ARGS__)                                             \
	BW_MEM(id, 1m, 1 << 10, PROFILE_FULL, __VA_ARGS__)                                         \
	BW_MEM(id, 64m, 64 << 10, least, __VA_ARGS__)

SIZES(rd, PROFILE_FULL, rd, false, "Memory partial read", "every fourth int read and summed up")
SIZES(frd, PROFILE_STANDARD, frd, false, "Memory read bandwidth", "all ints read and summed up")
SIZES(wr, PROFILE_FULL, wr, false, "Memory partial write", "every fourth int written")
SIZES(fwr, PROFILE_STANDARD, fwr, false, "Memory write bandwidth",
	"all ints written, in each 512 bytes from the last to the first")
SIZES(rdwr, PROFILE_FULL, rdwr, false, "Memory partial read/write",
	"every fourth int read and written")
SIZES(cp, PROFILE_FULL, cp, true, "Unrolled partial bcopy", "every fourth int copied")
SIZES(fcp, PROFILE_STANDARD, fcp, true, "Unrolled bcopy", "all ints copied")
SIZES(bzero, PROFILE_FULL, bzero_libc, false, "Memory bzero bandwidth (musl)",
	"memset of our own C library (musl, static)")
SIZES(bcopy, PROFILE_STANDARD, bcopy_libc, true, "libc bcopy (musl)",
	"memmove of our own C library (musl, static)")

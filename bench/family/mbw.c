/* SPDX-License-Identifier: MIT */
/*
 * mbw's three methods: one array copied into another, bytes counted once. Its memcpy is that of the
 * C library it is linked with, so here the ways to copy are ours, named in the result. Source:
 * reference/tools.md 3.1.
 */
#include "benchmark.h"
#include "family/memory.h"

#include <string.h>

/* mbw takes any size; 256 MiB is what people give it most, 256 KiB is its block. */
static const size_t ARRAY_BYTES = (size_t)256 << 20;
enum { BLOCK_BYTES = 256 << 10 };

/* The arrays lie as two of the known tool's do: the C library asks the kernel for each with a page
 * of its own, and one comes to lie right below the other. How far source and destination are apart,
 * modulo the interleaving of caches and memory, is worth some percent. */
enum { GAP_BYTES = 4096 };

/* Less would be a test of caches. */
static const size_t SMALLEST_BYTES = (size_t)16 << 20;

struct mbw {
	char *to, *from;
	size_t bytes;
	struct memory_copier copier;
};

/* How a method differs. */
struct method {
	size_t block_bytes; /* copied at once; 0 = the whole array */
	bool source_stays;  /* each block is copied from the first one */
	bool words, libc;   /* a loop over 8-byte words; the C library's memcpy */
};

/* Two arrays; with little memory smaller ones, and the result says how large. */
static size_t array_bytes(struct bench *b)
{
	size_t bytes = ARRAY_BYTES;

	if (2 * bytes > b->memory_bytes)
		bytes = b->memory_bytes / 2 / MEMORY_UNIT * MEMORY_UNIT;
	bench_figure(b, "array_bytes", (double)bytes);
	return bytes;
}

static int mbw_setup(struct bench *b)
{
	static struct mbw mbw;
	const struct method *method = b->benchmark->arg;

	mbw.bytes = array_bytes(b);
	if (mbw.bytes < SMALLEST_BYTES)
		return bench_skip(b,
			"too little memory: two arrays of %zu MiB a copy at least, but only %zu "
			"MiB "
			"a copy are free",
			SMALLEST_BYTES >> 20, b->memory_bytes >> 20);
	mbw.from = memory_take(b, 2 * mbw.bytes + GAP_BYTES, PAGES_AS_SET);
	if (!mbw.from)
		return BENCH_SKIPPED;
	mbw.to = mbw.from + mbw.bytes + GAP_BYTES;
	mbw.copier = method->libc ? memory_copier_libc()
				  : memory_copier_glibc(b,
					    method->block_bytes ? method->block_bytes : mbw.bytes);
	bench_note(b, "kernel", "%s",
		method->words ? "a loop over 8-byte words, not vectorised" : mbw.copier.name);
	b->work_per_op = (double)mbw.bytes;
	b->state = &mbw;
	return BENCH_OK;
}

static void copy_words(uint64_t *to, const uint64_t *from, size_t words)
{
	for (size_t i = 0; i < words; i++) {
		uint64_t word = from[i];

		/* A word that the compiler can't see through: no vectors, no memcpy. */
		__asm__ volatile("" : "+r"(word));
		to[i] = word;
	}
}

static void copy_array(struct mbw *mbw, const struct method *method)
{
	size_t block = method->block_bytes ? method->block_bytes : mbw->bytes;

	if (method->words) {
		copy_words((uint64_t *)mbw->to, (const uint64_t *)mbw->from,
			mbw->bytes / sizeof(uint64_t));
		return;
	}
	for (size_t at = 0; at < mbw->bytes; at += block)
		mbw->copier.copy(mbw->to + at, mbw->from + (method->source_stays ? 0 : at), block);
}

static int mbw_run(struct bench *b, uint64_t n)
{
	struct mbw *mbw = b->state;

	while (n--) {
		copy_array(mbw, b->benchmark->arg);
		keep(mbw->to);
	}
	return BENCH_OK;
}

/* Each word is copied once more, with a source that differs in each. */
static int mbw_check(struct bench *b)
{
	const struct method *method = b->benchmark->arg;
	struct mbw *mbw = b->state;
	uint64_t *from = (uint64_t *)mbw->from, *to = (uint64_t *)mbw->to;
	size_t words = mbw->bytes / sizeof(uint64_t), block = BLOCK_BYTES / sizeof(uint64_t);

	for (size_t i = 0; i < words; i++)
		from[i] = i;
	copy_array(mbw, method);
	for (size_t i = 0; i < words; i++)
		if (to[i] != (method->source_stays ? i % block : i))
			return bench_fail(
				b, "word %zu of the copy is wrong: this machine miscopies", i);
	return BENCH_OK;
}

#define MBW(id, names, profiles, words, ...)                                                       \
	const struct benchmark bench_mbw_##id = {                                                  \
		.name = "mbw." #id,                                                                \
		.title = names,                                                                    \
		.what = words,                                                                     \
		.caveat = "mbw prints the mean of 10 runs, here it is the median of many; its "    \
			  "memcpy is its C library's, here it is the one named at the result",     \
		.unit = UNIT_BYTES_PER_S,                                                          \
		.profile = profiles,                                                               \
		.moved_per_byte = 2,                                                               \
		.tolerance = 0.01,                                                                 \
		.arg = &(const struct method){ __VA_ARGS__ },                                      \
		.setup = mbw_setup,                                                                \
		.run = mbw_run,                                                                    \
		.check = mbw_check,                                                                \
	}

MBW(memcpy, "mbw MEMCPY (mbw 1.2.2 calls it DUMB)", PROFILE_STANDARD,
	"copy of one array into another at once, as glibc's memcpy copies it; bytes count once");
MBW(dumb, "mbw DUMB (mbw 1.2.2 calls it MEMCPY)", PROFILE_STANDARD,
	"copy of one array into another in a loop over 8-byte words; bytes count once",
	.words = true);
MBW(mcblock, "mbw MCBLOCK", PROFILE_STANDARD,
	"copy of one array into another in blocks of 256 KiB, as glibc's memcpy copies them; bytes "
	"count once",
	.block_bytes = BLOCK_BYTES);
MBW(mcblock_122, "mbw MCBLOCK (of mbw 1.2.2)", PROFILE_FULL,
	"the same with every block from the first one, which stays in cache, as mbw 1.2.2 does by "
	"mistake; bytes count once",
	.block_bytes = BLOCK_BYTES, .source_stays = true);
MBW(memcpy_libc, "mbw MEMCPY (musl)", PROFILE_FULL,
	"copy of one array into another at once by our own C library's memcpy (musl, static: rep "
	"movsq); bytes count once",
	.libc = true);

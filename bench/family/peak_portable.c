/* SPDX-License-Identifier: MIT */
/* Kernels for any CPU: loops over words that the compiler makes of what every CPU of the
 * architecture has. Their results are also what the others' are tested against. */
#include "family/peak.h"

#include <stdint.h>
#include <string.h>

static uint64_t read_words(const char *from, size_t bytes)
{
	const uint64_t *words = (const uint64_t *)from;
	uint64_t sum = 0;

	for (size_t i = 0; i < bytes / sizeof(*words); i++)
		sum ^= words[i];
	return sum;
}

static unsigned long long read_pass(char *to, const char *from, size_t bytes)
{
	(void)to;
	return read_words(from, bytes);
}

static unsigned long long write_pass(char *to, const char *from, size_t bytes)
{
	(void)from;
	memset(to, PEAK_FILL, bytes);
	return 0;
}

static unsigned long long copy_pass(char *to, const char *from, size_t bytes)
{
	memcpy(to, from, bytes);
	return 0;
}

/* Block by block, or the reads would be over before the first write. */
static uint64_t mix(char *to, const char *from, size_t bytes, size_t reads)
{
	enum { BLOCK = 4096 };
	uint64_t sum = 0;

	for (size_t at = 0; at < bytes; at += BLOCK) {
		for (size_t r = 0; r < reads; r++)
			sum ^= read_words(from + r * bytes + at, BLOCK);
		memset(to + at, PEAK_FILL, BLOCK);
	}
	return sum;
}

static unsigned long long mix_1_1(char *to, const char *from, size_t bytes)
{
	return mix(to, from, bytes, 1);
}

static unsigned long long mix_2_1(char *to, const char *from, size_t bytes)
{
	return mix(to, from, bytes, 2);
}

static unsigned long long mix_3_1(char *to, const char *from, size_t bytes)
{
	return mix(to, from, bytes, 3);
}

const struct peak_kernel *peak_kernels_portable(void)
{
	static const struct peak_kernel kernels[] = { { "C loop", TRAFFIC_READ, read_pass },
		{ "memset (musl)", TRAFFIC_WRITE, write_pass },
		{ "memcpy (musl)", TRAFFIC_COPY, copy_pass },
		{ "C loop", TRAFFIC_MIX_1_1, mix_1_1 }, { "C loop", TRAFFIC_MIX_2_1, mix_2_1 },
		{ "C loop", TRAFFIC_MIX_3_1, mix_3_1 }, { NULL, TRAFFICS, NULL } };

	return kernels;
}

__attribute__((weak)) const struct peak_kernel *peak_kernels_of_cpu(void)
{
	static const struct peak_kernel none = { NULL, TRAFFICS, NULL };

	return &none;
}

/* SPDX-License-Identifier: MIT */
#include "family/peak.h"

#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

/* A stream is read 256 bytes at a time: four lines, as many as the registers of the narrowest
 * vectors take. */
enum { PAGE = 4096, LINE = 64, READ_BLOCK = 256 };

#define SET sse2
#define TARGET
#define VECTOR	     __m128i
#define BLOCK	     128
#define LOAD(p)	     _mm_load_si128(p)
#define STORE(p, v)  _mm_store_si128(p, v)
#define STREAM(p, v) _mm_stream_si128(p, v)
#define XOR(a, b)    _mm_xor_si128(a, b)
#define FILL(byte)   _mm_set1_epi8(byte)
#include "family/x86_64/peak_vector.h"

#define SET	     avx2
#define TARGET	     __attribute__((target("avx2")))
#define VECTOR	     __m256i
#define BLOCK	     128
#define LOAD(p)	     _mm256_load_si256(p)
#define STORE(p, v)  _mm256_store_si256(p, v)
#define STREAM(p, v) _mm256_stream_si256(p, v)
#define XOR(a, b)    _mm256_xor_si256(a, b)
#define FILL(byte)   _mm256_set1_epi8(byte)
#include "family/x86_64/peak_vector.h"

#define SET	     avx512
#define TARGET	     __attribute__((target("avx512f")))
#define VECTOR	     __m512i
#define BLOCK	     256
#define LOAD(p)	     _mm512_load_si512(p)
#define STORE(p, v)  _mm512_store_si512(p, v)
#define STREAM(p, v) _mm512_stream_si512(p, v)
#define XOR(a, b)    _mm512_xor_si512(a, b)
#define FILL(byte)   _mm512_set1_epi8(byte)
#include "family/x86_64/peak_vector.h"

static unsigned long long copy_string(char *to, const char *from, size_t bytes)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
	return 0;
}

static unsigned long long write_string(char *to, const char *from, size_t bytes)
{
	(void)from;
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(PEAK_FILL) : "memory");
	return 0;
}

#define KERNELS(set, words)                                                                        \
	{ words " loads, one stream", TRAFFIC_READ, read_1_##set },                                \
		{ words " loads, 4 streams", TRAFFIC_READ, read_4_##set },                         \
		{ words " loads, 8 streams with prefetch", TRAFFIC_READ, read_8_##set },           \
		{ words " loads, 16 streams with prefetch", TRAFFIC_READ, read_16_##set },         \
		{ words " stores", TRAFFIC_WRITE, write_store_##set },                             \
		{ words " non-temporal stores", TRAFFIC_WRITE, write_around_##set },               \
		{ words " loads and stores", TRAFFIC_COPY, copy_store_##set },                     \
		{ words " loads, non-temporal stores, 2 pages in turn", TRAFFIC_COPY,              \
			copy_around_2_##set },                                                     \
		{ words " loads, non-temporal stores, 4 pages in turn", TRAFFIC_COPY,              \
			copy_around_4_##set },                                                     \
		{ words " loads, non-temporal stores, 8 pages in turn", TRAFFIC_COPY,              \
			copy_around_8_##set },                                                     \
		{ words " loads and stores", TRAFFIC_MIX_1_1, mix_1_store_##set },                 \
		{ words " loads and non-temporal stores", TRAFFIC_MIX_1_1, mix_1_around_##set },   \
		{ words " loads and stores", TRAFFIC_MIX_2_1, mix_2_store_##set },                 \
		{ words " loads and non-temporal stores", TRAFFIC_MIX_2_1, mix_2_around_##set },   \
		{ words " loads and stores", TRAFFIC_MIX_3_1, mix_3_store_##set },                 \
	{                                                                                          \
		words " loads and non-temporal stores", TRAFFIC_MIX_3_1, mix_3_around_##set        \
	}

static const struct peak_kernel string_and_sse2[] = { { "rep movsb", TRAFFIC_COPY, copy_string },
	{ "rep stosb", TRAFFIC_WRITE, write_string }, KERNELS(sse2, "SSE2") };
static const struct peak_kernel avx2[] = { KERNELS(avx2, "AVX2") };
static const struct peak_kernel avx512[] = { KERNELS(avx512, "AVX-512") };

enum {
	STRING_AND_SSE2 = sizeof(string_and_sse2) / sizeof(*string_and_sse2),
	AVX2 = sizeof(avx2) / sizeof(*avx2),
	AVX512 = sizeof(avx512) / sizeof(*avx512)
};

const struct peak_kernel *peak_kernels_of_cpu(void)
{
	/* One more, that ends the list. */
	static struct peak_kernel all[STRING_AND_SSE2 + AVX2 + AVX512 + 1];
	struct peak_kernel *end = all + STRING_AND_SSE2;

	__builtin_cpu_init();
	memcpy(all, string_and_sse2, sizeof(string_and_sse2));
	if (__builtin_cpu_supports("avx2")) {
		memcpy(end, avx2, sizeof(avx2));
		end += AVX2;
	}
	if (__builtin_cpu_supports("avx512f")) {
		memcpy(end, avx512, sizeof(avx512));
		end += AVX512;
	}
	end->name = NULL;
	return all;
}

/* SPDX-License-Identifier: MIT */
#include "family/dhrystone.h"

#include <immintrin.h>
#include <stdint.h>

enum { SSE2_BYTES = 16, AVX2_BYTES = 32, PAGE = 4096 };

/* A load that starts in a mapped page may only reach into the next one if the string does. */
static inline int fits(const char *a, const char *b, unsigned bytes)
{
	return ((uintptr_t)a & (PAGE - 1)) <= PAGE - bytes &&
	       ((uintptr_t)b & (PAGE - 1)) <= PAGE - bytes;
}

static inline int difference(const char *a, const char *b, unsigned stop)
{
	unsigned at = (unsigned)__builtin_ctz(stop);

	return (unsigned char)a[at] - (unsigned char)b[at];
}

static int by_byte(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

/* In both: min(a == b, a) is zero in the bytes that differ, and in those where both strings end. */

static int strcmp_sse2(const char *a, const char *b)
{
	for (; fits(a, b, SSE2_BYTES); a += SSE2_BYTES, b += SSE2_BYTES) {
		__m128i x = _mm_loadu_si128((const __m128i *)a);
		__m128i same = _mm_cmpeq_epi8(x, _mm_loadu_si128((const __m128i *)b));
		__m128i end = _mm_cmpeq_epi8(_mm_min_epu8(same, x), _mm_setzero_si128());
		unsigned stop = (unsigned)_mm_movemask_epi8(end);

		if (stop)
			return difference(a, b, stop);
	}
	return by_byte(a, b);
}

__attribute__((target("avx2,bmi"))) static int strcmp_avx2(const char *a, const char *b)
{
	for (; fits(a, b, AVX2_BYTES); a += AVX2_BYTES, b += AVX2_BYTES) {
		__m256i x = _mm256_loadu_si256((const __m256i *)a);
		__m256i same = _mm256_cmpeq_epi8(x, _mm256_loadu_si256((const __m256i *)b));
		__m256i end = _mm256_cmpeq_epi8(_mm256_min_epu8(same, x), _mm256_setzero_si256());
		unsigned stop = (unsigned)_mm256_movemask_epi8(end);

		if (stop)
			return difference(a, b, stop);
	}
	/* Near the end of a page. */
	return strcmp_sse2(a, b);
}

int (*dhry_strcmp)(const char *a, const char *b) = strcmp_sse2;

const char *dhry_choose_strcmp(void)
{
	__builtin_cpu_init();
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi")) {
		dhry_strcmp = strcmp_sse2;
		return "SSE2";
	}
	dhry_strcmp = strcmp_avx2;
	return "AVX2";
}

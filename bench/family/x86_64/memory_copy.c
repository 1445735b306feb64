/* SPDX-License-Identifier: MIT */
/* The ways in which glibc 2.36 copies large blocks on x86, by what is known of them: string
 * instruction, vectors, non-temporal stores. Source: reference/tools.md 3.1. */
#include "family/memory.h"

#include <cpuid.h>
#include <immintrin.h>
#include <string.h>

enum { PAGE = 4096, LEAF_FEATURES = 7, FEATURES_EBX_ERMS = 1 << 9 };

/* AMD's string instruction is only used for what the smallest L2 cache of a Zen core holds. */
enum { AMD_STRING_BYTES = 512 << 10 };

/* Non-temporal copies take two pages at a time, with this much of each in turn, and ask for what
 * comes AHEAD of it: a page alone keeps too few of the memory's banks busy. */
enum { PAGES_AT_ONCE = 2, PIECE = 128, AHEAD = 256 };

static void by_string(void *to, const void *from, size_t bytes)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

__attribute__((target("avx"))) static void by_avx(void *to, const void *from, size_t bytes)
{
	const __m256i *in = from, *end = in + bytes / sizeof(*in);

	for (__m256i *out = to; in + 4 <= end; in += 4, out += 4) {
		__m256i a = _mm256_loadu_si256(in), b = _mm256_loadu_si256(in + 1);
		__m256i c = _mm256_loadu_si256(in + 2), d = _mm256_loadu_si256(in + 3);

		_mm256_store_si256(out, a);
		_mm256_store_si256(out + 1, b);
		_mm256_store_si256(out + 2, c);
		_mm256_store_si256(out + 3, d);
		__asm__ volatile("" : : : "memory"); /* or it becomes a call of memcpy */
	}
}

static void by_sse2(void *to, const void *from, size_t bytes)
{
	const __m128i *in = from, *end = in + bytes / sizeof(*in);

	for (__m128i *out = to; in + 4 <= end; in += 4, out += 4) {
		__m128i a = _mm_loadu_si128(in), b = _mm_loadu_si128(in + 1);
		__m128i c = _mm_loadu_si128(in + 2), d = _mm_loadu_si128(in + 3);

		_mm_store_si128(out, a);
		_mm_store_si128(out + 1, b);
		_mm_store_si128(out + 2, c);
		_mm_store_si128(out + 3, d);
		__asm__ volatile("" : : : "memory");
	}
}

/* Pieces of all pages are loaded before the first is stored. */
#define NON_TEMPORAL(isa, attributes, vector, load, store)                                         \
	attributes static inline void pieces_##isa(char *to, const char *from)                     \
	{                                                                                          \
		enum { VECTORS = PIECE / sizeof(vector) };                                         \
		vector piece[PAGES_AT_ONCE][VECTORS];                                              \
                                                                                                   \
		for (int page = 0; page < PAGES_AT_ONCE; page++, from += PAGE) {                   \
			_mm_prefetch(from + AHEAD, _MM_HINT_T0);                                   \
			_mm_prefetch(from + AHEAD + PIECE / 2, _MM_HINT_T0);                       \
			for (unsigned i = 0; i < VECTORS; i++)                                     \
				piece[page][i] = load((const vector *)from + i);                   \
		}                                                                                  \
		for (int page = 0; page < PAGES_AT_ONCE; page++, to += PAGE)                       \
			for (unsigned i = 0; i < VECTORS; i++)                                     \
				store((vector *)to + i, piece[page][i]);                           \
	}                                                                                          \
	attributes static void by_##isa##_non_temporal(void *to, const void *from, size_t bytes)   \
	{                                                                                          \
		const char *in = from,                                                             \
			   *end = in + bytes / (PAGES_AT_ONCE * PAGE) * (PAGES_AT_ONCE * PAGE);    \
		char *out = to;                                                                    \
                                                                                                   \
		for (; in < end; in += PAGES_AT_ONCE * PAGE, out += PAGES_AT_ONCE * PAGE)          \
			for (int at = 0; at < PAGE; at += PIECE)                                   \
				pieces_##isa(out + at, in + at);                                   \
		_mm_sfence();                                                                      \
		memcpy(out, in, bytes % (PAGES_AT_ONCE * PAGE));                                   \
	}

NON_TEMPORAL(avx512, __attribute__((target("avx512f"))), __m512i, _mm512_loadu_si512,
	_mm512_stream_si512)
NON_TEMPORAL(avx, __attribute__((target("avx"))), __m256i, _mm256_loadu_si256, _mm256_stream_si256)
NON_TEMPORAL(sse2, , __m128i, _mm_loadu_si128, _mm_stream_si128)

static bool has_fast_string(void)
{
	unsigned eax, ebx, ecx, edx;

	return __get_cpuid_count(LEAF_FEATURES, 0, &eax, &ebx, &ecx, &edx) &&
	       (ebx & FEATURES_EBX_ERMS);
}

static struct memory_copier non_temporal(void)
{
#define WORDS " loads, non-temporal stores, two pages in turn (as glibc 2.36 for this size)"
	if (__builtin_cpu_supports("avx512vl"))
		return (struct memory_copier){ "AVX-512" WORDS, by_avx512_non_temporal };
	if (__builtin_cpu_supports("avx"))
		return (struct memory_copier){ "AVX" WORDS, by_avx_non_temporal };
	return (struct memory_copier){ "SSE2" WORDS, by_sse2_non_temporal };
#undef WORDS
}

struct memory_copier memory_copier_of_cpu(size_t bytes, bool beyond_cache)
{
	__builtin_cpu_init();
	if (beyond_cache)
		return non_temporal();
	if (has_fast_string() && (!__builtin_cpu_is("amd") || bytes <= AMD_STRING_BYTES))
		return (struct memory_copier){ "rep movsb (as glibc 2.36 for this size)",
			by_string };
	return __builtin_cpu_supports("avx")
		       ? (struct memory_copier){ "AVX loads and stores (as glibc 2.36 for this "
						 "size)",
				 by_avx }
		       : (struct memory_copier){ "SSE2 loads and stores (as glibc 2.36 for this "
						 "size)",
				 by_sse2 };
}

/* SPDX-License-Identifier: MIT */
#include "family/dhrystone.h"

#include <emmintrin.h>
#include <stdint.h>

enum { VECTOR = 16, STRIDE = 4 * VECTOR, PAGE = 4096 };

/* A load that starts in a mapped page may only reach into the next one if the string does. */
static inline int fits(const char *a, const char *b, unsigned bytes)
{
	return ((uintptr_t)a & (PAGE - 1)) <= PAGE - bytes &&
	       ((uintptr_t)b & (PAGE - 1)) <= PAGE - bytes;
}

/* Bits of the bytes in which the vectors differ or both end. */
static inline unsigned stops(const char *a, const char *b)
{
	__m128i x = _mm_loadu_si128((const __m128i *)a), y = _mm_loadu_si128((const __m128i *)b);
	__m128i same = _mm_min_epu8(_mm_cmpeq_epi8(x, y), x);

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(same, _mm_setzero_si128()));
}

static inline int difference(const char *a, const char *b, unsigned stop)
{
	int at = __builtin_ctz(stop);

	return (unsigned char)a[at] - (unsigned char)b[at];
}

int dhry_strcmp(const char *a, const char *b)
{
	unsigned stop;

	/* Four vectors for one look at the page border; near it, one at a time. */
	for (; fits(a, b, STRIDE); a += STRIDE, b += STRIDE)
		for (int i = 0; i < STRIDE; i += VECTOR)
			if ((stop = stops(a + i, b + i)))
				return difference(a + i, b + i, stop);
	for (; fits(a, b, VECTOR); a += VECTOR, b += VECTOR)
		if ((stop = stops(a, b)))
			return difference(a, b, stop);
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

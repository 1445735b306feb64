/* SPDX-License-Identifier: MIT */
#include "family/dhrystone.h"

#include <emmintrin.h>
#include <stdint.h>

enum { VECTOR = 16, PAGE = 4096 };

/* A load that starts in a mapped page may only reach into the next one if the string does. */
static inline int crosses_page(const char *s)
{
	return ((uintptr_t)s & (PAGE - 1)) > PAGE - VECTOR;
}

int dhry_strcmp(const char *a, const char *b)
{
	const __m128i zero = _mm_setzero_si128();

	while (!crosses_page(a) && !crosses_page(b)) {
		__m128i x = _mm_loadu_si128((const __m128i *)a),
			y = _mm_loadu_si128((const __m128i *)b);
		/* Bytes that are equal and not the end; the first other one decides. */
		__m128i same = _mm_andnot_si128(_mm_cmpeq_epi8(x, zero), _mm_cmpeq_epi8(x, y));
		unsigned stop = (unsigned)_mm_movemask_epi8(same) ^ 0xffffu;

		if (stop) {
			int i = __builtin_ctz(stop);

			return (unsigned char)a[i] - (unsigned char)b[i];
		}
		a += VECTOR;
		b += VECTOR;
	}
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

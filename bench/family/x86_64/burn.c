/* SPDX-License-Identifier: MIT */
#include "family/load.h"

#include <immintrin.h>
#include <string.h>

/* Two pipelines of four cycles' latency want eight chains; two more cover what they share with
 * others. */
enum { CHAINS = 10 };

/* x = x * FACTOR + STEP stays near STEP / (1 - FACTOR) for ever: no infinities, no denormal
 * numbers. */
static const double FACTOR = 0.999, STEP = 0.5;

static uint64_t fold(const double *values, unsigned count)
{
	uint64_t folded = 0;

	for (unsigned i = 0; i < count; i++) {
		uint64_t bits;

		memcpy(&bits, values + i, sizeof(bits));
		folded = folded * 31 + bits;
	}
	return folded;
}

__attribute__((target("avx512f"))) static uint64_t burn_avx512(unsigned rounds)
{
	const __m512d factor = _mm512_set1_pd(FACTOR), step = _mm512_set1_pd(STEP);
	double values[CHAINS * 8];
	__m512d x[CHAINS];

	for (int i = 0; i < CHAINS; i++)
		x[i] = _mm512_set1_pd(i + 1);
	while (rounds--)
		for (int i = 0; i < CHAINS; i++)
			x[i] = _mm512_fmadd_pd(x[i], factor, step);
	for (int i = 0; i < CHAINS; i++)
		_mm512_storeu_pd(values + 8 * i, x[i]);
	return fold(values, CHAINS * 8);
}

__attribute__((target("avx2,fma"))) static uint64_t burn_avx2(unsigned rounds)
{
	const __m256d factor = _mm256_set1_pd(FACTOR), step = _mm256_set1_pd(STEP);
	double values[CHAINS * 4];
	__m256d x[CHAINS];

	for (int i = 0; i < CHAINS; i++)
		x[i] = _mm256_set1_pd(i + 1);
	while (rounds--)
		for (int i = 0; i < CHAINS; i++)
			x[i] = _mm256_fmadd_pd(x[i], factor, step);
	for (int i = 0; i < CHAINS; i++)
		_mm256_storeu_pd(values + 4 * i, x[i]);
	return fold(values, CHAINS * 4);
}

static uint64_t burn_sse2(unsigned rounds)
{
	const __m128d factor = _mm_set1_pd(FACTOR), step = _mm_set1_pd(STEP);
	double values[CHAINS * 2];
	__m128d x[CHAINS];

	for (int i = 0; i < CHAINS; i++)
		x[i] = _mm_set1_pd(i + 1);
	while (rounds--)
		for (int i = 0; i < CHAINS; i++)
			x[i] = _mm_add_pd(_mm_mul_pd(x[i], factor), step);
	for (int i = 0; i < CHAINS; i++)
		_mm_storeu_pd(values + 2 * i, x[i]);
	return fold(values, CHAINS * 2);
}

static const struct unit {
	const char *name;
	uint64_t (*burn)(unsigned rounds);
} units[] = { { "AVX-512", burn_avx512 }, { "AVX2", burn_avx2 }, { "SSE2", burn_sse2 } };

static const struct unit *widest(void)
{
	if (__builtin_cpu_supports("avx512f"))
		return &units[0];
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return &units[1];
	return &units[2];
}

uint64_t burn_vectors(unsigned rounds)
{
	return widest()->burn(rounds);
}

const char *burn_unit(void)
{
	return widest()->name;
}

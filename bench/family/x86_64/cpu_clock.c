/* SPDX-License-Identifier: MIT */
#include "family/cpu_clock.h"

#include <immintrin.h>

/* Eight chains of four cycles' latency, each twice in 16 additions: one a two cycles, which even
 * halves of a vector unit can do, and far from being what the round waits for. */
enum { VECTORS = 8 };

/* x = x * FACTOR + STEP stays near STEP / (1 - FACTOR). */
static const double FACTOR = 0.999, STEP = 0.5;

__attribute__((target("avx2,fma"))) static void chain_avx2(uint64_t rounds)
{
	const __m256d factor = _mm256_set1_pd(FACTOR), step = _mm256_set1_pd(STEP);
	uint64_t sum = rounds, addend = clock_addend();
	__m256d x[VECTORS];

	for (int i = 0; i < VECTORS; i++)
		x[i] = _mm256_set1_pd(i + 1);
	while (rounds--)
		for (int part = 0; part < CLOCK_ADDS / 16; part++)
			for (int i = 0; i < VECTORS; i++) {
				x[i] = _mm256_fmadd_pd(x[i], factor, step);
				__asm__ volatile("" : "+x"(x[i]));
				sum = clock_add_twice(sum, addend);
			}
	keep(sum);
}

__attribute__((target("avx512f"))) static void chain_avx512(uint64_t rounds)
{
	const __m512d factor = _mm512_set1_pd(FACTOR), step = _mm512_set1_pd(STEP);
	uint64_t sum = rounds, addend = clock_addend();
	__m512d x[VECTORS];

	for (int i = 0; i < VECTORS; i++)
		x[i] = _mm512_set1_pd(i + 1);
	while (rounds--)
		for (int part = 0; part < CLOCK_ADDS / 16; part++)
			for (int i = 0; i < VECTORS; i++) {
				x[i] = _mm512_fmadd_pd(x[i], factor, step);
				__asm__ volatile("" : "+v"(x[i]));
				sum = clock_add_twice(sum, addend);
			}
	keep(sum);
}

clock_chain *clock_chain_of_cpu(enum clock_class class)
{
	switch (class) {
	case CLOCK_AVX2:
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? chain_avx2
										       : NULL;
	case CLOCK_AVX512:
		return __builtin_cpu_supports("avx512f") ? chain_avx512 : NULL;
	default:
		return NULL;
	}
}

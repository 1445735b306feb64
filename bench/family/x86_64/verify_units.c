/* SPDX-License-Identifier: MIT */
/* Vectors, AES and CRC instructions, each against plain code. */
#include "family/verify.h"

#include <immintrin.h>
#include <string.h>

enum { CRC_BYTES = 64 };

static bool has_avx2(void)
{
	return __builtin_cpu_supports("avx2");
}

static bool has_avx512(void)
{
	return __builtin_cpu_supports("avx512f");
}

static bool has_fma(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_aes(void)
{
	return __builtin_cpu_supports("aes");
}

static bool has_crc(void)
{
	return __builtin_cpu_supports("sse4.2");
}

static uint64_t fold(const uint32_t lane[VERIFY_LANES])
{
	uint64_t folded = 0;

	for (int i = 0; i < VERIFY_LANES; i++)
		folded = folded * 31 + lane[i];
	return folded;
}

static void lanes_of(uint64_t seed, uint32_t lane[VERIFY_LANES])
{
	uint64_t stream = seed;

	for (int i = 0; i < VERIFY_LANES; i++)
		lane[i] = (uint32_t)verify_next(&stream);
}

__attribute__((target("avx2"))) static uint64_t lanes_avx2(uint64_t seed)
{
	const __m256i factor = _mm256_set1_epi32((int)0x9e3779b1u);
	const __m256i step = _mm256_set1_epi32(0x7f4a7c15);
	uint32_t lane[VERIFY_LANES];
	__m256i x;

	lanes_of(seed, lane);
	x = _mm256_loadu_si256((const __m256i *)lane);
	for (int round = 0; round < VERIFY_ROUNDS; round++) {
		x = _mm256_add_epi32(_mm256_mullo_epi32(x, factor), step);
		x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 15));
	}
	_mm256_storeu_si256((__m256i *)lane, x);
	return fold(lane);
}

/* The same eight lanes in both halves of a wider register; the upper half must agree with the
 * lower. */
__attribute__((target("avx512f"))) static uint64_t lanes_avx512(uint64_t seed)
{
	const __m512i factor = _mm512_set1_epi32((int)0x9e3779b1u);
	const __m512i step = _mm512_set1_epi32(0x7f4a7c15);
	uint32_t lane[2 * VERIFY_LANES];
	__m512i x;

	lanes_of(seed, lane);
	memcpy(lane + VERIFY_LANES, lane, sizeof(lane) / 2);
	x = _mm512_loadu_si512(lane);
	for (int round = 0; round < VERIFY_ROUNDS; round++) {
		x = _mm512_add_epi32(_mm512_mullo_epi32(x, factor), step);
		x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 15));
	}
	_mm512_storeu_si512(lane, x);
	if (memcmp(lane, lane + VERIFY_LANES, sizeof(lane) / 2))
		return fold(lane) == verify_lanes(seed) ? fold(lane + VERIFY_LANES) : fold(lane);
	return fold(lane);
}

/* Four sums of products at once; all of it whole numbers below 2^53. */
__attribute__((target("avx2,fma"))) static uint64_t products_fma(uint64_t seed)
{
	double a[VERIFY_ROUNDS], b[VERIFY_ROUNDS], sums[4];
	__m256d sum = _mm256_setzero_pd();
	uint64_t stream = seed;

	for (int i = 0; i < VERIFY_ROUNDS; i++) {
		a[i] = (double)((verify_next(&stream) >> 44) + 1);
		b[i] = (double)((verify_next(&stream) >> 44) + 1);
	}
	for (int i = 0; i < VERIFY_ROUNDS; i += 4) {
		__m256d x = _mm256_loadu_pd(a + i);

		sum = _mm256_fmadd_pd(x, _mm256_loadu_pd(b + i), _mm256_add_pd(sum, x));
	}
	_mm256_storeu_pd(sums, sum);
	return (uint64_t)(sums[0] + sums[1] + sums[2] + sums[3]);
}

static void key_and_block(uint64_t seed, uint64_t key[2], uint64_t block[2])
{
	uint64_t stream = seed;

	for (int i = 0; i < 2; i++) {
		key[i] = verify_next(&stream);
		block[i] = verify_next(&stream);
	}
}

static uint64_t aes_expected(uint64_t seed)
{
	uint8_t keys[AES_ROUNDS + 1][AES_BLOCK];
	uint64_t key[2], block[2];

	key_and_block(seed, key, block);
	verify_aes_expand((const uint8_t *)key, keys);
	verify_aes_encrypt(keys, (const uint8_t *)block, (uint8_t *)block);
	return block[0] ^ block[1];
}

__attribute__((target("aes"))) static uint64_t aes_found(uint64_t seed)
{
	uint8_t keys[AES_ROUNDS + 1][AES_BLOCK];
	uint64_t key[2], block[2];
	__m128i state;

	key_and_block(seed, key, block);
	verify_aes_expand((const uint8_t *)key, keys);
	state = _mm_xor_si128(
		_mm_loadu_si128((const __m128i *)block), _mm_loadu_si128((const __m128i *)keys[0]));
	for (int round = 1; round < AES_ROUNDS; round++)
		state = _mm_aesenc_si128(state, _mm_loadu_si128((const __m128i *)keys[round]));
	state = _mm_aesenclast_si128(state, _mm_loadu_si128((const __m128i *)keys[AES_ROUNDS]));
	_mm_storeu_si128((__m128i *)block, state);
	return block[0] ^ block[1];
}

static void crc_data(uint64_t seed, uint64_t data[CRC_BYTES / 8])
{
	uint64_t stream = seed;

	for (int i = 0; i < CRC_BYTES / 8; i++)
		data[i] = verify_next(&stream);
}

static uint64_t crc_expected(uint64_t seed)
{
	uint64_t data[CRC_BYTES / 8];

	crc_data(seed, data);
	return verify_crc32c((const uint8_t *)data, CRC_BYTES);
}

__attribute__((target("sse4.2"))) static uint64_t crc_found(uint64_t seed)
{
	uint64_t data[CRC_BYTES / 8], crc = 0xffffffffu;

	crc_data(seed, data);
	for (int i = 0; i < CRC_BYTES / 8; i++)
		crc = _mm_crc32_u64(crc, data[i]);
	return (uint32_t)~crc;
}

const struct verify_workload verify_units[] = {
	{ "AVX2", has_avx2, verify_lanes, lanes_avx2 },
	{ "AVX-512", has_avx512, verify_lanes, lanes_avx512 },
	{ "FMA", has_fma, verify_products, products_fma },
	{ "AES", has_aes, aes_expected, aes_found },
	{ "CRC-32C", has_crc, crc_expected, crc_found },
	{ 0 },
};

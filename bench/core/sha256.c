/* SPDX-License-Identifier: MIT */
#include "core/sha256.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64 };

static uint32_t rotate(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

/* The standard's constants, FIPS 180-4, 4.2.2 and 5.3.3: the first 32 bits of the fractions of the
 * cube roots of the first 64 primes, and of the square roots of the first 8. A double holds 52 bits
 * behind numbers below 8: enough for 32. */
static void make_constants(uint32_t k[ROUNDS], uint32_t state[8])
{
	unsigned found = 0;

	for (unsigned n = 2; found < ROUNDS; n++) {
		unsigned divisor = 2;
		double root = cbrt(n);

		while (divisor < n && n % divisor)
			divisor++;
		if (divisor < n)
			continue;
		k[found] = (uint32_t)((root - floor(root)) * 4294967296.0);
		root = sqrt(n);
		if (found < 8)
			state[found] = (uint32_t)((root - floor(root)) * 4294967296.0);
		found++;
	}
}

static void digest_block(uint32_t state[8], const uint32_t k[ROUNDS], const uint8_t *block)
{
	uint32_t w[ROUNDS], v[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < ROUNDS; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
	memcpy(v, state, sizeof(v));
	for (int i = 0; i < ROUNDS; i++) {
		uint32_t one = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) +
			       ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
		uint32_t two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) +
			       ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));

		memmove(v + 1, v, 7 * sizeof(*v));
		v[4] += one;
		v[0] = one + two;
	}
	for (int i = 0; i < 8; i++)
		state[i] += v[i];
}

void sha256_hex(char hex[SHA256_HEX], const void *bytes, size_t length)
{
	uint32_t k[ROUNDS], state[8];
	uint8_t tail[2 * BLOCK] = { 0 };
	const uint8_t *at = bytes;
	size_t left = length, tail_size;

	make_constants(k, state);
	for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
		digest_block(state, k, at);
	memcpy(tail, at, left);
	tail[left] = 0x80;
	/* The length in bits, 8 bytes, ends the last block. */
	tail_size = left + 9 > BLOCK ? 2 * BLOCK : BLOCK;
	for (int i = 0; i < 8; i++)
		tail[tail_size - 1 - (size_t)i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
	for (size_t i = 0; i < tail_size; i += BLOCK)
		digest_block(state, k, tail + i);
	for (int i = 0; i < 8; i++)
		snprintf(hex + 8 * i, 9, "%08x", state[i]);
}

/* SPDX-License-Identifier: MIT */
#include "benchmark.h"
#include "family/verify.h"

#include <math.h>
#include <string.h>

uint64_t verify_next(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static uint64_t seed_itself(uint64_t seed)
{
	return seed;
}

/* The inverse of an odd number modulo 2^64: each step of Newton's doubles the bits that are right,
 * of which the number itself has three. */
static uint64_t inverse(uint64_t odd)
{
	uint64_t x = odd;

	for (int i = 0; i < 5; i++)
		x *= 2 - odd * x;
	return x;
}

/* There and back again: multiply, add, rotate and divide, then undo it in reverse. */
static uint64_t integer_round_trip(uint64_t seed)
{
	uint64_t x = seed, stream = seed, factor[VERIFY_ROUNDS], step[VERIFY_ROUNDS];

	for (int i = 0; i < VERIFY_ROUNDS; i++) {
		uint64_t divisor, quotient, rest;

		factor[i] = verify_next(&stream) | 1;
		step[i] = verify_next(&stream);
		x = x * factor[i] + step[i];
		x = x << 23 | x >> 41;
		keep(x);
		divisor = step[i] >> 40 | 1;
		quotient = x / divisor;
		rest = x % divisor;
		keep(quotient);
		keep(rest);
		x = quotient * divisor + rest;
	}
	for (int i = VERIFY_ROUNDS - 1; i >= 0; i--) {
		x = x << 41 | x >> 23;
		x = (x - step[i]) * inverse(factor[i]);
		keep(x);
	}
	return x;
}

/* Below 2^20: a sum of 64 products stays below 2^53, the last whole number that double holds with
 * all before it. */
static uint64_t small(uint64_t *stream)
{
	return (verify_next(stream) >> 44) + 1;
}

uint64_t verify_products(uint64_t seed)
{
	uint64_t sum = 0, stream = seed;

	for (int i = 0; i < VERIFY_ROUNDS; i++) {
		uint64_t a = small(&stream), b = small(&stream);

		sum += a * b + a;
	}
	return sum;
}

/* Multiply, divide, add and square root; all of them exact on these numbers. */
static uint64_t float_products(uint64_t seed)
{
	uint64_t stream = seed;
	double sum = 0;

	for (int i = 0; i < VERIFY_ROUNDS; i++) {
		double a = (double)small(&stream), b = (double)small(&stream);
		double product = a * b, square = a * a;

		keep(product);
		keep(square);
		sum += product / b * b + sqrt(square);
	}
	return (uint64_t)sum;
}

uint64_t verify_lanes(uint64_t seed)
{
	uint32_t lane[VERIFY_LANES];
	uint64_t stream = seed, folded = 0;

	for (int i = 0; i < VERIFY_LANES; i++)
		lane[i] = (uint32_t)verify_next(&stream);
	for (int round = 0; round < VERIFY_ROUNDS; round++)
		for (int i = 0; i < VERIFY_LANES; i++) {
			lane[i] = lane[i] * 0x9e3779b1u + 0x7f4a7c15u;
			lane[i] ^= lane[i] >> 15;
			keep(lane[i]); /* keeps the compiler from making vectors of it */
		}
	for (int i = 0; i < VERIFY_LANES; i++)
		folded = folded * 31 + lane[i];
	return folded;
}

/* In GF(2^8) modulo x^8 + x^4 + x^3 + x + 1. */
static uint8_t times(uint8_t a, uint8_t b)
{
	uint8_t product = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			product ^= a;
		a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
	}
	return product;
}

static uint8_t substitution[256];

/* FIPS 197, 5.1.1: the multiplicative inverse, then an affine map over bits. */
static void make_substitution(void)
{
	for (int x = 0; x < 256; x++) {
		uint8_t inverted = 0, y;

		for (int candidate = 1; x && candidate < 256; candidate++)
			if (times((uint8_t)x, (uint8_t)candidate) == 1)
				inverted = (uint8_t)candidate;
		y = inverted;
		for (int i = 1; i <= 4; i++)
			y ^= (uint8_t)(inverted << i | inverted >> (8 - i));
		substitution[x] = y ^ 0x63;
	}
}

void verify_aes_expand(const uint8_t key[AES_BLOCK], uint8_t keys[AES_ROUNDS + 1][AES_BLOCK])
{
	uint8_t constant = 1;

	if (!substitution[0])
		make_substitution();
	memcpy(keys[0], key, AES_BLOCK);
	for (int round = 1; round <= AES_ROUNDS; round++) {
		const uint8_t *last = keys[round - 1];

		for (int i = 0; i < 4; i++)
			keys[round][i] = last[i] ^ substitution[last[12 + (i + 1) % 4]];
		keys[round][0] ^= constant;
		constant = times(constant, 2);
		for (int i = 4; i < AES_BLOCK; i++)
			keys[round][i] = last[i] ^ keys[round][i - 4];
	}
}

/* Substitute bytes, shift rows and (but for the last round) mix columns, of one column. */
static void round_column(const uint8_t state[AES_BLOCK], int column, bool mix, uint8_t out[4])
{
	uint8_t in[4];

	for (int row = 0; row < 4; row++)
		in[row] = substitution[state[(column + row) % 4 * 4 + row]];
	for (int row = 0; row < 4; row++)
		out[row] = mix ? times(in[row], 2) ^ times(in[(row + 1) % 4], 3) ^
					   in[(row + 2) % 4] ^ in[(row + 3) % 4]
			       : in[row];
}

void verify_aes_encrypt(uint8_t keys[AES_ROUNDS + 1][AES_BLOCK], const uint8_t in[AES_BLOCK],
	uint8_t out[AES_BLOCK])
{
	uint8_t state[AES_BLOCK], next[AES_BLOCK];

	for (int i = 0; i < AES_BLOCK; i++)
		state[i] = in[i] ^ keys[0][i];
	for (int round = 1; round <= AES_ROUNDS; round++) {
		for (int column = 0; column < 4; column++)
			round_column(state, column, round < AES_ROUNDS, next + 4 * column);
		for (int i = 0; i < AES_BLOCK; i++)
			state[i] = next[i] ^ keys[round][i];
	}
	memcpy(out, state, AES_BLOCK);
}

uint32_t verify_crc32c(const uint8_t *data, unsigned length)
{
	uint32_t crc = 0xffffffffu;

	while (length--) {
		crc ^= *data++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
	}
	return ~crc;
}

const struct verify_workload verify_portable[] = {
	{ "integer", NULL, seed_itself, integer_round_trip },
	{ "floating point", NULL, verify_products, float_products },
	{ 0 },
};

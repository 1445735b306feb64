/* SPDX-License-Identifier: MIT */
/*
 * Work whose answer is known: from a seed, computed in two ways that share as little of the CPU as
 * possible. One way is plain integer code, the other goes through the unit that is to be verified.
 */
#ifndef FAMILY_VERIFY_H
#define FAMILY_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

struct verify_workload {
	const char *what;
	bool (*offered)(void); /* does this CPU have the instructions? NULL = every one does */
	uint64_t (*expected)(uint64_t seed);
	uint64_t (*found)(uint64_t seed);
};

enum { VERIFY_MAX = 8 };

/* On every architecture; ends with an empty one. */
extern const struct verify_workload verify_portable[];

/* Of this architecture; ends with an empty one. */
extern const struct verify_workload verify_units[];

/* What cpu.verify works on: both of the above, as far as this CPU offers them. Tests plant a
 * miscomputing one. */
extern struct verify_workload verify_chosen[VERIFY_MAX];
extern unsigned verify_chosen_count;

/* Chooses them, unless that is done. */
void verify_choose(void);

/* Work on all of them from one seed; bench_wrong() for each answer that is wrong. */
struct bench;
void verify_all(struct bench *, uint64_t seed);

/* The reference ways that an architecture's units are held against. */
enum { VERIFY_LANES = 8, VERIFY_ROUNDS = 64, AES_BLOCK = 16, AES_ROUNDS = 10 };

/* A stream of numbers from a seed (splitmix64, public domain). */
uint64_t verify_next(uint64_t *state);

/* VERIFY_LANES independent chains of multiply, add, xor and shift in 32-bit lanes, folded into one.
 */
uint64_t verify_lanes(uint64_t seed);

/* Products and sums of small whole numbers: exact in double too. */
uint64_t verify_products(uint64_t seed);

/* A round key of 16 bytes for each of the AES_ROUNDS + 1 steps of AES-128 (FIPS 197). */
void verify_aes_expand(const uint8_t key[AES_BLOCK], uint8_t keys[AES_ROUNDS + 1][AES_BLOCK]);
void verify_aes_encrypt(uint8_t keys[AES_ROUNDS + 1][AES_BLOCK], const uint8_t in[AES_BLOCK],
	uint8_t out[AES_BLOCK]);

/* CRC-32C (Castagnoli; RFC 3720 appendix B.4) of data. */
uint32_t verify_crc32c(const uint8_t *data, unsigned length);

#endif

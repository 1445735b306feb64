/* SPDX-License-Identifier: MIT */
/*
 * The same work on every CPU of the machine, to find the one that does not keep up: each CPU alone,
 * one after the other, then all at once.
 */
#include "benchmark.h"
#include "family/stretch.h"

/* Chains beside each other, so that the work is bound by how much a core does at once. */
enum { CHAINS = 4, ROUNDS = 256 };

struct chains {
	uint64_t integer[CHAINS];
	double real[CHAINS];
};

/* Multiply, shift, xor: 64-bit integers. */
static int integer_run(struct bench *b, uint64_t n)
{
	struct chains *c = b->state;

	for (; n; n--)
		for (int i = 0; i < ROUNDS; i++)
			for (int k = 0; k < CHAINS; k++) {
				uint64_t x = c->integer[k];

				x ^= x >> 29;
				c->integer[k] = x * 0xd1342543de82ef95u + 1;
			}
	keep(c->integer[0] ^ c->integer[1] ^ c->integer[2] ^ c->integer[3]);
	return BENCH_OK;
}

/* Multiply, add and now and then a division of doubles, whose values stay near 1. */
static int real_run(struct bench *b, uint64_t n)
{
	struct chains *c = b->state;

	for (; n; n--) {
		for (int i = 0; i < ROUNDS; i++)
			for (int k = 0; k < CHAINS; k++)
				c->real[k] = c->real[k] * 0.75 + 0.25;
		for (int k = 0; k < CHAINS; k++)
			c->real[k] = (double)(k + 2) / (c->real[k] + 1);
	}
	keep(c->real[0] + c->real[1] + c->real[2] + c->real[3]);
	return BENCH_OK;
}

static int chains_setup(struct bench *b)
{
	static struct chains chains;

	for (int k = 0; k < CHAINS; k++) {
		chains.integer[k] = b->seed + (uint64_t)k;
		chains.real[k] = 1 + k;
	}
	b->work_per_op = ROUNDS * CHAINS;
	b->state = &chains;
	return BENCH_OK;
}

static int memory_setup(struct bench *b)
{
	static struct stretch stretch;

	if (!stretch_take(b, &stretch))
		return BENCH_SKIPPED;
	b->work_per_op = STRETCH_PIECE;
	b->state = &stretch;
	return BENCH_OK;
}

static int memory_run(struct bench *b, uint64_t n)
{
	stretch_read(b->state, n);
	return BENCH_OK;
}

#define CORE_WORK(kind, work_unit, words, moved, set_up, work)                                     \
	const struct benchmark bench_core_##kind = {                                               \
		.name = "cpu.core_" #kind,                                                         \
		.what = words ", each CPU alone in turn: the value is the median CPU's, and each " \
			      "has one of its own",                                                \
		.unit = work_unit,                                                                 \
		.copies = COPIES_IN_TURN,                                                          \
		.profile = PROFILE_STANDARD,                                                       \
		.tolerance = 0.02,                                                                 \
		.setup = set_up,                                                                   \
		.run = work,                                                                       \
	};                                                                                         \
	const struct benchmark bench_all_##kind = {                                                \
		.name = "cpu.all_" #kind,                                                          \
		.what = words ", all CPUs at once: each has a value of its own as well",           \
		.unit = work_unit,                                                                 \
		.copies = COPIES_EACH_CPU,                                                         \
		.profile = PROFILE_STANDARD,                                                       \
		.moved_per_byte = moved,                                                           \
		.tolerance = 0.02,                                                                 \
		.setup = set_up,                                                                   \
		.run = work,                                                                       \
	}

CORE_WORK(int, UNIT_OPS_PER_S,
	"an integer multiplication with shift and xor (64 bits, four chains)", 0, chains_setup,
	integer_run);
CORE_WORK(fp, UNIT_OPS_PER_S, "a multiplication and addition of doubles (four chains)", 0,
	chains_setup, real_run);
CORE_WORK(mem, UNIT_BYTES_PER_S, "cache lines read from memory in order", 1, memory_setup,
	memory_run);

/* SPDX-License-Identifier: MIT */
/*
 * A load right after a store to the same place: the store's value has to be passed on before it is
 * in any cache. As wide as the store, narrower, and wider than two stores, which many machines
 * cannot pass on. Source: reference/lmbench.md 5 (store-to-load forwarding).
 */
#include "benchmark.h"

/* Stores and loads in an operation, each waiting for the one before: the repetition in PASS(). */
enum { PASSES = 32 };

/* Stores and loads take their address from two registers: from one and the same, some machines see
 * that nothing has to go through memory at all. */

#if defined(__x86_64__)
#define STORE_64      "mov %[value], (%[place])\n\t"
#define LOAD_64	      "mov (%[same]), %[value]\n\t"
#define LOAD_32	      "mov (%[same]), %k[value]\n\t"
#define TWO_STORES_32 "mov %k[value], (%[place])\n\tmov %k[value], 4(%[place])\n\t"
#elif defined(__aarch64__)
#define STORE_64      "str %x[value], [%x[place]]\n\t"
#define LOAD_64	      "ldr %x[value], [%x[same]]\n\t"
#define LOAD_32	      "ldr %w[value], [%x[same]]\n\t"
#define TWO_STORES_32 "str %w[value], [%x[place]]\n\tstr %w[value], [%x[place], 4]\n\t"
#else
#error "say how a register is stored and loaded"
#endif

#define PASS(id, steps)                                                                            \
	static int pass_##id(struct bench *b, uint64_t n)                                          \
	{                                                                                          \
		static _Alignas(64) uint64_t word[8];                                              \
		uint64_t value = 1, *place = word, *same = word;                                   \
                                                                                                   \
		(void)b;                                                                           \
		while (n--)                                                                        \
			__asm__ volatile(                                                          \
				".rept 32\n\t" steps ".endr"                                       \
				: [value] "+r"(value), [place] "+r"(place), [same] "+r"(same)      \
				:                                                                  \
				: "memory");                                                       \
		return BENCH_OK;                                                                   \
	}

static int forward_setup(struct bench *b)
{
	b->work_per_op = PASSES;
	return BENCH_OK;
}

#define FORWARD(id, words, steps)                                                                  \
	PASS(id, steps)                                                                            \
	const struct benchmark bench_memory_forward_##id = {                                       \
		.name = "memory.forward_" #id,                                                     \
		.what = "a store and a load from the same place that waits for it: " words,        \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = PROFILE_FULL,                                                           \
		.tolerance = 0.01,                                                                 \
		.setup = forward_setup,                                                            \
		.run = pass_##id,                                                                  \
	};

FORWARD(same, "8 bytes stored, 8 loaded", STORE_64 LOAD_64)
FORWARD(narrow, "8 bytes stored, the first 4 loaded", STORE_64 LOAD_32)
FORWARD(wide, "twice 4 bytes stored, all 8 loaded", TWO_STORES_32 LOAD_64)

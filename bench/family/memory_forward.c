/* SPDX-License-Identifier: MIT */
/*
 * A load right after a store to the same place: the store's value has to be passed on before it is
 * in any cache. As wide as the store, narrower, and wider than two stores, which many machines
 * cannot pass on. Source: reference/lmbench.md 5 (store-to-load forwarding).
 */
#include "benchmark.h"

/* Stores and loads in an operation, each waiting for the one before. */
enum { PASSES = 32 };

#if defined(__x86_64__)
#define STORE_64      "mov %[value], (%[place])\n\t"
#define LOAD_64	      "mov (%[place]), %[value]\n\t"
#define LOAD_32	      "mov (%[place]), %k[value]\n\t"
#define TWO_STORES_32 "mov %k[value], (%[place])\n\tmov %k[value], 4(%[place])\n\t"
#elif defined(__aarch64__)
#define STORE_64      "str %x[value], [%x[place]]\n\t"
#define LOAD_64	      "ldr %x[value], [%x[place]]\n\t"
#define LOAD_32	      "ldr %w[value], [%x[place]]\n\t"
#define TWO_STORES_32 "str %w[value], [%x[place]]\n\tstr %w[value], [%x[place], 4]\n\t"
#else
#error "say how a register is stored and loaded"
#endif

#define PASS(id, steps)                                                                            \
	static int pass_##id(struct bench *b, uint64_t n)                                          \
	{                                                                                          \
		static _Alignas(64) uint64_t word[8];                                              \
		uint64_t value = 1;                                                                \
                                                                                                   \
		(void)b;                                                                           \
		while (n--) {                                                                      \
			_Pragma("GCC unroll 32") for (int i = 0; i < PASSES;                       \
						      i++) __asm__ volatile(steps :                \
				[value] "+r"(value) : [place] "r"(word) : "memory");               \
		}                                                                                  \
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

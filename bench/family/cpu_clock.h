/* SPDX-License-Identifier: MIT */
/* A chain of additions each of which waits for the one before: a cycle each, on any CPU. */
#ifndef CPU_CLOCK_H
#define CPU_CLOCK_H

#include "benchmark.h"

enum { CLOCK_ADDS = 64 }; /* in a round */

/* The class of instructions that runs beside the chain, without holding it up: a CPU may lower its
 * clock for wide ones. */
enum clock_class { CLOCK_SCALAR, CLOCK_AVX2, CLOCK_AVX512 };

/* Two links of the chain. The addend must be a register that the compiler knows nothing of: some
 * CPUs do an addition of a constant in no time. */
static inline uint64_t clock_add_twice(uint64_t sum, uint64_t addend)
{
	sum += addend;
	__asm__ volatile("" : "+r"(sum));
	sum += addend;
	__asm__ volatile("" : "+r"(sum));
	return sum;
}

static inline uint64_t clock_addend(void)
{
	uint64_t addend = 3;

	__asm__ volatile("" : "+r"(addend));
	return addend;
}

/* Does that many rounds. The architecture's part; NULL where this CPU has no such class. */
typedef void clock_chain(uint64_t rounds);
clock_chain *clock_chain_of_cpu(enum clock_class);

#endif

/* SPDX-License-Identifier: MIT */
/* UnixBench's arithmetic and recursion variants (outside the index). Source:
 * reference/unixbench.md 1.12. */
#include "benchmark.h"

enum { FIRST = 2, LAST = 101, DISCS = 10 };

/* One operation: 100 rounds of x = i; y = x * x; z += y / (y - 1) in one type. The barrier hides i
 * from the compiler, which would otherwise compute the whole loop when it builds. */
#define ARITHMETIC(type)                                                                           \
	static int work_##type(void)                                                               \
	{                                                                                          \
		type x = 0, y = 0, z = 0;                                                          \
                                                                                                   \
		for (int i = FIRST; i <= LAST; i++) {                                              \
			__asm__ volatile("" : "+r"(i));                                            \
			x = (type)i;                                                               \
			y = (type)(x * x);                                                         \
			z = (type)(z + y / (y - 1));                                               \
		}                                                                                  \
		return (int)(x + y + z);                                                           \
	}

ARITHMETIC(short)
ARITHMETIC(int)
ARITHMETIC(long)
ARITHMETIC(float)
ARITHMETIC(double)

static int work_overhead(void)
{
	int i;

	for (i = FIRST; i <= LAST; i++)
		__asm__ volatile("" : "+r"(i));
	return i;
}

static int pegs[3];

static void move(int discs, int from, int to)
{
	int other = 3 - from - to;

	if (discs == 1) {
		pegs[from]--;
		pegs[to]++;
		return;
	}
	move(discs - 1, from, other);
	move(1, from, to);
	move(discs - 1, other, to);
}

static int work_hanoi(void)
{
	pegs[0] = DISCS;
	pegs[1] = pegs[2] = 0;
	move(DISCS, 0, 2);
	return pegs[2];
}

struct work {
	int (*once)(void);
};

static int arithmetic_run(struct bench *b, uint64_t n)
{
	int (*once)(void) = ((const struct work *)b->benchmark->arg)->once;

	while (n--)
		keep(once());
	return BENCH_OK;
}

static int hanoi_run(struct bench *b, uint64_t n)
{
	while (n--)
		if (work_hanoi() != DISCS)
			return bench_fail(b, "a disc went missing: this CPU miscomputes");
	return BENCH_OK;
}

#define ARITHMETIC_BENCHMARK(id, words)                                                            \
	const struct benchmark bench_arith_##id = {                                                \
		.name = "unixbench.arith_" #id,                                                    \
		.title = "Arithmetic Test (" words ")",                                            \
		.what = "100 rounds of multiply, divide and add in type " words                    \
			"; a barrier keeps the compiler from removing the loop",                   \
		.unit = UNIT_OPS_PER_S,                                                            \
		.profile = PROFILE_FULL,                                                           \
		.tolerance = 0.01,                                                                 \
		.arg = &(const struct work){ work_##id },                                          \
		.run = arithmetic_run,                                                             \
	}

ARITHMETIC_BENCHMARK(overhead, "Arithoh");
ARITHMETIC_BENCHMARK(short, "short");
ARITHMETIC_BENCHMARK(int, "int");
ARITHMETIC_BENCHMARK(long, "long");
ARITHMETIC_BENCHMARK(float, "float");
ARITHMETIC_BENCHMARK(double, "double");

const struct benchmark bench_hanoi = {
	.name = "unixbench.hanoi",
	.title = "Recursion Test -- Tower of Hanoi",
	.what = "one tower of 10 discs: 1023 recursive moves",
	.unit = UNIT_OPS_PER_S,
	.profile = PROFILE_FULL,
	.tolerance = 0.01,
	.run = hanoi_run,
};

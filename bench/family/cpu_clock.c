/* SPDX-License-Identifier: MIT */
/* The clock frequency that a core reaches, by counting cycles of work that takes a known number. */
#include "family/cpu_clock.h"

enum { ROUNDS = 64 };

struct clock_kind {
	enum clock_class class;
	const char *needs;
};

static void chain_scalar(uint64_t rounds)
{
	uint64_t sum = rounds, addend = clock_addend();

	while (rounds--)
		for (int i = 0; i < CLOCK_ADDS / 2; i++)
			sum = clock_add_twice(sum, addend);
	keep(sum);
}

__attribute__((weak)) clock_chain *clock_chain_of_cpu(enum clock_class class)
{
	(void)class;
	return NULL;
}

static int clock_setup(struct bench *b)
{
	const struct clock_kind *kind = b->benchmark->arg;

	b->state = kind->class == CLOCK_SCALAR ? (void *)chain_scalar
					       : (void *)clock_chain_of_cpu(kind->class);
	if (!b->state)
		return bench_skip(b, "this CPU has no %s", kind->needs);
	b->work_per_op = ROUNDS * CLOCK_ADDS;
	return BENCH_OK;
}

static int clock_run(struct bench *b, uint64_t n)
{
	((clock_chain *)b->state)(n * ROUNDS);
	return BENCH_OK;
}

#define CLOCK(kind, which, need, beside)                                                           \
	const struct benchmark bench_clock_##kind = {                                              \
		.name = "cpu.clock_" #kind,                                                        \
		.what = "cycles per second, counted by additions of which each waits for the one " \
			"before" beside "; with N copies the mean of all CPUs",                    \
		.unit = UNIT_HZ,                                                                   \
		.profile = PROFILE_STANDARD,                                                       \
		.tolerance = 0.005,                                                                \
		.arg = &(const struct clock_kind){ which, need },                                  \
		.setup = clock_setup,                                                              \
		.run = clock_run,                                                                  \
	}

CLOCK(scalar, CLOCK_SCALAR, "", "");
CLOCK(avx2, CLOCK_AVX2, "AVX2 with FMA",
	", beside multiplications and additions of 256 bits, one in two cycles");
CLOCK(avx512, CLOCK_AVX512, "AVX-512",
	", beside multiplications and additions of 512 bits, one in two cycles");

/* SPDX-License-Identifier: MIT */
/* sysbench's cpu test: the speed of 64-bit division. Source: reference/tools.md 1.2. */
#include "family/sysbench_cpu.h"

#include "benchmark.h"
#include "core/histogram.h"

#include <math.h>
#include <sched.h>

/* What people ask sysbench for, and the primes that it then finds: 2 is not looked at. */
enum { LIMIT = 20000, PRIMES = 2261 };

/* The types are the work: 64-bit unsigned division, and the conversion of the divisor to double in
 * each round. The compiler makes the division by 2 a test of a bit, in sysbench's binary as well.
 */
unsigned sysbench_primes(uint64_t limit)
{
	unsigned primes = 0;

	for (uint64_t number = 3; number < limit; number++) {
		double root = sqrt((double)number);
		uint64_t divisor;

		for (divisor = 2; (double)divisor <= root; divisor++)
			if (number % divisor == 0)
				break;
		primes += (double)divisor > root;
	}
	return primes;
}

static int cpu_run(struct bench *b, uint64_t n)
{
	while (n--) {
		uint64_t start = bench_now_ns(), limit = LIMIT;
		unsigned primes;

		/* Hidden from the compiler, which would otherwise be free to count only once. */
		__asm__ volatile("" : "+r"(limit));
		primes = sysbench_primes(limit);
		histogram_add(b->latency, bench_now_ns() - start);
		if (primes != PRIMES)
			bench_wrong(b, &(struct wrong){ .what = "primes",
					       .cpu = sched_getcpu(),
					       .expected = PRIMES,
					       .found = primes });
	}
	return BENCH_OK;
}

const struct benchmark bench_sysbench_cpu = {
	.name = "sysbench.cpu",
	.title = "sysbench cpu, primes to 20000",
	.what = "one event: all primes below 20000 by trial division, 281,279 divisions of 64 bits "
		"by hardware and 19,996 tests of the lowest bit",
	.unit = UNIT_OPS_PER_S,
	.copies = COPIES_SCALE,
	.profile = PROFILE_QUICK,
	.latency = true,
	.tolerance = 0.01,
	.run = cpu_run,
};

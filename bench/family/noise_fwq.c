/* SPDX-License-Identifier: MIT */
/*
 * Fixed work quanta: the same work over and over; what a quantum takes longer than the fastest one
 * was taken by something else. Source: reference/method.md section 5.
 */
#include "benchmark.h"
#include "core/histogram.h"

#include <stdlib.h>

/* Of a quantum: short enough to tell disturbances apart, long against reading the clock. */
static const uint64_t QUANTUM_NS = 1000000;

/* The fastest of so many calibrates the work: on a busy machine most are disturbed. */
enum { CALIBRATIONS = 20, FIRST_GUESS = 100000 };

struct quanta {
	uint64_t rounds;     /* of work in a quantum */
	uint64_t fastest_ns; /* quantum so far */
};

/* A chain of dependent integer operations: no memory, the same number of cycles every time. */
static uint64_t work(uint64_t rounds)
{
	uint64_t x = rounds;

	while (rounds--) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		keep(x);
	}
	return x;
}

static uint64_t time_of(uint64_t rounds)
{
	uint64_t start = bench_now_ns();

	keep(work(rounds));
	return bench_now_ns() - start;
}

static uint64_t fastest_of(uint64_t rounds)
{
	uint64_t fastest = UINT64_MAX;

	for (int i = 0; i < CALIBRATIONS; i++) {
		uint64_t time = time_of(rounds);

		fastest = time < fastest ? time : fastest;
	}
	return fastest ? fastest : 1;
}

static int fwq_setup(struct bench *b)
{
	struct quanta *q = calloc(1, sizeof(*q));

	if (!q)
		return bench_fail(b, "out of memory:");
	/* Twice: the first guess may fall into a rising clock frequency. */
	q->rounds = FIRST_GUESS * QUANTUM_NS / fastest_of(FIRST_GUESS);
	q->rounds = q->rounds * QUANTUM_NS / fastest_of(q->rounds) + 1;
	q->fastest_ns = fastest_of(q->rounds);
	b->state = q;
	return BENCH_OK;
}

static int fwq_sample(struct bench *b, uint64_t ns, struct histogram *detours, double *value)
{
	struct quanta *q = b->state;
	uint64_t start = bench_now_ns(), last = start, lost = 0;

	while (last - start < ns) {
		uint64_t now, time;

		keep(work(q->rounds));
		now = bench_now_ns();
		time = now - last;
		last = now;
		if (time < q->fastest_ns)
			q->fastest_ns = time;
		lost += time - q->fastest_ns;
		histogram_add(detours, time - q->fastest_ns);
		/* The book-keeping belongs to no quantum. */
		last = bench_now_ns();
	}
	*value = (double)lost * 1e9 / (double)(last - start);
	bench_figure(b, "quantum_ns", (double)q->fastest_ns);
	return BENCH_OK;
}

const struct benchmark bench_noise_fwq = {
	.name = "noise.fwq",
	.what = "time lost in each second, all CPUs at once doing equal pieces of integer work of "
		"1 ms: "
		"what a piece takes beyond the fastest one of that CPU (frequency changes, "
		"interrupts, "
		"firmware, hypervisor)",
	.unit = UNIT_NS_PER_S,
	.copies = COPIES_EACH_CPU,
	.profile = PROFILE_QUICK,
	.noise = true,
	.setup = fwq_setup,
	.sample = fwq_sample,
};

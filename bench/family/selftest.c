/* SPDX-License-Identifier: MIT */
/* Benchmarks that go wrong on purpose: run only when named, by the tests of the engine and of the
 * boot. */
#include "benchmark.h"
#include "core/histogram.h"

#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static int crash_run(struct bench *b, uint64_t n)
{
	(void)b;
	(void)n;
	raise(SIGSEGV);
	return BENCH_OK;
}

static int hang_run(struct bench *b, uint64_t n)
{
	(void)b;
	while (n)
		pause();
	return BENCH_OK;
}

static int fail_run(struct bench *b, uint64_t n)
{
	(void)n;
	return bench_fail(b, "asked to fail");
}

static int skip_setup(struct bench *b)
{
	return bench_skip(b, "asked to skip");
}

/* Steady on any machine: the time is given, not the work. */
static int sleep_run(struct bench *b, uint64_t n)
{
	const struct timespec time = { .tv_nsec = 1000000 };

	(void)b;
	while (n--)
		nanosleep(&time, NULL);
	return BENCH_OK;
}

static int latency_run(struct bench *b, uint64_t n)
{
	while (n--) {
		uint64_t start = bench_now_ns();

		sleep_run(b, 1);
		histogram_add(b->latency, bench_now_ns() - start);
	}
	return BENCH_OK;
}

static int wrong_run(struct bench *b, uint64_t n)
{
	uint64_t word = 1;

	for (uint64_t i = 0; i < n; i++) {
		struct wrong wrong = { .what = "planted",
			.cpu = sched_getcpu(),
			.expected = 0,
			.found = word,
			.seed = b->seed };

		bench_locate(&wrong, &word);
		bench_wrong(b, &wrong);
	}
	return sleep_run(b, n);
}

static int spin_run(struct bench *b, uint64_t n)
{
	(void)b;
	while (n--)
		keep(n);
	return BENCH_OK;
}

#define SELFTEST(id, words, ...)                                                                   \
	const struct benchmark bench_selftest_##id = { .name = "selftest." #id,                    \
		.what = words,                                                                     \
		.unit = UNIT_OPS_PER_S,                                                            \
		.placement = PLACE_FREE,                                                           \
		.profile = PROFILE_NONE,                                                           \
		.tolerance = 0.05,                                                                 \
		__VA_ARGS__ }

SELFTEST(crash, "dies of a segmentation fault", .run = crash_run);
SELFTEST(hang, "never returns", .run = hang_run);
SELFTEST(fail, "gives up", .run = fail_run);
SELFTEST(skip, "finds that the machine lacks something", .setup = skip_setup, .run = fail_run);
SELFTEST(sleep, "sleeps for 1 ms an operation", .run = sleep_run);
SELFTEST(wrong, "the same, and each operation finds a wrong answer", .run = wrong_run);
SELFTEST(latency, "the same, and times each operation", .latency = true, .run = latency_run);

/* Pinned: for the tests that disturb it. */
const struct benchmark bench_selftest_spin = { .name = "selftest.spin",
	.what = "counts",
	.unit = UNIT_OPS_PER_S,
	.placement = PLACE_PINNED,
	.profile = PROFILE_NONE,
	.tolerance = 0.01,
	.run = spin_run };

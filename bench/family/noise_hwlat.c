/* SPDX-License-Identifier: MIT */
/*
 * Gaps: a CPU that does nothing but read its counter sees when somebody else had it. What the
 * kernel's own interrupts don't explain was firmware or a hypervisor. Source: reference/method.md
 * section 5.
 */
#include "benchmark.h"
#include "core/histogram.h"
#include "core/tsc.h"

#include <stdlib.h>

/* A shorter gap is a cache miss or a pipeline flush; an interrupt takes longer. Where reading the
 * counter itself takes long (a hypervisor that intercepts it, an emulator), so many readings. */
static const uint64_t GAP_NS = 200;
enum { GAP_READINGS = 10 };

/* Enough for a median that no interrupt moves. */
enum { READINGS = 1001 };

/* Long enough to know the counter's rate to a few parts in a million. */
static const uint64_t RATE_NS = 20000000;

struct counter {
	double ns_per_tick;
	uint64_t threshold; /* in ticks */
};

static double measure_rate(void)
{
	uint64_t start_ns = bench_now_ns(), start = tsc_now(), end_ns;

	do
		end_ns = bench_now_ns();
	while (end_ns - start_ns < RATE_NS);
	return (double)(end_ns - start_ns) / (double)(tsc_now() - start);
}

static int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Median ticks from one reading to the next. */
static uint64_t typical_reading(void)
{
	static uint64_t ticks[READINGS];
	uint64_t last = tsc_now();

	for (int i = 0; i < READINGS; i++) {
		uint64_t now = tsc_now();

		ticks[i] = now - last;
		last = now;
	}
	qsort(ticks, READINGS, sizeof(*ticks), compare_u64);
	return ticks[READINGS / 2];
}

static int hwlat_setup(struct bench *b)
{
	struct counter *c = calloc(1, sizeof(*c));

	if (!c)
		return bench_fail(b, "out of memory:");
	c->ns_per_tick = measure_rate();
	c->threshold = (uint64_t)((double)GAP_NS / c->ns_per_tick);
	if (c->threshold < GAP_READINGS * typical_reading())
		c->threshold = GAP_READINGS * typical_reading();
	bench_figure(b, "threshold_ns", (double)c->threshold * c->ns_per_tick);
	b->state = c;
	return BENCH_OK;
}

static int hwlat_sample(struct bench *b, uint64_t ns, struct histogram *gaps, double *value)
{
	const struct counter *c = b->state;
	uint64_t start = tsc_now(), last = start,
		 end = start + (uint64_t)((double)ns / c->ns_per_tick);
	uint64_t lost = 0;

	while (last < end) {
		uint64_t now = tsc_now();

		if (now - last > c->threshold) {
			lost += now - last;
			histogram_add(gaps, (uint64_t)((double)(now - last) * c->ns_per_tick));
			/* The book-keeping is no gap. */
			now = tsc_now();
		}
		last = now;
	}
	*value = (double)lost * 1e9 / (double)(last - start);
	return BENCH_OK;
}

const struct benchmark bench_noise_hwlat = {
	.name = "noise.hwlat",
	.what = "time lost in each second in gaps of over 200 ns (or ten readings) that a CPU sees "
		"which does "
		"nothing but read "
		"its counter, all CPUs at once; the distribution is that of the gaps",
	.unit = UNIT_NS_PER_S,
	.copies = COPIES_EACH_CPU,
	.profile = PROFILE_QUICK,
	.noise = true,
	.setup = hwlat_setup,
	.sample = hwlat_sample,
};

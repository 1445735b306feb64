/* SPDX-License-Identifier: MIT */
/*
 * How long a cache line takes from one CPU to another, for every pair of CPUs: two processes hand
 * it to each other by compare-and-exchange, a line of their own for each pair. Source:
 * reference/lmbench.md 5 (core-to-core latency).
 */
#include "benchmark.h"

#include "core/cpus.h"
#include "core/histogram.h"
#include "family/partner.h"

#include <sched.h>
#include <stdatomic.h>

/* Not timed, so that the line comes to both, and both spin; then timed. A pair takes a fraction of
 * a millisecond, or two trips where a machine is emulated and one takes as long. */
static const uint64_t WARM_NS = 50000, PAIR_NS = 200000;

/* Pairs that no sample came to are measured after the last, for at most so long. */
static const uint64_t REST_NS = 20000000000;

/* Looks at a word that does not change, until the partner is looked at. */
enum { PATIENCE = 1 << 22 };

/* The adjacent line is fetched with it, so a line is two. */
enum { LINE = 128, LINES = 1024 };

/* What the word of a line holds. */
enum { FREE, PING, PONG, OVER };

struct line {
	_Alignas(LINE) _Atomic unsigned word;
};

struct table {
	/* What the partner is told, and that it has heard. */
	_Alignas(LINE) _Atomic unsigned order;
	_Atomic int cpu;
	_Atomic unsigned line;
	_Alignas(LINE) _Atomic unsigned heard;
	struct line lines[LINES];
};

struct hand {
	struct bench *bench;
	struct table *table;
	const int *cpus;
	int count;
	int from, to;	   /* of the next pair: places in the list, from < to */
	unsigned measured; /* pairs so far */
};

/* True when the word was old and is new now: the exchange that is timed. */
static bool exchange(struct line *line, unsigned old, unsigned new)
{
	return atomic_compare_exchange_strong(&line->word, &old, new);
}

static void answer(void *context)
{
	struct table *t = context;

	for (unsigned heard = 0;;) {
		struct line *line;

		while (t->order == heard)
			sched_yield();
		heard = t->order;
		if (cpus_pin(t->cpu))
			return;
		line = &t->lines[t->line];
		t->heard = heard;
		while (exchange(line, PING, PONG) || line->word != OVER)
			;
	}
}

/* One round trip; false if the partner is gone. */
static bool trip(struct hand *h, struct line *line)
{
	line->word = PING;
	for (unsigned looks = 1; !exchange(line, PONG, FREE); looks++)
		if (looks % PATIENCE == 0 && partner_check(h->bench))
			return false;
	return true;
}

static bool send_partner(struct hand *h, int cpu, unsigned line)
{
	unsigned order = h->table->order + 1;

	h->table->lines[line].word = FREE;
	h->table->cpu = cpu;
	h->table->line = line;
	h->table->order = order;
	for (unsigned looks = 1; h->table->heard != order; looks++) {
		sched_yield();
		if (looks % PATIENCE == 0 && partner_check(h->bench))
			return false;
	}
	return true;
}

/* Twice as many trips between two looks at the clock each time, until that long has passed; sets
 * what a trip took. False if the partner is gone. */
static bool make_trips(struct hand *h, struct line *line, uint64_t least_ns, double *trip_ns)
{
	uint64_t start = bench_now_ns(), spent = 0, trips = 0;

	for (uint64_t more = 2; spent < least_ns; more *= 2) {
		for (uint64_t i = 0; i < more; i++)
			if (!trip(h, line))
				return false;
		trips += more;
		spent = bench_now_ns() - start;
	}
	*trip_ns = (double)spent / (double)trips;
	return true;
}

/* The one-way time between two CPUs; 0 (and why) if that was not possible. */
static double time_pair(struct hand *h, int from, int to)
{
	unsigned number = h->measured++ % LINES;
	struct line *line = &h->table->lines[number];
	double trip_ns = 0;

	if (bench_pin(h->bench, h->cpus[from]) || !send_partner(h, h->cpus[to], number) ||
		!make_trips(h, line, WARM_NS, &trip_ns) || !make_trips(h, line, PAIR_NS, &trip_ns))
		return 0;
	line->word = OVER;
	return trip_ns / 2;
}

/* The next pair of all; its time, or 0. */
static double next_pair(struct hand *h)
{
	double ns = time_pair(h, h->from, h->to);

	if (ns > 0)
		bench_pair(h->bench, h->from, h->to, ns);
	if (++h->to == h->count && ++h->from == h->count - 1)
		h->from = 0;
	if (h->to == h->count)
		h->to = h->from + 1;
	return ns;
}

static int pairs_setup(struct bench *b)
{
	static struct hand hand;

	hand = (struct hand){ .bench = b, .table = b->shared, .to = 1 };
	hand.count = bench_cpus(b, &hand.cpus);
	if (hand.count < 2)
		return bench_skip(b, "this machine has one CPU");
	b->state = &hand;
	return partner_start(b, PARTNER_FREE, answer, hand.table);
}

static int pairs_sample(struct bench *b, uint64_t ns, struct histogram *times, double *value)
{
	struct hand *h = b->state;
	uint64_t start = bench_now_ns(), n = 0;
	double sum = 0;

	do {
		double one = next_pair(h);

		if (!(one > 0))
			return BENCH_FAILED;
		histogram_add(times, (uint64_t)(one + 0.5));
		sum += one;
		n++;
	} while (bench_now_ns() - start < ns);
	*value = sum / (double)n;
	return BENCH_OK;
}

static int pairs_check(struct bench *b)
{
	struct hand *h = b->state;
	unsigned all = (unsigned)h->count * (unsigned)(h->count - 1) / 2;
	uint64_t start = bench_now_ns();

	while (h->measured < all && bench_now_ns() - start < REST_NS)
		if (!(next_pair(h) > 0))
			return BENCH_FAILED;
	if (h->measured < all)
		bench_note(b, "pairs", "%u of %u in the time there was", h->measured, all);
	return BENCH_OK;
}

const struct benchmark bench_memory_core_to_core = {
	.name = "memory.core_to_core",
	.title = "Core to core",
	.what = "a cache line handed from one CPU to another by compare-and-exchange, half of a "
		"round "
		"trip; each pair of CPUs in turn, on a line of its own",
	.unit = UNIT_NS,
	.placement = PLACE_FREE, /* it moves itself */
	.copies = COPIES_ONE,
	.profile = PROFILE_STANDARD,
	.tolerance = 0.02,
	.pairs = true,
	.shared_bytes = sizeof(struct table),
	.setup = pairs_setup,
	.sample = pairs_sample,
	.check = pairs_check,
	.teardown = partner_stop,
};

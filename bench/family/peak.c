/* SPDX-License-Identifier: MIT */
/*
 * What the memory delivers at most: every copy moves its own arrays, far larger than the caches,
 * with the kernel that was quickest when it was tried. Source: reference/lmbench.md 5 (peak
 * injection bandwidths), requirements-digest.md R1.
 */
#include "family/peak.h"

#include "benchmark.h"
#include "family/memory.h"

/* One operation moves this much of each stream: short against a sample, long against a kernel's
 * start. */
enum { PIECE = 1 << 20 };

enum { CACHES = 4 };

/* Each kernel is tried so often, so long; its best try counts. */
enum { TRIES = 3 };
static const uint64_t TRY_NS = 4000000;

/* Streams of a piece's length that are read and written, and what an operation counts. */
static const struct shape {
	unsigned reads, writes, counted;
} shapes[TRAFFICS] = {
	[TRAFFIC_READ] = { 1, 0, 1 },
	[TRAFFIC_WRITE] = { 0, 1, 1 },
	[TRAFFIC_COPY] = { 1, 1, 1 },
	[TRAFFIC_MIX_1_1] = { 1, 1, 2 },
	[TRAFFIC_MIX_2_1] = { 2, 1, 3 },
	[TRAFFIC_MIX_3_1] = { 3, 1, 4 },
};

struct peak {
	char *to, *from;
	size_t pieces, next; /* in the arrays; to be moved next */
	struct shape shape;
	const struct peak_kernel *kernel;
};

static void move(struct peak *p, uint64_t n)
{
	while (n--) {
		keep(p->kernel->pass(p->to + p->next * p->shape.writes * PIECE,
			p->from + p->next * p->shape.reads * PIECE, PIECE));
		p->next = (p->next + 1) % p->pieces;
	}
}

static double time_of_piece(struct peak *p)
{
	uint64_t start = bench_now_ns(), now, pieces = 0;

	do {
		move(p, 1);
		pieces++;
		now = bench_now_ns();
	} while (now - start < TRY_NS);
	return (double)(now - start) / (double)pieces;
}

/* The quickest of a list, if it is quicker than what is known. All kernels take turns: what
 * disturbs one try does not hit all of one kernel's. */
static void choose(struct peak *p, const struct peak_kernel *list, enum traffic traffic,
	double *best_ns, const struct peak_kernel **best)
{
	for (const struct peak_kernel *k = list; k->name; k++) {
		double ns;

		if (k->traffic != traffic)
			continue;
		p->kernel = k;
		ns = time_of_piece(p);
		if (*best && ns >= *best_ns)
			continue;
		*best = k;
		*best_ns = ns;
	}
}

/* The arrays of a traffic in that memory: what is written before what is read. */
static struct peak lay_out(enum traffic traffic, char *memory, size_t bytes)
{
	struct peak peak = { .to = memory, .shape = shapes[traffic] };

	peak.pieces = bytes / ((peak.shape.reads + peak.shape.writes) * (size_t)PIECE);
	peak.from = peak.to + peak.pieces * peak.shape.writes * PIECE;
	return peak;
}

const struct peak_kernel *peak_choose(enum traffic traffic, char *memory, size_t bytes)
{
	struct peak peak = lay_out(traffic, memory, bytes);
	const struct peak_kernel *best = NULL;
	double best_ns = 0;

	for (int i = 0; i < TRIES; i++) {
		choose(&peak, peak_kernels_portable(), traffic, &best_ns, &best);
		choose(&peak, peak_kernels_of_cpu(), traffic, &best_ns, &best);
	}
	return best;
}

static int peak_setup(struct bench *b)
{
	static struct peak peak;
	enum traffic traffic = *(const enum traffic *)b->benchmark->arg;
	size_t bytes = memory_beyond_caches(b, 1, CACHES);
	char *memory;

	if (!bytes || !(memory = memory_take(b, bytes, PAGES_LARGE)))
		return BENCH_SKIPPED;
	peak = lay_out(traffic, memory, bytes);
	peak.kernel = peak_choose(traffic, memory, bytes);
	bench_note(b, "kernel", "%s", peak.kernel->name);
	b->work_per_op = (double)peak.shape.counted * PIECE;
	b->state = &peak;
	return BENCH_OK;
}

static int peak_run(struct bench *b, uint64_t n)
{
	move(b->state, n);
	return BENCH_OK;
}

/* What a copy left is what lies at its source; what is only written is the fill. */
static int peak_check(struct bench *b)
{
	const struct peak *p = b->state;
	size_t bytes = p->pieces * PIECE;
	bool copies = p->kernel->traffic == TRAFFIC_COPY;

	for (size_t i = 0; p->shape.writes && i < bytes; i++)
		if (p->to[i] != (copies ? p->from[i] : PEAK_FILL))
			return bench_fail(b, "byte %zu is wrong: this machine miscopies", i);
	return BENCH_OK;
}

#define PEAK(id, kind, smallest, moved, words)                                                     \
	const struct benchmark bench_memory_##id = {                                               \
		.name = "memory." #id,                                                             \
		.what = words "; arrays of 4 times the last-level caches, large pages, the "       \
			      "quickest of several kernels (named at the result)",                 \
		.unit = UNIT_BYTES_PER_S,                                                          \
		.profile = smallest,                                                               \
		.moved_per_byte = moved,                                                           \
		.tolerance = 0.01,                                                                 \
		.arg = &(const enum traffic){ kind },                                              \
		.setup = peak_setup,                                                               \
		.run = peak_run,                                                                   \
		.check = peak_check,                                                               \
	}

PEAK(read, TRAFFIC_READ, PROFILE_QUICK, 1, "1 MiB read from memory");
PEAK(write, TRAFFIC_WRITE, PROFILE_STANDARD, 1, "1 MiB written to memory");
PEAK(copy, TRAFFIC_COPY, PROFILE_QUICK, 2, "1 MiB copied from memory to memory, counted once");
PEAK(mix_3_1, TRAFFIC_MIX_3_1, PROFILE_FULL, 1,
	"3 MiB read and 1 MiB written, in turn, all counted");
PEAK(mix_2_1, TRAFFIC_MIX_2_1, PROFILE_FULL, 1,
	"2 MiB read and 1 MiB written, in turn, all counted");
PEAK(mix_1_1, TRAFFIC_MIX_1_1, PROFILE_FULL, 1,
	"1 MiB read and 1 MiB written, in turn, all counted");

/* SPDX-License-Identifier: MIT */
/*
 * Memory latency while the other CPUs read: one CPU follows a chase, the others read their own
 * memory with the quickest kernel, and pause after each piece. Long pauses leave memory idle, none
 * at all fills it. Source: reference/lmbench.md 5 (loaded latency).
 */
#include "family/chase.h"
#include "family/memory.h"
#include "family/memory_loaded_rows.h"
#include "family/partner.h"
#include "family/peak.h"

#include "core/cpus.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>

/* Beyond the caches, for the chase and for what all others read together. */
enum { CACHES = 4 };

/* What another CPU reads must outlast its own caches even where hundreds share the memory. */
static const size_t LEAST_BYTES = (size_t)8 << 20;

/* From a fork to the first piece: memory is taken and written to before. */
static const uint64_t START_NS = 60000000000;

/* Each counts on a line of its own: counting must not be traffic between them. */
struct reader {
	_Alignas(128) _Atomic uint64_t bytes;
};

static struct {
	struct reader *readers; /* shared by the processes */
	int count;
	const struct peak_kernel *kernel;
	size_t bytes; /* that each reads around and around */
	uint64_t start_ns, start_bytes;
} load;

struct job {
	struct bench *bench;
	int cpu;
	struct reader *reader;
	uint64_t pause_ns;
};

static void *place;

static void read_on(void *context)
{
	const struct job *job = context;
	char *memory;

	if (bench_pin(job->bench, job->cpu))
		return;
	memory = memory_take(job->bench, load.bytes, PAGES_LARGE);
	for (size_t at = 0; memory; at = at + PEAK_UNIT < load.bytes ? at + PEAK_UNIT : 0) {
		uint64_t end;

		keep(load.kernel->pass(NULL, memory + at, PEAK_UNIT));
		atomic_fetch_add_explicit(&job->reader->bytes, PEAK_UNIT, memory_order_relaxed);
		if (!job->pause_ns)
			continue;
		end = bench_now_ns() + job->pause_ns;
		while (bench_now_ns() < end)
			;
	}
}

static uint64_t bytes_read(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < load.count; i++)
		sum += load.readers[i].bytes;
	return sum;
}

/* Waits until every reader has begun. */
static int await_readers(struct bench *b)
{
	uint64_t end = bench_now_ns() + START_NS;

	for (int i = 0; i < load.count; i++)
		while (!load.readers[i].bytes) {
			if (partner_check(b))
				return BENCH_FAILED;
			if (bench_now_ns() > end)
				return bench_fail(b, "a CPU that should read does not begin");
			sched_yield();
		}
	load.start_bytes = bytes_read();
	load.start_ns = bench_now_ns();
	return BENCH_OK;
}

/* The CPUs that read: those of other cores, since a thread of the same core takes from the core
 * rather than from memory. Returns how many. */
static int choose_cpus(const int *cpus, int usable, bool *reads)
{
	int own = sched_getcpu(), count = 0;

	for (int i = 0; i < usable; i++) {
		const int both[] = { own, cpus[i] };

		reads[i] = cpus[i] != own && cpus_cores("/sys", both, 2) == 2;
		count += reads[i];
	}
	return count;
}

static int start_readers(struct bench *b, uint64_t pause_ns)
{
	const int *cpus;
	int usable = bench_cpus(b, &cpus), status = BENCH_OK;
	bool reads[usable];
	struct job job = { .bench = b, .pause_ns = pause_ns };
	int wanted = choose_cpus(cpus, usable, reads);
	size_t all = (size_t)wanted * sizeof(*load.readers);

	if (!wanted)
		return bench_skip(b, "no other core that could load the memory");
	load.bytes /= (size_t)wanted;
	load.bytes = load.bytes > LEAST_BYTES ? load.bytes / PEAK_UNIT * PEAK_UNIT : LEAST_BYTES;
	load.readers = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (load.readers == MAP_FAILED)
		return bench_fail(b, "memory for %d counters:", wanted);
	for (int i = 0; i < usable && !status; i++) {
		if (!reads[i])
			continue;
		job.cpu = cpus[i];
		job.reader = &load.readers[load.count++];
		status = partner_start(b, PARTNER_FREE, read_on, &job);
	}
	bench_figure(b, "reading_cpus", wanted);
	return status ? status : await_readers(b);
}

static int loaded_setup(struct bench *b)
{
	const int64_t *pause_ns = b->benchmark->arg;
	size_t bytes = memory_beyond_caches(b, 2, CACHES);
	char *memory;

	if (!bytes || !(memory = memory_take(b, bytes, PAGES_LARGE)))
		return BENCH_SKIPPED;
	load.kernel = peak_choose(TRAFFIC_READ, memory, bytes);
	load.bytes = bytes;
	if (!chase_link_random(memory, bytes / CHASE_LINE, CHASE_LINE, bytes / CHASE_LINE, b->seed))
		return bench_skip(b, "too little memory to set up the chase");
	place = memory;
	b->work_per_op = CHASE_LOADS;
	bench_note(b, "kernel", "%s", load.kernel->name);
	return *pause_ns < 0 ? BENCH_OK : start_readers(b, (uint64_t)*pause_ns);
}

static int loaded_run(struct bench *b, uint64_t n)
{
	(void)b;
	place = chase_follow(place, n);
	return BENCH_OK;
}

static int loaded_check(struct bench *b)
{
	double bytes = (double)(bytes_read() - load.start_bytes);

	bench_figure(b, "injected_bytes_per_s",
		load.count ? bytes * 1e9 / (double)(bench_now_ns() - load.start_ns) : 0);
	return partner_check(b);
}

#define LOADED(id, ns, words, least, unused)                                                       \
	const struct benchmark bench_memory_loaded_##id = {                                        \
		.name = "memory.loaded_" #id,                                                      \
		.what = "a load whose address the load before it brought, at random beyond the "   \
			"caches, on large pages where there are any, while the other cores " words \
			" (how much they read is among the figures)",                              \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.needs = NEEDS_CORES,                                                              \
		.tolerance = 0.02,                                                                 \
		.at = { "memory_loaded", "latency", 0, "injected_bytes_per_s" },                   \
		.arg = &(const int64_t){ ns },                                                     \
		.setup = loaded_setup,                                                             \
		.run = loaded_run,                                                                 \
		.check = loaded_check,                                                             \
		.teardown = partner_stop,                                                          \
	};
MEMORY_LOADED_PAUSES(LOADED, )

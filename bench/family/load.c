/* SPDX-License-Identifier: MIT */
/*
 * The load of a burn-in: every CPU burns power in its widest vector unit, computes what is known
 * and keeps its part of the memory moving, and all of it is verified; internal disks are read
 * meanwhile.
 */
#include "family/load.h"

#include "benchmark.h"
#include "core/histogram.h"
#include "family/integrity.h"
#include "family/verify.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* A round takes about a millisecond, two thirds of it in the vector unit, which takes most power.
 */
enum { VECTOR_ROUNDS = 120000, VERIFIED_SEEDS = 4 };

/* Far beyond any cache, and touched within a second at the start of each slice. */
static const size_t MEMORY_BYTES = (size_t)256 << 20;

struct load {
	struct integrity memory;
	struct disk_load *disks; /* of copy 0 */
	uint64_t vectors;	 /* the answer of the vector unit */
	uint64_t seed;
	uint64_t start_ns, read_bytes, errors; /* of the disks, when sampling began */
};

static int load_setup(struct bench *b)
{
	struct load *load = calloc(1, sizeof(*load));
	char names[128];

	if (!load)
		return bench_fail(b, "out of memory:");
	b->state = load;
	load->seed = b->seed + ((uint64_t)b->copy << 32);
	load->vectors = burn_vectors(VECTOR_ROUNDS);
	verify_choose();
	bench_note(b, "vector_unit", "%s", burn_unit());
	if (b->copy == 0) {
		load->disks = disk_load_start(names, sizeof(names));
		bench_note(b, "disks", "%s", load->disks ? names : "out of memory");
	}
	return integrity_take(b, &load->memory, MEMORY_BYTES);
}

static void burn(struct bench *b, struct load *load)
{
	uint64_t found = burn_vectors(VECTOR_ROUNDS);
	struct wrong wrong = { .cpu = sched_getcpu(), .expected = load->vectors, .found = found };

	if (found == load->vectors)
		return;
	strcpy(wrong.what, "vectors");
	bench_wrong(b, &wrong);
}

static int load_sample(struct bench *b, uint64_t ns, struct histogram *rounds, double *value)
{
	struct load *load = b->state;
	uint64_t start = bench_now_ns(), last = start, count = 0;

	if (!load->start_ns && load->disks) {
		load->start_ns = start;
		load->read_bytes = load->disks->read_bytes;
	}
	while (last - start < ns) {
		uint64_t now;

		burn(b, load);
		for (int i = 0; i < VERIFIED_SEEDS; i++)
			verify_all(b, verify_next(&load->seed));
		/* The memory does not stand still here: that is memory.integrity's business. */
		integrity_step(&load->memory);
		now = bench_now_ns();
		histogram_add(rounds, now - last);
		last = now;
		count++;
	}
	*value = (double)count * 1e9 / (double)(last - start);
	return BENCH_OK;
}

static void load_teardown(struct bench *b)
{
	struct load *load = b->state;
	double seconds = load ? (double)(bench_now_ns() - load->start_ns) * 1e-9 : 0;

	if (load && load->disks && load->disks->disks && load->start_ns) {
		bench_figure(b, "disk_read_bytes_per_s",
			(double)(load->disks->read_bytes - load->read_bytes) / seconds);
		bench_figure(b, "disk_read_errors", (double)load->disks->errors);
	}
}

const struct benchmark bench_load = {
	.name = "burnin.load",
	.what = "rounds of vector work, known answers and memory sweeps, all verified, on every "
		"CPU at "
		"once, while "
		"internal disks are read; the load of a burn-in",
	.unit = UNIT_OPS_PER_S,
	.copies = COPIES_EACH_CPU,
	.profile = PROFILE_NONE,
	.tolerance = 0.02,
	.setup = load_setup,
	.sample = load_sample,
	.teardown = load_teardown,
};

/* SPDX-License-Identifier: MIT */
/*
 * Does this CPU compute correctly? Every CPU works at once, so that each has its part of the heat
 * and of the current that a marginal one fails under.
 */
#include "benchmark.h"
#include "family/verify.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

struct verify_workload verify_chosen[VERIFY_MAX];
unsigned verify_chosen_count;

static void choose(const struct verify_workload *workloads)
{
	for (; workloads->what && verify_chosen_count < VERIFY_MAX; workloads++)
		if (!workloads->offered || workloads->offered())
			verify_chosen[verify_chosen_count++] = *workloads;
}

void verify_choose(void)
{
	/* A test may have chosen already. */
	if (verify_chosen_count)
		return;
	choose(verify_portable);
	choose(verify_units);
}

static int verify_setup(struct bench *b)
{
	char names[128] = "";

	verify_choose();
	for (unsigned i = 0; i < verify_chosen_count; i++)
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
			i ? ", " : "", verify_chosen[i].what);
	bench_note(b, "verified", "%s", names);
	bench_note(b, "seed", "0x%llx", (unsigned long long)b->seed);
	return BENCH_OK;
}

static void verify(struct bench *b, const struct verify_workload *workload, uint64_t seed)
{
	uint64_t expected = workload->expected(seed), found = workload->found(seed);
	struct wrong wrong = {
		.cpu = sched_getcpu(), .expected = expected, .found = found, .seed = seed
	};

	if (expected == found)
		return;
	snprintf(wrong.what, sizeof(wrong.what), "%s", workload->what);
	bench_wrong(b, &wrong);
}

void verify_all(struct bench *b, uint64_t seed)
{
	for (unsigned i = 0; i < verify_chosen_count; i++)
		verify(b, &verify_chosen[i], seed);
}

static int verify_run(struct bench *b, uint64_t n)
{
	/* Another stream for each copy: two CPUs never compute the same. */
	static uint64_t stream;

	if (!stream)
		stream = b->seed ^ (uint64_t)b->copy << 48;
	while (n--)
		verify_all(b, verify_next(&stream));
	return BENCH_OK;
}

const struct benchmark bench_verify = {
	.name = "cpu.verify",
	.what = "answers to work from random seeds (integer, floating point, vectors, AES, CRC), "
		"each "
		"computed in "
		"two ways and compared, all CPUs at once; a wrong one fails the machine and names "
		"the "
		"CPU",
	.unit = UNIT_OPS_PER_S,
	.copies = COPIES_EACH_CPU,
	.profile = PROFILE_QUICK,
	.tolerance = 0.02,
	.setup = verify_setup,
	.run = verify_run,
};

/* SPDX-License-Identifier: MIT */
/* Verified compute: the reference ways against published answers, every unit against its reference,
 * and a planted CPU that miscomputes. */
#include "family/verify.h"

#include "core/cpus.h"
#include "core/engine.h"
#include "test.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

/* FIPS 197, appendix B. */
TEST(aes_is_that_of_the_standard)
{
	const uint8_t key[AES_BLOCK] = { 0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7,
		0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c };
	const uint8_t in[AES_BLOCK] = { 0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d, 0x31, 0x31,
		0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34 };
	const uint8_t want[AES_BLOCK] = { 0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb, 0xdc,
		0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32 };
	uint8_t keys[AES_ROUNDS + 1][AES_BLOCK], out[AES_BLOCK];

	verify_aes_expand(key, keys);
	CHECK_INT(keys[10][0], 0xd0);
	CHECK_INT(keys[10][15], 0xa6);
	verify_aes_encrypt(keys, in, out);
	CHECK(memcmp(out, want, sizeof(want)) == 0);
}

/* RFC 3720, B.4: 32 zeros; and the usual check value. */
TEST(crc_is_that_of_the_standard)
{
	const uint8_t zeros[32] = { 0 };

	CHECK_INT(verify_crc32c(zeros, sizeof(zeros)), 0x8a9136aa);
	CHECK_INT(verify_crc32c((const uint8_t *)"123456789", 9), 0xe3069283);
}

static void agree(const struct verify_workload *workload)
{
	uint64_t stream = 1;

	if (workload->offered && !workload->offered())
		return;
	for (int i = 0; i < 1000; i++) {
		uint64_t seed = verify_next(&stream);

		if (workload->expected(seed) != workload->found(seed))
			TEST_FAIL("%s disagrees on seed %llx", workload->what,
				(unsigned long long)seed);
	}
	/* Answers that never change would hide anything. */
	CHECK(workload->found(1) != workload->found(2));
}

TEST(every_unit_agrees_with_its_reference)
{
	for (const struct verify_workload *w = verify_portable; w->what; w++)
		agree(w);
	for (const struct verify_workload *w = verify_units; w->what; w++)
		agree(w);
}

static uint64_t now(void *context)
{
	(void)context;
	return clock_now_ns();
}

static int bad_cpu;

static uint64_t identity(uint64_t seed)
{
	return seed;
}

/* Rarely, and on one CPU only. */
static uint64_t one_bit_now_and_then(uint64_t seed)
{
	return sched_getcpu() == bad_cpu && seed % 64 == 0 ? seed ^ 1u << 17 : seed;
}

static struct outcome measure(void)
{
	static char workdir[] = "/tmp/verify_test.XXXXXX";
	struct engine e = {
		.limits = { .warmup_min_ns = 1000000,
			.warmup_max_ns = 20000000,
			.time_min_ns = 20000000,
			.time_max_ns = 50000000,
			.batch_max_ns = 1000000,
			.samples_min = 30,
			.samples_max = 300 },
		.trials = 1,
		.seed = 7,
	};
	struct outcome out;

	CHECK(mkdtemp(workdir) != NULL);
	engine_init(&e);
	e.clock = clock_measure(now, NULL);
	e.workdir = workdir;
	e.cpu_count = cpus_usable(&e.cpus);
	bad_cpu = e.cpus[e.cpu_count - 1];
	engine_run(&e, registry_find("cpu.verify"), (unsigned)e.cpu_count, &out);
	rmdir(workdir);
	memcpy(workdir + strlen(workdir) - 6, "XXXXXX", 6);
	free(e.cpus);
	return out;
}

TEST(a_cpu_that_computes_correctly_passes)
{
	struct outcome out;

	verify_chosen_count = 0;
	out = measure();
	CHECK_INT(out.wrong.count, 0);
	CHECK(out.has_value);
	outcome_free(&out);
}

TEST(a_planted_wrong_answer_names_the_cpu_and_the_seed)
{
	struct outcome out;
	uint64_t listed;

	verify_chosen[0] =
		(struct verify_workload){ "planted", NULL, identity, one_bit_now_and_then };
	verify_chosen_count = 1;
	out = measure();
	listed = out.wrong.count < WRONG_LISTED ? out.wrong.count : WRONG_LISTED;
	CHECK(listed > 0);
	for (uint64_t i = 0; i < listed; i++) {
		const struct wrong *wrong = &out.wrong.listed[i];

		CHECK_INT(wrong->cpu, bad_cpu);
		CHECK_STR(wrong->what, "planted");
		CHECK(wrong->expected == wrong->seed && wrong->found == (wrong->seed ^ 1u << 17));
	}
	CHECK_STR(status_name(out.status), "failed");
	CHECK(!out.has_value);
	CHECK(strstr(out.why, "wrong answer") && strstr(out.why, "seed 0x"));
	outcome_free(&out);
}

TEST(a_hundred_are_listed_and_all_are_counted)
{
	static struct wrong_list a, b;
	char text[WRONG_TEXT];
	const struct wrong worst = { .what = "a name of 23 letters ..",
		.cpu = 2147483647,
		.has_address = true,
		.is_physical = true,
		.address = UINT64_MAX,
		.expected = UINT64_MAX,
		.found = UINT64_MAX - 1,
		.seed = UINT64_MAX };

	for (int i = 0; i < 150; i++)
		wrong_add(&a, &worst);
	for (int i = 0; i < 60; i++)
		wrong_add(&b, &worst);
	wrong_merge(&b, &a);
	CHECK_INT(b.count, 210);
	wrong_text(&b.listed[WRONG_LISTED - 1], text, sizeof(text));
	CHECK(strlen(text) < WRONG_TEXT - 1);
	CHECK_STR(text, "CPU 2147483647: a name of 23 letters ..: 0xfffffffffffffffe instead of "
			"0xffffffffffffffff at physical address 0xffffffffffffffff, seed "
			"0xffffffffffffffff");
}

int main(void)
{
	RUN(aes_is_that_of_the_standard);
	RUN(crc_is_that_of_the_standard);
	RUN(every_unit_agrees_with_its_reference);
	RUN(a_cpu_that_computes_correctly_passes);
	RUN(a_planted_wrong_answer_names_the_cpu_and_the_seed);
	RUN(a_hundred_are_listed_and_all_are_counted);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/* Memory that forgets, sticks, or has two addresses: planted between the steps of a round. */
#include "family/integrity.h"

#include "test.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CHUNKS = 3, COUNT = CHUNKS * INTEGRITY_CHUNK_WORDS, BYTES = COUNT * 8, PAGE = 4096 };

static uint64_t *memory;
static unsigned wrongs;
static const uint64_t *wrong_word;
static uint64_t wrong_expected, wrong_found;

static void note(void *context, const uint64_t *word, uint64_t expected, uint64_t found)
{
	(void)context;
	if (!wrongs++) {
		wrong_word = word;
		wrong_expected = expected;
		wrong_found = found;
	}
}

static struct integrity start(void)
{
	wrongs = 0;
	return (struct integrity){ .words = memory, .count = COUNT, .seed = 42, .wrong = note };
}

/* A round's worth of steps, with something done before each. */
static void play(struct integrity *t, void (*before)(unsigned step))
{
	for (unsigned step = 0; t->rounds == 0 && step < 1000; step++) {
		if (before)
			before(step);
		integrity_step(t);
	}
	CHECK_INT(t->rounds, 1);
}

TEST(sound_memory_has_no_errors_and_all_of_it_is_verified)
{
	struct integrity t = start();
	size_t moved = 0, bytes;
	unsigned waits = 0;

	CHECK_NEAR(integrity_progress(&t), 0, 0);
	while (t.rounds == 0) {
		bytes = integrity_step(&t);
		waits += bytes == 0;
		moved += bytes;
		if (t.sweep > 1 || t.rounds)
			CHECK_INT(t.verified, COUNT);
	}
	CHECK_INT(wrongs, 0);
	CHECK_INT(waits, 1);
	/* 4 sweeps write, 4 read, 7 do both. */
	CHECK_INT(moved, (size_t)BYTES * (4 + 4 + 2 * 7));
}

static unsigned flip_step;
enum { FLIP_AT = INTEGRITY_CHUNK_WORDS + 12345 };

static void flip(unsigned step)
{
	if (step == flip_step)
		memory[FLIP_AT] ^= 1u << 9;
}

/* After any sweep but the last one of a pattern, whichever way it goes. */
TEST(a_bit_that_flips_is_found_at_its_address)
{
	static const unsigned after[] = { 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14 };

	for (size_t i = 0; i < sizeof(after) / sizeof(*after); i++) {
		struct integrity t = start();

		flip_step = CHUNKS * after[i];
		play(&t, flip);
		CHECK_INT(wrongs, 1);
		CHECK(wrong_word == memory + FLIP_AT);
		CHECK_INT(wrong_expected ^ wrong_found, 1u << 9);
	}
}

static uint64_t stuck_bits;

static void stick(unsigned step)
{
	(void)step;
	memory[FLIP_AT] |= stuck_bits;
}

/* Held at one: zeros and inverted checkers show it, whichever bit it is. */
TEST(a_stuck_bit_is_found)
{
	for (int bit = 0; bit < 64; bit += 9) {
		struct integrity t = start();

		stuck_bits = 1ull << bit;
		play(&t, stick);
		CHECK(wrongs > 0);
		CHECK(wrong_word == memory + FLIP_AT);
		CHECK_INT(wrong_found & ~wrong_expected, stuck_bits);
	}
}

static void fade(unsigned step)
{
	/* The step that waits comes after 14 sweeps. */
	if (step == 14 * CHUNKS)
		memory[7] &= ~(memory[7] & -memory[7]);
}

TEST(a_cell_that_fades_while_it_stands_is_found)
{
	struct integrity t = start();

	play(&t, fade);
	CHECK_INT(wrongs, 1);
	CHECK(wrong_word == memory + 7);
}

/* A broken address line: two pages of the test's memory are one. */
TEST(two_addresses_of_one_cell_are_found)
{
	int fd = memfd_create("cells", MFD_CLOEXEC);
	uint64_t *mapped =
		mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct integrity t = start();
	char *first = (char *)mapped + 5 * PAGE, *second = (char *)mapped + 300 * PAGE;

	CHECK(fd >= 0 && mapped != MAP_FAILED && ftruncate(fd, PAGE) == 0);
	CHECK(mmap(first, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == first);
	CHECK(mmap(second, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == second);
	t.words = mapped;
	play(&t, NULL);
	CHECK(wrongs > 0);
	CHECK((const char *)wrong_word == first);
	CHECK_INT(wrong_found, (uint64_t)(uintptr_t)second);
	munmap(mapped, BYTES);
	close(fd);
}

int main(void)
{
	memory = aligned_alloc(PAGE, BYTES);
	if (!memory)
		return 1;
	RUN(sound_memory_has_no_errors_and_all_of_it_is_verified);
	RUN(a_bit_that_flips_is_found_at_its_address);
	RUN(a_stuck_bit_is_found);
	RUN(a_cell_that_fades_while_it_stands_is_found);
	RUN(two_addresses_of_one_cell_are_found);
	free(memory);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/* Chases come by each of their places once, and back to the first. */
#include "family/chase.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES = 64 << 12, PAGE = 4096 };
static char *memory;

/* How many steps lead back to the first place; 0 = outside of the memory, or never. */
static size_t lap(void)
{
	void *first = memory, *at = memory;
	size_t steps = 0;

	/* A random order may leave out the first byte's place only if it is none of its places. */
	do {
		memcpy(&at, at, sizeof(at));
		if ((char *)at < memory || (char *)at >= memory + BYTES)
			return 0;
		steps++;
	} while (at != first && steps <= BYTES);
	return steps;
}

TEST(rising_visits_all)
{
	chase_link_rising(memory, BYTES / 128, 128);
	CHECK_INT(lap(), BYTES / 128);
	CHECK(*(char **)memory == memory + 128);
}

TEST(random_visits_all_in_another_order_with_each_seed)
{
	size_t lines = BYTES / CHASE_LINE;
	char *second;

	CHECK(chase_link_random(memory, lines, CHASE_LINE, lines, 1));
	CHECK_INT(lap(), lines);
	second = *(char **)memory;
	CHECK(chase_link_random(memory, lines, CHASE_LINE, lines, 0));
	CHECK_INT(lap(), lines);
	CHECK(chase_link_random(memory, lines, CHASE_LINE, lines, 12345));
	CHECK_INT(lap(), lines);
	CHECK(*(char **)memory != second);
}

/* Within a group until all of it was visited; the last group may be smaller. */
TEST(groups_are_left_when_they_are_done)
{
	size_t lines = BYTES / CHASE_LINE - 5, group = 48, changes = 0;
	char *at = memory;

	CHECK(chase_link_random(memory, lines, CHASE_LINE, group, 7));
	CHECK_INT(lap(), lines);
	for (size_t i = 0; i < lines; i++) {
		char *next;

		memcpy(&next, at, sizeof(next));
		changes += (size_t)(at - memory) / CHASE_LINE / group !=
			   (size_t)(next - memory) / CHASE_LINE / group;
		at = next;
	}
	CHECK_INT(changes, (lines + group - 1) / group);
}

TEST(pages_change_with_each_step)
{
	char *at = memory;
	size_t same = 0;

	CHECK(chase_link_pages(memory, BYTES, 16, 3));
	CHECK_INT(lap(), BYTES / 16);
	for (size_t i = 0; i < BYTES / 16; i++) {
		char *next;

		memcpy(&next, at, sizeof(next));
		same += (at - memory) / PAGE == (next - memory) / PAGE;
		at = next;
	}
	CHECK_INT(same, 0);
}

TEST(following_comes_as_far_as_it_should)
{
	chase_link_rising(memory, BYTES / 64, 64);
	CHECK(chase_follow(memory, 3) == memory + 3 * CHASE_LOADS * 64);
}

int main(void)
{
	memory = aligned_alloc(PAGE, BYTES);
	RUN(rising_visits_all);
	RUN(random_visits_all_in_another_order_with_each_seed);
	RUN(groups_are_left_when_they_are_done);
	RUN(pages_change_with_each_step);
	RUN(following_comes_as_far_as_it_should);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
#include "machine_tree.h"
#include "tune/settle.h"

#include <math.h>

#define STEADY                                                                                     \
	{                                                                                          \
		0.01, 100, 40                                                                      \
	}

static const char *after(struct settle_window last)
{
	const struct settle_window w[] = { { 0.9, 9000, 70 }, STEADY, STEADY, STEADY, last };
	const char *what = settle_unsteady(w, 5);

	return what ? what : "steady";
}

TEST(the_last_two_seconds_count)
{
	const struct settle_window w[] = { { 0.9, 9000, 70 }, STEADY, STEADY, STEADY, STEADY };

	CHECK(settle_unsteady(w, 4) != NULL);
	CHECK(settle_unsteady(w, 5) == NULL);
	CHECK(settle_unsteady(w + 1, 3) != NULL);
}

TEST(what_is_not_steady_is_named)
{
	CHECK_STR(after((struct settle_window){ 0.01, 149, 41 }), "steady");
	CHECK_STR(after((struct settle_window){ 0.04, 100, 40 }), "load");
	CHECK_STR(after((struct settle_window){ 0.01, 151, 40 }), "interrupts");
	CHECK_STR(after((struct settle_window){ 0.01, 100, 42 }), "temperature");
	CHECK_STR(after((struct settle_window){ 0.01, 100, NAN }), "steady");
}

/* Counters that stand still are a machine at rest: four windows of half a second. */
TEST(a_machine_at_rest)
{
	struct settle s;

	tree_put("proc/stat", "cpu  100 0 50 9000 10 0 0 0 0 0\nintr 5000 1 2\nctxt 1\n");
	s = settle_wait(tree_root, 10);
	CHECK(!s.unsteady);
	CHECK(s.waited_s > 1.9 && s.waited_s < 4);
	CHECK(isnan(s.last.temperature_c));
}

TEST(the_wait_is_bounded)
{
	struct settle s = settle_wait(tree_root, 0.6);

	CHECK_STR(s.unsteady, "too short a time");
	CHECK(s.waited_s < 3);
}

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	RUN(the_last_two_seconds_count);
	RUN(what_is_not_steady_is_named);
	RUN(a_machine_at_rest);
	RUN(the_wait_is_bounded);
	tree_wipe();
	rmdir(tree_root);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/* Batches of the copies -> samples of all of them together. */
#include "core/aggregate.h"
#include "test.h"

#include <stdlib.h>

TEST(a_full_log_keeps_work_and_time)
{
	struct batch_log *log = calloc(1, sizeof(*log));
	uint64_t ops = 0;

	for (uint64_t i = 0; i < 3 * BATCH_CAPACITY; i++)
		batch_log_add(
			log, (struct batch){
				     .start_ns = i * 100, .end_ns = i * 100 + 100, .ops = i + 1 });
	for (unsigned i = 0; i < log->count; i++)
		ops += log->batch[i].ops;
	CHECK_INT(ops, (uint64_t)3 * BATCH_CAPACITY * (3 * BATCH_CAPACITY + 1) / 2);
	CHECK_INT(log->batch[0].start_ns, 0);
	CHECK_INT(log->batch[log->count - 1].end_ns, 3 * BATCH_CAPACITY * 100);
	free(log);
}

/* Two copies, one starts late: only what both do at the same time counts. */
TEST(only_the_common_window_counts)
{
	unsigned marked = 0;
	static struct batch_log a, b;
	static struct samples samples;
	const struct batch_log *logs[] = { &a, &b };

	a.count = b.count = 0;
	for (uint64_t i = 0; i < 100; i++)
		batch_log_add(&a, (struct batch){ .start_ns = i * 1000000,
					  .end_ns = (i + 1) * 1000000,
					  .ops = 1000 });
	for (uint64_t i = 50; i < 120; i++)
		batch_log_add(&b,
			(struct batch){
				.start_ns = i * 1000000, .end_ns = (i + 1) * 1000000, .ops = 500 });
	a.batch[60].disturbance.causes = CAUSE_STEAL;
	aggregate(logs, 2, 0, 1, &samples);
	CHECK(samples.n >= 40 && samples.n <= 50);
	for (size_t i = 0; i < samples.n; i++)
		CHECK_NEAR(samples.value[i], 1.5e6, 1);
	/* One of two copies was disturbed in one interval, or on the border of two. */
	for (size_t i = 0; i < samples.n; i++)
		marked += samples.causes[i] == CAUSE_STEAL;
	CHECK(marked == 1 || marked == 2);
}

/* Copies that hardly get a CPU: short batches, long waits. */
TEST(no_sample_is_empty_because_copies_wait)
{
	static struct batch_log a, b;
	static struct samples samples;
	const struct batch_log *logs[] = { &a, &b };

	a.count = b.count = 0;
	for (uint64_t i = 0; i < 100; i++) {
		batch_log_add(&a, (struct batch){ .start_ns = i * 10000000,
					  .end_ns = i * 10000000 + 1000000,
					  .ops = 1000 });
		batch_log_add(&b, (struct batch){ .start_ns = i * 10000000 + 500000,
					  .end_ns = i * 10000000 + 1500000,
					  .ops = 1000 });
	}
	aggregate(logs, 2, 0, 1, &samples);
	CHECK(samples.n > 50);
	for (size_t i = 0; i < samples.n; i++)
		CHECK_NEAR(samples.value[i], 2e5, 2e4);
}

TEST(copies_that_never_met_give_no_sample)
{
	static struct batch_log a, b;
	static struct samples samples;
	const struct batch_log *logs[] = { &a, &b };

	a.count = b.count = 0;
	batch_log_add(&a, (struct batch){ .start_ns = 0, .end_ns = 100, .ops = 1 });
	batch_log_add(&b, (struct batch){ .start_ns = 100, .end_ns = 200, .ops = 1 });
	aggregate(logs, 2, 0, 1, &samples);
	CHECK_INT(samples.n, 0);
	b.count = 0;
	aggregate(logs, 2, 0, 1, &samples);
	CHECK_INT(samples.n, 0);
}

int main(void)
{
	RUN(a_full_log_keeps_work_and_time);
	RUN(only_the_common_window_counts);
	RUN(no_sample_is_empty_because_copies_wait);
	RUN(copies_that_never_met_give_no_sample);
	return test_end();
}

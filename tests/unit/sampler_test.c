/* SPDX-License-Identifier: MIT */
/* The sampler against a clock of our own: a benchmark is a function from operations to nanoseconds.
 */
#include "core/aggregate.h"
#include "core/sampler.h"
#include "core/stats.h"
#include "test.h"

#include <stdlib.h>

static struct world {
	uint64_t now_ns, op_ns, runs, preempted, without_op_ns;
	uint64_t noise_state;
	double noise;	       /* relative, uniform */
	uint64_t warm_runs;    /* so many calls take twice as long */
	uint64_t fail_at_run;  /* 0 = never */
	uint64_t read_cost_ns; /* of the clock */
} world;

static uint64_t fake_now(void *context)
{
	(void)context;
	return world.now_ns += world.read_cost_ns;
}

static int fake_run(void *context, uint64_t ops)
{
	double time = (double)(ops * world.op_ns);

	(void)context;
	if (++world.runs == world.fail_at_run)
		return -1;
	time *= 1 + world.noise * ((double)(random_next(&world.noise_state) >> 11) * 0x1p-53 - 0.5);
	if (world.runs <= world.warm_runs)
		time *= 2;
	world.now_ns += (uint64_t)time;
	return 0;
}

/* The same without what is measured. */
static int fake_without(void *context, uint64_t ops)
{
	(void)context;
	world.now_ns += ops * world.without_op_ns;
	return 0;
}

static uint64_t fake_preemptions(void *context)
{
	(void)context;
	return world.preempted ? world.now_ns / world.preempted : 0;
}

/* Every so many batches are disturbed, from the first on; 0 = none. */
static unsigned disturbed_every;

static void fake_watch(void *context, const struct batch_log *log)
{
	(void)context;
	(void)log;
}

static void fake_observe(void *context, struct batch_log *log)
{
	(void)context;
	if (disturbed_every && log->count % disturbed_every == 0)
		log->batch[log->count - 1].disturbance.causes = CAUSE_PREEMPTED;
}

static const struct disturbance_rules rules = { .pinned = true };
static struct batch_log fake_log;
static struct sampling_team team;

static struct sampler sampler_for(uint64_t op_ns, double noise)
{
	world = (struct world){
		.op_ns = op_ns, .noise = noise, .noise_state = 1, .read_cost_ns = 10
	};
	team = (struct sampling_team){ .copies = 1 };
	fake_log.count = 0;
	disturbed_every = 0;
	return (struct sampler){
		.limits = { .warmup_min_ns = 300000000,
			.warmup_max_ns = 3000000000,
			.time_min_ns = 300000000,
			.time_max_ns = 5000000000,
			.batch_max_ns = 10000000,
			.samples_min = 30,
			.samples_max = 300,
			.tolerance = 0.01 },
		.clock = { .overhead_ns = 10, .resolution_ns = 10 },
		.team = &team,
		.random = 7,
		.now = fake_now,
		.run = fake_run,
		.preemptions = fake_preemptions,
		.watch = fake_watch,
		.observe = fake_observe,
		.rules = &rules,
		.log = &fake_log,
	};
}

static double median_rate(void)
{
	static struct samples samples;
	const struct batch_log *logs[] = { &fake_log };

	aggregate(logs, 1, 10, 1, &samples);
	stats_sort(samples.value, samples.n);
	return stats_quantile(samples.value, samples.n, 0.5);
}

TEST(steady_work_stops_at_the_first_look)
{
	struct sampler s = sampler_for(1000, 0.001);

	CHECK_INT(sampler_run(&s), 0);
	CHECK(fake_log.count >= 30 && fake_log.count <= 40);
	CHECK_NEAR(median_rate(), 1e6, 1e3);
	CHECK(!s.warmup_timeout);
}

TEST(what_is_not_measured_is_taken_off)
{
	struct sampler s = sampler_for(1000, 0.001);

	world.without_op_ns = 900;
	s.without = fake_without;
	CHECK_INT(sampler_run(&s), 0);
	CHECK_NEAR(median_rate(), 1e7, 1e5);
	/* Batches are as long as they were: the difference does not stretch them. */
	CHECK(fake_log.batch[0].end_ns - fake_log.batch[0].start_ns < 12000000);
	/* Below zero stays below zero. */
	world.without_op_ns = 1001;
	CHECK_INT(sampler_run(&s), 0);
	CHECK(median_rate() < 0);
}

static uint64_t made_ready;

static int fake_before(void *context, uint64_t ops)
{
	(void)context;
	made_ready = ops;
	world.now_ns += 50000000;
	return 0;
}

TEST(getting_ready_is_not_timed)
{
	struct sampler s = sampler_for(1000, 0.001);

	s.before = fake_before;
	CHECK_INT(sampler_run(&s), 0);
	CHECK_NEAR(median_rate(), 1e6, 1e3);
	CHECK_INT(made_ready, fake_log.batch[fake_log.count - 1].ops);
}

TEST(noisy_work_goes_on_until_its_time_is_up)
{
	struct sampler s = sampler_for(1000, 1.5);

	s.limits.tolerance = 0.0001;
	s.limits.samples_max = 100000;
	CHECK_INT(sampler_run(&s), 0);
	CHECK(fake_log.batch[fake_log.count - 1].end_ns - fake_log.batch[0].start_ns >=
		4900000000u);
}

TEST(no_more_samples_than_the_maximum)
{
	struct sampler s = sampler_for(1000, 1.5);

	s.limits.tolerance = 0.0001;
	s.limits.time_max_ns = 60000000000;
	CHECK_INT(sampler_run(&s), 0);
	CHECK_INT(fake_log.count, 300);
}

/* Half of the samples are disturbed: as many undisturbed ones are taken as else samples. */
TEST(disturbed_samples_are_repeated_and_kept)
{
	struct sampler s = sampler_for(1000, 0.001);
	unsigned clean = 0;

	disturbed_every = 2;
	CHECK_INT(sampler_run(&s), 0);
	for (unsigned i = 0; i < fake_log.count; i++)
		clean += !fake_log.batch[i].disturbance.causes;
	CHECK(clean >= 30);
	CHECK(fake_log.count >= 2 * clean - 1 && fake_log.count < 100);
}

TEST(repeating_ends_with_the_time)
{
	struct sampler s = sampler_for(1000, 0.001);

	disturbed_every = 1;
	CHECK_INT(sampler_run(&s), 0);
	CHECK(fake_log.batch[fake_log.count - 1].end_ns - fake_log.batch[0].start_ns >=
		4900000000u);
}

static int fake_sample(void *context, uint64_t ns, double *value)
{
	(void)context;
	world.now_ns += ns;
	*value = 42;
	return 0;
}

TEST(what_times_itself_takes_all_the_time)
{
	struct sampler s = sampler_for(1000, 0);

	s.sample = fake_sample;
	s.limits.sample_ns = 100000000;
	s.limits.time_max_ns = 3000000000;
	CHECK_INT(sampler_run(&s), 0);
	CHECK(fake_log.count >= 29 && fake_log.count <= 31);
	CHECK_NEAR(fake_log.batch[0].value, 42, 0);
}

TEST(batches_are_dithered_and_as_long_as_asked)
{
	struct sampler s = sampler_for(100, 0.001);
	uint64_t least = UINT64_MAX, most = 0;

	CHECK_INT(sampler_run(&s), 0);
	for (unsigned i = 0; i < fake_log.count; i++) {
		least = fake_log.batch[i].ops < least ? fake_log.batch[i].ops : least;
		most = fake_log.batch[i].ops > most ? fake_log.batch[i].ops : most;
	}
	CHECK(least >= 89000 && most <= 111000);
	CHECK(most - least > 10000);
}

TEST(preemption_shortens_batches)
{
	struct sampler s = sampler_for(100, 0.001);

	world.preempted = 10000000; /* one every 10 ms: 2 ms batches see 0.2 */
	CHECK_INT(sampler_run(&s), 0);
	CHECK(s.batch_ns > 1800000 && s.batch_ns < 2200000);
}

TEST(a_coarse_clock_lengthens_batches)
{
	struct sampler s = sampler_for(100, 0.001);

	s.clock.resolution_ns = 100000;
	s.limits.batch_max_ns = 10000000;
	CHECK_INT(sampler_run(&s), 0);
	CHECK(s.batch_ns >= 100000000);
}

TEST(one_operation_longer_than_a_batch)
{
	struct sampler s = sampler_for(50000000, 0.001);

	CHECK_INT(sampler_run(&s), 0);
	CHECK_INT(fake_log.batch[0].ops, 1);
	CHECK_NEAR(median_rate(), 20, 0.1);
}

TEST(few_operations_are_not_below_the_minimum)
{
	struct sampler s = sampler_for(1000000, 0.001);

	s.limits.min_ops = 64;
	CHECK_INT(sampler_run(&s), 0);
	for (unsigned i = 0; i < fake_log.count; i++)
		CHECK(fake_log.batch[i].ops >= 64);
}

TEST(warm_up_is_not_sampled)
{
	struct sampler s = sampler_for(1000, 0.001);

	world.warm_runs = 40;
	CHECK_INT(sampler_run(&s), 0);
	CHECK_NEAR(median_rate(), 1e6, 1e3);
	CHECK_NEAR(1e9 * (double)fake_log.batch[0].ops /
			   (double)(fake_log.batch[0].end_ns - fake_log.batch[0].start_ns),
		1e6, 1e4);
}

TEST(endless_drift_is_flagged)
{
	struct sampler s = sampler_for(1000, 0);

	world.noise = 3;
	CHECK_INT(sampler_run(&s), 0);
	CHECK(s.warmup_timeout);
}

TEST(a_failing_run_ends_it_and_stops_the_team)
{
	struct sampler s = sampler_for(1000, 0.001);

	world.fail_at_run = 50;
	CHECK_INT(sampler_run(&s), -1);
	CHECK(atomic_load(&team.stop));
}

int main(void)
{
	RUN(steady_work_stops_at_the_first_look);
	RUN(what_is_not_measured_is_taken_off);
	RUN(getting_ready_is_not_timed);
	RUN(noisy_work_goes_on_until_its_time_is_up);
	RUN(no_more_samples_than_the_maximum);
	RUN(disturbed_samples_are_repeated_and_kept);
	RUN(repeating_ends_with_the_time);
	RUN(what_times_itself_takes_all_the_time);
	RUN(batches_are_dithered_and_as_long_as_asked);
	RUN(preemption_shortens_batches);
	RUN(a_coarse_clock_lengthens_batches);
	RUN(one_operation_longer_than_a_batch);
	RUN(few_operations_are_not_below_the_minimum);
	RUN(warm_up_is_not_sampled);
	RUN(endless_drift_is_flagged);
	RUN(a_failing_run_ends_it_and_stops_the_team);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
#include "core/sampler.h"

#include "core/stats.h"

/* A batch is at least this long, and this many times the clock's resolution and overhead:
 * quantisation
 * <= 0.1 %, cost of reading <= 0.5 % (and subtracted). */
static const uint64_t BATCH_MIN_NS = 1000000;
enum { RESOLUTIONS_PER_BATCH = 1000, OVERHEADS_PER_BATCH = 200 };

/* The warm-up compares the medians of the last and the previous ten batches. */
enum { STEADY = 10 };
static const double STEADY_LIMIT = 0.005;

/* Mean preemptions in a batch that is as long as allowed: e^-0.2 = 82 % of batches see none. */
static const double PREEMPTIONS_PER_BATCH = 0.2;

/* Doublings until one call is long enough to be a first guess: 2^40 operations are always enough.
 */
enum { MAX_DOUBLINGS = 40 };

uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static double ns_per_op(const struct sampler *s, struct batch b)
{
	uint64_t time = b.end_ns - b.start_ns;

	/* Even the cheapest batch must keep a positive time. */
	time = time > 2 * s->clock.overhead_ns ? time - s->clock.overhead_ns : time;
	return (double)(time ? time : 1) / (double)b.ops;
}

static int timed_run(struct sampler *s, uint64_t ops, struct batch *batch)
{
	int status;

	*batch = (struct batch){ .ops = ops };
	batch->start_ns = s->now(s->context);
	status = s->run(s->context, ops);
	batch->end_ns = s->now(s->context);
	if (!status && s->without) {
		uint64_t start = s->now(s->context);

		status = s->without(s->context, ops);
		batch->without_ns = s->now(s->context) - start;
	}
	return status;
}

static int make_ready(struct sampler *s, uint64_t ops)
{
	return s->before ? s->before(s->context, ops) : 0;
}

static int ready_run(struct sampler *s, uint64_t ops, struct batch *batch)
{
	int status = make_ready(s, ops);

	return status ? status : timed_run(s, ops, batch);
}

static uint64_t shortest_batch_ns(const struct sampler *s)
{
	uint64_t shortest = BATCH_MIN_NS;

	if (shortest < RESOLUTIONS_PER_BATCH * s->clock.resolution_ns)
		shortest = RESOLUTIONS_PER_BATCH * s->clock.resolution_ns;
	if (shortest < OVERHEADS_PER_BATCH * s->clock.overhead_ns)
		shortest = OVERHEADS_PER_BATCH * s->clock.overhead_ns;
	return shortest;
}

/* Finds the time of one operation: double until a call is long enough, then the fastest of five. */
static int calibrate(struct sampler *s, double *fastest_ns)
{
	uint64_t ops = s->limits.min_ops, enough = shortest_batch_ns(s);
	struct batch batch;
	int status;

	for (int i = 0; i < MAX_DOUBLINGS; i++, ops *= 2) {
		status = ready_run(s, ops, &batch);
		if (status)
			return status;
		if (batch.end_ns - batch.start_ns >= enough)
			break;
	}
	*fastest_ns = ns_per_op(s, batch);
	for (int i = 0; i < 4 && batch.end_ns - batch.start_ns < s->limits.batch_max_ns; i++) {
		status = ready_run(s, ops, &batch);
		if (status)
			return status;
		if (ns_per_op(s, batch) < *fastest_ns)
			*fastest_ns = ns_per_op(s, batch);
	}
	return 0;
}

/* Operations of the next batch: dithered by +-10 %, so that batches don't lock to a periodic noise.
 */
static uint64_t next_ops(struct sampler *s, double op_ns)
{
	double dither = 0.9 + 0.2 * (double)(random_next(&s->random) >> 11) * 0x1p-53;
	double ops = (double)s->batch_ns / op_ns * dither + 0.5;

	return ops < (double)s->limits.min_ops ? s->limits.min_ops : (uint64_t)ops;
}

/* On the stack, unlike stats_median(): the measuring process takes no memory on its way. */
static double median_of(const double *x, size_t n)
{
	double sorted[STEADY];

	for (size_t i = 0; i < n; i++)
		sorted[i] = x[i];
	stats_sort(sorted, n);
	return stats_quantile(sorted, n, 0.5);
}

/* Runs until steady; op_ns follows the median, the batch length the rate of preemption. */
static int warm_up(struct sampler *s, double *op_ns)
{
	double last[2 * STEADY], fastest = *op_ns;
	uint64_t start = s->now(s->context), preempted = s->preemptions(s->context), time = 0;
	unsigned count = 0;

	while (!atomic_load(&s->team->stop)) {
		struct batch batch;
		int status = ready_run(s, next_ops(s, fastest), &batch);

		if (status)
			return status;
		for (unsigned i = 0; count >= 2 * STEADY && i + 1 < 2 * STEADY; i++)
			last[i] = last[i + 1];
		last[count < 2 * STEADY ? count : 2 * STEADY - 1] = ns_per_op(s, batch);
		count++;
		if (ns_per_op(s, batch) < fastest)
			fastest = ns_per_op(s, batch);
		time = batch.end_ns - start;
		if (count >= 2 * STEADY && time >= s->limits.warmup_min_ns) {
			double change =
				median_of(last + STEADY, STEADY) / median_of(last, STEADY) - 1;

			if (change < STEADY_LIMIT && change > -STEADY_LIMIT)
				break;
		}
		if (time >= s->limits.warmup_max_ns) {
			s->warmup_timeout = true;
			break;
		}
	}
	preempted = s->preemptions(s->context) - preempted;
	if (preempted &&
		PREEMPTIONS_PER_BATCH * (double)time / (double)preempted < (double)s->batch_ns)
		s->batch_ns = (uint64_t)(PREEMPTIONS_PER_BATCH * (double)time / (double)preempted);
	if (s->batch_ns < shortest_batch_ns(s))
		s->batch_ns = shortest_batch_ns(s);
	*op_ns = fastest;
	return 0;
}

/* The interval is looked at only at n = 30 x 1.25^k: looking at every sample would stop on luck. */
struct stop_rule {
	uint64_t start_ns;
	double next_check;
	double x[BATCH_CAPACITY];
};

/* What counts of it. */
static double net_ns_per_op(const struct sampler *s, struct batch b)
{
	return b.without_ns ? (double)batch_net_ns(&b) / (double)b.ops : ns_per_op(s, b);
}

/* The undisturbed samples alone, or all, in measured order. */
static double halfwidth(const struct sampler *s, struct stop_rule *rule, bool clean_only)
{
	unsigned n = 0;

	for (unsigned i = 0; i < s->log->count; i++)
		if (!clean_only || !s->log->batch[i].disturbance.causes)
			rule->x[n++] = net_ns_per_op(s, s->log->batch[i]);
	return stats_median_halfwidth(rule->x, n);
}

/* A disturbed sample is repeated: only undisturbed ones count towards enough, while there is time.
 */
static bool enough(struct sampler *s, struct stop_rule *rule)
{
	const struct limits *limits = &s->limits;
	unsigned n = s->log->count, clean;
	uint64_t time = s->log->batch[n - 1].end_ns - rule->start_ns;

	if (time >= limits->time_max_ns)
		return true;
	if (time < limits->time_min_ns || n < limits->samples_min)
		return false;
	if ((double)n < rule->next_check && n != limits->samples_max)
		return false;
	while (rule->next_check <= (double)n)
		rule->next_check *= 1.25;
	clean = batch_log_judge(s->log, s->rules);
	if (clean < limits->samples_min)
		return false;
	return clean >= limits->samples_max ||
	       (halfwidth(s, rule, false) <= limits->tolerance &&
		       halfwidth(s, rule, true) <= limits->tolerance);
}

/* Measures one sample and logs it with what happened to it. */
static int log_sample(struct sampler *s, double op_ns)
{
	struct batch batch = { .ops = s->sample ? 1 : next_ops(s, op_ns) };
	int status = make_ready(s, batch.ops);

	if (status)
		return status;
	s->watch(s->context, s->log);
	if (s->sample) {
		batch.start_ns = s->now(s->context);
		status = s->sample(s->context, s->limits.sample_ns, &batch.value);
		batch.end_ns = s->now(s->context);
	} else {
		status = timed_run(s, batch.ops, &batch);
	}
	if (status)
		return status;
	batch_log_add(s->log, batch);
	s->observe(s->context, s->log);
	return 0;
}

/* A sample() is an average over a given time: it takes all the time there is. */
static bool finished(struct sampler *s, struct stop_rule *rule)
{
	if (!s->sample)
		return enough(s, rule);
	return s->log->batch[s->log->count - 1].end_ns - rule->start_ns >= s->limits.time_max_ns;
}

/*
 * Copy 0 counts from the moment in which all copies measure, and stops them all. A copy measures
 * when its first sample is there, and its last one ends after copy 0's, so that all of them share
 * copy 0's time: one that is about to take a sample may wait long for a CPU.
 */
static int measure(struct sampler *s, double op_ns)
{
	static struct stop_rule rule;
	bool leader = s->copy == 0, all = s->team->copies == 1, first = true;

	rule.start_ns = s->now(s->context);
	rule.next_check = s->limits.samples_min;
	do {
		int status;

		if (leader && !all && atomic_load(&s->team->measuring) >= s->team->copies) {
			all = true;
			s->log->count = 0;
			rule.start_ns = s->now(s->context);
		}
		status = log_sample(s, op_ns);
		if (status)
			return status;
		if (first)
			atomic_fetch_add(&s->team->measuring, 1);
		first = false;
		if (leader && all && finished(s, &rule)) {
			s->team->stop_ns = s->log->batch[s->log->count - 1].end_ns;
			atomic_store(&s->team->stop, true);
		}
	} while (!atomic_load(&s->team->stop) ||
		 s->log->batch[s->log->count - 1].end_ns < s->team->stop_ns);
	batch_log_judge(s->log, s->rules);
	return 0;
}

static int prepare(struct sampler *s, double *op_ns)
{
	double ignored;
	int status;

	if (s->sample)
		return s->sample(s->context, s->limits.sample_ns, &ignored);
	status = calibrate(s, op_ns);
	return status ? status : warm_up(s, op_ns);
}

int sampler_run(struct sampler *s)
{
	double op_ns = 0;
	int status;

	s->log->count = 0;
	s->warmup_timeout = false;
	if (!s->limits.min_ops)
		s->limits.min_ops = 1;
	s->batch_ns = s->limits.batch_max_ns;
	if (s->batch_ns < shortest_batch_ns(s))
		s->batch_ns = shortest_batch_ns(s);
	status = prepare(s, &op_ns);
	if (!status)
		status = measure(s, op_ns);
	if (status)
		atomic_store(&s->team->stop, true);
	return status;
}

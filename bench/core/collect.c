/* SPDX-License-Identifier: MIT */
/* Out of the memory that a trial's copies shared, into the outcome. */
#include "core/collect.h"

#include "core/die.h"
#include "core/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How firm a best is: so near come the next two, relative. One alone may be a fluke. */
enum { BEST_NEIGHBOURS = 2 };

static double best_of(const double *sorted, size_t n, bool rate, double *halfwidth)
{
	size_t last = n - 1;
	double best = rate ? sorted[last] : sorted[0];

	if (n > BEST_NEIGHBOURS)
		*halfwidth = fabs(
			(rate ? sorted[last - BEST_NEIGHBOURS] : sorted[BEST_NEIGHBOURS]) / best -
			1);
	else
		*halfwidth = INFINITY;
	return best;
}

/* Value and interval of samples in measured order, by the benchmark's statistic. Sorts them. */
static double evaluate(double *samples, size_t n, const struct benchmark *b, double *halfwidth)
{
	*halfwidth = stats_median_halfwidth(samples, n);
	stats_sort(samples, n);
	if (b->statistic == STATISTIC_BEST)
		return best_of(samples, n, unit_higher_is_better(b->unit), halfwidth);
	return stats_quantile(samples, n, 0.5);
}

static void take_samples(struct trial *trial, const struct samples *s, const struct benchmark *b)
{
	static double clean[BATCH_CAPACITY], sorted[BATCH_CAPACITY];

	trial->n = s->n;
	trial->samples = xcalloc(s->n, sizeof(*trial->samples));
	trial->causes = xcalloc(s->n, sizeof(*trial->causes));
	memcpy(trial->samples, s->value, s->n * sizeof(*trial->samples));
	memcpy(trial->causes, s->causes, s->n * sizeof(*trial->causes));
	for (size_t i = 0; i < s->n; i++)
		if (!s->causes[i])
			clean[trial->clean_n++] = s->value[i];
	memcpy(sorted, s->value, s->n * sizeof(*sorted));
	trial->value = evaluate(sorted, s->n, b, &trial->halfwidth);
	trial->fences = stats_fences(sorted, s->n);
	trial->clean_halfwidth = INFINITY;
	if (trial->clean_n)
		trial->clean_value = evaluate(clean, trial->clean_n, b, &trial->clean_halfwidth);
}

void collect_throttled(
	unsigned *causes, size_t n, struct conditions *c, const struct thermal heat[2])
{
	const struct thermal *to = &heat[1];
	uint64_t core = to->core_throttles - heat[0].core_throttles;
	uint64_t package = to->package_throttles - heat[0].package_throttles;

	c->has_throttles = to->has_throttles;
	c->has_temperature = to->has_temperature;
	c->core_throttles += core;
	c->package_throttles += package;
	if (to->temperature_c > c->temperature_c)
		c->temperature_c = to->temperature_c;
	/* When in the trial it happened is not known: no sample of it is above suspicion. */
	for (size_t i = 0; (core || package) && i < n; i++)
		causes[i] |= CAUSE_THROTTLED;
}

static void add_batch(struct conditions *c, const struct disturbance *d)
{
	c->preemptions += d->preemptions;
	c->migrations += d->migrations;
	c->minor_faults += d->minor_faults;
	c->major_faults += d->major_faults;
	c->interrupts += d->interrupts;
	c->smi += d->smi;
	c->steal_ns += d->steal_ns;
	if (!(d->frequency_hz > 0))
		return;
	if (!(c->frequency_low_hz > 0) || d->frequency_hz < c->frequency_low_hz)
		c->frequency_low_hz = d->frequency_hz;
	if (d->frequency_hz > c->frequency_high_hz)
		c->frequency_high_hz = d->frequency_hz;
}

/* Medians over copy 0's samples of the last trial stand for all: they hardly differ. */
static void typical_of_copy(struct conditions *c, const struct batch_log *log)
{
	static double frequency[BATCH_CAPACITY], gap[BATCH_CAPACITY];
	unsigned gaps = 0;

	for (unsigned i = 0; i < log->count; i++) {
		frequency[i] = log->batch[i].disturbance.frequency_hz;
		if (i)
			gap[gaps++] = (double)(log->batch[i].start_ns - log->batch[i - 1].end_ns);
	}
	stats_sort(frequency, log->count);
	c->frequency_hz = stats_quantile(frequency, log->count, 0.5);
	if (gaps) {
		stats_sort(gap, gaps);
		c->instrument_ns = stats_quantile(gap, gaps, 0.5);
	}
}

static void take_conditions(struct conditions *c, const struct copy_area *areas, unsigned copies)
{
	memcpy(c->missing, areas[0].sensor_missing, sizeof(c->missing));
	for (unsigned i = 0; i < copies; i++)
		for (unsigned k = 0; k < areas[i].log.count; k++)
			add_batch(c, &areas[i].log.batch[k].disturbance);
	typical_of_copy(c, &areas[0].log);
}

static void take_times(struct trial *trial, const struct copy_area *areas, unsigned copies)
{
	trial->times = xcalloc(1, sizeof(*trial->times));
	for (unsigned i = 0; i < copies; i++)
		histogram_merge(trial->times, &areas[i].histogram);
}

struct copy_outcome *collect_copy(struct outcome *out, unsigned i, unsigned copies)
{
	struct copy_outcome *copy;

	if (!out->copies)
		out->copies = xcalloc(copies, sizeof(*out->copies));
	out->copy_count = copies;
	copy = &out->copies[i];
	copy->values = xrealloc(copy->values, out->trial_count * sizeof(*copy->values));
	return copy;
}

double collect_throughput(
	const struct batch_log *log, double work_per_op, const struct benchmark *b)
{
	const struct batch *first = &log->batch[0], *last = &log->batch[log->count - 1];
	double sum = 0, net_ns = 0;

	for (unsigned k = 0; k < log->count; k++) {
		sum += b->sample ? log->batch[k].value : (double)log->batch[k].ops;
		net_ns += (double)batch_net_ns(&log->batch[k]);
	}
	if (b->sample)
		return sum / log->count;
	/* What came in between belongs to neither of the two that are subtracted. */
	if (b->without)
		return unit_value(b->unit, sum * work_per_op * 1e9 / net_ns, 1);
	return unit_value(
		b->unit, sum * work_per_op * 1e9 / (double)(last->end_ns - first->start_ns), 1);
}

/* By copy: each has a CPU of its own to tell about. */
static void take_copies(
	struct outcome *out, const struct copy_area *areas, const struct team_plan *plan)
{
	for (unsigned i = 0; i < plan->copies; i++) {
		struct copy_outcome *copy = collect_copy(out, i, plan->copies);
		const struct batch_log *log = &areas[i].log;

		copy->cpu = areas[i].cpu;
		for (unsigned k = 0; k < log->count; k++) {
			copy->interrupts += log->batch[k].disturbance.interrupts;
			copy->time_ns += log->batch[k].end_ns - log->batch[k].start_ns;
			copy->batches++;
			copy->disturbed_batches += log->batch[k].disturbance.causes != 0;
			copy->causes |= log->batch[k].disturbance.causes;
		}
		copy->values[out->trial_count - 1] =
			collect_throughput(log, areas[i].work_per_op, plan->benchmark);
		if (plan->benchmark->sample)
			histogram_merge(&copy->histogram, &areas[i].histogram);
	}
}

static double figure_of(const struct bench_report *report, const char *key)
{
	for (int i = 0; i < FIGURE_COUNT && report->figures[i].key[0]; i++)
		if (strcmp(report->figures[i].key, key) == 0)
			return report->figures[i].value;
	return 0;
}

/* Copy 0's notes and figures; figures that every copy has a part of are added up. */
static void take_report(struct bench_report *report, const struct copy_area *areas, unsigned copies)
{
	*report = areas[0].report;
	for (int i = 0; i < FIGURE_COUNT && report->figures[i].key[0]; i++)
		for (unsigned c = 1; report->figures[i].sum && c < copies; c++)
			report->figures[i].value +=
				figure_of(&areas[c].report, report->figures[i].key);
}

void outcome_add_wrong(struct outcome *out, const struct copy_area *areas, unsigned copies)
{
	for (unsigned i = 0; i < copies; i++)
		wrong_merge(&out->wrong, &areas[i].report.wrong);
}

void outcome_add_pairs(struct outcome *out, const struct team_plan *plan)
{
	size_t count = (size_t)plan->cpu_count;

	if (!plan->pairs)
		return;
	out->pair_cpus = plan->cpu_count;
	out->pair_cpu = xrealloc(out->pair_cpu, count * sizeof(*out->pair_cpu));
	out->pairs = xrealloc(out->pairs, count * count * sizeof(*out->pairs));
	memcpy(out->pair_cpu, plan->cpus, count * sizeof(*out->pair_cpu));
	memcpy(out->pairs, plan->pairs, count * count * sizeof(*out->pairs));
}

bool collect_team(struct outcome *out, const struct copy_area *areas, const struct team_plan *plan,
	struct samples *samples)
{
	const struct batch_log **logs = xcalloc(plan->copies, sizeof(*logs));
	const struct benchmark *b = plan->benchmark;

	for (unsigned i = 0; i < plan->copies; i++) {
		logs[i] = &areas[i].log;
		if (areas[i].warmup_timeout)
			out->flags |= FLAG_WARMUP_TIMEOUT;
	}
	if (b->sample)
		aggregate_values(logs, plan->copies, unit_is_rate(b->unit), samples);
	else
		aggregate(
			logs, plan->copies, plan->clock.overhead_ns, areas[0].work_per_op, samples);
	free(logs);
	if (samples->n == 0)
		return false;
	for (size_t i = 0; !b->sample && i < samples->n; i++)
		samples->value[i] = unit_value(b->unit, samples->value[i], plan->copies);
	take_conditions(&out->conditions, areas, plan->copies);
	take_report(&out->report, areas, plan->copies);
	return true;
}

bool outcome_add_trial(struct outcome *out, const struct copy_area *areas,
	const struct team_plan *plan, const struct thermal heat[2])
{
	static struct samples samples;
	const struct benchmark *b = plan->benchmark;
	struct trial *trial;

	if (!collect_team(out, areas, plan, &samples))
		return false;
	collect_throttled(samples.causes, samples.n, &out->conditions, heat);
	if (b->noise)
		memset(samples.causes, 0, sizeof(samples.causes));
	out->trials = xrealloc(out->trials, (out->trial_count + 1) * sizeof(*out->trials));
	trial = &out->trials[out->trial_count++];
	*trial = (struct trial){ .batch_ns =
					 b->sample ? plan->limits.sample_ns : areas[0].batch_ns };
	take_samples(trial, &samples, b);
	if (benchmark_times_operations(b))
		take_times(trial, areas, plan->copies);
	/* Averages over equal times: their mean is the average over all of it. */
	if (b->sample)
		trial->value = stats_mean(samples.value, samples.n);
	if (b->sample || b->copies == COPIES_EACH_CPU)
		take_copies(out, areas, plan);
	return true;
}

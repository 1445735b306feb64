/* SPDX-License-Identifier: MIT */
#include "core/outcome.h"

#include "core/die.h"
#include "core/quality.h"
#include "core/stats.h"
#include "core/student.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fewer undisturbed samples give no estimate of their own: method.md P6. */
enum { MIN_CLEAN = 30 };

double trial_disturbed(const struct trial *trial)
{
	return 1 - (double)trial->clean_n / (double)trial->n;
}

/* Two runs of the same kind err alike and on their own: their difference scatters by the square
 * root of two more than each of them. */
static void expect_next(struct estimate *estimate)
{
	estimate->next_low = estimate->value - sqrt(2) * (estimate->value - estimate->low);
	estimate->next_high = estimate->value + sqrt(2) * (estimate->high - estimate->value);
}

/*
 * Interval between trials, but no narrower than the one within the typical trial: of three or five
 * trials, some agree by luck. With a single trial there is only the latter.
 */
static struct estimate estimate_trials(const double *values, unsigned count, double halfwidth)
{
	double value = stats_geomean(values, count);
	struct estimate estimate = {
		.value = value, .low = value * (1 - halfwidth), .high = value * (1 + halfwidth)
	};

	if (count > 1) {
		struct interval between = stats_geomean_interval(values, count);

		estimate.low = fmin(estimate.low, between.low);
		estimate.high = fmax(estimate.high, between.high);
	}
	expect_next(&estimate);
	return estimate;
}

/* Values of the trials that count, or of their undisturbed samples. */
static void estimate(struct outcome *out, bool clean, struct estimate *estimate, bool *converged,
	double tolerance)
{
	double *values = xcalloc(out->trial_count, sizeof(*values)), halfwidth = 0;
	unsigned count = 0;
	size_t n = 0;

	*converged = true;
	for (unsigned i = 0; i < out->trial_count; i++) {
		const struct trial *trial = &out->trials[i];
		double width = clean ? trial->clean_halfwidth : trial->halfwidth;

		if (trial->superseded)
			continue;
		if (!(width <= tolerance))
			*converged = false;
		if (clean && !trial->clean_n)
			continue;
		values[count++] = clean ? trial->clean_value : trial->value;
		halfwidth += fmin(width, 1);
		n += clean ? trial->clean_n : trial->n;
	}
	memset(estimate, 0, sizeof(*estimate));
	if (count)
		*estimate = estimate_trials(values, count, halfwidth / count);
	estimate->n = n;
	if (clean && n < MIN_CLEAN)
		*converged = false;
	free(values);
}

/* A sample() averages over a given time: mean of the samples and Student's interval of that mean.
 */
static void estimate_mean(struct outcome *out, const double *samples, size_t n)
{
	double rho = stats_rank_autocorrelation(samples, n);
	double half = n > 1 ? student_quantile(0.975, (double)(n - 1)) *
				      stats_deviation(samples, n) *
				      sqrt((1 + rho) / (1 - rho) / (double)n)
			    : INFINITY;
	double mean = stats_mean(samples, n);

	out->all =
		(struct estimate){ .n = n, .value = mean, .low = mean - half, .high = mean + half };
	expect_next(&out->all);
	out->converged = true;
	out->clean_converged = true;
}

/* All samples that count, in measured order; the caller frees. */
static double *collect(const struct outcome *out, size_t *total)
{
	double *all;
	size_t n = 0;

	for (unsigned i = 0; i < out->trial_count; i++)
		n += out->trials[i].superseded ? 0 : out->trials[i].n;
	all = xcalloc(n, sizeof(*all));
	*total = n;
	n = 0;
	for (unsigned i = 0; i < out->trial_count; i++)
		for (size_t k = 0; !out->trials[i].superseded && k < out->trials[i].n; k++)
			all[n++] = out->trials[i].samples[k];
	return all;
}

/* At least ten samples must lie beyond a percentile. */
static double percentile(const double *sorted, size_t n, double p)
{
	return (double)n * fmin(p, 1 - p) >= 10 ? stats_quantile(sorted, n, p) : NAN;
}

static void describe(struct outcome *out, const double *sorted, size_t n, bool rate)
{
	double median = out->median = stats_quantile(sorted, n, 0.5), fastest;
	size_t clean = 0, total = 0;

	out->min = sorted[0];
	out->max = sorted[n - 1];
	out->mean = stats_mean(sorted, n);
	out->cv = out->mean > 0 ? stats_deviation(sorted, n) / out->mean : 0;
	out->robust_cv = median > 0 ? stats_mad(sorted, n) / median : 0;
	out->p5 = percentile(sorted, n, 0.05);
	out->p95 = percentile(sorted, n, 0.95);
	out->p99 = percentile(sorted, n, 0.99);
	out->p999 = percentile(sorted, n, 0.999);
	/* In time per operation: the median over the fastest. */
	fastest = rate ? out->max : out->min;
	out->noise_tax = !(fastest > 0 && median > 0) ? 0
			 : rate			      ? fastest / median - 1
						      : median / fastest - 1;
	for (unsigned i = 0; i < out->trial_count; i++) {
		if (out->trials[i].superseded)
			continue;
		clean += out->trials[i].clean_n;
		total += out->trials[i].n;
	}
	out->disturbed = 1 - (double)clean / (double)total;
}

/* Each copy's own value, of the trials that count. */
static void describe_copies(struct outcome *out)
{
	double *values = xcalloc(out->trial_count, sizeof(*values));

	for (unsigned i = 0; i < out->copy_count; i++) {
		size_t n = 0;

		for (unsigned t = 0; t < out->trial_count; t++)
			if (!out->trials[t].superseded)
				values[n++] = out->copies[i].values[t];
		stats_sort(values, n);
		out->copies[i].value = stats_quantile(values, n, 0.5);
	}
	free(values);
}

static void explain(struct outcome *out)
{
	size_t length = 0;

	out->status = out->flags ? STATUS_NOISY : STATUS_OK;
	out->why[0] = '\0';
	for (unsigned bit = 1; bit < 1u << FLAG_COUNT; bit <<= 1)
		if (out->flags & bit && length < WHY_LENGTH)
			length += (size_t)snprintf(out->why + length, WHY_LENGTH - length, "%s%s",
				length ? "; " : "", flag_meaning(bit));
}

/* How fast a machine miscomputes is no result. */
static void explain_wrong(struct outcome *out)
{
	char first[WRONG_TEXT];

	if (!out->wrong.count)
		return;
	wrong_text(&out->wrong.listed[0], first, sizeof(first));
	out->status = STATUS_FAILED;
	out->has_value = false;
	snprintf(out->why, WHY_LENGTH, "%llu wrong answer%s: %s%s",
		(unsigned long long)out->wrong.count, out->wrong.count == 1 ? "" : "s", first,
		out->wrong.count == 1 ? "" : " ...");
}

void outcome_evaluate(struct outcome *out, const struct benchmark *b)
{
	size_t n;
	double *all = collect(out, &n);

	if (b->sample && b->copies != COPIES_IN_TURN) {
		estimate_mean(out, all, n);
	} else {
		estimate(out, false, &out->all, &out->converged, b->tolerance);
		estimate(out, true, &out->clean, &out->clean_converged, b->tolerance);
	}
	describe_copies(out);
	out->has_value = out->all.value > 0 || b->noise;
	stats_sort(all, n);
	describe(out, all, n, unit_higher_is_better(b->unit));
	if (b->noise)
		out->flags = 0;
	else
		out->flags |= quality_flags(out, b, all, n);
	free(all);
	explain(out);
	if (!out->has_value && b->without) {
		out->status = STATUS_SKIPPED;
		snprintf(out->why, WHY_LENGTH,
			"too small to be seen here: what was subtracted took as long as the whole");
	} else if (!out->has_value) {
		out->status = STATUS_FAILED;
		snprintf(out->why, WHY_LENGTH, "it measured a rate of zero");
	}
	explain_wrong(out);
}

bool outcome_times(const struct outcome *out, struct histogram *times)
{
	bool timed = false;

	memset(times, 0, sizeof(*times));
	for (unsigned i = 0; i < out->trial_count; i++) {
		if (out->trials[i].superseded || !out->trials[i].times)
			continue;
		histogram_merge(times, out->trials[i].times);
		timed = true;
	}
	return timed;
}

void outcome_free(struct outcome *out)
{
	for (unsigned i = 0; i < out->trial_count; i++) {
		free(out->trials[i].samples);
		free(out->trials[i].causes);
		free(out->trials[i].times);
	}
	for (unsigned i = 0; i < out->copy_count; i++)
		free(out->copies[i].values);
	free(out->trials);
	free(out->copies);
	free(out->pair_cpu);
	free(out->pairs);
	out->pair_cpu = NULL;
	out->pairs = NULL;
	out->pair_cpus = 0;
	out->trials = NULL;
	out->copies = NULL;
	out->trial_count = out->copy_count = 0;
}

const char *status_name(enum status status)
{
	static const char *const names[] = { "ok", "noisy", "skipped", "failed", "crashed",
		"timeout" };

	return names[status];
}

/* SPDX-License-Identifier: MIT */
#include "core/quality.h"

#include "core/die.h"
#include "core/stats.h"

#include <math.h>
#include <stdlib.h>

static const double MAX_ROBUST_CV = 0.02, MAX_TRIAL_RANGE = 0.03, MAX_TAIL = 1.25,
		    MAX_FREQUENCY_RANGE = 0.01, MAX_DISTURBED = 0.05;

/* A trend must be more than luck (1 % of series without one show as much) and matter. */
static const double TREND_Z = 2.58, TREND_CHANGE = 0.005;

static const struct {
	const char *name, *meaning;
} flags[FLAG_COUNT] = {
	{ "NOT_CONVERGED", "the interval stayed wider than asked for" },
	{ "DISPERSED", "the samples scatter by more than 2 %" },
	{ "TRIALS_DISAGREE", "the trials differ by more than 3 %" },
	{ "WARMUP_TIMEOUT", "still drifting when the warm-up ended" },
	{ "TAIL", "one sample in a hundred is over 25 % slower" },
	{ "DRIFT", "a trend within a trial" },
	{ "BIMODAL", "the samples fall into two groups" },
	{ "INTERFERENCE", "other things ran on the measured CPU" },
	{ "FREQ", "the clock frequency varied by more than 1 %" },
	{ "THROTTLED", "the CPU throttled itself" },
	{ "SMI", "the firmware took the CPU" },
};

static unsigned lowest(unsigned bits)
{
	unsigned i = 0;

	while (i < FLAG_COUNT && !(bits & 1u << i))
		i++;
	return i;
}

const char *flag_name(unsigned bits)
{
	return lowest(bits) < FLAG_COUNT ? flags[lowest(bits)].name : NULL;
}

const char *flag_meaning(unsigned bits)
{
	return lowest(bits) < FLAG_COUNT ? flags[lowest(bits)].meaning : "";
}

/* Of one CPU, where each has its turn: that CPUs differ is a result and no disagreement. */
static bool a_cpu_disagrees(const struct outcome *out)
{
	for (unsigned i = 0; i < out->copy_count; i++) {
		const struct copy_outcome *copy = &out->copies[i];
		double low = INFINITY, high = 0;

		for (unsigned t = 0; t < out->trial_count; t++) {
			if (out->trials[t].superseded)
				continue;
			low = fmin(low, copy->values[t]);
			high = fmax(high, copy->values[t]);
		}
		if ((high - low) / copy->value > MAX_TRIAL_RANGE)
			return true;
	}
	return false;
}

static bool trials_disagree(const struct outcome *out)
{
	double low = INFINITY, high = 0;

	for (unsigned i = 0; i < out->trial_count; i++) {
		if (out->trials[i].superseded)
			continue;
		low = fmin(low, out->trials[i].value);
		high = fmax(high, out->trials[i].value);
	}
	return (high - low) / out->all.value > MAX_TRIAL_RANGE;
}

static bool drifts(const struct trial *trial)
{
	size_t half = trial->n / 2;
	double change;

	if (half < 2 || fabs(stats_trend_z(trial->samples, trial->n)) <= TREND_Z)
		return false;
	change = stats_median(trial->samples + half, trial->n - half) /
			 stats_median(trial->samples, half) -
		 1;
	return fabs(change) > TREND_CHANGE;
}

static bool any_drifts(const struct outcome *out)
{
	for (unsigned i = 0; i < out->trial_count; i++)
		if (!out->trials[i].superseded && drifts(&out->trials[i]))
			return true;
	return false;
}

/* Relative to the trial's own median: how the trials lie to each other has a flag of its own. */
static bool has_two_modes(const struct outcome *out, size_t total)
{
	double *relative = xcalloc(total, sizeof(*relative));
	size_t n = 0;
	bool two;

	for (unsigned i = 0; i < out->trial_count; i++)
		for (size_t k = 0; !out->trials[i].superseded && k < out->trials[i].n; k++)
			relative[n++] = out->trials[i].samples[k] / out->trials[i].value;
	stats_sort(relative, n);
	two = stats_modes(relative, n).two;
	free(relative);
	return two;
}

/* The slowest hundredth in time per operation: of rates the lowest. */
static bool has_tail(const double *sorted, size_t n, bool rate)
{
	double median = stats_quantile(sorted, n, 0.5);
	double slow = stats_quantile(sorted, n, rate ? 0.01 : 0.99);

	return rate ? median > MAX_TAIL * slow : slow > MAX_TAIL * median;
}

static bool interfered(const struct outcome *out, double tolerance)
{
	if (out->disturbed > MAX_DISTURBED)
		return true;
	return out->clean.n && fabs(out->all.value / out->clean.value - 1) > tolerance;
}

/* How the samples lie to each other: says something only if they are of the same thing. */
static unsigned spread_flags(
	const struct outcome *out, const struct benchmark *b, const double *sorted, size_t n)
{
	unsigned found = 0;

	found |= out->robust_cv > MAX_ROBUST_CV ? FLAG_DISPERSED : 0;
	found |= trials_disagree(out) ? FLAG_TRIALS_DISAGREE : 0;
	found |= has_tail(sorted, n, unit_higher_is_better(b->unit)) ? FLAG_TAIL : 0;
	found |= any_drifts(out) ? FLAG_DRIFT : 0;
	found |= has_two_modes(out, n) ? FLAG_BIMODAL : 0;
	return found;
}

unsigned quality_flags(
	const struct outcome *out, const struct benchmark *b, const double *sorted, size_t n)
{
	const struct conditions *c = &out->conditions;
	unsigned found = 0;

	if (b->copies != COPIES_IN_TURN)
		found |= spread_flags(out, b, sorted, n);
	else if (a_cpu_disagrees(out))
		found |= FLAG_TRIALS_DISAGREE;
	found |= out->converged ? 0 : FLAG_NOT_CONVERGED;
	found |= interfered(out, b->tolerance) ? FLAG_INTERFERENCE : 0;
	found |= c->frequency_high_hz > (1 + MAX_FREQUENCY_RANGE) * c->frequency_low_hz ? FLAG_FREQ
											: 0;
	found |= c->core_throttles || c->package_throttles ? FLAG_THROTTLED : 0;
	found |= c->smi ? FLAG_SMI : 0;
	return found;
}

const char *outcome_grade(const struct outcome *out)
{
	if (!out->flags)
		return "B"; /* A takes three boots */
	return out->converged || out->clean_converged ? "C" : "X";
}

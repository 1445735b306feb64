/* SPDX-License-Identifier: MIT */
/* A trial that visits the CPUs one after the other: each has a team of one copy, and is a sample.
 */
#include "core/collect.h"
#include "core/die.h"
#include "core/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void outcome_begin_round(struct outcome *out, const struct team_plan *plan, size_t cpus)
{
	struct trial *round;

	out->trials = xrealloc(out->trials, (out->trial_count + 1) * sizeof(*out->trials));
	round = &out->trials[out->trial_count++];
	*round = (struct trial){ .n = cpus,
		.batch_ns = plan->limits.batch_max_ns,
		.samples = xcalloc(cpus, sizeof(double)),
		.causes = xcalloc(cpus, sizeof(unsigned)) };
}

/* Less than this is what the instrument costs. */
static const double LOST = 0.02;

/* What came over the samples of a visit, if it took something away. */
static unsigned causes_of_loss(const struct samples *s, double throughput, double typical)
{
	unsigned causes = 0;

	for (size_t i = 0; i < s->n; i++)
		causes |= s->causes[i];
	return fabs(throughput / typical - 1) > LOST ? causes : 0;
}

bool outcome_add_visit(
	struct outcome *out, const struct copy_area *areas, const struct team_plan *plan, size_t at)
{
	static struct samples samples;
	struct trial *round = &out->trials[out->trial_count - 1];
	struct copy_outcome *copy;
	double throughput, typical;

	if (!collect_team(out, areas, plan, &samples))
		return false;
	round->halfwidth += stats_median_halfwidth(samples.value, samples.n) / (double)round->n;
	stats_sort(samples.value, samples.n);
	typical = stats_quantile(samples.value, samples.n, 0.5);
	throughput = collect_throughput(&areas[0].log, areas[0].work_per_op, plan->benchmark);
	round->samples[at] = throughput;
	round->causes[at] = causes_of_loss(&samples, throughput, typical);
	copy = collect_copy(out, (unsigned)at, (unsigned)round->n);
	copy->cpu = areas[0].cpu;
	copy->values[out->trial_count - 1] = round->samples[at];
	copy->batches++;
	copy->disturbed_batches += round->causes[at] != 0;
	copy->causes |= round->causes[at];
	return true;
}

void outcome_drop_round(struct outcome *out)
{
	struct trial *round = &out->trials[--out->trial_count];

	free(round->samples);
	free(round->causes);
}

void outcome_end_round(struct outcome *out, const struct thermal heat[2])
{
	struct trial *round = &out->trials[out->trial_count - 1];
	double *sorted = xcalloc(round->n, sizeof(*sorted));

	collect_throttled(round->causes, round->n, &out->conditions, heat);
	memcpy(sorted, round->samples, round->n * sizeof(*sorted));
	stats_sort(sorted, round->n);
	round->value = stats_quantile(sorted, round->n, 0.5);
	round->fences = stats_fences(sorted, round->n);
	round->clean_halfwidth = INFINITY;
	for (size_t i = 0; i < round->n; i++)
		if (!round->causes[i])
			sorted[round->clean_n++] = round->samples[i];
	if (round->clean_n) {
		stats_sort(sorted, round->clean_n);
		round->clean_value = stats_quantile(sorted, round->clean_n, 0.5);
		round->clean_halfwidth = round->halfwidth;
	}
	free(sorted);
}

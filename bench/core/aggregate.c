/* SPDX-License-Identifier: MIT */
#include "core/aggregate.h"

#include "core/die.h"
#include "core/stats.h"

#include <stdlib.h>

/* As many as a single copy takes at most. */
enum { MAX_INTERVALS = 300 };

/* Most batches must be shorter than an interval, or neighbouring samples repeat each other. */
static const double BATCH_QUANTILE = 0.9;

static size_t single(
	const struct batch_log *log, uint64_t overhead_ns, double work_per_op, double *samples)
{
	for (unsigned i = 0; i < log->count; i++) {
		uint64_t time = log->batch[i].end_ns - log->batch[i].start_ns;

		time = time > 2 * overhead_ns ? time - overhead_ns : time;
		samples[i] =
			(double)log->batch[i].ops * work_per_op * 1e9 / (double)(time ? time : 1);
	}
	return log->count;
}

static double typical_batch_ns(const struct batch_log *const *logs, unsigned copies)
{
	double *length, typical;
	size_t n = 0, total = 0;

	for (unsigned c = 0; c < copies; c++)
		total += logs[c]->count;
	length = xcalloc(total, sizeof(*length));
	for (unsigned c = 0; c < copies; c++)
		for (unsigned i = 0; i < logs[c]->count; i++)
			length[n++] =
				(double)(logs[c]->batch[i].end_ns - logs[c]->batch[i].start_ns);
	stats_sort(length, n);
	typical = stats_quantile(length, n, BATCH_QUANTILE);
	free(length);
	return typical > 1 ? typical : 1;
}

/* Adds the batch's operations to the intervals that it lies in. */
static void spread(
	struct batch batch, double start_ns, double interval_ns, size_t intervals, double *ops)
{
	double from = (double)batch.start_ns - start_ns, to = (double)batch.end_ns - start_ns;
	double rate = (double)batch.ops / (to > from ? to - from : 1);

	for (size_t i = from > 0 ? (size_t)(from / interval_ns) : 0; i < intervals; i++) {
		double low = (double)i * interval_ns, high = low + interval_ns;

		if (low >= to)
			break;
		low = low > from ? low : from;
		high = high < to ? high : to;
		if (high > low)
			ops[i] += rate * (high - low);
	}
}

static size_t together(
	const struct batch_log *const *logs, unsigned copies, double work_per_op, double *samples)
{
	uint64_t start = 0, end = UINT64_MAX;
	double interval_ns;
	size_t intervals;

	for (unsigned c = 0; c < copies; c++) {
		if (logs[c]->count == 0)
			return 0;
		if (logs[c]->batch[0].start_ns > start)
			start = logs[c]->batch[0].start_ns;
		if (logs[c]->batch[logs[c]->count - 1].end_ns < end)
			end = logs[c]->batch[logs[c]->count - 1].end_ns;
	}
	if (end <= start)
		return 0;
	intervals = (size_t)((double)(end - start) / typical_batch_ns(logs, copies));
	intervals = intervals < 1 ? 1 : intervals > MAX_INTERVALS ? MAX_INTERVALS : intervals;
	interval_ns = (double)(end - start) / (double)intervals;
	for (size_t i = 0; i < intervals; i++)
		samples[i] = 0;
	for (unsigned c = 0; c < copies; c++)
		for (unsigned i = 0; i < logs[c]->count; i++)
			spread(logs[c]->batch[i], (double)start, interval_ns, intervals, samples);
	for (size_t i = 0; i < intervals; i++)
		samples[i] *= work_per_op * 1e9 / interval_ns;
	return intervals;
}

size_t aggregate(const struct batch_log *const *logs, unsigned copies, uint64_t clock_overhead_ns,
	double work_per_op, double samples[BATCH_CAPACITY])
{
	return copies == 1 ? single(logs[0], clock_overhead_ns, work_per_op, samples)
			   : together(logs, copies, work_per_op, samples);
}

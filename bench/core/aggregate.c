/* SPDX-License-Identifier: MIT */
#include "core/aggregate.h"

#include "core/die.h"
#include "core/stats.h"

#include <stdlib.h>

/* As many as a single copy takes at most. */
enum { MAX_INTERVALS = 300 };

/* From one batch to the next must mostly be less than an interval: or neighbouring samples repeat
 * each other, or have no work in them where a copy waits between two batches. */
static const double BATCH_QUANTILE = 0.9;

/* Of the copies' time in an interval: less than this share of it is no disturbance of the sum. */
static const double DISTURBED_SHARE = 0.05;

static void single(const struct batch_log *log, uint64_t overhead_ns, double work_per_op,
	struct samples *samples)
{
	samples->n = log->count;
	for (unsigned i = 0; i < log->count; i++) {
		int64_t time = batch_net_ns(&log->batch[i]);

		/* A difference of two times has lost it already. */
		if (!log->batch[i].without_ns && time > 2 * (int64_t)overhead_ns)
			time -= (int64_t)overhead_ns;
		samples->value[i] =
			(double)log->batch[i].ops * work_per_op * 1e9 / (double)(time ? time : 1);
		samples->causes[i] = log->batch[i].disturbance.causes;
	}
}

/* From a batch's start to the next one's; of the last one its own length. */
static double period_ns(const struct batch_log *log, unsigned i)
{
	uint64_t next = i + 1 < log->count ? log->batch[i + 1].start_ns : log->batch[i].end_ns;

	return (double)(next - log->batch[i].start_ns);
}

static double typical_period_ns(const struct batch_log *const *logs, unsigned copies)
{
	double *length, typical;
	size_t n = 0, total = 0;

	for (unsigned c = 0; c < copies; c++)
		total += logs[c]->count;
	length = xcalloc(total, sizeof(*length));
	for (unsigned c = 0; c < copies; c++)
		for (unsigned i = 0; i < logs[c]->count; i++)
			length[n++] = period_ns(logs[c], i);
	stats_sort(length, n);
	typical = stats_quantile(length, n, BATCH_QUANTILE);
	free(length);
	return typical > 1 ? typical : 1;
}

/* The intervals that the window in which all copies measured is cut into. */
struct window {
	double start_ns, interval_ns;
	size_t intervals;
	double (*disturbed_ns)[CAUSE_COUNT]; /* copy time by interval and cause */
};

/* Adds the batch's operations and disturbances to the intervals that it lies in. */
static void spread(const struct batch *batch, const struct window *window, double *ops)
{
	double from = (double)batch->start_ns - window->start_ns;
	double to = (double)batch->end_ns - window->start_ns;
	double rate = (double)batch->ops / (to > from ? to - from : 1);

	for (size_t i = from > 0 ? (size_t)(from / window->interval_ns) : 0; i < window->intervals;
		i++) {
		double low = (double)i * window->interval_ns, high = low + window->interval_ns;

		if (low >= to)
			break;
		low = low > from ? low : from;
		high = high < to ? high : to;
		if (high <= low)
			continue;
		ops[i] += rate * (high - low);
		for (unsigned cause = 0; cause < CAUSE_COUNT; cause++)
			if (batch->disturbance.causes & 1u << cause)
				window->disturbed_ns[i][cause] += high - low;
	}
}

/* False if the copies never ran at the same time. */
static bool find_window(const struct batch_log *const *logs, unsigned copies, struct window *window)
{
	uint64_t start = 0, end = UINT64_MAX;
	size_t n;

	for (unsigned c = 0; c < copies; c++) {
		if (logs[c]->count == 0)
			return false;
		if (logs[c]->batch[0].start_ns > start)
			start = logs[c]->batch[0].start_ns;
		if (logs[c]->batch[logs[c]->count - 1].end_ns < end)
			end = logs[c]->batch[logs[c]->count - 1].end_ns;
	}
	if (end <= start)
		return false;
	n = (size_t)((double)(end - start) / typical_period_ns(logs, copies));
	window->start_ns = (double)start;
	window->intervals = n < 1 ? 1 : n > MAX_INTERVALS ? MAX_INTERVALS : n;
	window->interval_ns = (double)(end - start) / (double)window->intervals;
	return true;
}

static void together(const struct batch_log *const *logs, unsigned copies, double work_per_op,
	struct samples *samples)
{
	struct window window;

	if (!find_window(logs, copies, &window))
		return;
	window.disturbed_ns = xcalloc(window.intervals, sizeof(*window.disturbed_ns));
	samples->n = window.intervals;
	for (size_t i = 0; i < samples->n; i++)
		samples->value[i] = samples->causes[i] = 0;
	for (unsigned c = 0; c < copies; c++)
		for (unsigned i = 0; i < logs[c]->count; i++)
			spread(&logs[c]->batch[i], &window, samples->value);
	for (size_t i = 0; i < samples->n; i++) {
		samples->value[i] *= work_per_op * 1e9 / window.interval_ns;
		for (unsigned cause = 0; cause < CAUSE_COUNT; cause++)
			if (window.disturbed_ns[i][cause] >
				DISTURBED_SHARE * window.interval_ns * copies)
				samples->causes[i] |= 1u << cause;
	}
	free(window.disturbed_ns);
}

void aggregate(const struct batch_log *const *logs, unsigned copies, uint64_t clock_overhead_ns,
	double work_per_op, struct samples *samples)
{
	samples->n = 0;
	if (copies == 1)
		single(logs[0], clock_overhead_ns, work_per_op, samples);
	else
		together(logs, copies, work_per_op, samples);
}

void aggregate_values(
	const struct batch_log *const *logs, unsigned copies, bool sum, struct samples *samples)
{
	samples->n = logs[0]->count;
	for (unsigned c = 1; c < copies; c++)
		if (logs[c]->count < samples->n)
			samples->n = logs[c]->count;
	for (size_t i = 0; i < samples->n; i++) {
		samples->value[i] = samples->causes[i] = 0;
		for (unsigned c = 0; c < copies; c++) {
			samples->value[i] += logs[c]->batch[i].value / (sum ? 1 : copies);
			samples->causes[i] |= logs[c]->batch[i].disturbance.causes;
		}
	}
}

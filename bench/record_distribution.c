/* SPDX-License-Identifier: MIT */
/* The part of a result record that a benchmark has which times each operation. */
#include "run_records.h"

#include <math.h>

enum { VALUE_DIGITS = 9 };

static void write_percentiles(struct json_writer *w, const struct histogram *h)
{
	static const struct {
		const char *key;
		double p;
	} percentiles[] = { { "p50_ns", 0.5 }, { "p95_ns", 0.95 }, { "p99_ns", 0.99 },
		{ "p999_ns", 0.999 }, { "p9999_ns", 0.9999 } };

	json_integer(w, "n", (int64_t)h->count);
	for (size_t i = 0; i < sizeof(percentiles) / sizeof(*percentiles); i++)
		if (histogram_resolves(h, percentiles[i].p))
			json_number(w, percentiles[i].key,
				histogram_percentile(h, percentiles[i].p), VALUE_DIGITS);
	if (h->count) {
		json_number(w, "mean_ns", h->sum_ns / (double)h->count, VALUE_DIGITS);
		json_integer(w, "max_ns", (int64_t)h->max_ns);
	}
}

static void write_distribution(struct json_writer *w, const struct histogram *times)
{
	json_object(w, "distribution");
	write_percentiles(w, times);
	json_array(w, "buckets");
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (!times->bucket[i])
			continue;
		json_array(w, NULL);
		json_integer(w, NULL, (int64_t)histogram_low_ns(i));
		json_integer(w, NULL, (int64_t)times->bucket[i]);
		json_array_end(w);
	}
	json_array_end(w);
	json_object_end(w);
}

/* Where each trial has a value of the copy, the lowest and the highest that count. */
static void write_range(
	struct json_writer *w, const struct outcome *out, const struct copy_outcome *copy)
{
	double low = INFINITY, high = -INFINITY;

	for (unsigned t = 0; t < out->trial_count; t++) {
		if (out->trials[t].superseded)
			continue;
		low = fmin(low, copy->values[t]);
		high = fmax(high, copy->values[t]);
	}
	if (!(high > low))
		return;
	json_number(w, "min", low, VALUE_DIGITS);
	json_number(w, "max", high, VALUE_DIGITS);
}

static void write_copy(
	struct json_writer *w, const struct outcome *out, const struct copy_outcome *copy)
{
	json_object(w, NULL);
	if (copy->cpu >= 0)
		json_integer(w, "cpu", copy->cpu);
	json_number(w, "value", copy->value, VALUE_DIGITS);
	write_range(w, out, copy);
	if (copy->time_ns) {
		json_number(w, "time_s", (double)copy->time_ns * 1e-9, VALUE_DIGITS);
		if (!out->conditions.missing[SENSOR_INTERRUPTS])
			json_number(w, "interrupts_per_s",
				(double)copy->interrupts * 1e9 / (double)copy->time_ns,
				VALUE_DIGITS);
	}
	if (copy->disturbed_batches) {
		json_number(w, "disturbed", (double)copy->disturbed_batches / copy->batches,
			VALUE_DIGITS);
		json_string(w, "cause", cause_name(copy->causes));
	}
	if (copy->histogram.count)
		write_percentiles(w, &copy->histogram);
	json_object_end(w);
}

void record_distribution(struct json_writer *w, const struct outcome *out)
{
	static struct histogram times;

	if (outcome_times(out, &times))
		write_distribution(w, &times);
	if (!out->copy_count || !out->has_value)
		return;
	json_array(w, "per_copy");
	for (unsigned i = 0; i < out->copy_count; i++)
		write_copy(w, out, &out->copies[i]);
	json_array_end(w);
}

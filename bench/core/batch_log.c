/* SPDX-License-Identifier: MIT */
#include "core/batch_log.h"

#include "core/stats.h"

int64_t batch_net_ns(const struct batch *b)
{
	return (int64_t)(b->end_ns - b->start_ns) - (int64_t)b->without_ns;
}

void batch_log_add(struct batch_log *log, struct batch batch)
{
	if (log->count == BATCH_CAPACITY) {
		for (unsigned i = 0; i < BATCH_CAPACITY / 2; i++) {
			struct batch first = log->batch[2 * i], second = log->batch[2 * i + 1];

			log->batch[i] = (struct batch){ first.start_ns, second.end_ns,
				first.ops + second.ops, first.without_ns + second.without_ns,
				(first.value + second.value) / 2,
				disturbance_merge(first.disturbance, second.disturbance) };
		}
		log->count = BATCH_CAPACITY / 2;
	}
	log->batch[log->count++] = batch;
}

static double typical(const struct batch_log *log, double (*member)(const struct batch *))
{
	static double sorted[BATCH_CAPACITY];

	for (unsigned i = 0; i < log->count; i++)
		sorted[i] = member(&log->batch[i]);
	stats_sort(sorted, log->count);
	return stats_quantile(sorted, log->count, 0.5);
}

static double minor_faults(const struct batch *b)
{
	return b->disturbance.minor_faults;
}

static double off_cpu_ns(const struct batch *b)
{
	return (double)b->disturbance.off_cpu_ns;
}

static double frequency_hz(const struct batch *b)
{
	return b->disturbance.frequency_hz;
}

unsigned batch_log_judge(struct batch_log *log, const struct disturbance_rules *rules)
{
	unsigned clean = 0;
	struct typical middle;

	if (!log->count)
		return 0;
	middle = (struct typical){ typical(log, minor_faults), typical(log, off_cpu_ns),
		typical(log, frequency_hz) };
	for (unsigned i = 0; i < log->count; i++) {
		struct batch *b = &log->batch[i];

		b->disturbance.causes &= ~(unsigned)CAUSES_BY_COMPARISON;
		b->disturbance.causes |= disturbance_by_comparison(
			rules, &middle, &b->disturbance, b->end_ns - b->start_ns);
		clean += b->disturbance.causes == 0;
	}
	return clean;
}

/* SPDX-License-Identifier: MIT */
#include "report/pairs.h"

#include "core/die.h"
#include "core/stats.h"
#include "report/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void read_cpus(struct pairs *p, const struct json *cpus)
{
	for (const struct json *c = cpus ? cpus->child : NULL; c && p->cpus < PAIRS_CPUS;
		c = c->next)
		p->cpu[p->cpus++] = c->type == JSON_NUMBER && c->number >= 0 && c->number < 1e6
					    ? (int)c->number
					    : -1;
}

static void read_rows(struct pairs *p, const struct json *rows)
{
	const struct json *row = rows ? rows->child : NULL;

	for (size_t i = 0; i < p->cpus * p->cpus; i++)
		p->value[i] = NAN;
	for (size_t i = 1; row && i < p->cpus; i++, row = row->next) {
		const struct json *cell = row->child;

		for (size_t k = 0; cell && k < i; k++, cell = cell->next)
			if (cell->type == JSON_NUMBER && cell->number > 0)
				p->value[i * p->cpus + k] = p->value[k * p->cpus + i] =
					cell->number;
	}
}

static void sum_up(struct pairs *p)
{
	double *all = xcalloc(p->cpus * p->cpus, sizeof(*all));

	p->least.value = INFINITY;
	for (size_t i = 0; i < p->cpus; i++)
		for (size_t k = 0; k < i; k++) {
			struct pair pair = { (int)k, (int)i, pairs_value(p, i, k) };

			if (isnan(pair.value))
				continue;
			all[p->count++] = pair.value;
			if (pair.value < p->least.value)
				p->least = pair;
			if (pair.value > p->most.value)
				p->most = pair;
		}
	stats_sort(all, p->count);
	p->median = p->count ? stats_quantile(all, p->count, 0.5) : NAN;
	free(all);
}

bool pairs_make(struct pairs *p, const struct result_view *result)
{
	const struct json *pairs = json_get(result->record, "pairs");

	memset(p, 0, sizeof(*p));
	if (!pairs || !facts_counts(result))
		return false;
	p->result = result;
	read_cpus(p, json_get(pairs, "cpus"));
	if (p->cpus < 2)
		return false;
	p->value = xcalloc(p->cpus * p->cpus, sizeof(*p->value));
	read_rows(p, json_get(pairs, "rows"));
	sum_up(p);
	return true;
}

void pairs_free(struct pairs *p)
{
	free(p->value);
	p->value = NULL;
}

double pairs_value(const struct pairs *p, size_t one, size_t other)
{
	return p->value[one * p->cpus + other];
}

void pairs_sentence(const struct pairs *p, char *text, size_t size)
{
	char median[SCALE_LENGTH], least[SCALE_LENGTH], most[SCALE_LENGTH];
	size_t all = p->cpus * (p->cpus - 1) / 2;

	snprintf(text, size, "No pair was measured.");
	if (!p->count)
		return;
	scale_value(median, sizeof(median), p->median, p->result->unit);
	scale_value(least, sizeof(least), p->least.value, p->result->unit);
	scale_value(most, sizeof(most), p->most.value, p->result->unit);
	snprintf(text, size,
		"%zu of %zu pairs: median %s, least %s (CPUs %d and %d), most %s (CPUs %d and %d).",
		p->count, all, median, least, p->cpu[p->least.one], p->cpu[p->least.other], most,
		p->cpu[p->most.one], p->cpu[p->most.other]);
}

/* SPDX-License-Identifier: MIT */
#include "report/cores.h"

#include "core/cpus.h"
#include "core/die.h"
#include "core/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rule 3 of reference/method.md 6: so far out of the others' scatter, and enough to matter. */
static const double MAX_Z = 3.5, MIN_DIFFERENCE = 0.02;

/* CPUs that agree by luck must not make an honest one an outlier: method.md 7. */
static const double LEAST_SCATTER = 0.002;

/* Fewer than this have no scatter worth the name: there the trials of one must lie beyond those of
 * the quickest, by more than it takes to matter. */
enum { ENOUGH = 5 };
static const double FEW_DIFFERENCE = 0.05;

/* More disturbed than that, and it says nothing about the CPU. */
static const double MAX_DISTURBED = 0.25;

enum { MAX_CPUS = 4096 };

const char cores_guide[] =
	"Each CPU against the median of its kind. One that does not keep up is 2 % or more behind "
	"and "
	"far out of the others' scatter (robust z below -3.5): heat, a power limit, a bad core, or "
	"work of somebody else's. All at once, threads of a core share it, and cores share memory.";

static bool lists_cpu(const char *list, int cpu)
{
	static int cpus[MAX_CPUS];
	int n = cpus_parse_list(list, cpus, MAX_CPUS);

	for (int i = 0; i < n; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

/* The CPUs of the i-th class of the machine; NULL beyond the last. A machine of one kind lists
 * none: then the first is all. */
static const char *class_cpus(const struct run_view *view, unsigned i, const char **name)
{
	const struct json *classes = json_get(json_get(facts_machine(view), "cpu"), "classes");
	const struct json *class = classes ? classes->child : NULL;

	*name = NULL;
	if (!class)
		return i == 0 ? "" : NULL;
	while (class && i--)
		class = class->next;
	if (!class)
		return NULL;
	*name = json_get_string(class, "name", "unknown");
	return json_get_string(class, "cpus", "");
}

static void add_core(struct core_class *c, const struct json *copy)
{
	double value = json_get_number(copy, "value", NAN);
	bool disturbed = json_get_number(copy, "disturbed", 0) > MAX_DISTURBED;

	if (!(value > 0))
		return;
	c->cores = xrealloc(c->cores, (c->count + 1) * sizeof(*c->cores));
	c->cores[c->count++] = (struct core){ .cpu = (int)json_get_number(copy, "cpu", -1),
		.value = value,
		.low = json_get_number(copy, "min", value),
		.high = json_get_number(copy, "max", value),
		.cause = disturbed ? json_get_string(copy, "cause", "unknown") : NULL };
}

static bool higher_is_better(const struct core_class *c)
{
	return strcmp(json_get_string(c->result->record, "better", "higher"), "higher") == 0;
}

/* Of logarithms: a ratio is a distance, and time and speed have the same. */
static double goodness(const struct core_class *c, double value)
{
	return higher_is_better(c) ? log(value) : -log(value);
}

static int compare_cores(const void *a, const void *b)
{
	double x = ((const struct core *)a)->difference, y = ((const struct core *)b)->difference;

	return x < y ? -1 : x > y;
}

/* Whether all trials of that one are worse than all of the best one's. */
static bool lies_beyond(const struct core_class *c, const struct core *core)
{
	const struct core *best = &c->cores[c->count - 1];
	double worst_of_best = fmin(goodness(c, best->low), goodness(c, best->high));
	double best_of_core = fmax(goodness(c, core->low), goodness(c, core->high));

	return best_of_core < worst_of_best && best->difference - core->difference > FEW_DIFFERENCE;
}

static void judge(struct core_class *c)
{
	double *y = xcalloc(c->count, sizeof(*y)), median, scatter;

	for (size_t i = 0; i < c->count; i++)
		y[i] = goodness(c, c->cores[i].value);
	stats_sort(y, c->count);
	median = stats_quantile(y, c->count, 0.5);
	scatter = fmax(stats_mad(y, c->count), LEAST_SCATTER);
	for (size_t i = 0; i < c->count; i++)
		c->cores[i].difference = expm1(goodness(c, c->cores[i].value) - median);
	qsort(c->cores, c->count, sizeof(*c->cores), compare_cores);
	for (size_t i = 0; i < c->count; i++) {
		struct core *core = &c->cores[i];
		double z = (goodness(c, core->value) - median) / scatter;

		core->slow = c->count >= ENOUGH ? z < -MAX_Z && core->difference < -MIN_DIFFERENCE
						: lies_beyond(c, core);
		c->slow += core->slow;
	}
	c->typical = exp(higher_is_better(c) ? median : -median);
	free(y);
}

bool core_class_make(struct core_class *c, const struct run_view *view,
	const struct result_view *result, unsigned i)
{
	const struct json *copies = json_get(result->record, "per_copy");
	const char *cpus;

	memset(c, 0, sizeof(*c));
	if (!copies || !copies->child || result->noise || !facts_counts(result))
		return false;
	cpus = class_cpus(view, i, &c->name);
	if (!cpus)
		return false;
	c->result = result;
	for (const struct json *copy = copies->child; copy; copy = copy->next)
		if (!*cpus || lists_cpu(cpus, (int)json_get_number(copy, "cpu", -1)))
			add_core(c, copy);
	if (c->count)
		judge(c);
	return true;
}

void core_class_free(struct core_class *c)
{
	free(c->cores);
	memset(c, 0, sizeof(*c));
}

void core_class_slow(const struct core_class *c, char *text, size_t size)
{
	size_t listed = 0;

	snprintf(text, size, "%s", c->slow ? "" : "none of them");
	for (size_t i = 0; i < c->count && listed < CORES_LISTED; i++) {
		if (!c->cores[i].slow)
			continue;
		listed++;
		facts_append(text, size, ", ", "CPU %d (%.1f %%%s%s)", c->cores[i].cpu,
			c->cores[i].difference * 100, c->cores[i].cause ? ", disturbed: " : "",
			c->cores[i].cause ? c->cores[i].cause : "");
	}
	if (c->slow > listed)
		facts_append(text, size, ", ", "%zu more", c->slow - listed);
}

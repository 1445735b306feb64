/* SPDX-License-Identifier: MIT */
#include "report/scaling.h"

#include "core/die.h"
#include "report/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * What is usual, from field reports: 32 copies on 32 cores did 21 times the work of one in pure
 * compute and 3 to 5 times in the kernel. On a small machine the kernel's share is bounded by the
 * CPUs instead.
 */
static const double COMPUTE_SHARE = 0.6, KERNEL_FACTOR = 3, KERNEL_SHARE = 0.5;

/* Two runs of the same machine differ by this much: a knee must show more. */
static const double KNEE_NOISE = 0.05;

/* From one copy to two no curve can be seen. */
enum { MIN_KNEE_COPIES = 4 };

static const char *const compute[] = { "unixbench.dhrystone", "unixbench.whetstone",
	"unixbench.hanoi" };
static const char compute_prefix[] = "unixbench.arith_";

static bool is_compute(const char *name)
{
	for (size_t i = 0; i < sizeof(compute) / sizeof(*compute); i++)
		if (strcmp(compute[i], name) == 0)
			return true;
	return strncmp(name, compute_prefix, sizeof(compute_prefix) - 1) == 0;
}

static bool is_memory(const struct result_view *result)
{
	static const char blocks[] = "sysbench.memory_";

	return json_get_number(result->record, "moved_per_byte", 0) > 0 ||
	       strncmp(result->name, blocks, sizeof(blocks) - 1) == 0;
}

static void classify(struct scaling_row *row, unsigned limit)
{
	double kernel_floor =
		limit * KERNEL_SHARE < KERNEL_FACTOR ? limit * KERNEL_SHARE : KERNEL_FACTOR;

	row->class = is_compute(row->one->name) ? SCALING_COMPUTE
		     : is_memory(row->one)	? SCALING_MEMORY
						: SCALING_KERNEL;
	/* How many cores it takes to ask for all of the memory differs from machine to machine. */
	row->suspicious =
		row->class != SCALING_MEMORY &&
		row->ratio < (row->class == SCALING_COMPUTE ? limit * COMPUTE_SHARE : kernel_floor);
	if (row->ratio < 1) {
		row->class = SCALING_BELOW_ONE;
		row->suspicious = true;
	}
}

static int compare_titles(const void *a, const void *b)
{
	const struct scaling_row *x = a, *y = b;

	return strcmp(facts_title(x->one), facts_title(y->one));
}

void scaling_make(struct scaling *s, const struct run_view *view, unsigned copies)
{
	memset(s, 0, sizeof(*s));
	s->copies = copies;
	s->cpus = facts_cpus(view);
	s->limit = s->cpus && s->cpus < copies ? s->cpus : copies;
	for (size_t i = 0; i < view->result_count; i++) {
		const struct result_view *one = &view->results[i];
		const struct result_view *many = run_view_find(view, one->name, copies);
		struct scaling_row *row;

		if (one->swept || one->copies != 1 || copies == 1 || !facts_counts(one) ||
			!facts_counts(many))
			continue;
		s->rows = xrealloc(s->rows, (s->count + 1) * sizeof(*s->rows));
		row = &s->rows[s->count++];
		*row = (struct scaling_row){
			.one = one, .many = many, .ratio = many->value / one->value
		};
		classify(row, s->limit);
	}
	if (s->count)
		qsort(s->rows, s->count, sizeof(*s->rows), compare_titles);
}

void scaling_free(struct scaling *s)
{
	free(s->rows);
	memset(s, 0, sizeof(*s));
}

const char *scaling_class_name(enum scaling_class class)
{
	static const char *const names[] = { "Pure compute", "Kernel paths", "Below 1x", "Memory" };

	return names[class];
}

/* Titles of the class's suspicious rows, comma separated. */
static void list_suspicious(
	const struct scaling *s, enum scaling_class class, char *text, size_t size)
{
	size_t length = 0;

	*text = '\0';
	for (size_t i = 0; i < s->count && length < size; i++)
		if (s->rows[i].class == class && s->rows[i].suspicious)
			length += (size_t)snprintf(text + length, size - length, "%s%s (%.2fx)",
				length ? ", " : "", facts_title(s->rows[i].one), s->rows[i].ratio);
}

static void range(const struct scaling *s, enum scaling_class class, double *low, double *high)
{
	*low = *high = 0;
	for (size_t i = 0; i < s->count; i++) {
		double ratio = s->rows[i].ratio;

		if (s->rows[i].class != class)
			continue;
		*low = *low == 0 || ratio < *low ? ratio : *low;
		*high = ratio > *high ? ratio : *high;
	}
}

void scaling_sentence(const struct scaling *s, enum scaling_class class, char *text, size_t size)
{
	static const struct {
		const char *usual, *low, *advice;
	} words[] = {
		{ "This follows the cores; about two thirds (21x of 32) is normal where CPUs share "
		  "cores "
		  "or slow down under load.",
			" Low: ", ". Look for power or temperature limits, and for other load." },
		{ "The kernel's locks and caches are shared: 3x to 5x is normal on a large "
		  "machine.",
			" Low: ", ". For Process Creation that is suspicious." },
		{ "All copies together did less than one alone. With all CPUs busy that is "
		  "contention; "
		  "with idle CPUs it is a fault.",
			" These are: ", "." },
		{ "Memory is shared: some cores can ask for all of it, and more of them then add "
		  "nothing.",
			"", "" },
	};
	char titles[FACT_LENGTH], ratios[64], cpus[32] = "";
	double low, high;
	int length;

	*text = '\0';
	range(s, class, &low, &high);
	if (high == 0)
		return;
	list_suspicious(s, class, titles, sizeof(titles));
	if (s->cpus)
		snprintf(cpus, sizeof(cpus), " on %u CPU%s", s->cpus, s->cpus == 1 ? "" : "s");
	if (high - low < 0.005)
		snprintf(ratios, sizeof(ratios), "%.2fx", low);
	else
		snprintf(ratios, sizeof(ratios), "%.2fx to %.2fx", low, high);
	length = snprintf(
		text, size, "%s with %u copies%s. %s", ratios, s->copies, cpus, words[class].usual);
	if (*titles && (size_t)length < size)
		snprintf(text + length, size - (size_t)length, "%s%s%s", words[class].low, titles,
			words[class].advice);
}

void scaling_knee(const struct run_view *view, unsigned copies, char *text, size_t size)
{
	struct unixbench_index half, whole;
	double gain;

	*text = '\0';
	if (copies < MIN_KNEE_COPIES || copies % 2)
		return;
	facts_index(view, copies / 2, &half);
	facts_index(view, copies, &whole);
	if (half.missing || whole.missing)
		return;
	gain = whole.score / half.score;
	snprintf(text, size, "From %u to %u copies the index grew by a factor of %.2f: %s.",
		copies / 2, copies, gain,
		gain < 2 * (1 - KNEE_NOISE) ? "the machine is past the knee of its scaling"
					    : "the machine still scales in full");
}

/* SPDX-License-Identifier: MIT */
#include "core/plan.h"

#include "core/asked.h"
#include "core/die.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t MS = 1000000;

/* quick: two minutes. standard: a quarter to half an hour, an hour where nothing gets steady. full:
 * hours, bounded. Trials and the shape of the limits: reference/method.md P3-P5; quick gives up
 * interval width for time. */
static const struct {
	const char *name;
	unsigned trials;
	unsigned warmup_min_ms, warmup_max_ms, time_min_ms, time_max_ms;
	unsigned burnin_s; /* an hour: heat has reached every part of a machine by then */
	unsigned budget_s; /* three quarters of the time after which init ends a run */
} profiles[] = {
	[PROFILE_QUICK] = { "quick", 3, 100, 400, 300, 1000, 0, 1350 },
	[PROFILE_STANDARD] = { "standard", 5, 300, 3000, 1000, 7000, 0, 5400 },
	[PROFILE_FULL] = { "full", 5, 300, 3000, 2000, 20000, 3600, 64800 },
};

enum { BATCH_MAX_MS = 10, SAMPLES_MIN = 30, SAMPLES_MAX = 300 };

/* A machine has up to hundreds of CPUs to visit, in each trial anew: as long as a clock takes to
 * rise, and the fewest samples that make an interval of a median. */
enum { VISIT_WARMUP_MS = 50, VISIT_WARMUP_MAX_MS = 100, VISIT_MS = 100, VISIT_SAMPLES = 9 };

/* The ranks of fewer trials on each side cannot show a difference: reference/method.md P5. */
enum { COMPARABLE_TRIALS = 5 };

static const char SEPARATORS[] = ", \t";

/* More copies than a kernel has process numbers is a slip of the pen. */
enum { MAX_COPIES = 32768, MAX_COPY_COUNTS = 64 };

int profile_from_name(const char *name)
{
	for (int i = PROFILE_QUICK; i <= PROFILE_FULL; i++)
		if (strcmp(profiles[i].name, name) == 0)
			return i;
	return -1;
}

uint64_t plan_default_burnin_s(enum profile profile)
{
	return profiles[profile].burnin_s;
}

bool step_turns_knob(const struct step *step)
{
	return step->knob && !step->by_boot && !step->after_load;
}

/* Numbers of copies, each once: with one CPU, "1,N" asks for the same thing twice. */
struct counts {
	unsigned number[MAX_COPY_COUNTS];
	size_t count;
};

static bool counts_hold(const struct counts *counts, unsigned number)
{
	for (size_t i = 0; i < counts->count; i++)
		if (counts->number[i] == number)
			return true;
	return false;
}

static void counts_add(struct counts *counts, unsigned number)
{
	if (!counts_hold(counts, number) && counts->count < MAX_COPY_COUNTS)
		counts->number[counts->count++] = number;
}

static struct counts parse_copies(struct plan *plan, const struct plan_request *request)
{
	char *list = xstrdup(request->copies), *rest = NULL;
	struct counts counts = { .count = 0 };

	for (char *p = strtok_r(list, SEPARATORS, &rest); p;
		p = strtok_r(NULL, SEPARATORS, &rest)) {
		char *end;
		unsigned long count = strcmp(p, "N") ? strtoul(p, &end, 10) : request->cpus;

		if (strcmp(p, "N") && (*end || count < 1 || count > MAX_COPIES))
			snprintf(plan->problem, sizeof(plan->problem),
				"copies: '%.80s' is neither N nor a number from 1 to %d", p,
				MAX_COPIES);
		else
			counts_add(&counts, (unsigned)count);
	}
	free(list);
	return counts;
}

/* The numbers that a curve of scaling takes; a profile without time for all of them its ends and
 * where SMT begins. Those up to twice the threads are many rows: only the full one has it. */
static struct counts scale_copies(const struct plan_request *request, bool twice)
{
	unsigned cores = asked_cores(request);
	enum profile whole = twice ? PROFILE_FULL : PROFILE_STANDARD;
	struct counts counts = { .count = 0 };

	for (unsigned n = 1; n < cores; n *= 2)
		if (n == 1 || request->profile >= whole)
			counts_add(&counts, n);
	counts_add(&counts, cores);
	counts_add(&counts, request->cpus);
	if (twice && request->profile == PROFILE_FULL)
		counts_add(&counts, 2 * request->cpus);
	return counts;
}

static double step_seconds(const struct plan *plan, const struct step *step, unsigned cpus)
{
	bool in_turn = step->benchmark->copies == COPIES_IN_TURN;
	const struct limits *limits = in_turn ? &plan->visit : &plan->limits;

	return plan->trials * (in_turn ? cpus : 1) *
	       (1.5e-9 * (double)limits->warmup_min_ns + 1e-9 * (double)limits->time_max_ns);
}

static double expected_seconds(const struct plan *plan, unsigned cpus)
{
	double seconds = 0;

	for (size_t i = 0; i < plan->count; i++)
		seconds += step_seconds(plan, &plan->steps[i], cpus);
	return seconds;
}

/* A machine with many CPUs and nodes has many rows: then none may take so long to get steady. */
static void fit_into_budget(struct plan *plan, unsigned cpus, double budget_s)
{
	double excess_s = expected_seconds(plan, cpus) - budget_s;
	double share_ns = plan->count ? excess_s * 1e9 / (plan->trials * (double)plan->count) : 0;
	struct limits *limits = &plan->limits;

	if (!(excess_s > 0))
		return;
	limits->time_max_ns = (double)limits->time_max_ns > share_ns + (double)limits->time_min_ns
				      ? limits->time_max_ns - (uint64_t)share_ns
				      : limits->time_min_ns;
}

static void add_planned(struct plan *plan, struct step step)
{
	plan->steps = xrealloc(plan->steps, (plan->count + 1) * sizeof(*plan->steps));
	plan->steps[plan->count++] = step;
}

static void add_step(struct plan *plan, const struct benchmark *b, unsigned copies)
{
	add_planned(plan, (struct step){ .benchmark = b, .copies = copies });
}

static void shuffle(struct step *steps, size_t count, uint64_t *seed)
{
	for (size_t i = count; i > 1; i--) {
		size_t other = random_next(seed) % i;
		struct step step = steps[i - 1];

		steps[i - 1] = steps[other];
		steps[other] = step;
	}
}

/* The benchmarks whose number of copies the machine decides, in registry order. */
static void add_fixed_steps(struct plan *plan, const struct plan_request *request)
{
	for (int i = 0; registry[i]; i++) {
		const struct benchmark *b = registry[i];

		if (b->copies == COPIES_EACH_CPU && asked_for(request, b))
			add_step(plan, b, request->cpus);
		if ((b->copies == COPIES_ONE || b->copies == COPIES_IN_TURN) &&
			asked_for(request, b))
			add_step(plan, b, 1);
	}
}

static void add_steps(struct plan *plan, const struct plan_request *request)
{
	struct counts asked = parse_copies(plan, request), all = asked;
	struct counts by_rule[COPIES_RULES] = { [COPIES_ASKED] = asked,
		[COPIES_SCALE] = request->copies_given ? asked : scale_copies(request, false),
		[COPIES_SCALE_TWICE] =
			request->copies_given ? asked : scale_copies(request, true) };
	uint64_t seed = request->seed;

	add_fixed_steps(plan, request);
	for (int rule = 0; rule < COPIES_RULES; rule++)
		for (size_t i = 0; i < by_rule[rule].count; i++)
			counts_add(&all, by_rule[rule].number[i]);
	for (size_t c = 0; c < all.count; c++) {
		unsigned copies = all.number[c];
		size_t first = plan->count;

		for (int i = 0; registry[i]; i++)
			if (counts_hold(&by_rule[registry[i]->copies], copies) &&
				asked_for(request, registry[i]))
				add_step(plan, registry[i], copies);
		shuffle(plan->steps + first, plan->count - first, &seed);
	}
}

static void add_steps_after_load(struct plan *plan, const struct plan_request *request)
{
	size_t count = plan->count;

	for (size_t i = 0; i < count; i++) {
		struct step step = plan->steps[i];

		if (step.benchmark->noise ||
			(!asked_by_name(request) && step.benchmark->profile != PROFILE_QUICK))
			continue;
		step.knob = "burnin";
		step.state = "after";
		step.after_load = true;
		add_planned(plan, step);
	}
}

void plan_make(struct plan *plan, const struct plan_request *request)
{
	enum profile profile = request->profile;
	char pattern[PATTERN_TEXT];

	memset(plan, 0, sizeof(*plan));
	plan->trials = profiles[profile].trials;
	plan->limits = (struct limits){
		.warmup_min_ns = profiles[profile].warmup_min_ms * MS,
		.warmup_max_ns = profiles[profile].warmup_max_ms * MS,
		.time_min_ns = profiles[profile].time_min_ms * MS,
		.time_max_ns = profiles[profile].time_max_ms * MS,
		.batch_max_ns = BATCH_MAX_MS * MS,
		.samples_min = SAMPLES_MIN,
		.samples_max = SAMPLES_MAX,
	};
	plan->visit = (struct limits){
		.warmup_min_ns = VISIT_WARMUP_MS * MS,
		.warmup_max_ns = VISIT_WARMUP_MAX_MS * MS,
		.time_min_ns = VISIT_MS * MS,
		.time_max_ns = VISIT_MS * MS,
		.batch_max_ns = BATCH_MAX_MS * MS,
		.sample_ns = BATCH_MAX_MS * MS,
		.samples_min = VISIT_SAMPLES,
		.samples_max = SAMPLES_MIN,
	};
	if (asked_for_nothing(request, pattern, sizeof(pattern)))
		snprintf(plan->problem, sizeof(plan->problem),
			"tests: no benchmark matches '%s'; 'bootmark list' names them all",
			pattern);
	add_steps(plan, request);
	plan->burnin_s = request->burnin_s;
	if (plan->burnin_s) {
		add_steps_after_load(plan, request);
		if (plan->trials < COMPARABLE_TRIALS)
			plan->trials = COMPARABLE_TRIALS;
	}
	fit_into_budget(plan, request->cpus, profiles[profile].budget_s);
	plan->expected_s = (double)plan->burnin_s + expected_seconds(plan, request->cpus);
}

void plan_free(struct plan *plan)
{
	free(plan->steps);
	memset(plan, 0, sizeof(*plan));
}

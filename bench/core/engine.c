/* SPDX-License-Identifier: MIT */
#include "core/engine.h"

#include "core/memory.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

/* A trial with more disturbed samples is repeated, so often at most: method.md P6. */
static const double MAX_DISTURBED = 0.05;
enum { MAX_REPEATS = 2 };

/* A sample() is this part of all the time, and no longer than a second. */
enum { SELF_TIMED_SAMPLES = 30 };
static const uint64_t SELF_TIMED_MAX_NS = 1000000000;

/* A trial that takes this many times its budget, and a while, hangs. The while is for what is not
 * sampled (arrays set up, kernels tried), on an emulated and busy machine as well. Each copy adds
 * to the while: they start one after the other, and an emulated machine of 64 CPUs took 20 s for as
 * many. */
enum { HANG_FACTOR = 4 };
static const uint64_t HANG_NS = 30000000000u, HANG_COPY_NS = 1000000000;

void engine_init(struct engine *e)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	/* Whatever a benchmark leaves behind comes to us to be reaped. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	e->cancelled = 0;
}

/* More copies than CPUs take turns: one round of all of them may take that many times longer. */
static uint64_t hang_limit_ns(const struct engine *e, const struct limits *limits, unsigned copies)
{
	uint64_t budget = limits->warmup_max_ns + limits->time_max_ns;
	uint64_t rounds = copies / (unsigned)e->cpu_count;

	return HANG_NS + HANG_FACTOR * budget * (rounds < 1 ? 1 : rounds) + copies * HANG_COPY_NS;
}

static enum status status_of(enum team_end end)
{
	switch (end) {
	case TEAM_SKIPPED:
		return STATUS_SKIPPED;
	case TEAM_CRASHED:
		return STATUS_CRASHED;
	case TEAM_HUNG:
	case TEAM_CANCELLED:
		return STATUS_TIMEOUT;
	default:
		return STATUS_FAILED;
	}
}

/* Runs a team; false if there is nothing of it to count. */
static bool run_team(
	struct engine *e, struct team_plan *plan, struct copy_area *areas, struct outcome *out)
{
	size_t cpus = (size_t)plan->cpu_count;
	size_t pairs_bytes = plan->benchmark->pairs ? cpus * cpus * sizeof(*plan->pairs) : 0;
	int signal = 0;
	enum team_end end;

	plan->seed = random_next(&e->seed);
	plan->memory_bytes = memory_usable(plan->root);
	plan->shared = memory_share(plan->benchmark->shared_bytes);
	plan->pairs = memory_share(pairs_bytes);
	end = team_run(plan, areas, out->why, &signal);
	if (end == TEAM_DONE)
		outcome_add_pairs(out, plan);
	memory_unshare(plan->pairs, pairs_bytes);
	memory_unshare(plan->shared, plan->benchmark->shared_bytes);
	outcome_add_wrong(out, areas, plan->copies);
	if (end != TEAM_DONE) {
		out->status = status_of(end);
		e->cancelled = signal;
		return false;
	}
	return true;
}

/* The order turns with each round: no state, and no CPU, always follows the same other. */
static unsigned state_in_turn(unsigned count, unsigned round, unsigned turn)
{
	unsigned at = round % 2 ? count - 1 - turn : turn;

	return (at + round / 2) % count;
}

/* Every CPU once, each alone. */
static bool run_round(
	struct engine *e, struct team_plan *plan, struct copy_area *areas, struct outcome *out)
{
	unsigned cpus = (unsigned)e->cpu_count, round = out->trial_count;
	struct thermal heat[2] = { thermal_read(plan->root) };
	bool good = true;

	outcome_begin_round(out, plan, cpus);
	plan->cpu_count = 1;
	for (unsigned turn = 0; good && turn < cpus; turn++) {
		unsigned at = state_in_turn(cpus, round, turn);

		plan->cpus = &e->cpus[at];
		good = run_team(e, plan, areas, out) && outcome_add_visit(out, areas, plan, at);
	}
	heat[1] = thermal_read(plan->root);
	if (good)
		outcome_end_round(out, heat);
	else
		outcome_drop_round(out);
	return good;
}

static bool run_trial(
	struct engine *e, struct team_plan *plan, struct copy_area *areas, struct outcome *out)
{
	struct thermal heat[2] = { thermal_read(plan->root) };

	if (plan->benchmark->copies == COPIES_IN_TURN)
		return run_round(e, plan, areas, out);
	if (!run_team(e, plan, areas, out))
		return false;
	heat[1] = thermal_read(plan->root);
	if (!outcome_add_trial(out, areas, plan, heat)) {
		out->status = STATUS_FAILED;
		snprintf(out->why, WHY_LENGTH, "the %u copies never ran at the same time",
			plan->copies);
		return false;
	}
	return true;
}

/* Of the attempts at one trial, first to the last, the least disturbed one counts. */
static void supersede(struct outcome *out, unsigned first)
{
	unsigned best = first;

	for (unsigned i = first; i < out->trial_count; i++) {
		out->trials[i].superseded = true;
		if (trial_disturbed(&out->trials[i]) < trial_disturbed(&out->trials[best]))
			best = i;
	}
	out->trials[best].superseded = false;
}

/* The time that a benchmark may take; trials that converge early leave some for repetitions. */
struct budget {
	uint64_t start_ns, limit_ns;
	unsigned trials_left;
};

static bool can_repeat(const struct budget *budget, uint64_t trial_ns)
{
	return clock_now_ns() - budget->start_ns + (budget->trials_left + 1) * trial_ns <=
	       budget->limit_ns;
}

/* One trial and its repetitions. */
static void run_attempts(struct engine *e, struct team_plan *plan, struct copy_area *areas,
	struct outcome *out, const struct budget *budget)
{
	unsigned first = out->trial_count, repeated = 0;

	for (;;) {
		uint64_t start = clock_now_ns();

		if (!run_trial(e, plan, areas, out))
			return;
		if (trial_disturbed(&out->trials[out->trial_count - 1]) <= MAX_DISTURBED)
			break;
		if (repeated++ == MAX_REPEATS || !can_repeat(budget, clock_now_ns() - start))
			break;
	}
	supersede(out, first);
}

/* What times its own operations averages over time anyway: one trial with the time of all. */
static unsigned set_limits(const struct engine *e, const struct benchmark *b, struct limits *limits)
{
	if (b->copies == COPIES_IN_TURN)
		*limits = e->visit;
	limits->tolerance = b->tolerance;
	limits->min_ops = b->min_ops;
	if (b->copies == COPIES_IN_TURN || !b->sample)
		return e->trials;
	limits->time_max_ns *= e->trials;
	limits->sample_ns = limits->time_max_ns / SELF_TIMED_SAMPLES;
	if (limits->sample_ns > SELF_TIMED_MAX_NS)
		limits->sample_ns = SELF_TIMED_MAX_NS;
	return 1;
}

static bool same_state(void *context, unsigned state, struct outcome *out)
{
	(void)context;
	(void)state;
	(void)out;
	return true;
}

/* One state's part of a round. */
static void run_turn(struct engine *e, struct team_plan *plan, struct copy_area *areas,
	struct outcome *out, struct budget *budget)
{
	uint64_t start = clock_now_ns();

	plan->cpus = e->cpus;
	plan->cpu_count = e->cpu_count;
	plan->hang_ns = hang_limit_ns(e, &plan->limits, plan->copies);
	budget->start_ns = start - out->elapsed_ns;
	run_attempts(e, plan, areas, out, budget);
	out->elapsed_ns += clock_now_ns() - start;
}

void engine_run_states(struct engine *e, const struct benchmark *b, unsigned copies,
	const struct engine_states *states, struct outcome *outcomes)
{
	struct copy_area *areas = team_alloc(copies);
	struct team_plan plan = {
		.benchmark = b,
		.copies = copies,
		.limits = e->limits,
		.clock = e->clock,
		.workdir = e->workdir,
		.root = e->root ? e->root : "",
	};
	unsigned rounds = set_limits(e, b, &plan.limits);
	unsigned visits = b->copies == COPIES_IN_TURN ? (unsigned)e->cpu_count : 1;
	struct budget budget = {
		.limit_ns = rounds * visits * (plan.limits.warmup_max_ns + plan.limits.time_max_ns)
	};

	for (unsigned i = 0; i < states->count; i++)
		outcomes[i] = (struct outcome){ .status = STATUS_OK };
	for (unsigned round = 0; round < rounds; round++) {
		budget.trials_left = rounds - 1 - round;
		for (unsigned turn = 0; turn < states->count; turn++) {
			unsigned i = state_in_turn(states->count, round, turn);
			struct outcome *out = &outcomes[i];

			if (out->status == STATUS_OK && !e->cancelled &&
				states->enter(states->context, i, out))
				run_turn(e, &plan, areas, out, &budget);
		}
	}
	team_free(areas, copies);
	for (unsigned i = 0; i < states->count; i++) {
		if (outcomes[i].status != STATUS_OK)
			continue;
		if (!e->cancelled) {
			outcome_evaluate(&outcomes[i], b);
			continue;
		}
		outcomes[i].status = STATUS_SKIPPED;
		snprintf(outcomes[i].why, WHY_LENGTH, "the run was ended in the middle of it");
	}
}

void engine_run(struct engine *e, const struct benchmark *b, unsigned copies, struct outcome *out)
{
	engine_run_states(
		e, b, copies, &(struct engine_states){ .count = 1, .enter = same_state }, out);
}

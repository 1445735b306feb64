/* SPDX-License-Identifier: MIT */
#include "tune/sweep.h"

#include "core/cpus.h"
#include "core/die.h"
#include "tune/knob.h"
#include "tune/state_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pairs of fewer rounds have an interval as wide as t(2) = 4.3 makes it. */
enum { ROUNDS_MIN = 5 };

static void add_step(struct plan *plan, struct step step)
{
	plan->steps = xrealloc(plan->steps, (plan->count + 1) * sizeof(*plan->steps));
	plan->steps[plan->count++] = step;
}

struct turned {
	const struct knob *knob;
	const struct knob_state *found;
};

/* One knob's states in the place of a step. */
static void add_states(struct plan *plan, struct step step, const struct turned *turned)
{
	for (const struct knob_state *state = turned->knob->states; state->name; state++) {
		step.knob = turned->knob->name;
		step.state = state->name;
		step.found = state == turned->found;
		add_step(plan, step);
	}
}

/* The knobs that are there and can be turned here; the caller frees. */
static size_t list_knobs(const char *names, const struct settings *settings,
	void (*say)(void *, const char *, const char *), void *context, struct turned **turned)
{
	char *list = xstrdup(names), *rest = NULL, *known = knob_names(), text[512];
	size_t count = 0;

	*turned = NULL;
	for (char *name = strtok_r(list, ", ", &rest); name; name = strtok_r(NULL, ", ", &rest)) {
		const struct knob *knob = knob_find(name);
		const struct knob_state *found = NULL;
		char why[SETTING_WHY] = "";

		/* Those are turned from boot to boot: series/boots.h. */
		if (knob && knob_needs_reboot(knob))
			continue;
		if (knob)
			found = knob_found(knob, settings, why);
		if (found) {
			*turned = xrealloc(*turned, (count + 1) * sizeof(**turned));
			(*turned)[count++] = (struct turned){ knob, found };
			continue;
		}
		if (!knob)
			snprintf(text, sizeof(text), "sweep: there is no knob '%.40s', only %s",
				name, known);
		else
			snprintf(text, sizeof(text), "sweep: %s is skipped: %s", name, why);
		say(context, knob ? "info" : "warn", text);
	}
	free(list);
	free(known);
	return count;
}

void sweep_expand(struct plan *plan, const char *names, const struct settings *settings,
	void (*say)(void *context, const char *severity, const char *text), void *context)
{
	struct step *steps = plan->steps;
	struct turned *turned;
	size_t knobs = list_knobs(names, settings, say, context, &turned), count = plan->count;
	double step_s = (plan->expected_s - (double)plan->burnin_s) / (double)(count ? count : 1) /
			plan->trials;

	if (knobs) {
		plan->steps = NULL;
		plan->count = 0;
		for (size_t i = 0; i < count; i++) {
			bool fixed = steps[i].benchmark->noise || steps[i].after_load;

			if (fixed)
				add_step(plan, steps[i]);
			for (size_t k = 0; !fixed && k < knobs; k++)
				add_states(plan, steps[i], &turned[k]);
		}
		free(steps);
		if (plan->trials < ROUNDS_MIN)
			plan->trials = ROUNDS_MIN;
		plan->expected_s =
			step_s * plan->trials * (double)plan->count + (double)plan->burnin_s;
	}
	free(turned);
}

size_t sweep_group(const struct plan *plan, size_t first)
{
	const struct step *a = &plan->steps[first];
	size_t count = 1;

	while (step_turns_knob(a) && first + count < plan->count) {
		const struct step *b = &plan->steps[first + count];

		if (b->benchmark != a->benchmark || b->copies != a->copies || b->knob != a->knob)
			break;
		count++;
	}
	return count;
}

struct sweep {
	struct engine *engine;
	struct settings *settings;
	struct recorder *recorder;
	const struct knob *knob;
	const struct step *steps;
	const char *now; /* the state that the machine is in */
};

static const struct knob_state *state_of(const struct knob *knob, const char *name)
{
	const struct knob_state *state = knob->states;

	while (strcmp(state->name, name) != 0)
		state++;
	return state;
}

static bool turn_to(struct sweep *s, const char *name, char why[SETTING_WHY])
{
	bool done;

	if (strcmp(s->now, name) == 0)
		return true;
	done = knob_set(s->knob, state_of(s->knob, name), s->settings, why);
	if (done)
		s->now = name;
	/* SMT changes which CPUs there are. */
	free(s->engine->cpus);
	s->engine->cpu_count = cpus_usable(&s->engine->cpus);
	return done;
}

static bool enter(void *context, unsigned state, struct outcome *out)
{
	struct sweep *s = context;
	const struct step *step = &s->steps[state];
	const char *before = s->now;
	char why[SETTING_WHY];

	if (!turn_to(s, step->state, why)) {
		out->status = STATUS_SKIPPED;
		snprintf(out->why, sizeof(out->why), "%s cannot be set to %s: %s", step->knob,
			step->state, why);
		return false;
	}
	/* The changes of later rounds are the same again. */
	if (!out->trial_count)
		state_record(s->recorder, &(struct state_change){ .sweep = true,
						  .knob = step->knob,
						  .value = step->state,
						  .from = before });
	return true;
}

static const char *found_state(const struct step *steps, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (steps[i].found)
			return steps[i].state;
	return steps[0].state;
}

void sweep_run(struct engine *engine, struct settings *settings, struct recorder *recorder,
	const struct step *steps, size_t count, struct outcome *outcomes)
{
	const char *found = found_state(steps, count), *last;
	struct sweep s = { engine, settings, recorder, knob_find(steps[0].knob), steps, found };
	char why[SETTING_WHY] = "";

	engine_run_states(engine, steps[0].benchmark, steps[0].copies,
		&(struct engine_states){ (unsigned)count, enter, &s }, outcomes);
	last = s.now;
	turn_to(&s, found, why);
	state_record(recorder, &(struct state_change){ .sweep = true,
				       .knob = steps[0].knob,
				       .value = found,
				       .from = last,
				       .restored = true,
				       .why = why[0] ? why : NULL });
}

/* SPDX-License-Identifier: MIT */
#include "tune/tuning.h"

#include "core/die.h"
#include "tune/quieting.h"
#include "tune/sweep.h"

#include <stdlib.h>
#include <unistd.h>

/* A quick run has no time to wait; a full one waits until a fan has reached its speed. */
static const double SETTLE_LIMIT_S[] = {
	[PROFILE_QUICK] = 5, [PROFILE_STANDARD] = 30, [PROFILE_FULL] = 120
};

void tuning_init(struct tuning *t, const char *root, bool quieting, const char *sweep)
{
	/* Under our own init nothing is left after the run that could be disturbed, and a watcher
	 * would be one process more on a machine that has none. */
	bool watched = (quieting || *sweep) && getppid() != 1;

	*t = (struct tuning){ .quieting = quieting };
	settings_init(&t->settings, root, watched);
}

static void add_finding(void *context, const char *severity, const char *text)
{
	struct tuning *t = context;

	t->findings = xrealloc(t->findings, (t->finding_count + 1) * sizeof(*t->findings));
	t->findings[t->finding_count++] = xasprintf("%s:%s", severity, text);
}

void tuning_plan(struct tuning *t, struct plan *plan, const char *sweep)
{
	if (*sweep)
		sweep_expand(plan, sweep, &t->settings, add_finding, t);
}

bool tuning_begin(
	struct tuning *t, struct recorder *r, int cpus, enum profile profile, struct settle *settle)
{
	if (!t->quieting)
		return false;
	quieting_apply(&t->settings, r, cpus);
	quieting_clear_memory(&t->settings, r);
	*settle = settle_wait(t->settings.root, SETTLE_LIMIT_S[profile]);
	return true;
}

void tuning_begin_test(const struct tuning *t)
{
	if (t->quieting)
		quieting_clear_memory(&t->settings, NULL);
}

void tuning_end(struct tuning *t, struct recorder *r)
{
	quieting_restore(&t->settings, r);
	for (size_t i = 0; i < t->finding_count; i++)
		free(t->findings[i]);
	free(t->findings);
}

/* SPDX-License-Identifier: MIT */
#include "accept/verdict.h"

#include "core/die.h"
#include "series/combine.h"

#include <stdlib.h>
#include <string.h>

/* Takes the reason over. A later one never makes the verdict better. */
static void add(struct judgement *j, enum verdict verdict, char *reason)
{
	j->reasons = xrealloc(j->reasons, (j->reason_count + 1) * sizeof(*j->reasons));
	j->reasons[j->reason_count++] = reason;
	if (verdict > j->verdict)
		j->verdict = verdict;
}

/* In a sweep each state of a knob is planned and measured for itself. */
static const struct result_view *find(const struct run_view *view, const struct planned *planned)
{
	for (size_t i = 0; i < view->result_count; i++)
		if (series_same_metric(planned->entry, view->results[i].record))
			return &view->results[i];
	return NULL;
}

static void judge_planned(struct judgement *j, const struct run_view *view,
	const struct planned *planned, bool noise_counts, bool *measured)
{
	const struct result_view *result = find(view, planned);
	const char *plural = planned->copies == 1 ? "copy" : "copies";

	if (!result) {
		add(j, VERDICT_FAIL,
			xasprintf("%s, %u %s: no result", planned->name, planned->copies, plural));
		return;
	}
	/* A wrong answer is an answer: it tells that the machine is bad, not that nothing was
	 * tried. */
	if ((result->has_value || json_get(result->record, "wrong")) &&
		(!result->noise || noise_counts))
		*measured = true;
	if (strcmp(result->status, "ok") && strcmp(result->status, "noisy") &&
		strcmp(result->status, "skipped"))
		add(j, VERDICT_FAIL,
			xasprintf("%s, %u %s: %s: %s", planned->name, planned->copies, plural,
				result->status, result->why));
}

/* The certificate tells what measurements are worth: it is one only where nothing else was asked
 * for. */
static bool is_noise_alone(const struct run_view *view)
{
	for (size_t i = 0; i < view->plan_count; i++)
		if (!view->plan[i].noise)
			return false;
	return true;
}

void verdict_judge(struct judgement *j, const struct run_view *view)
{
	bool measured = false, noise_counts = is_noise_alone(view);

	memset(j, 0, sizeof(*j));
	for (size_t i = 0; i < view->plan_count; i++)
		judge_planned(j, view, &view->plan[i], noise_counts, &measured);
	for (size_t i = 0; i < view->finding_count; i++)
		if (strcmp(json_get_string(view->findings[i], "severity", ""), "fail") == 0)
			add(j, VERDICT_FAIL,
				xstrdup(json_get_string(view->findings[i], "text", "")));
	if (!measured)
		add(j, VERDICT_ERROR, xstrdup("nothing was measured"));
}

void verdict_judge_ended(struct judgement *j, const struct run_view *view)
{
	verdict_judge(j, view);
	if (!view->run)
		add(j, VERDICT_ERROR, xstrdup("these are not the records of a run"));
	else if (!view->end && view->in_flight)
		add(j, VERDICT_FAIL, xasprintf("power lost or reset during %s", view->in_flight));
	else if (!view->end)
		add(j, VERDICT_FAIL, xstrdup("power lost or reset between two tests"));
	/* A loss on the way is not the machine's fault, but what is left can't prove a pass. */
	if (view->records->missing)
		add(j, VERDICT_ERROR, xasprintf("%zu records are missing", view->records->missing));
}

void judgement_free(struct judgement *j)
{
	for (size_t i = 0; i < j->reason_count; i++)
		free(j->reasons[i]);
	free(j->reasons);
	memset(j, 0, sizeof(*j));
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = { "pass", "fail", "error" };

	return names[verdict];
}

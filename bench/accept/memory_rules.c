/* SPDX-License-Identifier: MIT */
#include "accept/memory_rules.h"

#include "report/bandwidth.h"
#include "report/facts.h"
#include "report/node_matrix.h"
#include "report/scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rule 24: 0.70 to 0.90 of what the modules promise is usual. */
static const double LOW_SHARE = 0.60, USUAL_SHARE = 0.80;

/* Rule 25: so near to k of n channels. */
static const double CHANNEL_TOLERANCE = 0.05;

/* Rules 28 and 29: of another node's memory against the own. */
static const double FAR_LATENCY = 2.5, NEAR_LATENCY = 1.1, FAR_BANDWIDTH = 0.35;

/* More channels than any machine has: a damaged record. */
static const double MAX_CHANNELS = 1024;

/* A machine where every core moves memory shows what its memory delivers: fewer may not ask for all
 * of it. */
static bool keeps_all_cores_busy(const struct run_view *view, const struct result_view *result)
{
	double cores = facts_number(view, "cpu", "cores", 0);

	return cores >= 1 && result->copies >= cores;
}

/* The result that moved most, of those that can be relied on. */
static const struct result_view *best_of(const struct run_view *view, struct bandwidth *best)
{
	const struct result_view *found = NULL;

	memset(best, 0, sizeof(*best));
	for (size_t i = 0; i < view->result_count; i++) {
		const struct result_view *result = &view->results[i];
		struct bandwidth b;

		if (strcmp(result->grade, "X") == 0 || !keeps_all_cores_busy(view, result) ||
			!bandwidth_of(view, result, &b) ||
			b.moved_bytes_per_s <= best->moved_bytes_per_s)
			continue;
		*best = b;
		found = result;
	}
	return found;
}

static void say_how_many_channels(
	const struct run_view *view, double share, char *text, size_t size)
{
	double channels = facts_number(view, "memory_slots", "channels", 0);
	double like = round(share / USUAL_SHARE * channels);

	if (!(channels > 1) || channels > MAX_CHANNELS || like < 1 || like >= channels ||
		fabs(share / USUAL_SHARE - like / channels) > CHANNEL_TOLERANCE)
		return;
	facts_append(text, size, " ", "It is what %.0f of its %.0f channels would deliver.", like,
		channels);
}

/* Rules 28 and 29. */
static void judge_nodes(struct findings *findings, const struct run_view *view)
{
	static struct node_matrix m;
	struct finding *finding;
	double least, most;

	if (node_matrix_make(&m, view, node_matrix_kind("latency")) &&
		node_matrix_ratios(&m, &least, &most)) {
		if (most > FAR_LATENCY && (finding = findings_add(findings, "warn")))
			snprintf(finding->text, sizeof(finding->text),
				"Memory of another node takes up to %.1f times as long as a CPU's "
				"own; 1.3 to 2.2 is usual: look at the links between the sockets.",
				most);
		if (least < NEAR_LATENCY && (finding = findings_add(findings, "info")))
			snprintf(finding->text, sizeof(finding->text),
				"Memory of another node is as near as a CPU's own (%.2f times): "
				"the "
				"firmware spreads it over the nodes, or they are none.",
				least);
	}
	if (node_matrix_make(&m, view, node_matrix_kind("read")) &&
		node_matrix_ratios(&m, &least, &most) && least < FAR_BANDWIDTH &&
		(finding = findings_add(findings, "warn")))
		snprintf(finding->text, sizeof(finding->text),
			"Memory of another node delivers only %.0f %% of what a CPU's own does; 50 "
			"to 70 %% is usual: look at the links between the sockets.",
			100 * least);
}

static void judge_share(struct findings *findings, const struct run_view *view)
{
	struct bandwidth best;
	const struct result_view *result = best_of(view, &best);
	struct finding *finding;
	char shown[FACT_LENGTH];

	/* A hypervisor's modules are made up, and another guest may use the memory. With channels
	 * unknown a share is a lower bound: it accuses nobody. */
	if (!result || facts_is_virtual(view) || best.at_most || !(best.share > 0) ||
		(best.share >= LOW_SHARE && best.share <= 1) ||
		!(finding = findings_add(findings, "warn")))
		return;
	bandwidth_text(view, result, shown, sizeof(shown));
	snprintf(finding->text, sizeof(finding->text), "Memory, %s with %u copies: %.200s. %s",
		result->name, result->copies, shown,
		best.share > 1
			? "More than all is not possible: a cache held the data, or the table of "
			  "modules is wrong."
			: "70 to 90 % is usual. Look for modules in the wrong slots or not fully "
			  "seated, channels left empty, and a lowered rate.");
	if (best.share < LOW_SHARE)
		say_how_many_channels(view, best.share, finding->text, sizeof(finding->text));
}

void memory_findings(struct findings *findings, const struct run_view *view)
{
	judge_share(findings, view);
	if (!facts_is_virtual(view))
		judge_nodes(findings, view);
}

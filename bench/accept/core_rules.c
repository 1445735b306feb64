/* SPDX-License-Identifier: MIT */
#include "accept/core_rules.h"

#include "report/cores.h"
#include "report/scale.h"

#include <stdio.h>
#include <string.h>

/* Only a machine that is measured bare can be accused (a hypervisor gives its guests what it has
 * left), and CPUs that nothing else ran on, each alone: all at once, what one gets depends on the
 * others. */
static const char *severity_of(const struct run_view *view, const struct core_class *c)
{
	if (facts_is_virtual(view) || strcmp(c->result->copies_rule, "in_turn") != 0)
		return "warn";
	for (size_t i = 0; i < c->count; i++)
		if (c->cores[i].slow && !c->cores[i].cause)
			return "fail";
	return "warn";
}

static bool any_disturbed(const struct core_class *c)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->cores[i].slow && c->cores[i].cause)
			return true;
	return false;
}

static void find_slow(
	struct findings *findings, const struct run_view *view, const struct core_class *c)
{
	struct finding *finding;
	char slow[FACT_LENGTH], typical[SCALE_LENGTH];

	if (!c->slow || !(finding = findings_add(findings, severity_of(view, c))))
		return;
	core_class_slow(c, slow, sizeof(slow));
	scale_value(typical, sizeof(typical), c->typical, c->result->unit);
	snprintf(finding->text, sizeof(finding->text),
		"%zu of %zu CPUs%s%s do%s not keep up in %s (median %s): %.320s.%s", c->slow,
		c->count, c->name ? " of class " : "", c->name ? c->name : "",
		c->slow == 1 ? "es" : "", c->result->name, typical, slow,
		any_disturbed(c) ? " Something else ran there: measure again without it."
				 : " Look for heat, a power limit, a core that is failing.");
}

void core_findings(struct findings *findings, const struct run_view *view)
{
	struct core_class c;

	for (size_t r = 0; r < view->result_count; r++) {
		const struct result_view *result = &view->results[r];

		/* A sweep says the same again in each of its states. */
		if (result->swept && !result->after_load)
			continue;
		for (unsigned i = 0; core_class_make(&c, view, result, i); i++) {
			find_slow(findings, view, &c);
			core_class_free(&c);
		}
	}
}

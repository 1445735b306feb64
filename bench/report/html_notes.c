/* SPDX-License-Identifier: MIT */
/* What stands around the numbers of report.html: findings, how to read it, conditions. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/facts.h"

#include <string.h>

static void put_finding(FILE *out, const struct json *finding)
{
	const char *severity = json_get_string(finding, "severity", "warn");
	const char *hint = json_get_string(finding, "hint", "");

	fprintf(out, "<li><span class=\"badge %s\">",
		strcmp(severity, "fail") == 0	? "bad"
		: strcmp(severity, "info") == 0 ? "skipped"
						: "noisy");
	html_put(out, severity);
	fputs("</span> ", out);
	html_put(out, json_get_string(finding, "text", "(no text)"));
	if (*hint)
		html_element(out, "p", "soft", hint);
	fputs("</li>\n", out);
}

void html_findings(FILE *out, const struct run_view *view)
{
	const struct json *warnings = json_get(view->run, "config_warnings");
	bool warned = warnings && warnings->child;

	if (!view->finding_count && !warned)
		return;
	fputs("<section class=\"card\">\n<h2>Findings and warnings</h2>\n<ul class=\"findings\">\n",
		out);
	for (size_t i = 0; i < view->finding_count; i++)
		put_finding(out, view->findings[i]);
	for (const struct json *w = warned ? warnings->child : NULL; w; w = w->next)
		if (w->type == JSON_STRING) {
			fputs("<li><span class=\"badge noisy\">configuration</span> ", out);
			html_put(out, w->string);
			fputs("</li>\n", out);
		}
	fputs("</ul>\n</section>\n", out);
}

void html_guide(FILE *out)
{
	static const char *const lines[] = {
		"The index is a test's result divided by that of a workstation of 1995, times ten; "
		"the "
		"score is the geometric mean of all twelve. It exists only when all twelve have a "
		"number.",
		"One copy shows a single CPU, N copies the whole machine. Never compare one with "
		"the "
		"other, nor scores of different versions or conditions.",
		"Interval is where the true median lies with 95 % probability within this boot; "
		"spread is "
		"how far the samples scatter. A difference inside both intervals is no difference.",
		"In the picture each dot or stroke is measured samples in order, a gap is a fresh "
		"process, "
		"the line is the result, the band its interval. Steps and slopes are worth a look.",
		"Noisy means: a number, but not one to rely on; the words under the title say why. "
		"Skipped, failed, crashed and timeout have no number and are never counted as one.",
	};

	fputs("<section class=\"card\">\n<h2>How to read this</h2>\n<ol class=\"guide\">\n", out);
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		html_element(out, "li", NULL, lines[i]);
	fputs("</ol>\n</section>\n", out);
}

static void put_mitigations(FILE *out, const struct run_view *view)
{
	const struct json *list = json_get(facts_machine(view), "mitigations");

	if (!list || !list->child)
		return;
	fputs("<h3>Mitigations</h3>\n<dl>\n", out);
	for (const struct json *m = list->child; m; m = m->next)
		if (m->type == JSON_STRING && m->key)
			html_fact(out, m->key, m->string);
	fputs("</dl>\n", out);
}

static void put_nodes(FILE *out, const struct run_view *view)
{
	const struct json *numa = json_get(facts_machine(view), "numa");
	char name[32], text[FACT_LENGTH];

	for (const struct json *n = numa ? numa->child : NULL; n; n = n->next) {
		facts_node(n, text, sizeof(text));
		snprintf(name, sizeof(name), "NUMA node %.0f", json_get_number(n, "node", 0));
		html_fact(out, name, text);
	}
}

static void put_configuration(FILE *out, const struct run_view *view)
{
	const struct json *config = json_get(view->run, "config");

	if (!config || !config->child)
		return;
	fputs("<h3>Configuration</h3>\n<dl>\n", out);
	for (const struct json *c = config->child; c; c = c->next) {
		const char *value = json_get_string(c, "value", "");
		char text[FACT_LENGTH];

		snprintf(text, sizeof(text), "%s (%s)", *value ? value : "empty",
			json_get_string(c, "from", "unknown"));
		html_fact(out, c->key, text);
	}
	fputs("</dl>\n", out);
}

void html_conditions(FILE *out, const struct run_view *view)
{
	const struct json *build = json_get(view->run, "build");

	fputs("<section class=\"card\">\n<h2>Conditions</h2>\n<dl>\n", out);
	for (const struct condition *c = facts_conditions; c->name; c++)
		html_fact(out, c->name, facts_string(view, c->group, c->member));
	put_nodes(out, view);
	html_tuning(out, view);
	html_fact(out, "Timer tick", facts_run(view, "tick"));
	html_fact(out, "Seed", facts_run(view, "seed"));
	for (const struct json *b = build ? build->child : NULL; b; b = b->next)
		if (b->type == JSON_STRING && b->key)
			html_fact(out, b->key, b->string);
	fputs("</dl>\n", out);
	put_mitigations(out, view);
	put_configuration(out, view);
	fputs("</section>\n", out);
}

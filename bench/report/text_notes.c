/* SPDX-License-Identifier: MIT */
/* What stands behind the numbers of report.txt: caveats, findings, conditions. */
#include "report/text_parts.h"

#include "report/escape.h"
#include "report/facts.h"

#include <string.h>

void text_condition(FILE *out, const char *name, const char *value)
{
	plain_pad(out, name, 25);
	fputc(' ', out);
	plain_wrap(out, 26, 26, "%s", value);
}

/* The first result with the same caveat: a caveat is printed once. */
static bool is_first(const struct run_view *view, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (view->results[i].caveat &&
			strcmp(view->results[i].caveat, view->results[at].caveat) == 0)
			return false;
	return true;
}

unsigned text_caveat_number(const struct run_view *view, const struct result_view *result)
{
	unsigned number = 0;

	if (!result->caveat)
		return 0;
	for (size_t i = 0; i < view->result_count; i++) {
		if (!view->results[i].caveat || !is_first(view, i))
			continue;
		number++;
		if (strcmp(view->results[i].caveat, result->caveat) == 0)
			return number;
	}
	return 0;
}

static bool has_flag(const struct run_view *view, const char *flag)
{
	for (size_t i = 0; i < view->result_count; i++) {
		const struct json *flags = json_get(view->results[i].record, "flags");

		for (const struct json *f = flags ? flags->child : NULL; f; f = f->next)
			if (f->type == JSON_STRING && strcmp(f->string, flag) == 0)
				return true;
	}
	return false;
}

void text_flags(FILE *out, const struct run_view *view)
{
	bool any = false;

	for (unsigned i = 0; facts_flag_name(i); i++) {
		if (!has_flag(view, facts_flag_name(i)))
			continue;
		if (!any)
			fputs("\nWhat made numbers noisy\n\n", out);
		any = true;
		text_condition(out, facts_flag_name(i), facts_flag(facts_flag_name(i)));
	}
}

void text_caveats(FILE *out, const struct run_view *view)
{
	unsigned number = 0;

	for (size_t i = 0; i < view->result_count; i++) {
		if (!view->results[i].caveat || !is_first(view, i))
			continue;
		if (!number)
			fputs("\nNot the same as the known tool's by nature\n\n", out);
		fprintf(out, "[%u] ", ++number);
		plain_wrap(out, 4, 4, "%s", view->results[i].caveat);
	}
}

void text_findings(FILE *out, const struct run_view *view)
{
	const struct json *warnings = json_get(view->run, "config_warnings");

	if (view->finding_count)
		fputs("\nFindings\n\n", out);
	for (size_t i = 0; i < view->finding_count; i++) {
		const struct json *f = view->findings[i];
		const char *hint = json_get_string(f, "hint", "");

		plain_wrap(out, 0, 6, "%s: %s", json_get_string(f, "severity", "warn"),
			json_get_string(f, "text", "(no text)"));
		if (*hint) {
			fputs("      ", out);
			plain_wrap(out, 6, 6, "%s", hint);
		}
	}
	if (warnings && warnings->child)
		fputs("\nConfiguration warnings\n\n", out);
	for (const struct json *w = warnings ? warnings->child : NULL; w; w = w->next)
		if (w->type == JSON_STRING)
			plain_wrap(out, 0, 6, "%s", w->string);
}

static void write_mitigations(FILE *out, const struct run_view *view)
{
	const struct json *list = json_get(facts_machine(view), "mitigations");

	if (!list || !list->child)
		return;
	fputs("\nMitigations\n\n", out);
	for (const struct json *m = list->child; m; m = m->next)
		if (m->type == JSON_STRING && m->key)
			text_condition(out, m->key, m->string);
}

static void write_disks(FILE *out, const struct run_view *view)
{
	const struct json *disks = json_get(facts_machine(view), "disks");
	char text[FACT_LENGTH];

	if (!disks || !disks->child)
		return;
	fputs("\nDisks\n\n", out);
	for (const struct json *d = disks->child; d; d = d->next) {
		facts_disk(view, d, text, sizeof(text));
		text_condition(out, json_get_string(d, "name", "unknown"), text);
	}
}

static void write_build(FILE *out, const struct run_view *view)
{
	static const char *const members[] = { "tree", "compiler", "libc", "flags" };
	const struct json *build = json_get(view->run, "build");

	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++) {
		const char *value = json_get_string(build, members[i], "");
		char name[32];

		snprintf(name, sizeof(name), "Built: %s", members[i]);
		if (*value)
			text_condition(out, name, value);
	}
}

/* What the tests themselves noted: the file system of the copies, the shell, the CPUs of a pair. */
static void write_notes(FILE *out, const struct run_view *view)
{
	bool any = false;

	for (size_t i = 0; i < view->result_count; i++) {
		const struct result_view *result = &view->results[i];
		const struct json *notes = json_get(result->record, "notes");

		for (const struct json *n = notes ? notes->child : NULL; n; n = n->next) {
			if (n->type != JSON_STRING || !n->key ||
				facts_note_is_known(view, result, n))
				continue;
			if (!any)
				fputs("\nNoted by the tests\n\n", out);
			any = true;
			plain_wrap(out, 0, 4, "%s: %s: %s", facts_title(result), n->key, n->string);
		}
	}
}

void text_conditions(FILE *out, const struct run_view *view)
{
	char text[FACT_LENGTH];

	fputs("\nConditions\n\n", out);
	for (const struct condition *c = facts_conditions; c->name; c++) {
		const char *value = facts_string(view, c->group, c->member);

		if (value)
			text_condition(out, c->name, value);
	}
	if (*facts_run(view, "tick"))
		text_condition(out, "Timer tick", facts_run(view, "tick"));
	facts_quiet(view, text, sizeof(text));
	if (*text)
		text_condition(out, "Idle before the run", text);
	text_condition(out, "Platform", facts_platform(view));
	write_build(out, view);
	write_mitigations(out, view);
	write_disks(out, view);
	text_machine(out, view);
	write_notes(out, view);
}

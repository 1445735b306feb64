/* SPDX-License-Identifier: MIT */
#include "compare/conditions.h"

#include "core/die.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum source { IN_RUN, IN_MACHINE };

static const struct row {
	const char *factor; /* allowed to differ when this is compared */
	const char *what;
	enum source source;
	const char *group, *member; /* member NULL: the whole group */
	bool of_cpu;		    /* means nothing between CPUs of different models */
} rows[] = {
	{ "kernel", "the kernel", IN_MACHINE, "kernel", "release", false },
	{ "kernel", "the kernel's build", IN_MACHINE, "kernel", "version", false },
	{ "cmdline", "the kernel command line", IN_MACHINE, "kernel", "cmdline", false },
	{ "program", "bootmark's version", IN_RUN, NULL, "version", false },
	{ "program", "bootmark's source", IN_RUN, "build", "tree", false },
	{ "program", "bootmark's compiler", IN_RUN, "build", "compiler", false },
	{ "program", "bootmark's compiler flags", IN_RUN, "build", "flags", false },
	{ "program", "bootmark's C library", IN_RUN, "build", "libc", false },
	{ "microcode", "the microcode", IN_MACHINE, "cpu", "microcode", true },
	{ "mitigations", "the mitigations", IN_MACHINE, "mitigations", NULL, true },
	{ "thp", "transparent huge pages", IN_MACHINE, "memory", "thp", false },
	{ "smt", "SMT", IN_MACHINE, "cpu", "smt", false },
	{ "governor", "the frequency governor", IN_MACHINE, "cpu", "governor", false },
	{ "governor", "the frequency driver", IN_MACHINE, "cpu", "driver", false },
	{ "governor", "the energy preference", IN_MACHINE, "cpu", "energy_preference", false },
	{ "turbo", "boost", IN_MACHINE, "cpu", "boost", false },
	{ "turbo", "no_turbo", IN_MACHINE, "cpu", "no_turbo", false },
	{ "cstates", "the driver of C-states", IN_MACHINE, "cpu", "idle_driver", false },
	{ "aslr", "address space randomisation", IN_MACHINE, "kernel", "randomize_va_space",
		false },
	{ "clocksource", "the clock source", IN_MACHINE, "kernel", "clocksource", false },
	{ "tick", "the tick", IN_RUN, NULL, "tick", false },
};

enum { ROWS = sizeof(rows) / sizeof(*rows) };

/*
 * Words of the command line that say nothing about the machine's state, with "" as factor, or that
 * belong to a factor of their own: where the file lies, whose stick it is, what is measured.
 */
static const char *const words[][2] = { { "", "bootmark.*" }, { "", "BOOT_IMAGE=*" },
	{ "", "initrd=*" }, { "mitigations", "mitigations=*" }, { "mitigations", "nopti" },
	{ "tick", "nohz_full=*" }, { "tick", "rcu_nocbs=*" }, { "tick", "nohz=*" },
	{ "thp", "transparent_hugepage=*" }, { "smt", "nosmt*" }, { "aslr", "norandmaps" },
	{ "cstates", "*.max_cstate=*" }, { "clocksource", "clocksource=*" },
	{ "clocksource", "tsc=*" } };

/* Batches of 0.1 and 100 ms differed by 6 % (method.md P2): a factor of 2 is 0.6 %, below what
 * counts as a difference at all. */
static const double MAX_BATCH_RATIO = 2;

static bool has_factor(const char *factors, const char *factor)
{
	size_t length = strlen(factor);

	for (const char *at = factors; *factor && at;
		at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (strncmp(at, factor, length) == 0 && (at[length] == ',' || !at[length]))
			return true;
	return false;
}

bool conditions_is_factor(const char *name)
{
	for (int i = 0; i < ROWS; i++)
		if (strcmp(rows[i].factor, name) == 0)
			return true;
	return strcmp(name, "batch") == 0;
}

char *conditions_factors(void)
{
	char *list = xstrdup("batch");

	for (int i = 0; i < ROWS; i++) {
		char *longer;

		if (i && strcmp(rows[i].factor, rows[i - 1].factor) == 0)
			continue;
		longer = xasprintf("%s, %s", list, rows[i].factor);
		free(list);
		list = longer;
	}
	return list;
}

static void append(char **text, const char *more)
{
	char *longer = xasprintf("%s%s%s", *text, **text ? " " : "", more);

	free(*text);
	*text = longer;
}

static bool says_nothing(const char *word, const char *factors)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fnmatch(words[i][1], word, 0) == 0 &&
			(!*words[i][0] || has_factor(factors, words[i][0])))
			return true;
	return false;
}

static char *command_line(const char *line, const char *factors)
{
	char *copy = xstrdup(line), *rest = NULL, *text = xstrdup("");

	for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		if (!says_nothing(word, factors))
			append(&text, word);
	free(copy);
	return text;
}

static char *text_of(const struct json *value)
{
	if (value && value->type == JSON_STRING)
		return xstrdup(value->string);
	if (value && (value->type == JSON_NUMBER || value->type == JSON_BOOL))
		return xasprintf("%g", value->number);
	return NULL;
}

/* The condition as text, NULL if it is not in the records. The caller frees. */
static char *condition(const struct run_view *run, const struct row *row, const char *factors)
{
	const struct json *base = row->source == IN_RUN ? run->run
				  : run->before		? run->before
							: run->after;
	const struct json *group = row->group ? json_get(base, row->group) : base;
	char *text = row->member ? text_of(json_get(group, row->member)) : NULL, *line;

	if (!row->member && group && group->child) {
		text = xstrdup("");
		for (const struct json *m = group->child; m; m = m->next) {
			line = xasprintf("%s: %s;", m->key ? m->key : "",
				m->type == JSON_STRING ? m->string : "");
			append(&text, line);
			free(line);
		}
	}
	if (text && strcmp(row->factor, "cmdline") == 0) {
		line = command_line(text, factors);
		free(text);
		text = line;
	}
	return text;
}

bool conditions_same(const struct run_view *a, const struct run_view *b)
{
	bool same = true;

	for (int i = 0; i < ROWS && same; i++) {
		char *x = condition(a, &rows[i], ""), *y = condition(b, &rows[i], "");

		same = strcmp(x ? x : "", y ? y : "") == 0;
		free(x);
		free(y);
	}
	return same;
}

static void add(char ***list, size_t *count, char *text)
{
	*list = xrealloc(*list, (*count + 1) * sizeof(**list));
	(*list)[(*count)++] = text;
}

static char *quoted_difference(const char *what, const char *x, const char *y)
{
	size_t same = 0, back = 0;

	/* Long texts (a command line, all mitigations) from the word where they part. */
	while (x[same] && x[same] == y[same])
		same++;
	while (same > back && x[same - back] != ' ')
		back++;
	same -= back;
	same += x[same] == ' ';
	return xasprintf("%s: %s'%.120s' in A, %s'%.120s' in B", what, same ? "... " : "", x + same,
		same ? "... " : "", y + same);
}

static bool other_cpu(const struct side *a, const struct side *b)
{
	static const struct row model = { "", "", IN_MACHINE, "cpu", "model", false };
	char *x = condition(&a->runs[0], &model, ""), *y = condition(&b->runs[0], &model, "");
	bool other = x && y && strcmp(x, y) != 0;

	free(x);
	free(y);
	return other;
}

static void compare_row(struct differences *d, const struct side *a, const struct side *b,
	const struct row *row, const char *factors)
{
	char *x = condition(&a->runs[0], row, factors), *y = condition(&b->runs[0], row, factors);

	if (x && y && strcmp(x, y) != 0)
		add(&d->refused, &d->refused_count, quoted_difference(row->what, x, y));
	else if (!x != !y)
		add(&d->notes, &d->note_count,
			xasprintf("%s: not in the records of %s", row->what, x ? "B" : "A"));
	free(x);
	free(y);
}

/* A side whose own runs differ is no measurement of one thing. */
static void compare_within(struct differences *d, const struct side *side, const char *name)
{
	for (size_t i = 1; i < side->run_count; i++)
		if (!conditions_same(&side->runs[0], &side->runs[i])) {
			add(&d->refused, &d->refused_count,
				xasprintf("the runs of %s were not taken under the same conditions",
					name));
			return;
		}
}

void conditions_compare(
	struct differences *d, const struct side *a, const struct side *b, const char *factors)
{
	bool other = other_cpu(a, b);

	memset(d, 0, sizeof(*d));
	compare_within(d, a, "A");
	compare_within(d, b, "B");
	for (int i = 0; i < ROWS; i++)
		if (!has_factor(factors, rows[i].factor) && !(other && rows[i].of_cpu))
			compare_row(d, a, b, &rows[i], factors);
	if (other)
		add(&d->notes, &d->note_count,
			xstrdup("the CPUs are of different models: microcode and mitigations are "
				"part of the difference"));
}

void differences_free(struct differences *d)
{
	for (size_t i = 0; i < d->refused_count; i++)
		free(d->refused[i]);
	for (size_t i = 0; i < d->note_count; i++)
		free(d->notes[i]);
	free(d->refused);
	free(d->notes);
}

void conditions_of_metric(const struct measured *a, const struct measured *b, const char *factors,
	char *why, size_t size)
{
	const char *tick_a = json_get_string(a->of->record, "tick", ""),
		   *tick_b = json_get_string(b->of->record, "tick", "");

	*why = '\0';
	if (strcmp(tick_a, tick_b) && !has_factor(factors, "tick"))
		snprintf(why, size, "CPUs %s in A, %s in B (--factor tick)",
			*tick_a ? tick_a : "unknown", *tick_b ? tick_b : "unknown");
	else if (!has_factor(factors, "batch") && a->batch_ns > 0 && b->batch_ns > 0 &&
		 (a->batch_ns > MAX_BATCH_RATIO * b->batch_ns ||
			 b->batch_ns > MAX_BATCH_RATIO * a->batch_ns))
		snprintf(why, size, "batches of %.1f ms in A, %.1f ms in B (--factor batch)",
			a->batch_ns * 1e-6, b->batch_ns * 1e-6);
}

/* SPDX-License-Identifier: MIT */
#include "inventory/changes.h"

#include "core/die.h"
#include "inventory/change_rules.h"
#include "inventory/changes_parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Names of what differs between the elements of one list, the most telling first. */
static const char *const identities[] = { "address", "domain", "slot", "node", "name" };
/* What people call it. */
static const char *const descriptions[] = { "label", "model", "name", "part" };

struct change *changes_add(
	struct changes *changes, const char *what, const char *severity, const char *format, ...)
{
	struct change *change = xcalloc(1, sizeof(*change));
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	change->what = xstrdup(what);
	change->severity = severity;
	change->text = xstrdup(text);
	changes->change =
		xrealloc(changes->change, (changes->count + 1) * sizeof(*changes->change));
	changes->change[changes->count++] = change;
	return change;
}

void changes_set_sums(struct change *change, double before, double after)
{
	change->sums[0] = (struct json){ .type = JSON_NUMBER, .number = before };
	change->sums[1] = (struct json){ .type = JSON_NUMBER, .number = after };
	change->before = &change->sums[0];
	change->after = &change->sums[1];
}

/* The identity as text; empty if the element has none. */
static void identity_of(const struct json *element, char *text, size_t size)
{
	text[0] = '\0';
	for (size_t i = 0; i < sizeof(identities) / sizeof(*identities); i++) {
		const struct json *member = json_get(element, identities[i]);

		if (member && member->type == JSON_STRING)
			snprintf(text, size, "%s", member->string);
		else if (member && member->type == JSON_NUMBER)
			snprintf(text, size, "%.0f", member->number);
		else
			continue;
		return;
	}
}

char *changes_subject(const struct json *element)
{
	char identity[256];

	identity_of(element, identity, sizeof(identity));
	for (size_t i = 0; i < sizeof(descriptions) / sizeof(*descriptions); i++) {
		const char *text = json_get_string(element, descriptions[i], "");

		if (*text && strcmp(text, identity) != 0)
			return xasprintf("%s (%s)", identity, text);
	}
	return xstrdup(identity);
}

/* Two modules may be called the same: the first in one list is the first in the other. */
static const struct json *partner(
	const struct json *list, const struct json *element, const struct json *other_list)
{
	char identity[256], other[256];
	unsigned before = 0;

	identity_of(element, identity, sizeof(identity));
	for (const struct json *e = list->child; e && e != element; e = e->next) {
		identity_of(e, other, sizeof(other));
		before += strcmp(identity, other) == 0;
	}
	for (const struct json *e = other_list->child; e; e = e->next) {
		identity_of(e, other, sizeof(other));
		if (strcmp(identity, other) == 0 && before-- == 0)
			return e;
	}
	return NULL;
}

const struct json *changes_element(const struct json *machine, const char *group, const char *name)
{
	const struct json *list = json_get(machine, group);

	for (const struct json *e = list ? list->child : NULL; e; e = e->next)
		if (strcmp(json_get_string(e, "name", ""), name) == 0)
			return e;
	return NULL;
}

static void show_value(const struct json *value, char *text, size_t size)
{
	if (!value)
		snprintf(text, size, "nothing");
	else if (value->type == JSON_STRING)
		snprintf(text, size, "%s", value->string);
	else if (value->type == JSON_NUMBER)
		snprintf(text, size, "%.12g", value->number);
	else if (value->type == JSON_BOOL)
		snprintf(text, size, "%s", value->number != 0 ? "yes" : "no");
	else
		snprintf(text, size, "something");
}

static void note_change(struct changes *changes, const char *path, const char *subject,
	const struct json *before, const struct json *after)
{
	const struct change_rule *rule = change_rule(path);
	bool numbers = before && after && before->type == JSON_NUMBER && after->type == JSON_NUMBER;
	double grown = numbers ? after->number - before->number : 0;
	const char *severity = rule->severity;
	char first[200], last[200];
	struct change *change;

	if (rule->treatment == CHANGE_IGNORED)
		return;
	if ((rule->treatment == CHANGE_COUNTS && !(grown > 0)) ||
		(rule->treatment == CHANGE_FALLS && !(grown < 0)))
		severity = "info";
	show_value(before, first, sizeof(first));
	show_value(after, last, sizeof(last));
	if (rule->words && rule->treatment == CHANGE_COUNTS && grown > 0)
		change = changes_add(changes, path, severity, "%s%s%.12g new %s during the run",
			subject, *subject ? ": " : "", grown, rule->words);
	else if (rule->words)
		change = changes_add(changes, path, severity, "%s%s%s: %s before, %s after",
			subject, *subject ? ": " : "", rule->words, first, last);
	else
		change = changes_add(
			changes, path, severity, "%s: %s before, %s after", path, first, last);
	change->before = before;
	change->after = after;
}

static bool same_scalar(const struct json *a, const struct json *b)
{
	if (a->type != b->type)
		return false;
	if (a->type == JSON_STRING)
		return strcmp(a->string, b->string) == 0;
	return a->type == JSON_NULL || a->number == b->number;
}

static void compare(struct changes *, const char *path, const char *subject,
	const struct json *before, const struct json *after);

static void compare_objects(struct changes *changes, const char *path, const char *subject,
	const struct json *before, const struct json *after)
{
	for (const struct json *b = before->child; b; b = b->next) {
		char *inner = xasprintf("%s%s%s", path, *path ? "." : "", b->key);

		compare(changes, inner, subject, b, json_get(after, b->key));
		free(inner);
	}
	for (const struct json *a = after->child; a; a = a->next) {
		char *inner = xasprintf("%s%s%s", path, *path ? "." : "", a->key);

		if (!json_get(before, a->key))
			compare(changes, inner, subject, NULL, a);
		free(inner);
	}
}

static void compare_element(struct changes *changes, const char *path, const struct json *before,
	const struct json *after)
{
	const struct json *element = before ? before : after;
	char identity[256], *inner, *subject;

	identity_of(element, identity, sizeof(identity));
	inner = xasprintf("%s[%s]", path, identity);
	subject = changes_subject(element);
	if (before && after)
		compare(changes, inner, subject, before, after);
	else if (change_rule(inner)->treatment != CHANGE_IGNORED)
		changes_add(changes, inner, before ? "warn" : "info", "%s: %s %s the run", path,
			subject, before ? "was gone after" : "appeared during");
	free(subject);
	free(inner);
}

static void compare_lists(struct changes *changes, const char *path, const char *subject,
	const struct json *before, const struct json *after)
{
	const struct json *b = before->child, *a = after->child;

	/* Lists of plain values stand for one value. */
	if ((b && b->type != JSON_OBJECT) || (a && a->type != JSON_OBJECT)) {
		while (a && b && same_scalar(a, b)) {
			a = a->next;
			b = b->next;
		}
		if (a || b)
			note_change(changes, path, subject, b, a);
		return;
	}
	for (; b; b = b->next)
		compare_element(changes, path, b, partner(before, b, after));
	for (; a; a = a->next)
		if (!partner(after, a, before))
			compare_element(changes, path, NULL, a);
}

static void compare(struct changes *changes, const char *path, const char *subject,
	const struct json *before, const struct json *after)
{
	if (before && after && before->type == JSON_OBJECT && after->type == JSON_OBJECT)
		compare_objects(changes, path, subject, before, after);
	else if (before && after && before->type == JSON_ARRAY && after->type == JSON_ARRAY)
		compare_lists(changes, path, subject, before, after);
	else if (!before || !after || !same_scalar(before, after))
		note_change(changes, path, subject, before, after);
}

void changes_find(struct changes *changes, const struct json *before, const struct json *after)
{
	memset(changes, 0, sizeof(*changes));
	if (!before || !after)
		return;
	compare(changes, "", "", before, after);
	changes_written(changes, before, after);
	changes_faults(changes, after);
}

void changes_free(struct changes *changes)
{
	for (size_t i = 0; i < changes->count; i++) {
		free(changes->change[i]->what);
		free(changes->change[i]->text);
		free(changes->change[i]);
	}
	free(changes->change);
	memset(changes, 0, sizeof(*changes));
}

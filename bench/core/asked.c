/* SPDX-License-Identifier: MIT */
#include "core/asked.h"

#include "core/die.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char SEPARATORS[] = ", \t";

unsigned asked_cores(const struct plan_request *request)
{
	return request->cores ? request->cores : request->cpus;
}

/* Rows of what the machine does not have say nothing. */
static bool is_lacking(const struct plan_request *machine, const struct benchmark *b)
{
	const bool has[] = {
		[NEEDS_NOTHING] = true,
		[NEEDS_SMT] = machine->cpus > asked_cores(machine),
		[NEEDS_CORES] = asked_cores(machine) > 1,
		[NEEDS_NODES] = machine->nodes > 1,
	};

	return !has[b->needs] || (b->nodes_away > 0 && b->nodes_away >= machine->nodes);
}

/* machine: NULL = any. */
static bool pattern_matches(
	const char *pattern, const struct benchmark *b, const struct plan_request *machine)
{
	size_t length = strlen(pattern);

	if (b->profile == PROFILE_NONE || (machine && is_lacking(machine, b)))
		return strcmp(pattern, b->name) == 0;
	/* "noise" is the family "noise.*". */
	if (strncmp(pattern, b->name, length) == 0 && b->name[length] == '.')
		return true;
	return fnmatch(pattern, b->name, 0) == 0;
}

static bool any_pattern_matches(const struct plan_request *request, const struct benchmark *b)
{
	char *list = xstrdup(request->tests), *rest = NULL;
	bool match = false;

	for (char *p = strtok_r(list, SEPARATORS, &rest); p; p = strtok_r(NULL, SEPARATORS, &rest))
		match = match || pattern_matches(p, b, request);
	free(list);
	return match;
}

bool asked_by_name(const struct plan_request *request)
{
	return request->tests[strspn(request->tests, SEPARATORS)] != '\0';
}

bool asked_for(const struct plan_request *request, const struct benchmark *b)
{
	if (b->noise && request->certificate)
		return true;
	if (asked_by_name(request))
		return any_pattern_matches(request, b);
	/* Without the certificate, the benchmarks that make it up run only when they are named. */
	return b->profile <= request->profile && !b->noise && !is_lacking(request, b);
}

bool asked_for_nothing(const struct plan_request *request, char *pattern, size_t size)
{
	char *list = xstrdup(request->tests), *rest = NULL;
	bool nothing = false;

	for (char *p = strtok_r(list, SEPARATORS, &rest); p;
		p = strtok_r(NULL, SEPARATORS, &rest)) {
		bool match = false;

		for (int i = 0; registry[i]; i++)
			match = match || pattern_matches(p, registry[i], NULL);
		if (!match)
			snprintf(pattern, size, "%s", p);
		nothing = nothing || !match;
	}
	free(list);
	return nothing;
}

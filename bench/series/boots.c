/* SPDX-License-Identifier: MIT */
#include "series/boots.h"

#include "core/die.h"
#include "core/reader.h"
#include "core/rundir.h"
#include "report/model.h"
#include "tune/knob.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A boot that died is tried again, but a machine that dies every time must not restart for ever. */
enum { SPARE_BOOTS = 2 };

/* Ways to boot in a sweep: as many as its knobs have states. */
enum { MAX_VARIANTS = 16, PATH_SIZE = 4096 };

struct variant {
	const char *knob, *state, *words; /* knob NULL: no sweep */
};

static bool is_listed(const char *list, const char *name)
{
	char *copy = xstrdup(list), *rest = NULL;
	bool found = false;

	for (char *p = strtok_r(copy, ", \t", &rest); p; p = strtok_r(NULL, ", \t", &rest))
		found = found || strcmp(p, name) == 0;
	free(copy);
	return found;
}

static const char *tick_words(const struct config *config)
{
	/* A sweep of the knob says itself which of its boots are tickless. */
	if (strcmp(config_string(config, CONFIG_TICK), "tickless") != 0 ||
		is_listed(config_string(config, CONFIG_SWEEP), "tickless"))
		return "";
	return knob_find("tickless")->states[1].cmdline;
}

/* The boots that differ on purpose, in turn; at least one. */
static int list_variants(const struct config *config, struct variant variants[MAX_VARIANTS])
{
	const char *sweep = config_string(config, CONFIG_SWEEP);
	int count = 0;

	for (const struct knob *k = knobs; k->name; k++) {
		if (!knob_needs_reboot(k) || !is_listed(sweep, k->name))
			continue;
		for (int i = 0; k->states[i].name && count < MAX_VARIANTS; i++)
			variants[count++] = (struct variant){ k->name, k->states[i].name,
				k->states[i].cmdline };
	}
	if (count == 0)
		variants[count++] = (struct variant){ NULL, NULL, "" };
	return count;
}

/* A sweep takes two rounds: one pair of boots says nothing about how boots differ by themselves. */
static int count_boots(const struct config *config)
{
	struct variant variants[MAX_VARIANTS];
	int rounds = (int)config_integer(config, CONFIG_BOOTS);
	int count = list_variants(config, variants);

	return count * (count > 1 && rounds < 2 ? 2 : rounds);
}

static struct variant variant_of(const struct config *config, int number)
{
	struct variant variants[MAX_VARIANTS];
	int count = list_variants(config, variants);

	/* A B A B, not A A B B: what drifts in between must not look like an effect. */
	return variants[(number - 1) % count];
}

/* FNV-1a, 32 bits: tells settings apart, nothing more. */
static void make_key(struct series_boot *boots, const struct series_request *request)
{
	static const enum config_key keys[] = { CONFIG_PROFILE, CONFIG_TESTS, CONFIG_COPIES,
		CONFIG_CERTIFICATE, CONFIG_SWEEP, CONFIG_BOOTS, CONFIG_TICK, CONFIG_SEED,
		CONFIG_LABEL, CONFIG_ID };
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i <= sizeof(keys) / sizeof(*keys); i++) {
		const char *text =
			i ? config_string(request->config, keys[i - 1]) : request->version;

		for (; *text; text++)
			hash = (hash ^ (unsigned char)*text) * 16777619u;
		hash = (hash ^ '\n') * 16777619u;
	}
	snprintf(boots->key, sizeof(boots->key), "%08x", (unsigned)hash);
}

/* The place in the series that the last run on the store belongs to; false if it ends or is
 * another. */
static bool go_on(struct series_boot *boots, const struct series_request *request)
{
	char directory[PATH_SIZE], path[PATH_SIZE + 16];
	int wanted = (int)config_integer(request->config, CONFIG_BOOT);
	const struct json *boot;
	struct records records;
	struct run_view view;
	bool same = false;

	if (request->previous < 1 || wanted < 2)
		return false;
	rundir_path(request->store, request->machine_id, request->previous, directory,
		sizeof(directory));
	snprintf(path, sizeof(path), "%s/results.jsonl", directory);
	if (records_load(&records, path, false))
		return false;
	run_view_make(&view, &records);
	boot = json_get(view.run, "boot");
	if (strcmp(json_get_string(boot, "key", ""), boots->key) == 0) {
		int last = (int)json_get_count(boot, "number", 0);

		boots->series = (int)json_get_count(boot, "series", 0);
		boots->number = wanted;
		/* The same number again: the last attempt at it lost its power. */
		same = (last == wanted - 1 || last == wanted) && wanted <= boots->of;
		/* Not anew: the loader would start this boot again, and so on for ever. */
		boots->give_up =
			same && request->previous + 1 - boots->series >= boots->of + SPARE_BOOTS;
	}
	run_view_free(&view);
	records_free(&records);
	return same;
}

static bool has_words(const char *cmdline, const char *words)
{
	char *copy = xstrdup(words), *rest = NULL;
	bool all = true;

	for (char *p = strtok_r(copy, " ", &rest); p; p = strtok_r(NULL, " ", &rest)) {
		const char *at = strstr(cmdline, p);
		size_t length = strlen(p);

		while (at && ((at > cmdline && !isspace((unsigned char)at[-1])) ||
				     (at[length] && !isspace((unsigned char)at[length]))))
			at = strstr(at + 1, p);
		all = all && at;
	}
	free(copy);
	return all;
}

/* What the command line has of a swept knob's other state, or NULL. */
static const char *find_unwanted(const struct series_request *request, const char *words)
{
	const char *sweep = config_string(request->config, CONFIG_SWEEP);

	for (const struct knob *k = knobs; k->name; k++) {
		if (!knob_needs_reboot(k) || !is_listed(sweep, k->name))
			continue;
		for (int i = 0; k->states[i].name; i++) {
			const char *other = k->states[i].cmdline;

			if (other[0] && has_words(request->cmdline, other) &&
				!has_words(words, other))
				return other;
		}
	}
	return NULL;
}

/*
 * This boot needs another command line than it has: restart, or say that it can't be had. A boot
 * that the loader started for a series that does not go on has a line left over from it.
 */
static void check_words(
	struct series_boot *boots, const struct series_request *request, const char *words)
{
	const char *unwanted = find_unwanted(request, words);
	int started_as = (int)config_integer(request->config, CONFIG_BOOT);
	bool fits = has_words(request->cmdline, words) && !unwanted;

	/* Started by the loader as asked, and still wrong: Secure Boot keeps its own line. */
	if (request->can_restart && started_as != boots->number && (!fits || started_as > 0)) {
		boots->restart = true;
		return;
	}
	if (fits)
		return;
	snprintf(boots->why, sizeof(boots->why),
		"the kernel command line %s '%.80s', and cannot be changed from here: this boot "
		"measures the machine as it is",
		unwanted ? "has" : "lacks", unwanted ? unwanted : words);
	boots->of = 1;
	boots->knob = NULL;
}

void boots_find(struct series_boot *boots, const struct series_request *request)
{
	struct variant variant;
	char *words;

	memset(boots, 0, sizeof(*boots));
	boots->config = request->config;
	boots->number = 1;
	boots->of = count_boots(request->config);
	make_key(boots, request);
	if (boots->of > 1 && !request->can_restart) {
		snprintf(boots->why, sizeof(boots->why),
			"%d boots were asked for, but only this one is done: there is no stick "
			"whose "
			"loader could be told to start again",
			boots->of);
		boots->of = 1;
		return;
	}
	if (boots->of > 1 && !go_on(boots, request)) {
		boots->number = 1;
		boots->series = 0;
	}
	if (boots->give_up) {
		snprintf(boots->why, sizeof(boots->why),
			"the series is given up: the machine died in more than %d of its boots",
			SPARE_BOOTS);
		return;
	}
	variant = variant_of(request->config, boots->number);
	boots->knob = variant.knob;
	boots->state = variant.state;
	words = xasprintf("%s %s", tick_words(request->config), variant.words);
	check_words(boots, request, words);
	free(words);
}

/* What was chosen by key, option or loader entry would be lost with this boot. */
static char *append_options(char *words, const struct config *config)
{
	for (int key = 0; key < CONFIG_KEYS; key++) {
		char *longer;

		/* The loader's entry has these itself. */
		if (key == CONFIG_BOOT || key == CONFIG_ID)
			continue;
		/* The kernel's command line has no blanks in a value. */
		if (config->origin[key] < CONFIG_CMDLINE ||
			strpbrk(config_string(config, key), " \t"))
			continue;
		longer = xasprintf(
			"%s bootmark.%s=%s", words, config_name(key), config_string(config, key));
		free(words);
		words = longer;
	}
	return words;
}

char *boots_words(const struct series_boot *boots, int number)
{
	struct variant variant = variant_of(boots->config, number);
	char *words = xasprintf(
		"%s %s bootmark.boot=%d", tick_words(boots->config), variant.words, number);

	return append_options(words, boots->config);
}

void boots_mark_plan(const struct series_boot *boots, struct plan *plan)
{
	for (size_t i = 0; boots->knob && i < plan->count; i++) {
		struct step *step = &plan->steps[i];

		/* A step that a sweep within this boot has marked keeps its own. */
		if (step->knob || step->benchmark->noise)
			continue;
		step->knob = boots->knob;
		step->state = boots->state;
		step->by_boot = true;
	}
}

bool boots_is_tickless(const char *root)
{
	char *path = xasprintf("%s/sys/devices/system/cpu/nohz_full", root), line[64] = "";
	FILE *file = fopen(path, "re");

	if (file && !fgets(line, sizeof(line), file))
		line[0] = '\0';
	if (file)
		fclose(file);
	free(path);
	/* "(null)" where the kernel could do without ticks and was not asked to. */
	return isdigit((unsigned char)line[0]);
}

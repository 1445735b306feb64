/* SPDX-License-Identifier: MIT */
#include "tune/knob.h"

#include "core/die.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPU "/sys/devices/system/cpu/"

/* clang-format off */
const struct knob knobs[] = {
	{ .name = "thp", .paths = { "/sys/kernel/mm/transparent_hugepage/enabled" },
	  .states = { { "always", "always", NULL }, { "madvise", "madvise", NULL },
		      { "never", "never", NULL } } },
	{ .name = "smt", .paths = { CPU "smt/control" },
	  .states = { { "on", "on", NULL }, { "off", "off", NULL } } },
	{ .name = "governor", .paths = { CPU "cpufreq/policy*/scaling_governor" },
	  .states = { { "performance", "performance", NULL }, { "powersave", "powersave", NULL } } },
	{ .name = "turbo", .paths = { CPU "intel_pstate/no_turbo", CPU "cpufreq/boost" },
	  .inverted = CPU "intel_pstate/no_turbo",
	  .states = { { "on", "1", NULL }, { "off", "0", NULL } } },
	/* Not by disabling states one by one: the kernel's own way to bound the wake-up time. */
	{ .name = "cstates", .paths = { CPU "cpuidle/current_driver" }, .holds_awake = true,
	  .states = { { "found", "0", NULL }, { "awake", "1", NULL } } },
	{ .name = "aslr", .paths = { "/proc/sys/kernel/randomize_va_space" },
	  .states = { { "on", "2", NULL }, { "off", "0", NULL } } },
	{ .name = "mitigations",
	  .states = { { "auto", "", "" }, { "off", "", "mitigations=off" } } },
	{ .name = "tickless",
	  .states = { { "off", "", "" }, { "on", "", "nohz_full=1-N rcu_nocbs=1-N" } } },
	{ .name = NULL },
};
/* clang-format on */

const struct knob *knob_find(const char *name)
{
	for (const struct knob *k = knobs; k->name; k++)
		if (strcmp(k->name, name) == 0)
			return k;
	return NULL;
}

bool knob_needs_reboot(const struct knob *k)
{
	return k->states[0].cmdline != NULL;
}

char *knob_names(void)
{
	char *list = xstrdup(knobs[0].name);

	for (const struct knob *k = knobs + 1; k->name; k++) {
		char *longer = xasprintf("%s, %s", list, k->name);

		free(list);
		list = longer;
	}
	return list;
}

/* The files behind the knob: those of the first alternative that has any. */
static size_t files_of(const struct knob *k, const struct settings *s, glob_t *files)
{
	for (size_t i = 0; i < sizeof(k->paths) / sizeof(*k->paths) && k->paths[i]; i++) {
		char *pattern = xasprintf("%s%s", s->root, k->paths[i]);
		int missing = glob(pattern, 0, NULL, files);

		free(pattern);
		if (!missing)
			return files->gl_pathc;
		globfree(files);
	}
	return 0;
}

static bool inverted(const struct knob *k, const char *path)
{
	return k->inverted && strcmp(k->inverted, path) == 0;
}

static const char *value_for(const struct knob *k, const struct knob_state *state, const char *path)
{
	return !inverted(k, path) ? state->value : strcmp(state->value, "1") == 0 ? "0" : "1";
}

const struct knob_state *knob_found(
	const struct knob *k, const struct settings *s, char why[SETTING_WHY])
{
	const struct knob_state *found = NULL;
	char value[SETTING_VALUE] = "";
	glob_t files;
	const char *path;

	why[0] = '\0';
	if (!files_of(k, s, &files)) {
		snprintf(why, SETTING_WHY, "this machine and kernel have no %.80s%s%.80s",
			k->paths[0], k->paths[1] ? " and no " : "", k->paths[1] ? k->paths[1] : "");
		return NULL;
	}
	path = files.gl_pathv[0] + strlen(s->root);
	settings_read(s, path, value);
	if (k->holds_awake && strcmp(value, "none") != 0)
		found = &k->states[s->held >= 0];
	for (const struct knob_state *state = k->states; !k->holds_awake && state->name; state++)
		if (strcmp(value_for(k, state, path), value) == 0)
			found = state;
	if (!found)
		snprintf(why, SETTING_WHY, "%.100s is '%.60s'", path, value);
	globfree(&files);
	return found;
}

bool knob_set(const struct knob *k, const struct knob_state *state, struct settings *s,
	char why[SETTING_WHY])
{
	bool done = true;
	glob_t files;
	size_t count;

	if (k->holds_awake)
		return settings_hold_awake(s, state != k->states, why);
	count = files_of(k, s, &files);
	for (size_t i = 0; i < count && done; i++) {
		const char *path = files.gl_pathv[i] + strlen(s->root);

		done = settings_write(s, path, value_for(k, state, path), why);
	}
	if (count)
		globfree(&files);
	return done && count;
}

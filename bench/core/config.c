/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "config_check.h"

#include <stdarg.h>
#include <string.h>

struct key {
	const char *name;
	enum config_kind kind;
	const char *def;
	const char *values; /* for people; a CHOICE is checked against it */
	const char *help;
	int not_in_file; /* it is needed before the file can be read */
};

/* clang-format off */
static const struct key keys[] = {
	[CONFIG_PROFILE] = { "profile", CHOICE, "standard", "quick, standard, full",
		"how much is measured: about 2 minutes, 15 to 60 minutes, hours", 0 },
	[CONFIG_TESTS] = { "tests", NAMES, "", "names or globs, comma separated",
		"what is measured instead of the profile's choice: unixbench.*,unixbench.pipe", 0 },
	[CONFIG_COPIES] = { "copies", COPIES, "1,N", "numbers, N = online CPUs; comma separated",
		"how many copies of each test run at the same time, one pass for each number", 0 },
	[CONFIG_CERTIFICATE] = { "certificate", CHOICE, "on", "on, off",
		"measure first how quiet the machine is: the certificate at the head of the report", 0 },
	[CONFIG_SWEEP] = { "sweep", NAMES, "",
		"thp, smt, governor, turbo, cstates, aslr; comma separated",
		"knobs to turn one at a time: each test runs under each state of each", 0 },
	[CONFIG_BURNIN] = { "burnin", DURATION, "0", "90s, 30m, 8h; 0 = the profile's: none, none, 1h",
		"load on all CPUs, memory and disks (read only) for so long, then the tests again", 0 },
	[CONFIG_BOOTS] = { "boots", BOOTS, "1", "1 to 99",
		"how often the machine restarts and measures again: results then hold across boots", 0 },
	[CONFIG_TICK] = { "tick", CHOICE, "ticking", "ticking, tickless",
		"tickless: restarts with the timer tick off on all CPUs but the first", 0 },
	[CONFIG_SEED] = { "seed", INTEGER, "0", "integer, 0 = from the clock",
		"seed of everything random; a run's own seed stands in its report", 0 },
	[CONFIG_LABEL] = { "label", TEXT, "", "free text",
		"stored with the results: rack, owner, ticket", 0 },
	[CONFIG_DEADLINE] = { "deadline", DURATION, "0",
		"90s, 30m, 2h; 0 = the profile's: 30m, 2h, 24h",
		"the whole run is ended after this time; what was measured by then is kept", 0 },
	[CONFIG_COUNTDOWN] = { "countdown", DURATION, "5", "seconds, 0 = start at once",
		"time to press a key for the menu before the run starts", 0 },
	[CONFIG_STICK_WAIT] = { "stick_wait", DURATION, "30s", "90s, 2m",
		"how long the start waits for the stick to appear", 1 },
	[CONFIG_END] = { "end", CHOICE, "poweroff", "poweroff, reboot, halt, shell",
		"what the machine does after the run", 0 },
	[CONFIG_ID] = { "id", DISK_ID, "", "8 hexadecimal digits",
		"MBR signature of the stick that takes the results", 1 },
	[CONFIG_BOOT] = { "boot", COUNTER, "", "set by the loader on the stick",
		"which boot of a series this is; 0 = none", 1 },
};
/* clang-format on */

_Static_assert(sizeof(keys) / sizeof(keys[0]) == CONFIG_KEYS, "one row a key");

void config_init(struct config *c)
{
	memset(c, 0, sizeof(*c));
	for (int k = 0; k < CONFIG_KEYS; k++)
		strcpy(c->value[k], keys[k].def);
}

void config_warn(struct config *c, const char *format, ...)
{
	va_list args;
	char *text;

	if (c->warnings == CONFIG_WARNINGS) {
		c->warnings_lost++;
		return;
	}
	text = c->warning[c->warnings++];
	va_start(args, format);
	vsnprintf(text, CONFIG_WARNING_MAX, format, args);
	va_end(args);
	for (int n; *text; text += n ? n : 1) {
		n = config_text_length(text);
		if (!n)
			*text = '?';
	}
}

static void warn_unknown(struct config *c, const char *where, const char *name)
{
	int best = 0;

	for (int k = 1; k < CONFIG_KEYS; k++)
		if (config_distance(name, keys[k].name) < config_distance(name, keys[best].name))
			best = k;
	config_warn(c, "%s: unknown key '%.40s', did you mean '%s'? It is ignored.", where, name,
		keys[best].name);
}

/* Spaces around the commas of a list are a person's habit and mean nothing. */
static void copy_value(char *to, const char *from, enum config_kind kind)
{
	for (; *from; from++)
		if ((kind != NAMES && kind != COPIES) || !strchr(" \t", *from))
			*to++ = *from;
	*to = '\0';
}

int config_assign(struct config *c, enum config_origin origin, const char *where, const char *name,
	const char *value)
{
	char copy[CONFIG_VALUE_MAX];
	int k = 0;

	while (k < CONFIG_KEYS && strcmp(keys[k].name, name) != 0)
		k++;
	if (k == CONFIG_KEYS) {
		warn_unknown(c, where, name);
		return -1;
	}
	if (origin == CONFIG_FILE && keys[k].not_in_file) {
		config_warn(c,
			"%s: '%s' is only read from the kernel command line. "
			"It is ignored.",
			where, name);
		return -1;
	}
	if (strlen(value) >= sizeof(copy)) {
		config_warn(c, "%s: the value of '%s' is longer than %d bytes. It is ignored.",
			where, name, CONFIG_VALUE_MAX - 1);
		return -1;
	}
	copy_value(copy, value, keys[k].kind);
	if (!config_is_text(copy) || !config_is_value(copy, keys[k].kind, keys[k].values)) {
		config_warn(c, "%s: '%.60s' is no value for '%s' (%s). It stays '%s'.", where,
			value, name, keys[k].values, c->value[k]);
		return -1;
	}
	if (c->seen[k] & 1u << origin && origin != CONFIG_OPTION)
		config_warn(c, "%s: '%s' was set before. The last one counts.", where, name);
	c->seen[k] |= 1u << origin;
	if (origin >= c->origin[k]) {
		strcpy(c->value[k], copy);
		c->origin[k] = origin;
	}
	return 0;
}

const char *config_string(const struct config *c, enum config_key key)
{
	return c->value[key];
}

uint64_t config_integer(const struct config *c, enum config_key key)
{
	unsigned long long n = 0;

	if (keys[key].kind == INTEGER || keys[key].kind == BOOTS || keys[key].kind == COUNTER)
		sscanf(c->value[key], "%llu", &n);
	else if (keys[key].kind == DISK_ID)
		sscanf(c->value[key], "%llx", &n);
	return n;
}

uint64_t config_seconds(const struct config *c, enum config_key key)
{
	uint64_t seconds = 0;

	if (keys[key].kind == DURATION)
		config_parse_seconds(c->value[key], &seconds);
	return seconds;
}

const char *config_name(enum config_key key)
{
	return keys[key].name;
}

const char *config_help(enum config_key key)
{
	return keys[key].help;
}

const char *config_values(enum config_key key)
{
	return keys[key].values;
}

const char *config_default(enum config_key key)
{
	return keys[key].def;
}

const char *config_origin_name(enum config_origin origin)
{
	static const char *const names[] = { "default", "file", "cmdline", "option" };

	return names[origin];
}

void config_print_template(FILE *out)
{
	fputs("# Bootmark's configuration.\n"
	      "# Take the '# ' off a line and change what follows '='. What the kernel's command\n"
	      "# line says (bootmark.profile=quick) counts more than this file. The report lists\n"
	      "# every value with where it came from.\n",
		out);
	for (int k = 0; k < CONFIG_KEYS; k++)
		if (!keys[k].not_in_file)
			fprintf(out, "\n# %s: %s.\n# Values: %s\n# %s = %s\n", keys[k].name,
				keys[k].help, keys[k].values, keys[k].name, keys[k].def);
}

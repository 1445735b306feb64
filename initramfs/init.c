/* SPDX-License-Identifier: MIT */
/* PID 1: brings up what measuring needs, runs bootmark, and ends the machine. Never returns. */
#include "init.h"

#include "loader.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "unknown"
#endif

enum {
	/* Twin sticks on one hub appear within some tenths of a second of each other. */
	SETTLE_MS = 500,
	/* Behind slow hubs sticks take some seconds; a machine that has the image on its disk
	 * shall not wait for stick_wait at every start. */
	INTERNAL_MS = 10000,
	/* Most sticks are there after two seconds: only then a person wants to know why we wait. */
	PATIENCE_MS = 2000
};

/* Guards what appeared; tells it now, or afterwards when bootmark has the consoles. */
static void disks_changed(struct init *in)
{
	int known = in->guard.disks, failed = in->guard.failures;

	if (!readonly_guard(&in->guard, &in->os))
		return;
	if (in->guard.failures > failed)
		console_say(&in->consoles, "\nbootmark: NOT set read-only: %s.", in->guard.failed);
	else if (in->measuring)
		in->late = 1;
	else if (in->guard.disks > known)
		console_say(
			&in->consoles, "A disk appeared. Set read-only now: %s", in->guard.names);
}

unsigned init_wait(struct init *in, int keys, int64_t until)
{
	unsigned what;

	do {
		what = events_wait(&in->events, keys ? &in->consoles : NULL, until);
		if (what & EVENT_DISKS)
			disks_changed(in);
		what &= ~(unsigned)EVENT_DISKS;
	} while (!what);
	return what;
}

/* Waits until no disk appeared for SETTLE_MS, or until the time is up. EVENT_END or 0. */
static unsigned settle(struct init *in, uint32_t id, int64_t until)
{
	unsigned what = EVENT_DISKS;

	while (what & EVENT_DISKS) {
		int64_t quiet = os_now_ms() + SETTLE_MS;

		what = events_wait(&in->events, NULL, quiet < until ? quiet : until);
		if (what & EVENT_DISKS)
			store_look(&in->store, id);
	}
	return what & EVENT_END;
}

static void say_waiting(struct init *in, uint32_t id, int64_t wait_ms)
{
	if (in->store.matches)
		console_say(&in->consoles,
			"%s carries this image's id (%08x), but is a disk of the machine's: "
			"waiting up to %lld s for the stick.",
			in->store.disk, (unsigned)id, (long long)(wait_ms / 1000));
	else
		console_say(&in->consoles, "Waiting up to %lld s for the stick (id %08x).",
			(long long)(wait_ms / 1000), (unsigned)id);
}

/*
 * Looks for the stick at every event of a disk, until stick_wait is over. EVENT_END or 0. The
 * machine's own disks appear before USB sticks do: one of them that carries the id must wait.
 */
static unsigned find_stick(struct init *in, uint32_t id)
{
	int64_t wait_ms = (int64_t)config_seconds(&in->config, CONFIG_STICK_WAIT) * 1000;
	int64_t start = os_now_ms();
	int told = 0;

	while (store_look(&in->store, id) == 0 || !in->store.removable) {
		int64_t limit = in->store.matches && wait_ms > INTERNAL_MS ? INTERNAL_MS : wait_ms;
		int64_t next = told || limit < PATIENCE_MS ? limit : PATIENCE_MS;
		unsigned what = events_wait(&in->events, NULL, start + next);

		if (what & EVENT_END)
			return EVENT_END;
		if (what & EVENT_DISKS)
			continue;
		if (os_now_ms() >= start + limit)
			return 0;
		if (!told++)
			say_waiting(in, id, limit);
	}
	return settle(in, id, os_now_ms() + 4 * SETTLE_MS);
}

/* Everything about the results' place; its findings say what is missing. EVENT_END or 0. */
static unsigned open_store(struct init *in)
{
	const char *instead = console_any_serial(&in->consoles)
				      ? "The results go to the serial line and to RAM only."
				      : "The results go to RAM only, and are lost at power-off.";
	uint32_t id = (uint32_t)config_integer(&in->config, CONFIG_ID);
	int named = config_string(&in->config, CONFIG_ID)[0] != '\0';

	if (named && find_stick(in, id))
		return EVENT_END;
	if (!named)
		findings_add(&in->findings, "warn",
			"The kernel command line names no stick "
			"(bootmark.id). Start from the loader of the image itself. %s",
			instead);
	else if (!in->store.matches)
		findings_add(&in->findings, "warn",
			"No stick with this image's id (%08x) appeared "
			"within %llu s. Plug it in and start again. %s",
			(unsigned)id,
			(unsigned long long)config_seconds(&in->config, CONFIG_STICK_WAIT),
			instead);
	store_open(&in->store, &in->os, &in->findings, instead);
	strcpy(in->guard.stick, in->store.disk);
	readonly_guard(&in->guard, &in->os);
	readonly_report(&in->guard, &in->findings);
	return 0;
}

static void load_file(struct init *in)
{
	static const char path[] = STORE_STICK "/bootmark.conf";

	if (in->store.state == STORE_NONE)
		return;
	in->have_file = access(path, F_OK) == 0;
	if (in->have_file)
		config_load_file(&in->config, path);
	else
		findings_add(&in->findings, "info",
			"There is no bootmark.conf on the stick: "
			"the defaults and the kernel command line count.");
}

static void show_finding(struct init *in, int i)
{
	const char *text = in->findings.text[i], *colon = strchr(text, ':');

	console_say(&in->consoles, "%.*s: %s", (int)(colon - text), text, colon + 1);
}

static void show(struct init *in)
{
	struct consoles *cs = &in->consoles;
	const struct config *c = &in->config;

	console_say(cs, "  %-10s %s", "results", in->store.note);
	for (int k = 0; k < CONFIG_KEYS; k++)
		console_say(cs, "  %-10s %s (%s)", config_name(k),
			c->value[k][0] ? c->value[k] : "-", config_origin_name(c->origin[k]));
	for (int i = 0; i < in->findings.n; i++)
		show_finding(in, i);
	for (int i = 0; i < c->warnings; i++)
		console_say(cs, "warning: %s", c->warning[i]);
	if (c->warnings_lost)
		console_say(cs, "warning: and %d more of these.", c->warnings_lost);
}

/* A twin that was slower than the settling time: too late to choose, not too late to say so. */
static void check_twins(struct init *in)
{
	struct store now;

	if (!in->store.matches)
		return;
	store_look(&now, (uint32_t)config_integer(&in->config, CONFIG_ID));
	if (now.matches <= in->store.matches)
		return;
	findings_add(&in->findings, "warn",
		"Another disk with this image's id appeared after %s "
		"had been chosen. Unplug the sticks that are not meant.",
		in->store.disk);
	show_finding(in, in->findings.n - 1);
}

/*
 * The loader is told what bootmark wants to be started next; true if the machine is to restart for
 * that. After the last boot of a series, or one that was ended, the usual start comes back.
 */
static int next_boot(struct init *in, unsigned ended)
{
	struct consoles *cs = &in->consoles;
	char words[512], why[LOADER_WHY];
	int wanted = !ended && os_read(NEXT_BOOT, words, sizeof(words)) > 0;

	if (!wanted && config_integer(&in->config, CONFIG_BOOT) == 0)
		return 0;
	if (loader_set(&in->store, &in->os, wanted ? words : NULL, why) == 0)
		return wanted;
	/* It may still say what this boot was: no later start shall be that boot again. */
	if (wanted) {
		char ignored[LOADER_WHY];

		loader_set(&in->store, &in->os, NULL, ignored);
	}
	console_say(cs, "bootmark: the stick's loader cannot be changed (%s): %s.", why,
		wanted ? "no other boot follows"
		       : "it still starts a boot of the series; write the image to the stick "
			 "again");
	return 0;
}

static void finish(struct init *in, enum verdict verdict, unsigned ended)
{
	static const char *const names[] = { "PASS", "FAIL", "ERROR" };
	struct consoles *cs = &in->consoles;
	const char *end = config_string(&in->config, CONFIG_END), *outcome;
	int lazy, again = next_boot(in, ended);

	if (in->late)
		console_say(cs, "bootmark: a disk appeared during the run. Set read-only now: %s",
			in->guard.names);
	outcome = store_outcome(&in->store);
	lazy = store_close(&in->store, &in->os);
	if (lazy)
		console_say(cs, "bootmark: the stick was busy%s.",
			lazy > 0 ? ": the kernel unmounts it later" : " and stays mounted");
	if (verdict != VERDICT_NONE && !again)
		console_say(
			cs, "bootmark: finished, verdict %s, results %s", names[verdict], outcome);
	in->store.state = STORE_NONE;
	if (ended)
		return;
	if (again) {
		console_say(cs, "bootmark: restarting for the next boot.");
		in->events.end = OS_REBOOT;
		return;
	}
	in->events.end = strcmp(end, "reboot") == 0 ? OS_REBOOT
			 : strcmp(end, "halt") == 0 ? OS_HALT
						    : OS_POWEROFF;
	if (strcmp(end, "shell") == 0) {
		menu_after(in);
	} else if (verdict != VERDICT_NONE && strcmp(outcome, "on the stick") != 0 &&
		   !console_any_serial(cs) && in->config.origin[CONFIG_END] == CONFIG_DEFAULT) {
		console_say(
			cs, "bootmark: the machine stays on, for the results are nowhere else.");
		menu_after(in);
	}
}

/* Descriptors 0 to 2 must be something, or the next file opened would become standard error. */
static void fill_descriptors(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd >= 0 && fd < 2);
	if (fd > 2)
		close(fd);
}

int main(int argc, char **argv)
{
	static struct init in;
	enum verdict verdict = VERDICT_NONE;
	unsigned ended;

	in.os.test = argc > 1 && strcmp(argv[1], "--test") == 0;
	if (!os_is_ours(&in.os)) {
		fputs("init: this is PID 1 of Bootmark's image and does nothing elsewhere\n",
			stderr);
		return 2;
	}
	umask(022);
	os_prepare(&in.os);
	fill_descriptors();
	events_open(&in.events, &in.os);
	console_open_all(&in.consoles);
	console_say(&in.consoles,
		"\nBootmark " VERSION ": measures this machine; writes to its own "
		"stick and to nothing else.");
	config_init(&in.config);
	config_load_cmdline(&in.config, "/proc/cmdline");
	ended = open_store(&in);
	if (!ended) {
		load_file(&in);
		show(&in);
		ended = menu_before(&in);
	}
	if (!ended) {
		check_twins(&in);
		verdict = run_bootmark(&in, &ended);
	}
	finish(&in, verdict, ended);
	console_drain(&in.consoles);
	os_end(&in.os, in.events.end, verdict == VERDICT_NONE ? 2 : (int)verdict);
}

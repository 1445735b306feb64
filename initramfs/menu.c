/* SPDX-License-Identifier: MIT */
/* The countdown and the menus: plain text, one key each, alike on screens and serial lines. */
#include "init.h"

#include <stdio.h>
#include <string.h>

static const struct {
	char key;
	const char *profile;
} profiles[] = {
	{ '1', "quick" },
	{ '2', "standard" },
	{ '3', "full" },
};

static unsigned countdown(struct init *in)
{
	struct consoles *cs = &in->consoles;
	int seconds = (int)config_seconds(&in->config, CONFIG_COUNTDOWN);
	int64_t next = os_now_ms();
	unsigned what = 0;

	for (int left = seconds; left > 0 && !what; left--) {
		console_progress(
			cs, left == seconds, "Starting in %d s: press any key for the menu.", left);
		next += 1000;
		do {
			what |= init_wait(in, 1, next);
		} while (!(what & (EVENT_TIME | EVENT_KEY | EVENT_END)));
		what &= EVENT_KEY | EVENT_END;
	}
	if (seconds > 0)
		console_progress_end(cs);
	return what;
}

/* A shell where the key was pressed. EVENT_END if it asked for the machine's end. */
static unsigned shell(struct init *in)
{
	struct console *c = in->events.where;
	unsigned what = 0;
	pid_t pid = console_shell(c);

	if (pid < 0) {
		console_say(&in->consoles, "The shell cannot be started.");
		return 0;
	}
	in->events.child = pid;
	in->events.signal_ends = 1;
	while (!(what & (EVENT_CHILD | EVENT_END)))
		what = init_wait(in, 0, -1);
	in->events.signal_ends = 0;
	in->events.child = 0;
	console_reclaim(c);
	return what & EVENT_END;
}

static unsigned end_by(struct init *in, enum os_end how)
{
	in->events.end = how;
	return EVENT_END;
}

static void choose_profile(struct init *in, const char *profile)
{
	char assignment[32];

	snprintf(assignment, sizeof(assignment), "profile=%s", profile);
	config_set(&in->config, assignment);
	in->profile = profile;
	console_say(&in->consoles, "Profile %s: Enter starts it.", profile);
}

static void show_before(struct init *in)
{
	console_say(&in->consoles,
		"\n  1 quick   2 standard   3 full   t tickless   s shell   p power off   r "
		"reboot\n"
		"  Enter = start with profile %s (starts by itself after a minute without a key)",
		config_string(&in->config, CONFIG_PROFILE));
}

unsigned menu_before(struct init *in)
{
	unsigned what = countdown(in);

	if (!(what & EVENT_KEY))
		return what & EVENT_END;
	show_before(in);
	/* A menu that a stray byte on a serial line opened must not keep the machine for ever. */
	for (int64_t until = os_now_ms() + os_minute(&in->os);;) {
		int key = 0;

		what = init_wait(in, 1, until);
		if (what & EVENT_END)
			return EVENT_END;
		if (what & EVENT_KEY)
			key = in->events.key;
		else if (what & EVENT_TIME)
			return 0;
		for (size_t i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++) {
			if (key == profiles[i].key) {
				choose_profile(in, profiles[i].profile);
				until = os_now_ms() + os_minute(&in->os);
			}
		}
		if (key == 't') {
			in->tick = "tick=tickless";
			config_set(&in->config, in->tick);
			console_say(&in->consoles,
				"Tickless: Enter restarts the machine without the timer tick.");
			until = os_now_ms() + os_minute(&in->os);
		}
		if (key == '\n')
			return 0;
		if (key == 'p')
			return end_by(in, OS_POWEROFF);
		if (key == 'r')
			return end_by(in, OS_REBOOT);
		if (key == 's') {
			if (shell(in))
				return EVENT_END;
			show_before(in);
			until = os_now_ms() + os_minute(&in->os);
		}
	}
}

void menu_after(struct init *in)
{
	static const char choices[] = "\n  s shell   p power off   r reboot";
	unsigned what = 0;

	/* nobody could ever press a key */
	if (!console_any_keys(&in->consoles))
		return;
	console_say(&in->consoles, choices);
	while (!(what & EVENT_END)) {
		int key;

		what = init_wait(in, 1, -1);
		key = what & EVENT_KEY ? in->events.key : 0;
		if (key == 'p')
			what = end_by(in, OS_POWEROFF);
		else if (key == 'r')
			what = end_by(in, OS_REBOOT);
		else if (key == 's' && !(what |= shell(in), what & EVENT_END))
			console_say(&in->consoles, choices);
	}
}

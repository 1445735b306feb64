/* SPDX-License-Identifier: MIT */
/* The run: bootmark as a child, its deadline, and what is left of it afterwards. */
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What bootmark says on its standard output and error: it has the consoles for all else. */
#define SAID "/run/bootmark.said"

enum {
	KILL_MS = 10000, /* a process in the middle of an I/O error can take seconds to die */
	ARGS_MAX = 17 + 2 * (CONSOLES_MAX + FINDINGS_MAX)
};

/* The argument list; ARCHITECTURE.md, "init -> bootmark". */
static void build_argv(const struct init *in, const char **argv, char *profile, size_t size)
{
	int n = 0;

	argv[n++] = "bootmark";
	argv[n++] = "run";
	argv[n++] = "--tune"; /* the machine is ours */
	if (in->have_file) {
		argv[n++] = "--config";
		argv[n++] = STORE_STICK "/bootmark.conf";
	}
	argv[n++] = "--cmdline";
	argv[n++] = "/proc/cmdline";
	if (in->profile) {
		snprintf(profile, size, "profile=%s", in->profile);
		argv[n++] = "--set";
		argv[n++] = profile;
	}
	if (in->tick) {
		argv[n++] = "--set";
		argv[n++] = in->tick;
	}
	/* Only what can start again by itself is told how */
	if (in->store.state == STORE_WRITE) {
		argv[n++] = "--next";
		argv[n++] = NEXT_BOOT;
	}
	argv[n++] = "--store";
	argv[n++] = store_dir(&in->store);
	argv[n++] = "--store-note";
	argv[n++] = in->store.note;
	for (int i = 0; i < in->consoles.n; i++) {
		argv[n++] = in->consoles.console[i].serial ? "--serial" : "--screen";
		argv[n++] = in->consoles.console[i].path;
	}
	for (int i = 0; i < in->findings.n; i++) {
		argv[n++] = "--finding";
		argv[n++] = in->findings.text[i];
	}
	argv[n] = NULL;
}

static pid_t spawn(const struct init *in)
{
	static const char *const env[] = { "PATH=/bin", "HOME=/", NULL };
	const char *argv[ARGS_MAX];
	char profile[32];
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	setsid();
	events_child();
	int null = open("/dev/null", O_RDWR), said = open(SAID, O_CREAT | O_TRUNC | O_RDWR, 0644);
	dup2(null, 0);
	dup2(said < 0 ? null : said, 1);
	dup2(said < 0 ? null : said, 2);
	build_argv(in, argv, profile, sizeof(profile));
	/* execve() does not write through these pointers */
	execve("/bin/bootmark", (char *const *)argv, (char *const *)env);
	dprintf(2, "/bin/bootmark cannot be executed: %s\n", strerror(errno));
	_exit(127);
}

static int64_t deadline_s(const struct config *c)
{
	uint64_t seconds = config_seconds(c, CONFIG_DEADLINE);
	const char *profile = config_string(c, CONFIG_PROFILE);

	if (seconds)
		return (int64_t)seconds;
	seconds = strcmp(profile, "quick") == 0	 ? 1800
		  : strcmp(profile, "full") == 0 ? 86400
						 : 7200;
	/* the load that was asked for, and the tests after it: no longer than those before */
	return (int64_t)(seconds + config_seconds(c, CONFIG_BURNIN));
}

static int wait_child(struct init *in, int64_t until, unsigned *ended)
{
	unsigned what = 0;

	while (!(what & (EVENT_CHILD | EVENT_TIME | EVENT_END)))
		what = init_wait(in, 0, until);
	*ended |= what & EVENT_END;
	return (what & EVENT_CHILD) != 0;
}

/* 1 if bootmark ended in time. The texts open with a newline: a line of its may be half written. */
static int wait_bounded(struct init *in, pid_t pid, unsigned *ended)
{
	struct consoles *cs = &in->consoles;
	int64_t seconds = deadline_s(&in->config);

	if (wait_child(in, os_now_ms() + seconds * 1000, ended))
		return 1;
	if (*ended)
		console_say(cs, "\nbootmark: Ctrl-Alt-Del: the run is being ended.");
	else
		console_say(cs,
			"\nbootmark: the deadline of %lld s has passed: the run is being ended.",
			(long long)seconds);
	/* to bootmark alone: it ends its own benchmark and has a minute to write the reports */
	kill(pid, *ended ? SIGINT : SIGTERM);
	for (int64_t until = os_now_ms() + os_minute(&in->os); os_now_ms() < until;)
		if (wait_child(in, until, ended))
			return 1;
	console_say(cs, "\nbootmark: it did not end within a minute and is killed.");
	kill(-pid, SIGKILL);
	for (int64_t until = os_now_ms() + KILL_MS; os_now_ms() < until;)
		if (wait_child(in, until, ended))
			return 1;
	console_say(cs, "bootmark: it cannot be killed either: the kernel or a device hangs.");
	return 0;
}

static enum verdict judge(struct init *in, int finished)
{
	struct consoles *cs = &in->consoles;
	int status = in->events.child_status;
	char said[800];

	if (finished && WIFEXITED(status) && WEXITSTATUS(status) <= VERDICT_FAIL)
		return (enum verdict)WEXITSTATUS(status);
	if (finished && WIFSIGNALED(status))
		console_say(cs, "bootmark: the program was ended by signal %d (%s).",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (finished)
		console_say(cs, "bootmark: the program ended with status %d.", WEXITSTATUS(status));
	if (os_read(SAID, said, sizeof(said)) > 0)
		console_say(cs, "%s", said);
	return VERDICT_ERROR;
}

enum verdict run_bootmark(struct init *in, unsigned *ended)
{
	pid_t pid = spawn(in);
	int finished;

	*ended = 0;
	if (pid < 0) {
		console_say(
			&in->consoles, "bootmark: no process can be made: %s.", strerror(errno));
		return VERDICT_ERROR;
	}
	in->events.child = pid;
	in->measuring = 1;
	finished = wait_bounded(in, pid, ended);
	in->measuring = 0;
	in->events.child = 0;
	run_kill_rest(in);
	return judge(in, finished);
}

void run_kill_rest(struct init *in)
{
	int64_t until = os_now_ms() + KILL_MS;

	kill(-1, SIGKILL); /* as PID 1: every process but this one */
	while (os_now_ms() < until) {
		events_reap(&in->events);
		if (waitpid(-1, NULL, WNOHANG) < 0) /* no children at all */
			return;
		events_wait(&in->events, NULL, os_now_ms() + 100);
	}
	console_say(&in->consoles, "bootmark: a process cannot be killed: a device hangs.");
}

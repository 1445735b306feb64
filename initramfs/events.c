/* SPDX-License-Identifier: MIT */
#include "events.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

void events_open(struct events *e, const struct os *os)
{
	sigset_t all;

	memset(e, 0, sizeof(*e));
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	e->signals = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
	e->uevents = os_open_uevents(os);
}

void events_child(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

int events_reap(struct events *e)
{
	int found = 0, status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != e->child)
			continue;
		e->child_status = status;
		e->child = 0;
		found = 1;
	}
	return found;
}

/* Signals but these are read and forgotten: nobody ends PID 1. */
static unsigned read_signals(struct events *e)
{
	struct signalfd_siginfo s;
	unsigned found = 0;

	while (read(e->signals, &s, sizeof(s)) == (ssize_t)sizeof(s)) {
		switch (s.ssi_signo) {
		case SIGCHLD:
			found |= events_reap(e) ? EVENT_CHILD : 0;
			break;
		case SIGINT: /* the kernel's, at Ctrl-Alt-Del */
			e->end = OS_REBOOT;
			found |= EVENT_END;
			break;
		case SIGTERM: /* these three are busybox's reboot, halt, poweroff */
		case SIGUSR1:
		case SIGUSR2:
			if (!e->signal_ends)
				break;
			e->end = s.ssi_signo == SIGTERM	  ? OS_REBOOT
				 : s.ssi_signo == SIGUSR1 ? OS_HALT
							  : OS_POWEROFF;
			found |= EVENT_END;
			break;
		}
	}
	return found;
}

/* "add@/devices/...", then NAME=VALUE strings, each with its NUL. */
static unsigned read_uevents(struct events *e)
{
	static const char block[] = "SUBSYSTEM=block";
	char text[4096];
	unsigned found = 0;
	ssize_t n;

	while ((n = read(e->uevents, text, sizeof(text))) > 0 || (n < 0 && errno == ENOBUFS))
		if (n < 0 || memmem(text, (size_t)n, block, sizeof(block) - 1))
			found = EVENT_DISKS; /* ENOBUFS: some were lost, they may have been ours */
	return found;
}

static unsigned read_keys(struct events *e, struct consoles *keys)
{
	unsigned found = 0;

	for (int i = 0; i < keys->n; i++) {
		struct console *c = &keys->console[i];
		int key = c->deaf ? 0 : console_key(c);

		if (key) {
			e->key = key;
			e->where = c;
			found = EVENT_KEY;
		}
	}
	return found;
}

unsigned events_wait(struct events *e, struct consoles *keys, int64_t until)
{
	unsigned found = 0;

	while (!found) {
		struct pollfd p[2 + CONSOLES_MAX] = {
			{ .fd = e->signals, .events = POLLIN },
			{ .fd = e->uevents, .events = POLLIN },
		};
		int64_t left = until < 0 ? -1 : until - os_now_ms();
		int n = 2;

		for (int i = 0; keys && i < keys->n; i++) {
			p[n].fd = keys->console[i].deaf ? -1 : keys->console[i].fd;
			p[n++].events = POLLIN;
		}
		if (until >= 0 && left < 0)
			left = 0;
		n = poll(p, (nfds_t)n, left > INT_MAX ? INT_MAX : (int)left);
		found = read_signals(e) | read_uevents(e) | (keys ? read_keys(e, keys) : 0);
		if (n >= 0 && until >= 0 && os_now_ms() >= until)
			found |= EVENT_TIME;
	}
	return found;
}

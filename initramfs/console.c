/* SPDX-License-Identifier: MIT */
#include "console.h"

#include "os.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
	WRITE_MS = 2000, /* a screenful at 9600 baud */
	DRAIN_MS = 3000	 /* the kernel's 4 KiB buffer at 9600 baud, nearly */
};

/* Keys one by one and unseen; no signals from keys, no flow control that could stop the output. */
static void set_termios(struct console *c)
{
	struct termios t = c->termios;

	if (!c->termios_known)
		return;
	t.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
	t.c_iflag &= ~(tcflag_t)(IXON | IXOFF | BRKINT);
	t.c_iflag |= ICRNL | IGNBRK;
	t.c_oflag |= OPOST | ONLCR;
	t.c_cflag |= CLOCAL | CREAD;
	t.c_cc[VMIN] = 1;
	t.c_cc[VTIME] = 0;
	tcsetattr(c->fd, TCSANOW, &t);
}

static void open_one(struct consoles *cs, const char *name)
{
	struct console *c = &cs->console[cs->n];

	memset(c, 0, sizeof(*c));
	if (cs->n == CONSOLES_MAX || strlen(name) > sizeof(c->path) - 6)
		return;
	snprintf(c->path, sizeof(c->path), "/dev/%s", name);
	c->fd = open(c->path, O_RDWR | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (c->fd < 0)
		return;
	/* tty0, tty1 and the like are screens: "tty" and a number */
	c->serial = strncmp(name, "tty", 3) != 0 || !isdigit((unsigned char)name[3]);
	c->termios_known = tcgetattr(c->fd, &c->termios) == 0;
	c->deaf = !c->termios_known;
	/* a port that the firmware promised and the board lacks answers with EIO */
	if (c->deaf && errno == EIO) {
		close(c->fd);
		return;
	}
	set_termios(c);
	cs->n++;
}

void console_open_all(struct consoles *cs)
{
	char active[256], *name, *rest = active;

	cs->n = 0;
	if (os_read("/sys/class/tty/console/active", active, sizeof(active)) < 0)
		return;
	while ((name = strtok_r(rest, " \n", &rest)))
		open_one(cs, name);
}

int console_any_serial(const struct consoles *cs)
{
	for (int i = 0; i < cs->n; i++)
		if (cs->console[i].serial)
			return 1;
	return 0;
}

int console_any_keys(const struct consoles *cs)
{
	for (int i = 0; i < cs->n; i++)
		if (!cs->console[i].deaf)
			return 1;
	return 0;
}

static void write_bounded(struct console *c, const char *text, size_t n)
{
	int64_t until = os_now_ms() + (c->stuck ? 0 : WRITE_MS);

	while (n > 0) {
		struct pollfd p = { .fd = c->fd, .events = POLLOUT };
		ssize_t done = write(c->fd, text, n);
		int64_t left = until - os_now_ms();

		if (done > 0) {
			c->stuck = 0;
			text += done;
			n -= (size_t)done;
		} else if ((done < 0 && errno != EAGAIN) || left <= 0 ||
			   poll(&p, 1, (int)left) <= 0) {
			c->stuck = 1;
			return;
		}
	}
}

void console_say(struct consoles *cs, const char *format, ...)
{
	char text[1024];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text) - 1, format, args);
	va_end(args);
	n = n < 0 ? 0 : n > (int)sizeof(text) - 2 ? (int)sizeof(text) - 2 : n;
	text[n++] = '\n';
	for (int i = 0; i < cs->n; i++)
		write_bounded(&cs->console[i], text, (size_t)n);
}

void console_progress(struct consoles *cs, int first, const char *format, ...)
{
	char text[160];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	n = n < 0 ? 0 : n > (int)sizeof(text) - 1 ? (int)sizeof(text) - 1 : n;
	for (int i = 0; i < cs->n; i++) {
		struct console *c = &cs->console[i];

		if (!first && c->serial)
			continue;
		if (!c->serial)
			write_bounded(c, "\r", 1);
		write_bounded(c, text, (size_t)n);
		write_bounded(c, c->serial ? "\n" : "  ", c->serial ? 1 : 2);
	}
}

void console_progress_end(struct consoles *cs)
{
	for (int i = 0; i < cs->n; i++)
		if (!cs->console[i].serial)
			write_bounded(&cs->console[i], "\n", 1);
}

int console_key(struct console *c)
{
	unsigned char keys[64];
	ssize_t n = read(c->fd, keys, sizeof(keys));

	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		c->deaf = 1;
	/* A terminal's answer to a query and a function key open with ESC: not a person's wish.
	 * Rubbish from an open line is mostly NULs and bytes above ASCII. */
	if (n <= 0 || keys[0] == 0x1b)
		return 0;
	for (ssize_t i = 0; i < n; i++) {
		if (keys[i] == '\n' || keys[i] == '\r')
			return '\n';
		if (keys[i] >= ' ' && keys[i] < 0x7f)
			return tolower(keys[i]);
	}
	return 0;
}

void console_drain(struct consoles *cs)
{
	int64_t until = os_now_ms() + DRAIN_MS;

	for (int i = 0; i < cs->n; i++) {
		int left = 0;

		/* tcdrain() could wait for ever; at this point nothing is measured any more */
		while (!cs->console[i].stuck && ioctl(cs->console[i].fd, TIOCOUTQ, &left) == 0 &&
			left > 0 && os_now_ms() < until)
			poll(NULL, 0, 10);
	}
}

pid_t console_shell(struct console *c)
{
	static char *const argv[] = { "-sh", NULL };
	static char *const screen[] = { "PATH=/bin", "HOME=/", "TERM=linux", NULL };
	static char *const serial[] = { "PATH=/bin", "HOME=/", "TERM=vt100", NULL };
	sigset_t none;
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	setsid();
	int fd = open(c->path, O_RDWR);
	if (c->termios_known)
		tcsetattr(fd, TCSANOW, &c->termios);
	ioctl(fd, TIOCSCTTY, 1);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (chdir("/") == 0)
		execve("/bin/sh", argv, c->serial ? serial : screen);
	dprintf(2, "bootmark: /bin/sh: %s\n", strerror(errno));
	_exit(127);
}

void console_reclaim(struct console *c)
{
	set_termios(c);
	tcflush(c->fd, TCIFLUSH);
}

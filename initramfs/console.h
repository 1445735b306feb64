/* SPDX-License-Identifier: MIT */
/*
 * The consoles: all that the kernel prints on, screens and serial lines alike. None is needed,
 * and one that nobody reads holds nothing up for long.
 */
#ifndef INITRAMFS_CONSOLE_H
#define INITRAMFS_CONSOLE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

enum { CONSOLES_MAX = 8 };

struct console {
	char path[48]; /* "/dev/ttyS0" */
	int fd;
	int serial; /* 0: a screen, whose current line may be rewritten */
	int deaf;   /* 1: no keys come from it (no terminal, or hung up) */
	int stuck;  /* 1: it took nothing within the time; not waited for until it does */
	int termios_known;
	struct termios termios; /* as the kernel set it up */
};

struct consoles {
	struct console console[CONSOLES_MAX];
	int n;
};

/* Opens all of /sys/class/tty/console/active that can be opened. */
void console_open_all(struct consoles *cs);

/* True if one of them is a serial line. */
int console_any_serial(const struct consoles *cs);

/* True if keys can come from one of them. */
int console_any_keys(const struct consoles *cs);

/* Text and a newline on every console. */
__attribute__((format(printf, 2, 3))) void console_say(
	struct consoles *cs, const char *format, ...);

/* A line that is rewritten on screens; on serial lines only the first of them is written. */
__attribute__((format(printf, 3, 4))) void console_progress(
	struct consoles *cs, int first, const char *format, ...);

/* Ends the line that console_progress rewrote. */
void console_progress_end(struct consoles *cs);

/* The next key that means something, 0 if there is none. Enter is '\n', letters are lower case. */
int console_key(struct console *c);

/* Waits (bounded) until everything written has left the machine. */
void console_drain(struct consoles *cs);

/* A shell with this console as its controlling terminal. Its pid, -1 with errno. */
pid_t console_shell(struct console *c);

/* Takes a console back after a shell. */
void console_reclaim(struct console *c);

#endif

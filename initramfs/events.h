/* SPDX-License-Identifier: MIT */
/*
 * All that init waits for, in one poll(): children, devices, keys, a time. Nothing ticks: while
 * a benchmark runs, init sleeps until something happens.
 */
#ifndef INITRAMFS_EVENTS_H
#define INITRAMFS_EVENTS_H

#include "console.h"
#include "os.h"

enum {
	EVENT_TIME = 1,	 /* the time is up */
	EVENT_CHILD = 2, /* events.child ended */
	EVENT_DISKS = 4, /* a block device appeared, changed or went */
	EVENT_KEY = 8,	 /* events.key was pressed on events.where */
	EVENT_END = 16	 /* events.end was asked for: Ctrl-Alt-Del, a rescue shell's reboot */
};

struct events {
	int signals, uevents; /* file descriptors, -1 = none */
	pid_t child;	  /* the process whose end is an event, 0 = none; all others are reaped */
	int child_status; /* as waitpid() gives it */
	int signal_ends;  /* 1: the signals of busybox's reboot and poweroff count, too */
	enum os_end end;
	int key;
	struct console *where;
};

/* Blocks all signals, to be read from e->signals; opens the kernel's device events. */
void events_open(struct events *e, const struct os *os);

/* Waits until os_now_ms() is until (-1: without end); keys may be NULL. A set of EVENT_*. */
unsigned events_wait(struct events *e, struct consoles *keys, int64_t until);

/* Collects every process that ended. True if e->child is among them. */
int events_reap(struct events *e);

/* In a child, before exec: signals as a program expects them. */
void events_child(void);

#endif

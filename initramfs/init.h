/* SPDX-License-Identifier: MIT */
/* What the parts of init share: one struct, on its way from the start to the end of the machine. */
#ifndef INITRAMFS_INIT_H
#define INITRAMFS_INIT_H

#include "../bench/core/config.h"
#include "console.h"
#include "events.h"
#include "findings.h"
#include "os.h"
#include "readonly.h"
#include "store.h"

enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_ERROR, VERDICT_NONE };

struct init {
	struct os os;
	struct config config;
	struct consoles consoles;
	struct events events;
	struct findings findings;
	struct store store;
	struct guard guard;
	const char *profile; /* the menu's choices for --set, NULL = none */
	const char *tick;
	int have_file; /* bootmark.conf lies on the stick */
	int measuring; /* 1: nothing may be printed, bootmark has the consoles */
	int late;      /* 1: a disk appeared meanwhile, to be told afterwards */
};

/* As events_wait with the consoles' keys or without; disks that appear are guarded on the way. */
unsigned init_wait(struct init *in, int keys, int64_t until);

/* The countdown and, after a key, the menu. 0 = start, else EVENT_END with in->events.end set. */
unsigned menu_before(struct init *in);

/* The menu after the run: shell, power off, reboot. Sets in->events.end if a key can come. */
void menu_after(struct init *in);

/* bootmark leaves here the words for the next boot's command line, if it wants one. */
#define NEXT_BOOT "/run/bootmark.next"

/* Runs bootmark to its end or the deadline's. An EVENT_END that came meanwhile is in *ended. */
enum verdict run_bootmark(struct init *in, unsigned *ended);

/* Ends every process but this one, within a bounded time. */
void run_kill_rest(struct init *in);

#endif

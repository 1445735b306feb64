/* SPDX-License-Identifier: MIT */
#include "readonly.h"

#include "blocks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(char *list, const char *name, const char *why)
{
	size_t n = strlen(list);

	snprintf(list + n, READONLY_NAMES - n, "%s%s%s%s", n ? " " : "", name, why ? ": " : "",
		why ? why : "");
}

static int has_flag(const char *name)
{
	char path[80], text[8];

	snprintf(path, sizeof(path), "/sys/class/block/%s/ro", name);
	return os_read(path, text, sizeof(text)) > 0 && text[0] == '1';
}

/* 1 if the flag was set now, 0 if it was set already, -1 if it could not be set. */
static int guard_one(struct guard *g, const struct os *os, const struct block *b)
{
	if (b->readonly)
		return 0;
	errno = EPERM;
	if (os_set_readonly(os, b->name) == 0 && has_flag(b->name))
		return 1;
	append(g->failed, b->name, strerror(errno));
	g->failures++;
	return -1;
}

int readonly_guard(struct guard *g, const struct os *os)
{
	struct block *list;
	int n = blocks_list(&list), changed = 0;

	g->names[0] = g->failed[0] = '\0';
	g->disks = g->failures = 0;
	if (n < 0) {
		append(g->failed, "/sys/class/block", strerror(errno));
		g->failures = 1;
	}
	for (int i = 0; i < n; i++) {
		const struct block *b = &list[i];
		int done;

		if (strcmp(b->disk, g->stick) == 0 || b->sectors == 0)
			continue;
		done = guard_one(g, os, b);
		changed += done != 0;
		/* a partition or a drive without a disk is guarded, but is not counted as a disk */
		if (done >= 0 && !b->partition && !b->no_disk) {
			append(g->names, b->name, NULL);
			g->disks++;
		}
	}
	free(list);
	return changed;
}

void readonly_report(const struct guard *g, struct findings *f)
{
	if (g->disks)
		findings_add(f, "info", "%d internal disk%s set read-only: %s", g->disks,
			g->disks == 1 ? "" : "s", g->names);
	else
		findings_add(f, "info", "No internal disk is present.");
	if (g->failures)
		findings_add(f, "fail",
			"These block devices could not be set read-only: %s. "
			"Nothing of Bootmark writes to them, but the kernel does not enforce it.",
			g->failed);
}

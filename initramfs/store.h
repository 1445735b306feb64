/* SPDX-License-Identifier: MIT */
/* The place of the results: the first partition of the disk that carries the image's own id. */
#ifndef INITRAMFS_STORE_H
#define INITRAMFS_STORE_H

#include "findings.h"
#include "os.h"

#define STORE_STICK "/run/store"
#define STORE_RAM   "/run/ram"

enum store_state {
	STORE_NONE, /* no stick: results in RAM */
	STORE_READ, /* the stick is mounted read-only: results in RAM */
	STORE_WRITE /* the stick is mounted, and proved to keep what is written */
};

struct store {
	enum store_state state;
	char disk[32];	    /* the chosen disk, "" = none */
	char part[32];	    /* its first partition */
	int readonly;	    /* the kernel says that it cannot be written */
	int matches;	    /* disks that carry the id */
	char others[128];   /* those that were not chosen: "sdb sdc" */
	int removable;	    /* the chosen one is a stick, not a disk of the machine's */
	const char *reason; /* why it was chosen: "it is removable" */
	char note[64];	    /* what --store-note says: "USB stick sda1, vfat" */
};

/* One look at the disks that are there now; fills in s. Returns s->matches. */
int store_look(struct store *s, uint32_t id);

/* Mounts and proves what store_look chose, or a RAM disk. What is wrong becomes a finding. */
void store_open(struct store *s, const struct os *os, struct findings *f, const char *instead);

/* Where --store points. */
const char *store_dir(const struct store *s);

/* What became of the results: "on the stick", "in RAM only". To be asked before store_close. */
const char *store_outcome(const struct store *s);

/* Writes everything back and unmounts. 0, 1 if that had to be left to the kernel, -1 with errno. */
int store_close(struct store *s, const struct os *os);

#endif

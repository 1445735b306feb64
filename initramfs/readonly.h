/* SPDX-License-Identifier: MIT */
/* The guard: the kernel's read-only flag on every block device that is not the stick. */
#ifndef INITRAMFS_READONLY_H
#define INITRAMFS_READONLY_H

#include "findings.h"
#include "os.h"

enum { READONLY_NAMES = 384 };

struct guard {
	char stick[32];		     /* the disk that stays as it is, "" = none */
	char names[READONLY_NAMES];  /* guarded disks: "sda nvme0n1" */
	char failed[READONLY_NAMES]; /* devices that could not be guarded: "sdc: Invalid ..." */
	int disks;		     /* guarded disks */
	int failures;		     /* devices that could not be guarded in the last pass */
};

/*
 * Sets the flag wherever it is not set; to be called again whenever a device appeared. The kernel
 * forgets nothing, so that a pass over guarded devices only reads. Returns how many devices the
 * pass set or failed to set.
 */
int readonly_guard(struct guard *g, const struct os *os);

/* What the guard did, as findings. */
void readonly_report(const struct guard *g, struct findings *f);

#endif

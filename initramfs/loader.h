/* SPDX-License-Identifier: MIT */
/*
 * What the stick's loaders start next. Two files of 512 bytes on the boot partition, one for each
 * loader (syslinux, systemd-boot), are overwritten in place: each is one sector, so that a power
 * cut leaves the old or the new one. The partition is mounted for that moment only.
 */
#ifndef INITRAMFS_LOADER_H
#define INITRAMFS_LOADER_H

#include "os.h"
#include "store.h"

enum { LOADER_WHY = 160 };

/*
 * The next start gets these words behind the usual command line; NULL = the usual start. 0, or -1
 * and why.
 */
int loader_set(const struct store *, const struct os *, const char *words, char why[LOADER_WHY]);

#endif

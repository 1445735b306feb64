/* SPDX-License-Identifier: MIT */
/* The kernel's block devices, as /sys/class/block shows them. */
#ifndef INITRAMFS_BLOCKS_H
#define INITRAMFS_BLOCKS_H

#include <stdint.h>

struct block {
	char name[32];	  /* in /dev and /sys/class/block: "nvme0n1p1" */
	char disk[32];	  /* the whole disk: "nvme0n1"; the same as name for a disk */
	int partition;	  /* its number, 0 for a whole disk */
	uint64_t sectors; /* of 512 bytes; 0: no medium in the drive */
	int readonly;
	int removable; /* or behind USB */
	int no_disk;   /* loop, ram, zram, an optical drive */
};

/* All of them in order of name, in memory that the caller frees. Their number, -1 with errno. */
int blocks_list(struct block **list);

/* True if the disk's master boot record carries this signature. Reads one sector. */
int blocks_has_id(const struct block *disk, uint32_t id);

#endif

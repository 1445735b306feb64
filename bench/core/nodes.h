/* SPDX-License-Identifier: MIT */
/* NUMA nodes: which CPUs and how much memory lie together. Source: sysfs. */
#ifndef NODES_H
#define NODES_H

#include <stdbool.h>
#include <stddef.h>

struct node {
	int id;
	bool has_cpus, has_memory;
};

/* Online nodes by ascending id, none where the kernel knows of no nodes; returns how many. The
 * caller frees. sysfs is "/sys", or a tree like it in tests. */
int nodes_read(const char *sysfs, struct node **nodes);

/* How many of this machine's have memory; 0 = the kernel does not tell. */
int nodes_with_memory(void);

/* The node of a CPU; -1 if the kernel does not tell. */
int nodes_of_cpu(const char *sysfs, int cpu);

/*
 * The node with memory that lies step further than that of the given id, around; a CPU's own node
 * without memory counts as the next one that has some. -1: there are not more than step nodes with
 * memory.
 */
int nodes_further(const struct node *, int count, int id, unsigned step);

#endif

/* SPDX-License-Identifier: MIT */
/* Parts of the machine record's CPU groups, private to inventory/. */
#ifndef CPU_PARTS_H
#define CPU_PARTS_H

#include "core/json.h"

/* The online CPUs in ascending order; the caller frees. */
int cpu_list(const char *root, int **cpus);

/* Members of the open object: sockets, dies, cores, threads, and classes where CPUs differ by kind.
 */
void topology_write(struct json_writer *, const char *root, const int *cpus, int count);

/* Member of the open object: throttles {core, package: events since boot}. */
void throttles_write(struct json_writer *, const char *root, const int *cpus, int count);

/* Group "caches": one element for all caches that are alike. */
void caches_write(struct json_writer *, const char *root, const int *cpus, int count);

#endif

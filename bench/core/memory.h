/* SPDX-License-Identifier: MIT */
/* How much memory there is to measure with, and how much of it the caches hold. */
#ifndef MEMORY_H
#define MEMORY_H

#include "benchmark.h"

/* What a benchmark may take now, in bytes, all copies together: 0 if the kernel does not say. root:
 * of /proc, "" but in tests. */
size_t memory_usable(const char *root);

/* The caches of these CPUs; zeros where sysfs below root tells nothing. */
struct bench_caches memory_caches(const char *root, const int *cpus, int count);

/* Memory, zeros at first, that processes forked from now on share; it begins where a large page
 * may. NULL for 0 bytes. */
void *memory_share(size_t bytes);
void memory_unshare(void *, size_t bytes);

#endif

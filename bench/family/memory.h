/* SPDX-License-Identifier: MIT */
/* What the memory families share: arrays, and copying as C libraries do it. */
#ifndef FAMILY_MEMORY_H
#define FAMILY_MEMORY_H

#include "benchmark.h"

enum pages {
	PAGES_AS_SET, /* what the system gives a program that does not ask, as the known tools do */
	PAGES_SMALL,  /* the smallest, also where the system gives large ones unasked */
	PAGES_LARGE,  /* large ones where the kernel has them: address translation costs least */
};

/* Sizes are multiples of it: the usual large page. */
enum { MEMORY_UNIT = 2 << 20 };

/* Memory for this copy alone, page by page written to; NULL (and why) if there is none. It goes
 * with the copy's process. */
void *memory_take(struct bench *, size_t bytes, enum pages);

/* True if that address lies on a large page. */
bool memory_is_large(const void *);

/*
 * Bytes of each of this copy's arrays, so that one array of all copies together is that many times
 * the last-level caches in use: then memory is measured, not a cache. 0 (and why) if the arrays do
 * not fit into free memory.
 */
size_t memory_beyond_caches(struct bench *, unsigned arrays, unsigned times);

/* A way to copy; both addresses are those of pages. */
struct memory_copier {
	const char *name;
	void (*copy)(void *to, const void *from, size_t bytes);
};

/* As glibc's memcpy copies that many bytes at once on this CPU. Where we have no such code for the
 * architecture it is the C library's, and the name says so. */
struct memory_copier memory_copier_glibc(const struct bench *, size_t bytes);

/* The C library's memcpy. */
struct memory_copier memory_copier_libc(void);

/* The architecture's part of memory_copier_glibc(): copy is NULL where there is none. */
struct memory_copier memory_copier_of_cpu(size_t bytes, bool beyond_cache);

#endif

/* SPDX-License-Identifier: MIT */
/* The other processes that a copy works with, and where they run: that decides such results more
 * than the machine does. */
#ifndef PARTNER_H
#define PARTNER_H

#include "benchmark.h"

enum partner_place {
	PARTNER_FREE, /* the scheduler decides, for both */
	PARTNER_SAME_CPU,
	PARTNER_SIBLING,   /* the other thread of the same core */
	PARTNER_SAME_NODE, /* another core of the same NUMA node */
	PARTNER_OTHER_NODE,
};

/* Calls P for each place: the suffixes of a row's name and title, in words, what the machine
 * needs for it, in words, the smallest profile: the first of two where both are free. */
#define PARTNER_PLACES(P, free_profile, placed_profile, ...)                                       \
	P(PARTNER_FREE, , "", "the scheduler places both", PLACE_FREE, NEEDS_NOTHING,              \
		free_profile, __VA_ARGS__)                                                         \
	P(PARTNER_SAME_CPU, _same_cpu, ", same CPU", "both on one CPU", PLACE_PINNED,              \
		NEEDS_NOTHING, placed_profile, __VA_ARGS__)                                        \
	P(PARTNER_SIBLING, _sibling, ", SMT sibling", "on two threads of a core", PLACE_PINNED,    \
		NEEDS_SMT, placed_profile, __VA_ARGS__)                                            \
	P(PARTNER_SAME_NODE, _same_node, ", same node", "on two cores of a node", PLACE_PINNED,    \
		NEEDS_CORES, placed_profile, __VA_ARGS__)                                          \
	P(PARTNER_OTHER_NODE, _other_node, ", other node", "on two nodes", PLACE_PINNED,           \
		NEEDS_NODES, placed_profile, __VA_ARGS__)

/*
 * Forks a process there that calls serve(context) and ends with it, and never outlives this copy.
 * BENCH_SKIPPED (and why) if the machine has no such place. A copy may have several.
 */
int partner_start(struct bench *, enum partner_place, void (*serve)(void *context), void *context);

/* At the start of a batch: from now on, a system call that waits for the partner longer than is
 * credible ends with EINTR. */
void partner_expect(void);

/* A system call went wrong, by errno: it says that the partner is gone, or silent. */
int partner_failed(struct bench *, const char *call);

/* BENCH_OK while they live: where the end of one is no error of a system call. */
int partner_check(struct bench *);

/* Ends them, and notes where this process and the last of them ran at the end. */
void partner_stop(struct bench *);

#endif

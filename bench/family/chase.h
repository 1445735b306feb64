/* SPDX-License-Identifier: MIT */
/*
 * A ring of places in memory, each of which holds the address of the next: a load cannot start
 * before the one before it has ended, so what is timed is latency. Source: reference/lmbench.md 5.
 */
#ifndef CHASE_H
#define CHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The usual cache line: places lie so far apart unless said otherwise. */
enum { CHASE_LINE = 64 };

/* Loads in an operation: the reading of the clock around a batch must not matter. */
enum { CHASE_LOADS = 64 };

/* Places stride bytes apart, in rising order. */
void chase_link_rising(char *memory, size_t places, size_t stride);

/*
 * In random order, which no prefetcher follows: groups of that many places follow each other at
 * random, and the places within each. One group of all of them is the whole at random; groups of a
 * few pages are what address translation keeps up with. False if there is no memory for the order.
 */
bool chase_link_random(char *memory, size_t places, size_t stride, size_t group, uint64_t seed);

/*
 * Each place on another page than the one before: pages at random, the places of a page in
 * bit-reversed order, one of each page before the next of any. What lmbench calls thrashing: its
 * lat_mem_rd -t. False if there is no memory for the order.
 */
bool chase_link_pages(char *memory, size_t bytes, size_t stride, uint64_t seed);

/* n times CHASE_LOADS loads; returns the place it came to. */
void *chase_follow(void *place, uint64_t n);

/*
 * The same along several chains of one ring at once, which do not wait for each other: one load of
 * each in turn. 1, 2, 4, 8 or 12 chains; places holds where each stands. An operation is
 * CHASE_TURNS loads of each chain.
 */
enum { CHASE_TURNS = 16, CHASE_CHAINS_MAX = 12 };
void chase_follow_many(void **places, unsigned chains, uint64_t n);

/* Where so many chains start, evenly apart in the ring of that many places that begins there. */
void chase_spread(void *first, size_t ring, void **places, unsigned chains);

#endif

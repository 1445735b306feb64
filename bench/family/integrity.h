/* SPDX-License-Identifier: MIT */
/*
 * Does memory keep what is written to it? Sweeps over one piece of memory, a chunk at a time, so
 * that whoever calls can stop at any moment and go on later.
 */
#ifndef FAMILY_INTEGRITY_H
#define FAMILY_INTEGRITY_H

#include <stddef.h>
#include <stdint.h>

/* A chunk is what is done between two looks at the clock: about 0.1 ms. */
enum { INTEGRITY_CHUNK_WORDS = 131072 };

struct integrity {
	uint64_t *words;
	size_t count; /* of words: a multiple of INTEGRITY_CHUNK_WORDS */
	uint64_t seed;
	unsigned sweep;	 /* of the programme */
	size_t at;	 /* words of the sweep that are done */
	unsigned rounds; /* of the whole programme that are done */
	size_t verified; /* words that were read back at least once */
	/* Called for each word that is not what it should be. */
	void (*wrong)(void *context, const uint64_t *word, uint64_t expected, uint64_t found);
	void *context;
};

/* Does the next chunk. Returns the bytes read and written; 0 if now is the time to let the memory
 * stand for a while (once a round, before its last sweep) before the next call. */
size_t integrity_step(struct integrity *);

/* This copy's part of the machine's memory, at most so much, its wrong words reported with
 * bench_wrong(). */
struct bench;
int integrity_take(struct bench *, struct integrity *, size_t most_bytes);

/* Share of the current round that is done, 0 to 1. */
double integrity_progress(const struct integrity *);

#endif

/* SPDX-License-Identifier: MIT */
#include "family/integrity.h"

#include "benchmark.h"

#include <stdbool.h>

enum pattern {
	PATTERN_ADDRESS, /* each word its own address: two that share a cell show */
	PATTERN_ZEROS,
	PATTERN_CHECKERS, /* every bit unlike its neighbours */
	PATTERN_RANDOM,
};

enum action {
	ACTION_WRITE,  /* the pattern */
	ACTION_INVERT, /* read the pattern back, write its complement */
	ACTION_READ,   /* read back */
	ACTION_WAIT,   /* let it fade */
};

/* One round. Moving inversions: every cell is read and changed while its neighbours, on the side
 * that the sweep comes from, have changed already; then again from the other side. */
static const struct sweep {
	enum pattern pattern;
	enum action action;
	bool inverted; /* the complement of the pattern is expected */
	bool down;     /* from the last word to the first */
} programme[] = {
	{ PATTERN_ADDRESS, ACTION_WRITE, false, false },
	{ PATTERN_ADDRESS, ACTION_INVERT, false, false },
	{ PATTERN_ADDRESS, ACTION_READ, true, true },
	{ PATTERN_ZEROS, ACTION_WRITE, false, false },
	{ PATTERN_ZEROS, ACTION_INVERT, false, false },
	{ PATTERN_ZEROS, ACTION_INVERT, true, true },
	{ PATTERN_ZEROS, ACTION_READ, false, false },
	{ PATTERN_CHECKERS, ACTION_WRITE, false, false },
	{ PATTERN_CHECKERS, ACTION_INVERT, false, false },
	{ PATTERN_CHECKERS, ACTION_INVERT, true, true },
	{ PATTERN_CHECKERS, ACTION_READ, false, false },
	{ PATTERN_RANDOM, ACTION_WRITE, false, false },
	{ PATTERN_RANDOM, ACTION_INVERT, false, false },
	{ PATTERN_RANDOM, ACTION_INVERT, true, true },
	{ PATTERN_RANDOM, ACTION_WAIT, false, false },
	{ PATTERN_RANDOM, ACTION_READ, false, false },
};

enum { SWEEPS = sizeof(programme) / sizeof(*programme), FIRST_READ = 1, BLOCK_WORDS = 512 };

static uint64_t value_of(enum pattern pattern, const uint64_t *word, uint64_t seed)
{
	uint64_t x = (uint64_t)(uintptr_t)word;

	switch (pattern) {
	case PATTERN_ADDRESS:
		return x;
	case PATTERN_ZEROS:
		return 0;
	case PATTERN_CHECKERS:
		return 0x5555555555555555u;
	default:
		/* An odd factor spreads neighbours over the upper bits, the shift over the lower
		 * ones. */
		x = (x ^ seed) * 0x9e3779b97f4a7c15u;
		return x ^ x >> 29;
	}
}

/* What a block should hold. Written down first, so that the loops over memory do nothing else. */
static void expect(const struct sweep *sweep, const uint64_t *words, uint64_t seed, uint64_t *want)
{
	uint64_t flip = sweep->inverted ? UINT64_MAX : 0;

	for (int i = 0; i < BLOCK_WORDS; i++)
		want[i] = value_of(sweep->pattern, words + i, seed) ^ flip;
}

static void verify(const struct integrity *t, const uint64_t *words, const uint64_t *want)
{
	uint64_t off = 0;

	for (int i = 0; i < BLOCK_WORDS; i++)
		off |= words[i] ^ want[i];
	for (int i = 0; off && i < BLOCK_WORDS; i++) {
		uint64_t found = words[i];

		/* Read again: memory that wavers may be right this time, and was wrong all the
		 * same. */
		if (found != want[i])
			t->wrong(t->context, words + i, want[i], found);
	}
}

static void do_block(const struct integrity *t, const struct sweep *sweep, uint64_t *words)
{
	uint64_t want[BLOCK_WORDS], flip = sweep->action == ACTION_INVERT ? UINT64_MAX : 0;

	expect(sweep, words, t->seed, want);
	if (sweep->action != ACTION_WRITE)
		verify(t, words, want);
	if (sweep->action == ACTION_READ)
		return;
	for (int i = 0; i < BLOCK_WORDS; i++)
		words[i] = want[i] ^ flip;
	keep(words);
}

static void next_sweep(struct integrity *t)
{
	t->at = 0;
	if (++t->sweep < SWEEPS)
		return;
	t->sweep = 0;
	t->rounds++;
}

size_t integrity_step(struct integrity *t)
{
	const struct sweep *sweep = &programme[t->sweep];
	uint64_t *chunk;

	if (sweep->action == ACTION_WAIT) {
		next_sweep(t);
		return 0;
	}
	chunk = t->words + (sweep->down ? t->count - t->at - INTEGRITY_CHUNK_WORDS : t->at);
	for (size_t i = 0; i < INTEGRITY_CHUNK_WORDS; i += BLOCK_WORDS)
		do_block(t, sweep,
			sweep->down ? chunk + INTEGRITY_CHUNK_WORDS - BLOCK_WORDS - i : chunk + i);
	t->at += INTEGRITY_CHUNK_WORDS;
	if (t->rounds == 0 && t->sweep == FIRST_READ)
		t->verified = t->at;
	if (t->at == t->count)
		next_sweep(t);
	return INTEGRITY_CHUNK_WORDS * sizeof(*chunk) * (sweep->action == ACTION_INVERT ? 2 : 1);
}

double integrity_progress(const struct integrity *t)
{
	return (t->sweep + (double)t->at / (double)t->count) / SWEEPS;
}

/* SPDX-License-Identifier: MIT */
#include "family/stretch.h"

enum { ARRAYS = 1, CACHES = 2, LINE_WORDS = 8, PIECE_WORDS = STRETCH_PIECE / sizeof(uint64_t) };

bool stretch_take(struct bench *b, struct stretch *s)
{
	size_t bytes = memory_beyond_caches(b, ARRAYS, CACHES);

	if (!bytes || !(s->words = memory_take(b, bytes, PAGES_LARGE)))
		return false;
	s->count = bytes / STRETCH_PIECE;
	s->next = 0;
	return true;
}

void stretch_read(struct stretch *s, uint64_t pieces)
{
	uint64_t sum = 0;

	while (pieces--) {
		const uint64_t *piece = s->words + s->next * PIECE_WORDS;

		for (size_t i = 0; i < PIECE_WORDS; i += LINE_WORDS)
			sum += piece[i];
		s->next = s->next + 1 < s->count ? s->next + 1 : 0;
	}
	keep(sum);
}

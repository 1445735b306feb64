/* SPDX-License-Identifier: MIT */
#include "family/sort_input.h"

#include <stdint.h>
#include <string.h>

/* How long the lines are: so many of each range. The first two are the closing words of a script.
 */
static const struct {
	int lines, shortest, longest;
} classes[] = { { 51, 2, 2 }, { 31, 4, 4 }, { 34, 5, 9 }, { 80, 10, 19 }, { 90, 20, 39 },
	{ 56, 40, 59 }, { 20, 60, 82 } };

enum { MATCHING_CLASS = 4, CLASSES = sizeof(classes) / sizeof(*classes) };

struct line {
	int class, length;
};

static uint32_t draw(uint32_t *state, uint32_t below)
{
	*state = *state * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)*state * below >> 32);
}

/* Draws a length for each line, shuffles them, then stretches or shrinks until the bytes come out.
 */
static void choose_lengths(struct line *lines, uint32_t *state)
{
	int total = SORT_INPUT_LINES, n = 0;

	for (int c = 0; c < CLASSES; c++) {
		for (int i = 0; i < classes[c].lines; i++) {
			int range = classes[c].longest - classes[c].shortest + 1;

			lines[n++] = (struct line){ c,
				classes[c].shortest + (int)draw(state, (uint32_t)range) };
		}
	}
	for (int i = SORT_INPUT_LINES - 1; i > 0; i--) {
		int other = (int)draw(state, (uint32_t)i + 1);
		struct line swapped = lines[i];

		lines[i] = lines[other];
		lines[other] = swapped;
	}
	for (int i = 0; i < SORT_INPUT_LINES; i++)
		total += lines[i].length;
	for (int i = 0; total != SORT_INPUT_BYTES; i = (i + 1) % SORT_INPUT_LINES) {
		int step = total < SORT_INPUT_BYTES ? 1 : -1, length = lines[i].length + step;

		if (length < classes[lines[i].class].shortest ||
			length > classes[lines[i].class].longest)
			continue;
		lines[i].length = length;
		total += step;
	}
}

/* Words of syllables without an h, so that "the" stands only where it is put. */
static char *fill_line(char *out, int length, uint32_t *state)
{
	static const char consonants[] = "bcdfgklmnprstv", vowels[] = "aeiou";
	int word = 0, word_length = 3 + (int)draw(state, 6);

	for (int i = 0; i < length; i++, word++) {
		if (word == word_length && i + 1 < length) {
			*out++ = ' ';
			word = -1;
			word_length = 3 + (int)draw(state, 6);
		} else {
			*out++ = word % 2 ? vowels[draw(state, 5)] : consonants[draw(state, 14)];
		}
	}
	return out;
}

void sort_input_make(char text[SORT_INPUT_BYTES])
{
	/* Few of them, so that many short lines are alike, as in a script. */
	static const char short_words[][5] = { "fi", "do", "done", "else", "esac", "exit" };
	struct line lines[SORT_INPUT_LINES];
	uint32_t state = 2000; /* any constant will do: it decides what the text looks like */
	int matches = 0;

	choose_lengths(lines, &state);
	for (int i = 0; i < SORT_INPUT_LINES; i++) {
		if (lines[i].class == 0) {
			memcpy(text, short_words[draw(&state, 2)], 2);
			text += 2;
		} else if (lines[i].class == 1) {
			memcpy(text, short_words[2 + draw(&state, 4)], 4);
			text += 4;
		} else if (lines[i].class == MATCHING_CLASS && matches < SORT_INPUT_MATCHES) {
			memcpy(text, "the ", 4);
			text = fill_line(text + 4, lines[i].length - 4, &state);
			matches++;
		} else {
			text = fill_line(text, lines[i].length, &state);
		}
		*text++ = '\n';
	}
}

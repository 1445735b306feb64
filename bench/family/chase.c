/* SPDX-License-Identifier: MIT */
#include "family/chase.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 32;
}

/* 0 to count - 1 in random order; NULL without memory. */
static uint32_t *random_order(size_t count, uint64_t *state)
{
	uint32_t *order = malloc(count * sizeof(*order));

	for (size_t i = 0; order && i < count; i++) {
		size_t other = (size_t)(next_random(state) * (i + 1) >> 32);

		order[i] = order[other];
		order[other] = (uint32_t)i;
	}
	return order;
}

static void link_places(void *from, void *to)
{
	*(void **)from = to;
}

void chase_link_rising(char *memory, size_t places, size_t stride)
{
	for (size_t i = 0; i < places; i++)
		link_places(memory + i * stride, memory + (i + 1) % places * stride);
}

bool chase_link_random(char *memory, size_t places, size_t stride, size_t group, uint64_t seed)
{
	uint64_t state = seed | 1;
	size_t groups = (places + group - 1) / group;
	uint32_t *order = random_order(groups, &state);
	char *first = NULL, *last = NULL;

	for (size_t g = 0; order && g < groups; g++) {
		size_t start = (size_t)order[g] * group;
		size_t count = places - start < group ? places - start : group;
		uint32_t *within = random_order(count, &state);

		if (!within) {
			free(order);
			return false;
		}
		for (size_t i = 0; i < count; i++) {
			char *place = memory + (start + within[i]) * stride;

			if (last)
				link_places(last, place);
			else
				first = place;
			last = place;
		}
		free(within);
	}
	if (last)
		link_places(last, first);
	free(order);
	return last != NULL;
}

/* The number whose bits are those of i from back to front, counted to below a power of two. */
static size_t bit_reversed(size_t i, size_t count)
{
	size_t reversed = 0;

	for (; count > 1; count /= 2, i /= 2)
		reversed = reversed * 2 + i % 2;
	return reversed;
}

bool chase_link_pages(char *memory, size_t bytes, size_t stride, uint64_t seed)
{
	uint64_t state = seed | 1;
	size_t pages = bytes / PAGE, slots = PAGE / stride;
	uint32_t *order = random_order(pages, &state);
	char *last = NULL, *first = NULL;

	for (size_t lap = 0; order && lap < slots; lap++)
		for (size_t i = 0; i < pages; i++) {
			size_t slot = bit_reversed((i + lap) % slots, slots);
			char *place = memory + (size_t)order[i] * PAGE + slot * stride;

			if (last)
				link_places(last, place);
			else
				first = place;
			last = place;
		}
	if (last)
		link_places(last, first);
	free(order);
	return last != NULL;
}

/* In assembler: one load each, whatever a compiler would make of it. */
#if defined(__x86_64__)
#define LOAD(i) "mov (%" #i "), %" #i "\n\t"
#elif defined(__aarch64__)
#define LOAD(i) "ldr %" #i ", [%" #i "]\n\t"
#else
#error "say how a register is loaded from where it points to"
#endif

void *chase_follow(void *place, uint64_t n)
{
	while (n--)
		/* CHASE_LOADS times */
		__asm__ volatile(".rept 64\n\t" LOAD(0) ".endr" : "+r"(place) : : "memory");
	return place;
}

void chase_spread(void *first, size_t ring, void **places, unsigned chains)
{
	void *at = first;

	for (size_t step = 0, next = 0; next < chains; step++) {
		if (step == ring / chains * next)
			places[next++] = at;
		at = *(void **)at;
	}
}

/* Chains are in registers of their own, whatever their number. */
#define AT(i)	 "+r"(at[i])
#define LOADS_2	 LOAD(0) LOAD(1)
#define LOADS_4	 LOADS_2 LOAD(2) LOAD(3)
#define LOADS_8	 LOADS_4 LOAD(4) LOAD(5) LOAD(6) LOAD(7)
#define LOADS_12 LOADS_8 LOAD(8) LOAD(9) LOAD(10) LOAD(11)
#define AT_2	 AT(0), AT(1)
#define AT_4	 AT_2, AT(2), AT(3)
#define AT_8	 AT_4, AT(4), AT(5), AT(6), AT(7)
#define AT_12	 AT_8, AT(8), AT(9), AT(10), AT(11)

/* CHASE_TURNS times the loads */
#define FOLLOW_MANY(chains, loads, ...)                                                            \
	__attribute__((noinline)) static void follow_##chains(void **places, uint64_t n)           \
	{                                                                                          \
		void *at[chains];                                                                  \
                                                                                                   \
		memcpy(at, places, sizeof(at));                                                    \
		while (n--)                                                                        \
			__asm__ volatile(".rept 16\n\t" loads ".endr" : __VA_ARGS__ : : "memory"); \
		memcpy(places, at, sizeof(at));                                                    \
	}
FOLLOW_MANY(1, LOAD(0), AT(0))
FOLLOW_MANY(2, LOADS_2, AT_2)
FOLLOW_MANY(4, LOADS_4, AT_4)
FOLLOW_MANY(8, LOADS_8, AT_8)
FOLLOW_MANY(12, LOADS_12, AT_12)

void chase_follow_many(void **places, unsigned chains, uint64_t n)
{
	switch (chains) {
	case 1:
		follow_1(places, n);
		break;
	case 2:
		follow_2(places, n);
		break;
	case 4:
		follow_4(places, n);
		break;
	case 8:
		follow_8(places, n);
		break;
	default:
		follow_12(places, n);
	}
}

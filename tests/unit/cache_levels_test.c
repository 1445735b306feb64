/* SPDX-License-Identifier: MIT */
/* Caches seen in latency curves whose caches are known. */
#include "report/cache_levels.h"
#include "test.h"

#include <math.h>

enum { SIZES = 32 };
static const double KIB = 1024, MIB = 1024.0 * 1024;

/* What a random chase through that much costs with such caches: each level serves its share. */
static double latency(
	double bytes, const double *caches, const double *ns, int levels, double memory)
{
	double below = 0, sum = 0;

	for (int i = 0; i < levels; i++) {
		double served = fmin(1, caches[i] / bytes);

		sum += fmax(0, served - below) * ns[i];
		below = fmax(below, served);
	}
	return sum + (1 - below) * memory;
}

static size_t find(const double *caches, const double *ns, int count, double memory, double noise,
	struct cache_level *levels)
{
	double bytes[SIZES], value[SIZES];
	size_t n = 0;

	for (double size = KIB; size <= 512 * MIB; size *= 2, n++) {
		bytes[n] = size;
		value[n] =
			latency(size, caches, ns, count, memory) * (1 + (n % 2 ? noise : -noise));
	}
	return cache_levels_find(bytes, value, n, levels);
}

TEST(three_caches_and_memory)
{
	const double caches[] = { 32 * KIB, 1 * MIB, 32 * MIB }, ns[] = { 1.2, 4, 18 };
	struct cache_level levels[CACHE_LEVELS];

	CHECK_INT(find(caches, ns, 3, 100, 0.02, levels), 4);
	CHECK_NEAR(levels[0].bytes, 32 * KIB, 1);
	CHECK_NEAR(levels[0].ns, 1.2, 0.05);
	CHECK_NEAR(levels[1].bytes, 1 * MIB, 1);
	CHECK_NEAR(levels[2].bytes, 32 * MIB, 1);
	CHECK(isinf(levels[3].bytes));
	CHECK(levels[3].ns > 80);
}

TEST(a_machine_without_a_last_level)
{
	const double caches[] = { 64 * KIB, 512 * KIB }, ns[] = { 2, 8 };
	struct cache_level levels[CACHE_LEVELS];

	CHECK_INT(find(caches, ns, 2, 120, 0.03, levels), 3);
	CHECK_NEAR(levels[1].bytes, 512 * KIB, 1);
}

TEST(noise_is_no_level)
{
	double bytes[] = { 1, 2, 4, 8, 16, 32 }, ns[] = { 5, 5.6, 5.1, 5.7, 5, 5.5 };
	struct cache_level levels[CACHE_LEVELS];

	CHECK_INT(cache_levels_find(bytes, ns, 6, levels), 1);
	CHECK(isinf(levels[0].bytes));
	CHECK_NEAR(levels[0].ns, 5.3, 0.3);
	CHECK_INT(cache_levels_find(bytes, ns, 0, levels), 0);
}

TEST(there_is_room_for_six)
{
	double bytes[SIZES], ns[SIZES];
	struct cache_level levels[CACHE_LEVELS];

	/* A rise every second size: more levels than any machine has. */
	for (size_t i = 0; i < SIZES; i++) {
		bytes[i] = exp2((double)i);
		ns[i] = exp2((double)(i / 2));
	}
	CHECK_INT(cache_levels_find(bytes, ns, SIZES, levels), CACHE_LEVELS);
	CHECK(isinf(levels[CACHE_LEVELS - 1].bytes));
}

int main(void)
{
	RUN(three_caches_and_memory);
	RUN(a_machine_without_a_last_level);
	RUN(noise_is_no_level);
	RUN(there_is_room_for_six);
	return test_end();
}

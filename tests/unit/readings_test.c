/* SPDX-License-Identifier: MIT */
/* What charts with known answers tell. */
#include "report/readings.h"
#include "test.h"

#include <math.h>

enum { MAX = 32 };
static struct chart_point points[MAX];

/* Two lines over the same places; second may be NULL. */
static struct chart make(const double *x, const double *first, const double *second, size_t n)
{
	struct chart c = { .unit = "ns", .points = points, .line_count = second ? 2 : 1 };

	for (size_t i = 0; i < n; i++)
		points[c.count++] = (struct chart_point){ .line = 0, .x = x[i], .y = first[i] };
	for (size_t i = 0; second && i < n; i++)
		points[c.count++] = (struct chart_point){ .line = 1, .x = x[i], .y = second[i] };
	return c;
}

TEST(the_last_count_of_pages_that_costs_nothing)
{
	const double pages[] = { 16, 32, 64, 96, 128 }, spread[] = { 1.1, 1.1, 1.15, 1.9, 2.8 },
		     dense[] = { 1.1, 1.1, 1.1, 1.1, 1.1 };
	struct chart c = make(pages, spread, dense, 5);

	CHECK_NEAR(reading_tlb_pages(&c), 64, 0);
	c = make(pages, dense, dense, 5);
	CHECK(isnan(reading_tlb_pages(&c)));
	/* The first of all costs already: nothing is known of fewer. */
	c = make(pages, spread + 3, dense, 2);
	CHECK(isnan(reading_tlb_pages(&c)));
	c = make(pages, spread, NULL, 5);
	CHECK(isnan(reading_tlb_pages(&c)));
}

TEST(the_distance_from_which_on_nothing_rises)
{
	const double bytes[] = { 8, 16, 32, 64, 128, 256 }, ns[] = { 12, 23, 45, 88, 92, 95 },
		     flat[] = { 1, 1, 1, 1, 1, 1 };
	struct chart c = make(bytes, ns, NULL, 6);

	CHECK_NEAR(reading_line_bytes(&c), 64, 0);
	c = make(bytes, flat, NULL, 6);
	CHECK(isnan(reading_line_bytes(&c)));
	c = make(bytes, ns, NULL, 0);
	CHECK(isnan(reading_line_bytes(&c)));
}

TEST(loads_at_once)
{
	const double chains[] = { 1, 2, 4, 8, 12 }, ns[] = { 80, 40, 20, 11, 10 };
	struct chart c = make(chains, ns, NULL, 5);

	CHECK_NEAR(reading_parallelism(&c), 8, 1e-9);
	/* Without one chain there is nothing to compare with. */
	c = make(chains + 1, ns + 1, NULL, 4);
	CHECK(isnan(reading_parallelism(&c)));
}

int main(void)
{
	RUN(the_last_count_of_pages_that_costs_nothing);
	RUN(the_distance_from_which_on_nothing_rises);
	RUN(loads_at_once);
	return test_end();
}

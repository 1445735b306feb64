/* SPDX-License-Identifier: MIT */
/*
 * What compare promises, on machines that are made up: 2,000 comparisons of a machine with itself,
 * R = 5 trials, boots that scatter by 0.5 %, trials by 0.3 % (the machine of method.md 8.5). Fixed
 * seeds: the counts are the same at each run.
 */
#include "core/difference.h"
#include "core/sampler.h"
#include "test.h"

enum { PAIRS = 2000, TRIALS = 5, METRICS = 8, MAX_BOOTS = 5 };

static uint64_t seed;

static double uniform(void)
{
	return ((double)(random_next(&seed) >> 11) + 0.5) * 0x1p-53;
}

static double normal(double deviation)
{
	return deviation * sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

struct machine {
	double trials[MAX_BOOTS * TRIALS];
	size_t counts[MAX_BOOTS];
};

static struct boots measure(struct machine *m, size_t boots, double boot_deviation)
{
	for (size_t b = 0; b < boots; b++) {
		double boot = normal(boot_deviation);

		m->counts[b] = TRIALS;
		for (size_t t = 0; t < TRIALS; t++)
			m->trials[b * TRIALS + t] = boot + normal(0.003);
	}
	return (struct boots){ m->trials, m->counts, boots };
}

static bool is_different(const struct difference *d)
{
	return d->verdict == DIFFERENCE_HIGHER || d->verdict == DIFFERENCE_LOWER;
}

struct rates {
	double wrong;	    /* metrics of equal machines called different */
	double any_wrong;   /* comparisons in which at least one metric is */
	double found;	    /* the smallest difference stated, found when it is there */
	double mean_stated; /* that difference, on average */
};

/*
 * Each comparison states a smallest difference for each metric. Then the same measurement is taken
 * again with B shifted by just that in its first metric, up or down in turn: is it found, with the
 * right sign?
 */
static struct rates simulate(size_t boots_a, size_t boots_b, double boot_deviation)
{
	struct rates r = { 0 };

	seed = 20261201;
	for (int pair = 0; pair < PAIRS; pair++) {
		struct difference d[METRICS];
		struct machine a[METRICS], b[METRICS];
		struct boots side_a[METRICS], side_b[METRICS];
		double shift;
		int wrong = 0;

		for (int m = 0; m < METRICS; m++) {
			side_a[m] = measure(&a[m], boots_a, boot_deviation);
			side_b[m] = measure(&b[m], boots_b, boot_deviation);
			d[m] = difference_of(&side_a[m], &side_b[m]);
		}
		difference_judge(d, METRICS);
		for (int m = 0; m < METRICS; m++)
			wrong += is_different(&d[m]);
		r.wrong += (double)wrong / METRICS / PAIRS;
		r.any_wrong += (wrong > 0) / (double)PAIRS;
		shift = pair % 2 ? d[0].smallest_seen : -d[0].smallest_seen;
		r.mean_stated += fabs(shift) / PAIRS;
		for (size_t t = 0; t < boots_b * TRIALS; t++)
			b[0].trials[t] += shift;
		d[0] = difference_of(&side_a[0], &side_b[0]);
		difference_judge(d, METRICS);
		r.found += (d[0].verdict == (shift > 0 ? DIFFERENCE_HIGHER : DIFFERENCE_LOWER)) /
			   (double)PAIRS;
	}
	printf("# boots %zu and %zu, boot sd %.1f %%: wrong %.2f %% of metrics, %.2f %% of "
	       "comparisons; smallest difference stated %.2f %% on average, found in %.1f %%\n",
		boots_a, boots_b, 100 * boot_deviation, 100 * r.wrong, 100 * r.any_wrong,
		100 * r.mean_stated, 100 * r.found);
	return r;
}

/* Three standard errors of a share of 90 % among 2,000. */
static const double LUCK = 0.02;

static void check_boots(size_t boots_a, size_t boots_b, double boot_deviation)
{
	struct rates r = simulate(boots_a, boots_b, boot_deviation);

	CHECK(r.any_wrong <= 0.05);
	CHECK(r.found >= 0.90);
	/* Nor may it be found always: then smaller ones could have been stated. */
	CHECK(r.found <= 0.97 + LUCK);
}

TEST(three_boots)
{
	check_boots(3, 3, 0.005);
	check_boots(3, 3, 0.01);
}

TEST(five_boots)
{
	check_boots(5, 5, 0.005);
	check_boots(5, 5, 0.01);
}

TEST(three_boots_against_five)
{
	check_boots(3, 5, 0.005);
}

/* Boots of this machine don't differ: then trials tell the truth. */
TEST(one_boot_of_a_machine_without_boot_spread)
{
	struct rates r = simulate(1, 1, 0);

	CHECK(r.wrong <= 0.05);
	CHECK(r.found >= 0.90);
}

/* With boots that differ, one boot each calls equal machines different more often than it can know:
 * that is why its verdicts are called indicative. */
TEST(one_boot_of_a_machine_with_boot_spread)
{
	CHECK(simulate(1, 1, 0.005).wrong <= 0.05);
	CHECK(simulate(1, 1, 0.01).wrong > 0.05);
}

int main(void)
{
	RUN(three_boots);
	RUN(five_boots);
	RUN(three_boots_against_five);
	RUN(one_boot_of_a_machine_without_boot_spread);
	RUN(one_boot_of_a_machine_with_boot_spread);
	return test_end();
}

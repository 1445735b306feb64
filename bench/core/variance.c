/* SPDX-License-Identifier: MIT */
#include "core/variance.h"

/* Members of a level, one after the other: what their variance takes. */
struct level {
	double sum, squares; /* of deviations from the first value, which keeps the digits */
	double first;
	size_t count;
};

/* What the members of one level, in all their groups, come to. */
struct pooled {
	double squares;	   /* around their groups' means */
	double inverses;   /* sum of 1 / size of the groups */
	size_t df, groups; /* degrees of freedom: members - groups */
};

static void level_add(struct level *l, double value)
{
	if (l->count++ == 0)
		l->first = value;
	l->sum += value - l->first;
	l->squares += (value - l->first) * (value - l->first);
}

/* Closes a group and returns its mean. */
static double level_close(struct level *l, struct pooled *p)
{
	double n = (double)l->count, mean = l->first + l->sum / n;

	p->squares += l->squares - l->sum * l->sum / n;
	p->inverses += 1 / n;
	p->df += l->count - 1;
	p->groups++;
	*l = (struct level){ 0 };
	return mean;
}

static double pooled_variance(const struct pooled *p)
{
	return p->df ? p->squares / (double)p->df : 0;
}

/* A mean of r members scatters by 1/r of their variance by itself: what is more is the level's own.
 */
static double beyond(const struct pooled *level, const struct pooled *below)
{
	double own = pooled_variance(level) -
		     pooled_variance(below) * below->inverses / (double)below->groups;

	return level->df && own > 0 ? own : 0;
}

struct variance variance_split(
	const double *values, const size_t *sample_count, const size_t *trial_count, size_t boots)
{
	struct pooled samples = { 0 }, trials = { 0 }, all = { 0 };
	struct level sample = { 0 }, trial = { 0 }, boot = { 0 };

	for (size_t b = 0; b < boots; b++) {
		for (size_t t = 0; t < trial_count[b]; t++) {
			for (size_t s = 0; s < *sample_count; s++)
				level_add(&sample, *values++);
			level_add(&trial, level_close(&sample, &samples));
			sample_count++;
		}
		level_add(&boot, level_close(&trial, &trials));
	}
	level_close(&boot, &all);
	return (struct variance){ pooled_variance(&samples), beyond(&trials, &samples),
		beyond(&all, &trials) };
}

/* SPDX-License-Identifier: MIT */
/*
 * Does B differ from A? Each is some boots of some trials; all values are logarithms, so that a
 * difference is a ratio, and a difference of 0.01 is 1 %. Source: reference/method.md P5 and P9.
 *
 * Several boots on a side: Welch's t on the means of the boots. One boot on each side: the rank
 * test on trials, which can't know how much boots of one machine differ: indicative at most. One
 * boot against several: the spread of boots is taken from the side that shows it, also indicative.
 */
#ifndef DIFFERENCE_H
#define DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>

/* Boots of one metric: the logs of the trials' values, boot after boot. */
struct boots {
	const double *trials;	   /* all of them */
	const size_t *trial_count; /* of each boot, at least 1 */
	size_t count;		   /* boots, at least 1 */
};

enum difference_basis {
	BASIS_BOOTS,	/* several boots on both sides */
	BASIS_ONE_SIDE, /* the spread of boots is known from one side alone */
	BASIS_TRIALS,	/* one boot each: trials compared by their ranks */
	BASIS_NOTHING,	/* one boot each, too few trials to compare */
};

enum difference_verdict {
	DIFFERENCE_LOWER,	 /* B's value is lower, by more than delta */
	DIFFERENCE_HIGHER,	 /* B's value is higher, by more than delta */
	DIFFERENCE_NONE,	 /* the interval lies within +- delta: equivalent */
	DIFFERENCE_INCONCLUSIVE, /* the noise hides whether there is one */
};

struct difference {
	enum difference_basis basis;
	enum difference_verdict verdict;
	double effect;	      /* ln B - ln A */
	double low, high;     /* interval of at least 95 %; infinite if there is none */
	double p;	      /* of the hypothesis that both are equal; 1 if there is no test */
	double delta;	      /* smaller differences don't matter */
	double smallest_seen; /* a difference of this size, either way, is found in 90 % of cases */
	unsigned boots_needed; /* of each side for a verdict; 0 = not known or not needed */
	bool may_be_chance;    /* beyond delta by itself, but not among so many metrics */
	double deviation; /* standard deviation of boots; of trials if there is one boot each */
	double critical;  /* |effect| that the interval takes to lie beyond delta */
	double standard_error, df; /* of the effect; 0 if compared by ranks */
};

/* More are not worth waiting for: boots_needed is cut to this. */
enum { DIFFERENCE_MAX_BOOTS = 1000 };

/* All but the verdict, p alone for itself. */
struct difference difference_of(const struct boots *a, const struct boots *b);

/* The same for pairs taken side by side, as the states of a knob are, so that a drift falls out. */
struct difference difference_of_pairs(const double *a, const double *b, size_t pairs);

/*
 * Verdicts of all metrics of a comparison together: among many, the smallest p is small by chance
 * alone, so the false ones are held down to 5 % of the verdicts by Benjamini's and Hochberg's rule.
 * Indicative ones are judged by themselves: ranks of five trials can't reach what the rule asks
 * for.
 */
void difference_judge(struct difference *, size_t count);

/* Benjamini and Hochberg: sets rejected[i] for the hypotheses that fall at false discovery rate q.
 */
void difference_reject(const double *p, size_t count, double q, bool *rejected);

/* Boots on each side until the half width of the interval is at most h, if boots scatter by that
 * standard deviation; at most DIFFERENCE_MAX_BOOTS. */
unsigned difference_boots_needed(double deviation, double h);

#endif

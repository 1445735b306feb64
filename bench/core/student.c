/* SPDX-License-Identifier: MIT */
#include "core/student.h"

#include <math.h>
#include <stdbool.h>

/* The continued fraction gains a digit or more a step; what is left is rounding. */
static const double CONVERGED = 1e-15;
enum { MAX_STEPS = 500 };

/* Stands for a denominator of zero in Lentz's recurrence. */
static const double TINY = 1e-300;

static double away_from_zero(double x)
{
	return fabs(x) < TINY ? TINY : x;
}

/*
 * Continued fraction of the incomplete beta function, by Lentz's recurrence. Coefficients:
 * Abramowitz and Stegun 26.5.8, d(2m) = m (b - m) x / ((a + 2m - 1) (a + 2m)),
 * d(2m + 1) = -(a + m) (a + b + m) x / ((a + 2m) (a + 2m + 1)).
 */
static double beta_fraction(double x, double a, double b)
{
	double numerator = 1, denominator = 1 / away_from_zero(1 - (a + b) * x / (a + 1)),
	       value = denominator;

	for (int m = 1; m <= MAX_STEPS; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		double factor;

		denominator = 1 / away_from_zero(1 + even * denominator);
		numerator = away_from_zero(1 + even / numerator);
		value *= denominator * numerator;
		denominator = 1 / away_from_zero(1 + odd * denominator);
		numerator = away_from_zero(1 + odd / numerator);
		factor = denominator * numerator;
		value *= factor;
		if (fabs(factor - 1) < CONVERGED)
			break;
	}
	return value;
}

/* The regularised incomplete beta function I_x(a, b); y = 1 - x, given apart because one of both
 * may be too small to be a difference. */
static double beta_share(double x, double y, double a, double b)
{
	/* Beyond the mean the fraction of the mirrored function is the one that converges fast. */
	bool mirrored = x > (a + 1) / (a + b + 2);
	double front;

	if (x <= 0 || y <= 0)
		return x <= 0 ? 0 : 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(y));
	return mirrored ? 1 - front * beta_fraction(y, b, a) / b
			: front * beta_fraction(x, a, b) / a;
}

double student_tail(double t, double df)
{
	double square = t * t;

	return beta_share(df / (df + square), square / (df + square), df / 2, 0.5);
}

static double density(double t, double df)
{
	return exp(lgamma((df + 1) / 2) - lgamma(df / 2) - (df + 1) / 2 * log1p(t * t / df)) /
	       sqrt(df * M_PI);
}

double student_quantile(double p, double df)
{
	double tail = 2 * (p < 0.5 ? p : 1 - p), t = 0, step = 1;

	while (student_tail(t + step, df) > tail) {
		t += step;
		step *= 2;
	}
	/* The tail falls and is convex: Newton's steps come from the left and don't pass the root.
	 */
	for (int i = 0; i < MAX_STEPS && step > CONVERGED * 100 * t; i++) {
		step = (student_tail(t, df) - tail) / (2 * density(t, df));
		t += step;
	}
	return p < 0.5 ? -t : t;
}

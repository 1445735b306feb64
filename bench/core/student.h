/* SPDX-License-Identifier: MIT */
/* Student's t distribution with any real number of degrees of freedom df > 0, as Welch's has. */
#ifndef STUDENT_H
#define STUDENT_H

/* Two-sided tail: the chance that |T| >= |t|. */
double student_tail(double t, double df);

/* The t below which T lies with chance p, 0 < p < 1. Relative error below 1e-10. */
double student_quantile(double p, double df);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Where the scatter of a metric comes from: samples of a trial, trials of a boot, or boots. Source:
 * Kalibera and Jones, Rigorous benchmarking in reasonable time, with the correction of its
 * estimator (reference/method.md P5).
 */
#ifndef VARIANCE_H
#define VARIANCE_H

#include <stddef.h>

/* Variances of logarithms: 1e-4 is a standard deviation of 1 %. 0 = the level adds nothing that can
 * be told from the levels below it, or there is only one at that level. */
struct variance {
	double sample, trial, boot;
};

/*
 * values: the logs of all samples, trial after trial, boot after boot; sample_count of each trial,
 * trial_count of each boot, all at least 1.
 */
struct variance variance_split(
	const double *values, const size_t *sample_count, const size_t *trial_count, size_t boots);

#endif

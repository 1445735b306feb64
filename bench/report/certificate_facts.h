/* SPDX-License-Identifier: MIT */
/* The certificate record in people's words and units. */
#ifndef CERTIFICATE_FACTS_H
#define CERTIFICATE_FACTS_H

#include "report/model.h"

/* "QUIET" ..., and what that means for the numbers of this run. */
const char *certificate_word(const struct run_view *);
const char *certificate_meaning(const struct run_view *);

bool certificate_is_noisy(const struct run_view *); /* or unknown */

/* A row's figure as words: "longest time taken at once". */
const char *certificate_figure(const struct json *row);

/* A value of that row, scaled: "12.3 us"; "unavailable" if it is no number. */
void certificate_value(const struct json *row, const char *member, char *text, size_t size);

/* A percentile (member "p99_ns") or the maximum of a noise benchmark's operations, all CPUs; "-"
 * where there are too few operations for it. */
void certificate_percentile(
	const struct result_view *, const char *member, char *text, size_t size);

/* The figures beside a benchmark's value: "tsc_hz 2.1e+09, drift_against_acpi_ppm unavailable";
 * empty if it has none. */
void certificate_figures(const struct result_view *, char *text, size_t size);

/* The members to show, in order, ends with NULL; and their headings. */
extern const char *const certificate_percentiles[];
extern const char *const certificate_headings[];

#endif

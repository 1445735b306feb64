/* SPDX-License-Identifier: MIT */
/* What charts of memory tell, in a number and in words. NaN and an empty text if they do not.
 * Source: reference/lmbench.md 1.4. */
#ifndef READINGS_H
#define READINGS_H

#include "report/chart.h"

/* Pages that address translation still keeps up with: of the chart "tlb". */
double reading_tlb_pages(const struct chart *);
void reading_tlb(const struct chart *, const struct run_view *, char *text, size_t size);

/* Bytes of a cache line: of the chart "line". */
double reading_line_bytes(const struct chart *);
void reading_line(const struct chart *, const struct run_view *, char *text, size_t size);

/* Loads on their way at once: of the chart "parallel". */
double reading_parallelism(const struct chart *);
void reading_parallel(const struct chart *, const struct run_view *, char *text, size_t size);

/* How latency rises with what the others read: of the chart "memory_loaded". */
void reading_loaded(const struct chart *, const struct run_view *, char *text, size_t size);

#endif

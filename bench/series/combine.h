/* SPDX-License-Identifier: MIT */
/*
 * Several boots of the same measurement -> one value with an interval that holds for the next boot
 * too. Source: reference/method.md P5 and P7; the record: ARCHITECTURE.md, "series".
 */
#ifndef SERIES_COMBINE_H
#define SERIES_COMBINE_H

#include "core/record.h"
#include "report/model.h"

/* The same benchmark, number of copies and state of a knob; both are result or series records. */
bool series_same_metric(const struct json *, const struct json *);

/*
 * Writes one series record for each metric that the boots measured, in the order in which the first
 * boot has them. Nothing for fewer than two boots. views are the boots in order.
 */
void series_combine(struct recorder *, const struct run_view *views, size_t boots);

#endif

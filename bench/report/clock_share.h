/* SPDX-License-Identifier: MIT */
/* A clock that was reached, beside what the CPU is said to do. */
#ifndef CLOCK_SHARE_H
#define CLOCK_SHARE_H

#include "report/model.h"

/* "94.1 % of the highest clock, 3.50 GHz; 118 % of the base clock, 2.80 GHz"; empty if the result
 * is no clock or the machine tells neither. */
void clock_text(const struct run_view *, const struct result_view *, char *text, size_t size);

#endif

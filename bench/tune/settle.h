/* SPDX-License-Identifier: MIT */
/* Waiting before the first test until the machine is as steady as it gets. */
#ifndef TUNE_SETTLE_H
#define TUNE_SETTLE_H

#include <stdbool.h>
#include <stddef.h>

/* What was seen in half a second. */
struct settle_window {
	double busy; /* share of all CPUs' time, 0 to 1 */
	double interrupts_per_s;
	double temperature_c; /* NaN = no sensor */
};

enum { SETTLE_WINDOWS = 4 }; /* two seconds: a timer of 1 Hz is seen twice */

/* NULL if the last four windows are steady, else what is not: "load". */
const char *settle_unsteady(const struct settle_window *, size_t count);

struct settle {
	double waited_s;
	const char *unsteady; /* NULL = steady */
	struct settle_window last;
};

/* Waits until it is steady, at most that long. root is "" but in tests. */
struct settle settle_wait(const char *root, double limit_s);

#endif

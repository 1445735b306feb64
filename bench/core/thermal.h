/* SPDX-License-Identifier: MIT */
/* Heat and throttling of the whole machine, read before and after a trial: too dear for each
 * sample. */
#ifndef THERMAL_H
#define THERMAL_H

#include <stdbool.h>
#include <stdint.h>

struct thermal {
	bool has_throttles, has_temperature;	    /* false = the machine does not tell */
	uint64_t core_throttles, package_throttles; /* events since boot, all CPUs */
	double temperature_c;			    /* the hottest of the CPUs' sensors */
};

/* root: "" or a tree like / in tests. */
struct thermal thermal_read(const char *root);

#endif

/* SPDX-License-Identifier: MIT */
#include "benchmark.h"

static const struct {
	const char *name;
	bool higher_is_better;
} units[] = {
	[UNIT_OPS_PER_S] = { "ops/s", true },
	[UNIT_BYTES_PER_S] = { "bytes/s", true },
	[UNIT_WI_PER_S] = { "whetstone_instructions/s", true },
};

const char *unit_name(enum unit unit)
{
	return units[unit].name;
}

bool unit_higher_is_better(enum unit unit)
{
	return units[unit].higher_is_better;
}

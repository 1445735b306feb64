/* SPDX-License-Identifier: MIT */
#include "benchmark.h"

static const struct {
	const char *name;
	bool rate;
} units[] = {
	[UNIT_OPS_PER_S] = { "ops/s", true },
	[UNIT_BYTES_PER_S] = { "bytes/s", true },
	[UNIT_WI_PER_S] = { "whetstone_instructions/s", true },
	[UNIT_NS] = { "ns", false },
	[UNIT_NS_PER_S] = { "ns/s", false },
};

const char *unit_name(enum unit unit)
{
	return units[unit].name;
}

bool unit_higher_is_better(enum unit unit)
{
	return units[unit].rate;
}

bool unit_is_rate(enum unit unit)
{
	return units[unit].rate;
}

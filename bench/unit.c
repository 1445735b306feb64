/* SPDX-License-Identifier: MIT */
#include "benchmark.h"

static const struct {
	const char *name;
	bool higher_is_better, rate;
} units[] = {
	[UNIT_OPS_PER_S] = { "ops/s", true, true },
	[UNIT_BYTES_PER_S] = { "bytes/s", true, true },
	[UNIT_WI_PER_S] = { "whetstone_instructions/s", true, true },
	[UNIT_HZ] = { "Hz", true, false },
	[UNIT_NS] = { "ns", false, false },
	[UNIT_NS_PER_S] = { "ns/s", false, false },
};

const char *unit_name(enum unit unit)
{
	return units[unit].name;
}

bool unit_higher_is_better(enum unit unit)
{
	return units[unit].higher_is_better;
}

double unit_value(enum unit unit, double ops_per_s, unsigned copies)
{
	if (unit_is_rate(unit))
		return ops_per_s;
	return unit == UNIT_NS ? 1e9 * copies / ops_per_s : ops_per_s / copies;
}

bool unit_is_rate(enum unit unit)
{
	return units[unit].rate;
}

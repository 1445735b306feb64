/* SPDX-License-Identifier: MIT */
#include "report/scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const metric[] = { "", "k", "M", "G", "T", "P", "E", NULL };
static const char *const binary[] = { "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", NULL };
static const char *const time_steps[] = { "n", "u", "m", "", NULL };

/* How a record's unit is shown: the value times factor, then one of the prefixes, then the symbol.
 */
static const struct {
	const char *unit, *symbol;
	double factor;
	const char *const *prefixes; /* NULL: never prefixed */
} units[] = {
	{ "ops/s", "ops/s", 1, metric },
	{ "bytes/s", "B/s", 1, metric },
	{ "bytes", "B", 1, metric },
	{ "bits/s", "bit/s", 1, metric },
	{ "Hz", "Hz", 1, metric },
	/* The known tool's unit has its prefix in its name; a second one would hide it. */
	{ "whetstone_instructions/s", "MWIPS", 1e-6, NULL },
	{ "ns", "s", 1, time_steps },
	{ "ns/op", "s/op", 1, time_steps },
	{ "ns/s", "s/s", 1, time_steps },
};

/* Three significant digits, more only before the point. */
static void print_scaled(
	char *out, size_t size, double value, const char *prefix, const char *symbol)
{
	double magnitude = fabs(value);
	int decimals = magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0;

	if (magnitude > 0 && magnitude < 0.995)
		snprintf(out, size, "%.3g %s%s", value, prefix, symbol);
	else
		snprintf(out, size, "%.*f %s%s", decimals, value, prefix, symbol);
}

static void print_prefixed(char *out, size_t size, double value, const char *const *prefixes,
	double step, const char *symbol)
{
	/* What would round to four digits takes the next prefix. */
	double limit = step == 1000 ? 999.5 : 1023.5;
	size_t i = 0;

	while (fabs(value) >= limit && prefixes[i + 1]) {
		value /= step;
		i++;
	}
	print_scaled(out, size, value, prefixes[i], symbol);
}

void scale_value(char *out, size_t size, double value, const char *unit)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (strcmp(units[i].unit, unit) != 0)
			continue;
		if (units[i].prefixes)
			print_prefixed(out, size, value * units[i].factor, units[i].prefixes, 1000,
				units[i].symbol);
		else
			print_scaled(out, size, value * units[i].factor, "", units[i].symbol);
		return;
	}
	snprintf(out, size, "%.6g %.32s", value, unit);
}

void scale_bytes(char *out, size_t size, double bytes)
{
	print_prefixed(out, size, bytes, binary, 1024, "B");
}

void scale_bytes_decimal(char *out, size_t size, double bytes)
{
	print_prefixed(out, size, bytes, metric, 1000, "B");
}

/* Whole units of a time; a broken record's 1e300 or NaN ends here, not in an integer overflow. */
static long long whole(double x)
{
	return x > 0 ? (long long)(x < 1e12 ? x + 0.5 : 1e12) : 0;
}

void scale_duration(char *out, size_t size, double seconds)
{
	long long minutes = whole(seconds / 60);

	if (!(seconds >= 10))
		snprintf(out, size, "%lld s", whole(seconds));
	else if (seconds < 55)
		snprintf(out, size, "about %lld s", whole(seconds / 5) * 5);
	else if (minutes < 60)
		snprintf(out, size, "about %lld min", minutes);
	else if (minutes % 60)
		snprintf(out, size, "about %lld h %lld min", minutes / 60, minutes % 60);
	else
		snprintf(out, size, "about %lld h", minutes / 60);
}

void scale_clock(char *out, size_t size, double seconds)
{
	long long s = whole(seconds);

	if (s < 3600)
		snprintf(out, size, "%lld:%02lld", s / 60, s % 60);
	else
		snprintf(out, size, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
}

void scale_percent(char *out, size_t size, double share)
{
	double percent = 100 * share;

	/* Beyond that, or not a number, it says no more than that it is useless. */
	if (!(percent < 1000))
		snprintf(out, size, "over 999 %%");
	else
		snprintf(out, size, "%.*f %%",
			percent < 0.995	  ? 2
			: percent < 99.95 ? 1
					  : 0,
			percent);
}

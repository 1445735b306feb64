/* SPDX-License-Identifier: MIT */
#include "report/unixbench.h"

#include "core/stats.h"

#include <math.h>
#include <string.h>

static const struct unixbench_unit lps = { "lps", 1 }, lpm = { "lpm", 60 },
				   kbps = { "KBps", 1.0 / 1024 }, mwips = { "MWIPS", 1e-6 };

/* clang-format off */
const struct unixbench_test unixbench_tests[UNIXBENCH_TESTS] = {
	{ "unixbench.dhrystone",  "Dhrystone 2 using register variables", 116700, &lps },
	{ "unixbench.whetstone",  "Double-Precision Whetstone",               55, &mwips },
	{ "unixbench.execl",      "Execl Throughput",                         43, &lps },
	{ "unixbench.fcopy_1024", "File Copy 1024 bufsize 2000 maxblocks",  3960, &kbps },
	{ "unixbench.fcopy_256",  "File Copy 256 bufsize 500 maxblocks",    1655, &kbps },
	{ "unixbench.fcopy_4096", "File Copy 4096 bufsize 8000 maxblocks",  5800, &kbps },
	{ "unixbench.pipe",       "Pipe Throughput",                       12440, &lps },
	{ "unixbench.context1",   "Pipe-based Context Switching",           4000, &lps },
	{ "unixbench.spawn",      "Process Creation",                        126, &lps },
	{ "unixbench.shell1",     "Shell Scripts (1 concurrent)",           42.4, &lpm },
	{ "unixbench.shell8",     "Shell Scripts (8 concurrent)",              6, &lpm },
	{ "unixbench.syscall",    "System Call Overhead",                  15000, &lps },
};
/* clang-format on */

void unixbench_index(struct unixbench_index *out, const double figures[UNIXBENCH_TESTS])
{
	memset(out, 0, sizeof(*out));
	for (int i = 0; i < UNIXBENCH_TESTS; i++) {
		if (figures[i] > 0 && isfinite(figures[i]))
			out->index[i] = figures[i] / unixbench_tests[i].baseline * 10;
		else
			out->missing++;
	}
	/* The known tool takes the mean of what is there; such a figure compares with nothing. */
	if (!out->missing)
		out->score = stats_geomean(out->index, UNIXBENCH_TESTS);
}

const struct unixbench_unit *unixbench_unit(const char *name, const char *unit)
{
	if (strncmp(name, "unixbench.", 10) != 0)
		return NULL;
	if (strncmp(name, "unixbench.shell", 15) == 0)
		return &lpm;
	if (strcmp(unit, "ops/s") == 0)
		return &lps;
	if (strcmp(unit, "bytes/s") == 0)
		return &kbps;
	return strcmp(unit, "whetstone_instructions/s") == 0 ? &mwips : NULL;
}

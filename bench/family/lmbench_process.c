/* SPDX-License-Identifier: MIT */
/* lmbench's processes (lat_proc): a function call, fork, exec, a shell. Source:
 * reference/lmbench.md 1.1. */
#include "family/fork_server.h"

/* Out of line and out of sight, and it does something: or the call vanishes. */
static volatile int64_t sum;

__attribute__((noinline, noclone)) static void procedure(int n)
{
	sum += n;
}

static int procedure_run(struct bench *b, uint64_t n)
{
	(void)b;
	while (n--)
		procedure((int)n);
	return BENCH_OK;
}

const struct benchmark bench_lat_proc_procedure = {
	.name = "lmbench.lat_proc_procedure",
	.title = "Procedure call",
	.what = "call of a function out of line that adds its argument to a number in memory",
	.unit = UNIT_NS,
	.copies = COPIES_ONE,
	.profile = PROFILE_FULL,
	.tolerance = 0.01,
	.run = procedure_run,
};

#define PROCESS(id, child, names, words)                                                           \
	const struct benchmark bench_lat_proc_##id = {                                             \
		.name = "lmbench.lat_proc_" #id,                                                   \
		.title = "Static Process " names,                                                  \
		.what = words,                                                                     \
		.caveat = "a small static musl program forks, and is what is started: a dynamic "  \
			  "one costs several times as much; compare with lmbench's rows of the "   \
			  "same name, built static",                                               \
		.unit = UNIT_NS,                                                                   \
		.placement = PLACE_FREE,                                                           \
		.copies = COPIES_ONE,                                                              \
		.profile = PROFILE_STANDARD,                                                       \
		.tolerance = 0.02,                                                                 \
		.min_ops = 16, /* asking for a batch costs two context switches */                 \
		.arg = &(const enum fork_child){ child },                                          \
		.setup = fork_server_setup,                                                        \
		.run = fork_server_run,                                                            \
		.teardown = fork_server_teardown,                                                  \
	}

PROCESS(fork, FORK_END, "fork+exit", "fork, exit of the child, wait");
PROCESS(exec, FORK_EXEC, "fork+execve",
	"fork, execve of a program that writes to a closed descriptor and ends, wait");
PROCESS(shell, FORK_SHELL, "fork+/bin/sh -c", "fork, /bin/sh -c of that program, wait");

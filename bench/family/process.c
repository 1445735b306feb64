/* SPDX-License-Identifier: MIT */
/* UnixBench's execl and process creation, through exec_target. Source:
 * reference/unixbench.md 1.5, 1.9. */
#include "family/fork_server.h"

#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static char target[4096];

static int execl_setup(struct bench *b)
{
	return fork_server_find(b, target);
}

static int execl_run(struct bench *b, uint64_t n)
{
	char limit[24], start[24];
	char *argv[] = { target, "0", limit, "0", start, NULL };
	int status;
	pid_t pid;

	snprintf(limit, sizeof(limit), "%llu", (unsigned long long)n);
	snprintf(start, sizeof(start), "%lld", (long long)time(NULL));
	if (posix_spawn(&pid, target, NULL, NULL, argv, environ))
		return bench_fail(b, "start %s:", target);
	if (waitpid(pid, &status, 0) != pid || status)
		return bench_fail(b, "the chain of execs broke (status 0x%x)", (unsigned)status);
	return BENCH_OK;
}

/* The factors are what bench-peers --factors printed: they differ from machine to machine. */
const struct benchmark bench_execl = {
	.name = "unixbench.execl",
	.title = "Execl Throughput",
	.what = "one execve of a small static program by itself, start-up of its C library "
		"included",
	.caveat = "static musl program, which has no linker and no libc to load: 11 times the "
		  "figure of a distribution's dynamic one (docs/fidelity.md)",
	.unit = UNIT_OPS_PER_S,
	.placement = PLACE_FREE,
	.profile = PROFILE_QUICK,
	.tolerance = 0.02,
	.min_ops = 64, /* starting and reaping the chain costs about one exec: hide it below 2 % */
	.setup = execl_setup,
	.run = execl_run,
};

const struct benchmark bench_spawn = {
	.name = "unixbench.spawn",
	.title = "Process Creation",
	.what = "fork of a small static program, exit of the child, wait",
	.caveat = "static musl program, which has fewer pages to copy: 2.3 times the figure of a "
		  "distribution's dynamic one (docs/fidelity.md)",
	.unit = UNIT_OPS_PER_S,
	.placement = PLACE_FREE,
	.profile = PROFILE_QUICK,
	.tolerance = 0.02,
	.min_ops = 16, /* asking the server costs two context switches a batch */
	.arg = &(const enum fork_child){ FORK_END },
	.setup = fork_server_setup,
	.run = fork_server_run,
	.teardown = fork_server_teardown,
};

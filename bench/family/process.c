/* SPDX-License-Identifier: MIT */
/* UnixBench's execl and process creation, through exec_target. Source:
 * reference/unixbench.md 1.5, 1.9. */
#include "benchmark.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct target {
	char path[4096];
	pid_t server; /* of forks; 0 = none */
	int to, from; /* pipes to it */
};

static int find_target(struct bench *b)
{
	struct target *target = calloc(1, sizeof(*target));

	b->state = target;
	if (!target)
		return bench_fail(b, "out of memory");
	snprintf(target->path, sizeof(target->path), "%s/exec_target", bench_program_dir());
	if (access(target->path, X_OK))
		return bench_skip(b, "%s is missing: put it beside bootmark:", target->path);
	return BENCH_OK;
}

static int execl_run(struct bench *b, uint64_t n)
{
	struct target *target = b->state;
	char limit[24], start[24];
	char *argv[] = { target->path, "0", limit, "0", start, NULL };
	int status;
	pid_t pid;

	snprintf(limit, sizeof(limit), "%llu", (unsigned long long)n);
	snprintf(start, sizeof(start), "%lld", (long long)time(NULL));
	if (posix_spawn(&pid, target->path, NULL, NULL, argv, environ))
		return bench_fail(b, "start %s:", target->path);
	if (waitpid(pid, &status, 0) != pid || status)
		return bench_fail(b, "the chain of execs broke (status 0x%x)", (unsigned)status);
	return BENCH_OK;
}

/* The server is forked once: what it costs to ask it is paid once a batch. */
static int spawn_setup(struct bench *b)
{
	int status = find_target(b), request[2], reply[2];
	struct target *target = b->state;

	if (status)
		return status;
	if (pipe2(request, O_CLOEXEC) || pipe2(reply, O_CLOEXEC))
		return bench_fail(b, "make two pipes:");
	target->server = fork();
	if (target->server < 0)
		return bench_fail(b, "fork:");
	if (target->server == 0) {
		if (dup2(request[0], 0) == 0 && dup2(reply[1], 1) == 1)
			execl(target->path, target->path, "1", (char *)NULL);
		_exit(1);
	}
	close(request[0]);
	close(reply[1]);
	target->to = request[1];
	target->from = reply[0];
	return BENCH_OK;
}

static int spawn_run(struct bench *b, uint64_t n)
{
	struct target *target = b->state;
	char failed = 1;

	if (write(target->to, &n, sizeof(n)) != sizeof(n) || read(target->from, &failed, 1) != 1)
		return bench_fail(b, "the fork server is gone:");
	if (failed)
		return bench_fail(b, "a fork failed: process limit or memory");
	return BENCH_OK;
}

static void spawn_teardown(struct bench *b)
{
	struct target *target = b->state;

	if (!target || target->server <= 0)
		return;
	close(target->to);
	waitpid(target->server, NULL, 0);
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
	.setup = find_target,
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
	.setup = spawn_setup,
	.run = spawn_run,
	.teardown = spawn_teardown,
};

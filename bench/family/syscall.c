/* SPDX-License-Identifier: MIT */
/* UnixBench's system call overhead, 6.0.0: a descriptor of its own, getpid past the C library. */
#include "benchmark.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int syscall_setup(struct bench *b)
{
	int ends[2], *fd = malloc(sizeof(*fd));

	if (!fd || pipe2(ends, O_CLOEXEC))
		return bench_fail(b, "make a pipe:");
	close(ends[1]);
	*fd = ends[0];
	b->state = fd;
	return BENCH_OK;
}

static int syscall_run(struct bench *b, uint64_t n)
{
	const int fd = *(const int *)b->state;

	while (n--) {
		if (close(dup(fd)))
			return bench_fail(b, "close a duplicate descriptor:");
		keep(syscall(SYS_getpid));
		keep(getuid());
		keep(umask(022));
	}
	return BENCH_OK;
}

const struct benchmark bench_syscall = {
	.name = "unixbench.syscall",
	.title = "System Call Overhead",
	.what = "five system calls, counted as one: dup, close, getpid, getuid, umask",
	.unit = UNIT_OPS_PER_S,
	.profile = PROFILE_QUICK,
	.tolerance = 0.01,
	.setup = syscall_setup,
	.run = syscall_run,
};

/* SPDX-License-Identifier: MIT */
/* UnixBench's pipe throughput and pipe-based context switching. Source:
 * reference/unixbench.md 1.7, 1.8. */
#include "benchmark.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCK = 512 };

static int pipe_setup(struct bench *b)
{
	int *ends = malloc(2 * sizeof(*ends));

	b->state = ends;
	if (!ends || pipe2(ends, O_CLOEXEC))
		return bench_fail(b, "make a pipe:");
	return BENCH_OK;
}

static int pipe_run(struct bench *b, uint64_t n)
{
	const int *ends = b->state;
	char block[BLOCK];

	memset(block, 0, sizeof(block));
	while (n--)
		if (write(ends[1], block, BLOCK) != BLOCK || read(ends[0], block, BLOCK) != BLOCK)
			return bench_fail(b, "move 512 bytes through a pipe:");
	return BENCH_OK;
}

const struct benchmark bench_pipe = {
	.name = "unixbench.pipe",
	.title = "Pipe Throughput",
	.what = "write 512 bytes to a pipe and read them back in the same process: two system "
		"calls",
	.unit = UNIT_OPS_PER_S,
	.profile = PROFILE_QUICK,
	.tolerance = 0.01,
	.setup = pipe_setup,
	.run = pipe_run,
};

/* Two processes that pass a counter back and forth. */
struct pair {
	int to, from; /* our ends */
	pid_t partner;
	uint64_t counter;
};

/* The partner: answers until our end of the pipe closes. A wrong counter ends it, which we notice.
 */
static _Noreturn void answer(int from, int to)
{
	uint64_t counter = 0, got;

	while (read(from, &got, sizeof(got)) == sizeof(got)) {
		if (got != counter || write(to, &counter, sizeof(counter)) != sizeof(counter))
			_exit(1);
		counter++;
	}
	_exit(0);
}

static int context_setup(struct bench *b)
{
	struct pair *pair = calloc(1, sizeof(*pair));
	int out[2], back[2];

	if (!pair || pipe2(out, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		return bench_fail(b, "make two pipes:");
	b->state = pair;
	pair->partner = fork();
	if (pair->partner < 0)
		return bench_fail(b, "fork the partner:");
	if (pair->partner == 0) {
		close(out[1]);
		close(back[0]);
		answer(out[0], back[1]);
	}
	close(out[0]);
	close(back[1]);
	pair->to = out[1];
	pair->from = back[0];
	return BENCH_OK;
}

static int context_run(struct bench *b, uint64_t n)
{
	struct pair *pair = b->state;

	while (n--) {
		uint64_t got;

		if (write(pair->to, &pair->counter, sizeof(got)) != sizeof(got) ||
			read(pair->from, &got, sizeof(got)) != sizeof(got))
			return bench_fail(b, "the partner is gone:");
		if (got != pair->counter)
			return bench_fail(b, "the partners are out of step: a pipe lost data");
		pair->counter++;
	}
	return BENCH_OK;
}

/* The CPU that a process ran on last: the 39th field of its stat, counted behind the name. -1 =
 * unknown. */
static int last_cpu(pid_t pid)
{
	char path[64], text[1024], *field;
	FILE *file;
	size_t length = 0;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (file) {
		length = fread(text, 1, sizeof(text) - 1, file);
		fclose(file);
	}
	text[length] = '\0';
	field = strrchr(text, ')');
	for (int i = 2; field && i < 39; i++)
		field = strchr(field + 1, ' ');
	return field ? atoi(field) : -1;
}

/* Placement decides this result (by a factor of 8 on some machines): it is reported with it. */
static void context_teardown(struct bench *b)
{
	struct pair *pair = b->state;

	if (!pair || pair->partner <= 0)
		return;
	bench_note(b, "placement", "at the end on CPU %d and CPU %d", sched_getcpu(),
		last_cpu(pair->partner));
	close(pair->to);
	waitpid(pair->partner, NULL, 0);
}

const struct benchmark bench_context1 = {
	.name = "unixbench.context1",
	.title = "Pipe-based Context Switching",
	.what = "one round trip of an 8-byte counter between two processes over two pipes; the "
		"scheduler "
		"places them",
	.unit = UNIT_OPS_PER_S,
	.placement = PLACE_FREE,
	.profile = PROFILE_QUICK,
	.tolerance = 0.02,
	.setup = context_setup,
	.run = context_run,
	.teardown = context_teardown,
};

/* SPDX-License-Identifier: MIT */
#include "family/fork_server.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
	pid_t pid;    /* 0 = none */
	int to, from; /* pipes to it */
} server;

int fork_server_find(struct bench *b, char *path)
{
	enum { PATH_SIZE = 4096 };

	if (snprintf(path, PATH_SIZE, "%s/exec_target", bench_program_dir()) >= PATH_SIZE)
		return bench_skip(b, "the name of the program's directory is too long");
	if (access(path, X_OK))
		return bench_skip(b, "%s is missing: put it beside bootmark:", path);
	return BENCH_OK;
}

/* It is forked once: what it costs to ask it is paid once a batch. */
int fork_server_setup(struct bench *b)
{
	const enum fork_child *child = b->benchmark->arg;
	char path[4096], argument[] = { (char)('0' + *child), '\0' };
	int status = fork_server_find(b, path), request[2], reply[2];

	if (status)
		return status;
	if (pipe2(request, O_CLOEXEC) || pipe2(reply, O_CLOEXEC))
		return bench_fail(b, "make two pipes:");
	signal(SIGPIPE, SIG_IGN); /* a server that is gone is a status */
	server.pid = fork();
	if (server.pid < 0)
		return bench_fail(b, "fork:");
	if (server.pid == 0) {
		signal(SIGPIPE, SIG_DFL);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (dup2(request[0], 0) == 0 && dup2(reply[1], 1) == 1)
			execl(path, path, argument, (char *)NULL);
		_exit(1);
	}
	close(request[0]);
	close(reply[1]);
	server.to = request[1];
	server.from = reply[0];
	return BENCH_OK;
}

int fork_server_run(struct bench *b, uint64_t n)
{
	char failed = 1;

	if (write(server.to, &n, sizeof(n)) != sizeof(n) || read(server.from, &failed, 1) != 1)
		return bench_fail(b, "the process that forks is gone");
	if (failed)
		return bench_fail(b, "a child failed: process limit or memory, or no /bin/sh");
	return BENCH_OK;
}

void fork_server_teardown(struct bench *b)
{
	(void)b;
	if (server.pid <= 0)
		return;
	close(server.to);
	waitpid(server.pid, NULL, 0);
}

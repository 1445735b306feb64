/* SPDX-License-Identifier: MIT */
/* UnixBench's shell scripts: sort, od, grep, tee, wc, rm under /bin/sh. Source:
 * reference/unixbench.md 1.11. */
#include "benchmark.h"
#include "family/sort_input.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs $1 pipelines at a time. */
static const char many_script[] = "#!/bin/sh\n"
				  "left=$1\n"
				  "while [ $left -gt 0 ]; do\n"
				  "\t/bin/sh one.sh input &\n"
				  "\tleft=$((left - 1))\n"
				  "done\n"
				  "wait\n";

static const char one_script[] = "sort <$1 >sorted.$$\n"
				 "od sorted.$$ | sort -n -k 1 >dumped.$$\n"
				 "grep the sorted.$$ | tee found.$$ | wc >counted.$$\n"
				 "rm sorted.$$ dumped.$$ found.$$ counted.$$\n";

static int write_file(struct bench *b, const char *name, const void *data, size_t size)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
	bool good = fd >= 0 && write(fd, data, size) == (ssize_t)size;

	if (fd >= 0 && close(fd))
		good = false;
	return good ? BENCH_OK : bench_fail(b, "write %s in %s:", name, b->workdir);
}

/* Finds a tool in PATH as the shell would; false if it is not there. */
static bool find_tool(const char *tool, char *path, size_t size)
{
	const char *directory = getenv("PATH");

	while (directory && *directory) {
		size_t length = strcspn(directory, ":");

		snprintf(path, size, "%.*s/%s", (int)length, directory, tool);
		if (access(path, X_OK) == 0)
			return true;
		directory += length + (directory[length] == ':');
	}
	return false;
}

/* The tools decide this result as much as the kernel does: name the files that they really are. */
static int check_tools(struct bench *b)
{
	static const char *const tools[] = { "sort", "od", "grep", "tee", "wc", "rm" };
	char path[4096], real[4096];

	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++)
		if (!find_tool(tools[i], path, sizeof(path)))
			return bench_skip(b, "no %s in PATH (%s)", tools[i], getenv("PATH"));
	if (!realpath(path, real))
		return bench_fail(b, "look up %s:", path);
	bench_note(b, "tools", "%s", real);
	if (!realpath("/bin/sh", real))
		return bench_skip(b, "no /bin/sh");
	bench_note(b, "shell", "%s", real);
	return BENCH_OK;
}

static int shell_setup(struct bench *b)
{
	static char input[SORT_INPUT_BYTES];
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), status = check_tools(b);

	if (status)
		return status;
	if (null < 0 || dup2(null, 0) != 0)
		return bench_fail(b, "open /dev/null:");
	sort_input_make(input);
	status = write_file(b, "input", input, sizeof(input));
	if (!status)
		status = write_file(b, "one.sh", one_script, strlen(one_script));
	if (!status)
		status = write_file(b, "many.sh", many_script, strlen(many_script));
	return status;
}

static int shell_run(struct bench *b, uint64_t n)
{
	const char *concurrent = b->benchmark->arg;

	while (n--) {
		pid_t child = fork();
		int status;

		if (child == 0) {
			execl("./many.sh", "./many.sh", concurrent, (char *)NULL);
			_exit(127);
		}
		if (child < 0)
			return bench_fail(b, "fork:");
		if (waitpid(child, &status, 0) != child || status)
			return bench_fail(b, "the script failed (status 0x%x)", (unsigned)status);
	}
	return BENCH_OK;
}

#define SHELL_BENCHMARK(count, when, factor)                                                       \
	const struct benchmark bench_shell##count = {                                              \
		.name = "unixbench.shell" #count,                                                  \
		.title = "Shell Scripts (" #count " concurrent)",                                  \
		.what = "one script that runs " #count                                             \
			" pipelines of sort, od, grep, tee, wc and rm at "                         \
			"a time: processes, pipes and small files",                                \
		.caveat = "static busybox is shell and tools: " factor " the figure of "           \
			  "a distribution's dash and coreutils (docs/fidelity.md)",                \
		.unit = UNIT_OPS_PER_S,                                                            \
		.placement = PLACE_FREE,                                                           \
		.profile = when,                                                                   \
		.tolerance = 0.02,                                                                 \
		.arg = #count,                                                                     \
		.setup = shell_setup,                                                              \
		.run = shell_run,                                                                  \
	}

SHELL_BENCHMARK(1, PROFILE_QUICK, "1.5 times");
SHELL_BENCHMARK(8, PROFILE_QUICK, "1.8 times");
SHELL_BENCHMARK(16, PROFILE_FULL, "more than");

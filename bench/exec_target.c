/* SPDX-License-Identifier: MIT */
/*
 * The small program that the exec and fork benchmarks run: their cost depends on the size of the
 * process, so it must not be bootmark's.
 *
 *   exec_target                       writes a line and ends
 *   exec_target 0 LIMIT COUNT START   one step of a chain: exec itself until COUNT reaches LIMIT
 *   exec_target 1                     server: reads a 64-bit number from fd 0, forks that often,
 *                                     each child ends at once, writes one byte (0 = done) to fd 1;
 *                                     ends at end of file
 *   exec_target 2                     the same, each child becomes the first of these
 *   exec_target 3                     the same, by way of /bin/sh
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The known tool's program carries a buffer of this size that nothing uses: part of what exec sets
 * up. */
static char ballast[8192];

static int chain(char **argv)
{
	unsigned long limit = strtoul(argv[2], NULL, 10), count = strtoul(argv[3], NULL, 10) + 1;
	long start = 0;
	char count_text[24], start_text[24];

	if (sscanf(argv[4], "%ld", &start) != 1)
		return 2;
	/* The known tool looks at the clock in each step; so do we, though the count ends the
	 * chain. */
	if (time(NULL) < start)
		return 3;
	if (count >= limit)
		return 0;
	snprintf(count_text, sizeof(count_text), "%lu", count);
	snprintf(start_text, sizeof(start_text), "%ld", start);
	execl(argv[0], argv[0], "0", argv[2], count_text, start_text, (char *)NULL);
	return 1;
}

static const char *own_path;

static void end(void)
{
	exit(0);
}

/* Without a standard output: the line goes nowhere. */
static void become_target(void)
{
	close(1);
	execl(own_path, own_path, (char *)NULL);
	_exit(1);
}

static void become_target_by_shell(void)
{
	close(1);
	execl("/bin/sh", "sh", "-c", own_path, (char *)NULL);
	_exit(1);
}

static int fork_many(uint64_t n, void (*child_does)(void))
{
	while (n--) {
		pid_t child = fork();
		int status = 0;

		if (child == 0)
			child_does();
		if (child < 0 || wait(&status) != child || status)
			return 1;
	}
	return 0;
}

static int serve(void (*child_does)(void))
{
	uint64_t n;

	while (read(0, &n, sizeof(n)) == sizeof(n)) {
		char failed = (char)fork_many(n, child_does);

		if (write(1, &failed, 1) != 1)
			return 1;
	}
	return 0;
}

static int greet(void)
{
	static const char line[] = "exec_target\n";
	ssize_t ignored = write(1, line, sizeof(line) - 1);

	(void)ignored;
	return 0;
}

int main(int argc, char **argv)
{
	__asm__ volatile("" : : "r"(ballast) : "memory");
	if (argc == 5 && argv[1][0] == '0')
		return chain(argv);
	own_path = argv[0];
	if (argc == 1)
		return greet();
	if (argc == 2 && argv[1][0] == '1')
		return serve(end);
	if (argc == 2 && argv[1][0] == '2')
		return serve(become_target);
	if (argc == 2 && argv[1][0] == '3')
		return serve(become_target_by_shell);
	fputs("exec_target: run by bootmark, not by hand\n", stderr);
	return 2;
}

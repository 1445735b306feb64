/* SPDX-License-Identifier: MIT */
#include "family/partner.h"

#include "core/cpus.h"
#include "core/die.h"
#include "core/nodes.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* An answer takes microseconds; on a machine that emulates hundreds of CPUs, milliseconds. */
enum { PATIENCE_S = 10, AGAIN_S = 1 };

/* Field of /proc/PID/stat, counted from 1. */
enum { STAT_CPU = 39 };

static pid_t *partners;
static unsigned count;

static bool is_place(int own, int other, enum partner_place place)
{
	const int both[] = { own, other };
	bool same_core = own == other || cpus_cores("/sys", both, 2) == 1;
	bool same_node = nodes_of_cpu("/sys", own) == nodes_of_cpu("/sys", other);

	switch (place) {
	case PARTNER_SAME_CPU:
		return own == other;
	case PARTNER_SIBLING:
		return own != other && same_core;
	case PARTNER_SAME_NODE:
		return !same_core && same_node;
	default:
		return !same_node;
	}
}

/* The CPU for the partner; -1 (and why) = the machine has none there. */
static int find_cpu(struct bench *b, enum partner_place place)
{
	static const char *const lacks[] = {
		[PARTNER_SIBLING] = "no second thread in this core",
		[PARTNER_SAME_NODE] = "no second core in this node",
		[PARTNER_OTHER_NODE] = "no second node with CPUs",
	};
	const int *cpus;
	int usable = bench_cpus(b, &cpus), own = sched_getcpu();

	if (place == PARTNER_SAME_CPU)
		return own;
	for (int i = 0; i < usable; i++)
		if (is_place(own, cpus[i], place))
			return cpus[i];
	bench_skip(b, "this machine has %s", lacks[place]);
	return -1;
}

/* A signal can come right before the call that it should end: so it comes again. */
static void remind(int signal)
{
	(void)signal;
	alarm(AGAIN_S);
}

int partner_start(
	struct bench *b, enum partner_place place, void (*serve)(void *context), void *context)
{
	const struct sigaction action = { .sa_handler = remind }; /* without SA_RESTART */
	pid_t self = getpid(), partner;
	int cpu = place == PARTNER_FREE ? -1 : find_cpu(b, place);

	if (place != PARTNER_FREE && cpu < 0)
		return BENCH_SKIPPED;
	sigaction(SIGALRM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	partner = fork();
	if (partner < 0)
		return bench_fail(b, "fork the partner:");
	if (partner) {
		partners = xrealloc(partners, (count + 1) * sizeof(*partners));
		partners[count++] = partner;
		return BENCH_OK;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != self || (cpu >= 0 && cpus_pin(cpu)))
		_exit(1);
	serve(context);
	_exit(0);
}

void partner_expect(void)
{
	alarm(PATIENCE_S);
}

int partner_failed(struct bench *b, const char *call)
{
	if (errno == EINTR)
		return bench_fail(
			b, "%s: the other process did not answer for %d s", call, PATIENCE_S);
	return bench_fail(b, "%s: the other process is gone, or the data are wrong:", call);
}

int partner_check(struct bench *b)
{
	for (unsigned i = 0; i < count; i++)
		if (waitpid(partners[i], NULL, WNOHANG))
			return bench_fail(b, "the other process is gone");
	return BENCH_OK;
}

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
	field = strrchr(text, ')'); /* the name before it may contain blanks */
	for (int i = 2; field && i < STAT_CPU; i++)
		field = strchr(field + 1, ' ');
	return field ? atoi(field) : -1;
}

void partner_stop(struct bench *b)
{
	alarm(0);
	if (count)
		bench_note(b, "placement", "at the end on CPU %d and CPU %d", sched_getcpu(),
			last_cpu(partners[count - 1]));
	for (unsigned i = 0; i < count; i++)
		kill(partners[i], SIGKILL);
	while (count)
		if (waitpid(partners[count - 1], NULL, 0) >= 0 || errno != EINTR)
			count--;
}

/* SPDX-License-Identifier: MIT */
#include "core/team.h"

#include "core/copy.h"
#include "core/die.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a killed process leaves to be reaped appears within this time. */
enum { REAP_MS = 5000, REAP_STEP_MS = 5 };

struct team {
	const struct team_plan *plan;
	struct copy_area *areas;
	struct sampling_team *shared;
	pid_t *pids; /* 0 = has ended */
	pid_t group; /* process group of all copies and of what they start */
	unsigned running, ready;
	int ready_fd, go_fd, signal_fd;
	int signal; /* that cancelled it */
	char *why;
};

struct copy_area *team_alloc(unsigned copies)
{
	void *memory = mmap(NULL, copies * sizeof(struct copy_area), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		die("map memory for %u copies:", copies);
	return memory;
}

void team_free(struct copy_area *areas, unsigned copies)
{
	munmap(areas, copies * sizeof(*areas));
}

/* Forks the copies; false (and why) if one could not be made. */
static bool start(struct team *team)
{
	int ready[2], go[2];

	if (pipe2(ready, O_CLOEXEC) || pipe2(go, O_CLOEXEC))
		die("make a pipe:");
	fflush(NULL);
	for (unsigned i = 0; i < team->plan->copies; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			setpgid(0, team->group);
			close(ready[0]);
			close(go[1]);
			close(team->signal_fd);
			copy_main(team->plan, i, team->shared, &team->areas[i],
				(struct barrier){ ready[1], go[0] });
		}
		if (pid < 0) {
			snprintf(team->why, WHY_LENGTH, "could not start copy %u of %u: %s", i + 1,
				team->plan->copies, strerror(errno));
			break;
		}
		if (!team->group)
			team->group = pid;
		setpgid(pid, team->group);
		team->pids[i] = pid;
		team->running++;
	}
	close(ready[1]);
	close(go[0]);
	team->ready_fd = ready[0];
	team->go_fd = go[1];
	return team->running == team->plan->copies;
}

/* Takes the exit status of every process that has ended. True if a copy died before it had
 * finished. */
static bool reap(struct team *team)
{
	bool crashed = false;
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		for (unsigned i = 0; i < team->plan->copies; i++) {
			if (team->pids[i] != pid)
				continue;
			team->pids[i] = 0;
			team->running--;
			if (team->areas[i].finished)
				continue;
			crashed = true;
			atomic_store(&team->shared->stop, true);
			if (WIFSIGNALED(status))
				snprintf(team->why, WHY_LENGTH, "copy %u died of signal %d (%s)", i,
					WTERMSIG(status), strsignal(WTERMSIG(status)));
			else
				snprintf(team->why, WHY_LENGTH, "copy %u exited with status %d", i,
					WEXITSTATUS(status));
		}
	}
	return crashed;
}

static void open_barrier(struct team *team)
{
	if (team->go_fd >= 0)
		close(team->go_fd);
	team->go_fd = -1;
}

/* Counts the copies that are ready; the last one starts the measurement. */
static void count_ready(struct team *team)
{
	char bytes[256];
	ssize_t got = read(team->ready_fd, bytes, sizeof(bytes));

	if (got > 0)
		team->ready += (unsigned)got;
	if (got <= 0 || team->ready >= team->plan->copies)
		open_barrier(team);
}

static enum team_end watch(struct team *team, uint64_t deadline_ns)
{
	while (team->running) {
		struct pollfd fds[2] = { { .fd = team->signal_fd, .events = POLLIN },
			{ .fd = team->go_fd >= 0 ? team->ready_fd : -1, .events = POLLIN } };
		uint64_t now = clock_now_ns();
		struct signalfd_siginfo info;

		if (now >= deadline_ns)
			return TEAM_HUNG;
		/* + 1: a timeout rounded down would spin through the last millisecond. */
		poll(fds, 2, (int)((deadline_ns - now) / 1000000 + 1));
		if (fds[1].revents)
			count_ready(team);
		if (!fds[0].revents || read(team->signal_fd, &info, sizeof(info)) != sizeof(info))
			continue;
		if (info.ssi_signo != SIGCHLD) {
			team->signal = (int)info.ssi_signo;
			return TEAM_CANCELLED;
		}
		if (reap(team))
			return TEAM_CRASHED;
		/* A copy that has given up never gets ready: the others must not wait for it. */
		if (team->running < team->plan->copies)
			open_barrier(team);
	}
	return TEAM_DONE;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status;
	(void)type;
	(void)where;
	return remove(path);
}

static void remove_directories(const struct team_plan *plan)
{
	for (unsigned i = 0; i < plan->copies; i++) {
		char *path = xasprintf("%s/copy%u", plan->workdir, i);

		nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
		free(path);
	}
}

/* Nothing that the copies started may live on: it would disturb what is measured next. */
static void clean_up(struct team *team)
{
	const struct timespec step = { 0, REAP_STEP_MS * 1000000L };

	open_barrier(team);
	close(team->ready_fd);
	if (team->group)
		kill(-team->group, SIGKILL);
	for (int waited = 0; waited < REAP_MS; waited += REAP_STEP_MS) {
		pid_t pid = waitpid(-1, NULL, WNOHANG);

		if (pid < 0)
			break;
		if (pid == 0)
			nanosleep(&step, NULL);
	}
	close(team->signal_fd);
	remove_directories(team->plan);
}

static enum team_end judge(struct team *team, enum team_end end)
{
	if (end == TEAM_HUNG)
		snprintf(team->why, WHY_LENGTH, "no result after %.0f s: ended",
			(double)team->plan->hang_ns / 1e9);
	if (end == TEAM_CANCELLED)
		snprintf(team->why, WHY_LENGTH, "%s",
			team->signal == SIGTERM ? "the deadline of the whole run passed"
						: "interrupted by hand");
	for (unsigned i = 0; end == TEAM_DONE && i < team->plan->copies; i++) {
		struct copy_area *area = &team->areas[i];

		if (area->status == BENCH_OK)
			continue;
		end = area->status == BENCH_SKIPPED ? TEAM_SKIPPED : TEAM_FAILED;
		snprintf(team->why, WHY_LENGTH, "%s",
			area->report.why[0] ? area->report.why : "it stopped early");
	}
	return end;
}

enum team_end team_run(
	const struct team_plan *plan, struct copy_area *areas, char *why, int *signal)
{
	struct team team = { .plan = plan, .areas = areas, .why = why };
	enum team_end end = TEAM_FAILED;
	sigset_t signals;

	/* The logs need no clearing, and touching all of them would cost a big team seconds. */
	for (unsigned i = 0; i < plan->copies; i++) {
		memset(&areas[i], 0, offsetof(struct copy_area, histogram));
		if (benchmark_times_operations(plan->benchmark))
			memset(&areas[i].histogram, 0, sizeof(areas[i].histogram));
		areas[i].log.count = 0;
	}
	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	team.signal_fd = signalfd(-1, &signals, SFD_CLOEXEC);
	if (team.signal_fd < 0)
		die("make a signal descriptor:");
	team.shared = mmap(NULL, sizeof(*team.shared), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (team.shared == MAP_FAILED)
		die("map memory for a team:");
	team.shared->copies = plan->copies;
	team.pids = xcalloc(plan->copies, sizeof(*team.pids));
	if (start(&team))
		end = judge(&team, watch(&team, clock_now_ns() + plan->hang_ns));
	clean_up(&team);
	*signal = team.signal;
	munmap(team.shared, sizeof(*team.shared));
	free(team.pids);
	return end;
}

/* SPDX-License-Identifier: MIT */
/* lmbench's hand-overs between two processes by semaphores and by locks of files (lat_sem,
 * lat_fcntl). Source: reference/lmbench.md 1.2. */
#include "family/partner.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <unistd.h>

/* A round trip is two hand-overs, and one is what is reported. */
enum { HANDOVERS_PER_TRIP = 2 };

enum { OURS, THEIRS, BOTH };

static int semaphores = -1;

/* Waits for the own one and frees the other's, in one call. */
static bool sem_turn(unsigned short own, unsigned short other)
{
	struct sembuf turn[] = { { .sem_num = own, .sem_op = -1 },
		{ .sem_num = other, .sem_op = 1 } };

	return semop(semaphores, turn, 2) == 0;
}

static void sem_serve(void *unused)
{
	(void)unused;
	while (sem_turn(THEIRS, OURS))
		;
}

static int sem_setup(struct bench *b)
{
	const enum partner_place *place = b->benchmark->arg;

	/* The kernel keeps semaphores beyond the processes that made them, unless they have a
	 * namespace of their own, which takes root and a kernel that has them. */
	unshare(CLONE_NEWIPC);
	semaphores = semget(IPC_PRIVATE, BOTH, IPC_CREAT | 0600);
	if (semaphores < 0)
		return bench_skip(b, "it may not have semaphores (kernel.sem, ipcs -s):");
	if (semctl(semaphores, OURS, SETVAL, 1) || semctl(semaphores, THEIRS, SETVAL, 0))
		return bench_fail(b, "set a semaphore:");
	b->work_per_op = HANDOVERS_PER_TRIP;
	return partner_start(b, *place, sem_serve, NULL);
}

static int sem_run(struct bench *b, uint64_t n)
{
	errno = 0;
	partner_expect();
	while (n--)
		if (!sem_turn(OURS, THEIRS))
			return partner_failed(b, "wait for a semaphore");
	return BENCH_OK;
}

static void sem_teardown(struct bench *b)
{
	partner_stop(b);
	if (semaphores >= 0)
		semctl(semaphores, 0, IPC_RMID);
}

/* Both files' locks: the first is the partner's at the start, the second ours. */
static int files[BOTH];

static bool lock(int file, short type)
{
	struct flock range = { .l_type = type, .l_whence = SEEK_SET, .l_len = 1 };

	return fcntl(file, F_SETLKW, &range) == 0;
}

/* Each waits for a lock that the other gives back after it got one itself: strictly in turn. */
static bool take_and_give(int taken, int given)
{
	return lock(taken, F_WRLCK) && lock(given, F_UNLCK);
}

static bool give_and_take(int given, int taken)
{
	return lock(given, F_UNLCK) && lock(taken, F_WRLCK);
}

static void fcntl_serve(void *context)
{
	const int *started = context;
	char byte = 0;

	if (!lock(files[0], F_WRLCK) || write(*started, &byte, 1) != 1)
		return;
	while (give_and_take(files[0], files[1]) && give_and_take(files[1], files[0]))
		;
}

static int fcntl_setup(struct bench *b)
{
	static const char *const names[] = { "first", "second" };
	const enum partner_place *place = b->benchmark->arg;
	int started[2], status;
	char byte;

	for (int i = 0; i < BOTH; i++) {
		files[i] = open(names[i], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (files[i] < 0)
			return bench_fail(b, "create a file in %s:", b->workdir);
	}
	if (!lock(files[1], F_WRLCK))
		return bench_skip(b, "the file system of %s has no locks:", b->workdir);
	if (pipe2(started, O_CLOEXEC))
		return bench_fail(b, "make a pipe:");
	status = partner_start(b, *place, fcntl_serve, &started[1]);
	close(started[1]);
	if (status == BENCH_OK && read(started[0], &byte, 1) != 1)
		return bench_fail(b, "the other process cannot lock a file");
	close(started[0]);
	b->work_per_op = HANDOVERS_PER_TRIP;
	return status;
}

static int fcntl_run(struct bench *b, uint64_t n)
{
	errno = 0;
	partner_expect();
	while (n--)
		if (!take_and_give(files[0], files[1]) || !take_and_give(files[1], files[0]))
			return partner_failed(b, "wait for a lock");
	/* A dead process's locks are free: nobody would be waited for. */
	return partner_check(b);
}

#define LOCK_ROW(                                                                                  \
	where, suffix, title_suffix, where_words, placed, need, least, id, names, words, end)      \
	const struct benchmark bench_lat_##id##suffix = {                                          \
		.name = "lmbench.lat_" #id #suffix,                                                \
		.title = names title_suffix,                                                       \
		.what = words ", half of a round trip between two processes, " where_words,        \
		.unit = UNIT_NS,                                                                   \
		.placement = placed,                                                               \
		.needs = need,                                                                     \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.arg = &(const enum partner_place){ where },                                       \
		.setup = id##_setup,                                                               \
		.run = id##_run,                                                                   \
		.teardown = end,                                                                   \
	};

PARTNER_PLACES(LOCK_ROW, PROFILE_FULL, PROFILE_FULL, sem, "Semaphore latency",
	"a System V semaphore taken and another one given back in one call", sem_teardown)
PARTNER_PLACES(LOCK_ROW, PROFILE_FULL, PROFILE_FULL, fcntl, "Fcntl lock latency",
	"a record lock of a file taken and one of another file given back", partner_stop)

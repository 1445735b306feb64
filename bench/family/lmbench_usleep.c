/* SPDX-License-Identifier: MIT */
/* lmbench's sleep precision (lat_usleep). Source: reference/lmbench.md
 * 1.2. */
#include "benchmark.h"

#include <signal.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* What is asked for. The kernel adds its timer slack (50 us unless told otherwise) and the way back
 * to the CPU. */
enum { SLEEP_US = 100 };

static int nanosleep_run(struct bench *b, uint64_t n)
{
	const struct timespec asked = { 0, SLEEP_US * 1000 };

	while (n--)
		if (nanosleep(&asked, NULL))
			return bench_fail(b, "nanosleep:");
	return BENCH_OK;
}

static int select_run(struct bench *b, uint64_t n)
{
	while (n--) {
		struct timeval asked = { 0, SLEEP_US };

		if (select(0, NULL, NULL, NULL, &asked))
			return bench_fail(b, "select:");
	}
	return BENCH_OK;
}

static int pselect_run(struct bench *b, uint64_t n)
{
	const struct timespec asked = { 0, SLEEP_US * 1000 };

	while (n--)
		if (pselect(0, NULL, NULL, NULL, &asked, NULL))
			return bench_fail(b, "pselect:");
	return BENCH_OK;
}

static volatile sig_atomic_t rung;

static void ring(int signal)
{
	(void)signal;
	rung = 1;
}

static int itimer_setup(struct bench *b)
{
	const struct sigaction action = { .sa_handler = ring };

	return sigaction(SIGALRM, &action, NULL) ? bench_fail(b, "install a signal handler:")
						 : BENCH_OK;
}

/* The signal is blocked but while it is waited for: or it comes before the wait, which then never
 * ends. */
static int itimer_run(struct bench *b, uint64_t n)
{
	const struct itimerval once = { .it_value = { 0, SLEEP_US } };
	sigset_t alarm_only, before;

	sigemptyset(&alarm_only);
	sigaddset(&alarm_only, SIGALRM);
	sigprocmask(SIG_BLOCK, &alarm_only, &before);
	while (n--) {
		rung = 0;
		if (setitimer(ITIMER_REAL, &once, NULL))
			return bench_fail(b, "set a timer:");
		while (!rung)
			sigsuspend(&before);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return BENCH_OK;
}

#define SLEEP(id, words, ...)                                                                      \
	const struct benchmark bench_lat_usleep_##id = { .name = "lmbench.lat_usleep_" #id,        \
		.title = #id " 100 microseconds",                                                  \
		.what = "a sleep of 100 us by " words "",                                          \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = PROFILE_FULL,                                                           \
		.tolerance = 0.02,                                                                 \
		__VA_ARGS__ }

SLEEP(nanosleep, "nanosleep", .run = nanosleep_run);
SLEEP(select, "select", .run = select_run);
SLEEP(pselect, "pselect", .run = pselect_run);
SLEEP(itimer, "an interval timer's signal", .setup = itimer_setup, .run = itimer_run);

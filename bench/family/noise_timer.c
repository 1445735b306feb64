/* SPDX-License-Identifier: MIT */
/* Wake-up latency: how late a thread runs that asked to be woken every millisecond. */
#include "benchmark.h"
#include "core/histogram.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const uint64_t PERIOD_NS = 1000000;

/* Above all ordinary threads, below the kernel's own at 99. */
enum { PRIORITY = 50 };

static int timer_setup(struct bench *b)
{
	const struct sched_param param = { .sched_priority = PRIORITY };

	/* Ordinary threads are woken up to 50 us late on purpose, unless they ask not to be. */
	prctl(PR_SET_TIMERSLACK, 1);
	/* Not sched_setscheduler(): musl's only ever fails. */
	if (b->benchmark->arg && syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, &param))
		return bench_skip(
			b, "it may not use SCHED_FIFO (%s): run it as root", strerror(errno));
	return BENCH_OK;
}

static uint64_t ns_of(struct timespec t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* On CLOCK_MONOTONIC, since no timer runs on the raw clock; both tick alike within a period. */
static int timer_sample(struct bench *b, uint64_t ns, struct histogram *lateness, double *value)
{
	struct timespec now;
	uint64_t next, end, sum = 0, count = 0;

	clock_gettime(CLOCK_MONOTONIC, &now);
	next = ns_of(now);
	end = next + ns;
	while (next < end || !count) {
		struct timespec until;
		uint64_t woken;

		next += PERIOD_NS;
		until = (struct timespec){ (time_t)(next / 1000000000), (long)(next % 1000000000) };
		if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL))
			return bench_fail(b, "sleep until a point in time:");
		clock_gettime(CLOCK_MONOTONIC, &now);
		woken = ns_of(now);
		histogram_add(lateness, woken - next);
		sum += woken - next;
		count++;
		/* Periods that were slept through are not made up for: each would be counted late.
		 */
		if (woken > next + PERIOD_NS)
			next = woken;
	}
	*value = (double)sum / (double)count;
	return BENCH_OK;
}

#define TIMER(id, suffix, words, fifo)                                                             \
	const struct benchmark bench_noise_timer##id = { .name = "noise.timer" suffix,             \
		.what = "how late a thread is woken by a timer of 1 ms on every CPU, " words,      \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_EACH_CPU,                                                         \
		.profile = PROFILE_QUICK,                                                          \
		.noise = true,                                                                     \
		.arg = fifo,                                                                       \
		.setup = timer_setup,                                                              \
		.sample = timer_sample }

TIMER(, "", "as an ordinary thread", NULL);
TIMER(_fifo, "_fifo", "under SCHED_FIFO", "fifo");

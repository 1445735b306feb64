/* SPDX-License-Identifier: MIT */
/*
 * sysbench's threads and mutex tests: the scheduler under sched_yield(), and locks that are seldom
 * taken twice at once. Source: reference/tools.md 1.4 and 1.5.
 */
#include "benchmark.h"
#include "core/histogram.h"
#include "family/sysbench_event.h"

#include <pthread.h>
#include <sched.h>

/* sysbench's defaults. */
enum { YIELDS = 1000, THREAD_LOCKS = 8, MUTEXES = 4096, MUTEX_LOCKS = 50000, MUTEX_LOOPS = 10000 };

/* Of the mutex test an event takes long: a hundredth of it is an operation. */
enum { PARTS = 100 };

struct threads {
	atomic_uint next;
	pthread_mutex_t lock[THREAD_LOCKS];
};

/* As far from each other as sysbench's. */
struct padded_mutex {
	pthread_mutex_t lock;
	char padding[256];
};

struct mutexes {
	struct padded_mutex mutex[MUTEXES];
	uint64_t taken; /* whichever lock is held: nothing guards it, and nothing relies on it */
};

struct picker {
	struct event_random random;
	struct mutexes *shared;
};

/* Copies are processes: a lock between them has to be told. */
static int make_lock(struct bench *b, pthread_mutex_t *lock)
{
	pthread_mutexattr_t shared;

	if (pthread_mutexattr_init(&shared) ||
		pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED) ||
		pthread_mutex_init(lock, &shared))
		return bench_fail(b, "the C library makes no lock between processes");
	return BENCH_OK;
}

/* The first copy makes them: all are made before any copy starts to run. */
static int threads_setup(struct bench *b)
{
	struct threads *threads = b->shared;
	int status = BENCH_OK;

	for (int i = 0; b->copy == 0 && i < THREAD_LOCKS && !status; i++)
		status = make_lock(b, &threads->lock[i]);
	b->state = threads;
	return status;
}

static int threads_run(struct bench *b, uint64_t n)
{
	struct threads *threads = b->state;

	while (n--) {
		uint64_t start = bench_now_ns();
		pthread_mutex_t *lock =
			&threads->lock[atomic_fetch_add(&threads->next, 1) % THREAD_LOCKS];

		for (int i = 0; i < YIELDS; i++) {
			pthread_mutex_lock(lock);
			sched_yield();
			pthread_mutex_unlock(lock);
		}
		histogram_add(b->latency, bench_now_ns() - start);
	}
	return BENCH_OK;
}

static int mutex_setup(struct bench *b)
{
	static struct picker picker;
	int status = BENCH_OK;

	picker.shared = b->shared;
	picker.random.state[0] = b->seed + b->copy;
	picker.random.state[1] = ~b->seed;
	for (int i = 0; b->copy == 0 && i < MUTEXES && !status; i++)
		status = make_lock(b, &picker.shared->mutex[i].lock);
	b->work_per_op = 1.0 / PARTS;
	b->state = &picker;
	return status;
}

static int mutex_run(struct bench *b, uint64_t n)
{
	/* Read anew in each round, as sysbench's binary does: the loop is most of the time. */
	static volatile unsigned loops = MUTEX_LOOPS;
	struct picker *p = b->state;

	for (uint64_t i = 0; i < n * (MUTEX_LOCKS / PARTS); i++) {
		size_t at = (size_t)(event_random_unit(&p->random) * MUTEXES);

		for (unsigned k = 0; k < loops; k++)
			__asm__ volatile("" : : : "memory");
		pthread_mutex_lock(&p->shared->mutex[at].lock);
		p->shared->taken++;
		pthread_mutex_unlock(&p->shared->mutex[at].lock);
	}
	return BENCH_OK;
}

static const char caveat[] = "as sysbench 1.0.20 by its defaults, but copies are processes that "
			     "share the locks, and the "
			     "locks are musl's: where copies wait for each other, sysbench's "
			     "threads with glibc's do so in "
			     "another way";

const struct benchmark bench_sysbench_threads = {
	.name = "sysbench.threads",
	.title = "sysbench threads, 1000 yields, 8 locks",
	.what = "one event: 1000 times take a lock, give the CPU away (sched_yield), release the "
		"lock; "
		"of 8 locks each event has the next",
	.caveat = caveat,
	.unit = UNIT_OPS_PER_S,
	.placement = PLACE_FREE,
	.profile = PROFILE_STANDARD,
	.latency = true,
	.shared_bytes = sizeof(struct threads),
	.tolerance = 0.02,
	.setup = threads_setup,
	.run = threads_run,
};

const struct benchmark bench_sysbench_mutex = {
	.name = "sysbench.mutex",
	.title = "sysbench mutex, 50000 locks of 4096",
	.what = "one event: 50,000 times an empty loop of 10,000 rounds, then one of 4096 locks "
		"taken "
		"and released; sysbench does one event a thread and prints its time",
	.caveat = caveat,
	.unit = UNIT_OPS_PER_S,
	.placement = PLACE_FREE,
	.profile = PROFILE_STANDARD,
	.shared_bytes = sizeof(struct mutexes),
	.tolerance = 0.02,
	.setup = mutex_setup,
	.run = mutex_run,
};

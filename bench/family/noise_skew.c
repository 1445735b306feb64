/* SPDX-License-Identifier: MIT */
/*
 * Do the counters of all CPUs tell the same time? Two processes on two CPUs hand a value to and fro
 * through shared memory: the reply's reading lies between request and answer; the quickest exchange
 * tells the offset best, to half its length.
 */
#include "core/tsc.h"
#include "family/noise.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The quickest of so many exchanges meets no interrupt; bounded, for two CPUs of an overbooked host
 * may never run at the same time. */
enum { EXCHANGES = 2000, PATIENCE = 10000000 };

/* For all CPUs together: where two CPUs take turns (an emulator), an exchange takes a time slice.
 */
static const uint64_t BUDGET_NS = 1000000000;

/* On a machine of hundreds of CPUs the odd one out is found among these, spread evenly. */
enum { MAX_CPUS = 256 };

struct exchange {
	_Alignas(64) atomic_uint request, reply;
	uint64_t tsc; /* the other CPU's, written before the reply */
	atomic_bool pinned;
};

static _Noreturn void answer(struct bench *b, struct exchange *x, int cpu)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (bench_pin(b, cpu))
		_exit(1);
	atomic_store(&x->pinned, true);
	for (unsigned i = 1; i <= EXCHANGES; i++) {
		for (long spins = 0; atomic_load(&x->request) != i; spins++)
			if (spins > PATIENCE)
				_exit(1);
		x->tsc = tsc_now_ordered();
		atomic_store(&x->reply, i);
	}
	_exit(0);
}

/* Waits for the answer; false if the other CPU does not run. */
static bool wait_for(atomic_uint *reply, unsigned value)
{
	for (long spins = 0; atomic_load(reply) != value; spins++)
		if (spins > PATIENCE)
			return false;
	return true;
}

/* Ticks that the other CPU's counter is ahead; *uncertain: half the quickest exchange. */
static bool exchange(struct exchange *x, uint64_t limit_ns, double *offset, double *uncertain)
{
	uint64_t quickest = UINT64_MAX, start_ns = bench_now_ns();

	for (unsigned i = 1; i <= EXCHANGES; i++) {
		uint64_t sent = tsc_now_ordered(), back;

		atomic_store(&x->request, i);
		if (!wait_for(&x->reply, i))
			return quickest != UINT64_MAX;
		back = tsc_now_ordered();
		if (bench_now_ns() - start_ns > limit_ns && quickest != UINT64_MAX)
			break;
		if (back - sent >= quickest)
			continue;
		quickest = back - sent;
		*uncertain = (double)quickest / 2;
		*offset = (double)(int64_t)(x->tsc - sent) - *uncertain;
	}
	return true;
}

static bool compare_with(struct bench *b, struct exchange *x, int cpu, uint64_t limit_ns,
	double *offset, double *uncertain)
{
	bool done = false;
	pid_t pid;

	atomic_store(&x->request, 0);
	atomic_store(&x->reply, 0);
	atomic_store(&x->pinned, false);
	pid = fork();
	if (pid == 0)
		answer(b, x, cpu);
	if (pid > 0) {
		for (long spins = 0; !atomic_load(&x->pinned) && spins < PATIENCE / 100; spins++)
			usleep(10);
		done = exchange(x, limit_ns, offset, uncertain);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	return done;
}

static double ns_per_tick(void)
{
	uint64_t start_ns = bench_now_ns(), start = tsc_now(), end_ns;

	do
		end_ns = bench_now_ns();
	while (end_ns - start_ns < 10000000); /* known to 0.001 % */
	return (double)(end_ns - start_ns) / (double)(tsc_now() - start);
}

int noise_skew(struct bench *b)
{
	struct exchange *x =
		mmap(NULL, sizeof(*x), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	double scale = ns_per_tick(), worst = 0, uncertainty = 0;
	int count, step, compared = 0, failed = 0;
	const int *cpus;

	if (x == MAP_FAILED)
		return bench_fail(b, "map memory:");
	count = bench_cpus(b, &cpus);
	step = (count + MAX_CPUS - 1) / MAX_CPUS;
	for (int i = step; i < count; i += step) {
		double offset = 0, uncertain = 0;

		if (!compare_with(
			    b, x, cpus[i], BUDGET_NS / (uint64_t)count, &offset, &uncertain)) {
			failed++;
			continue;
		}
		compared++;
		worst = fabs(offset) > fabs(worst) ? offset : worst;
		uncertainty = fmax(uncertainty, uncertain);
	}
	munmap(x, sizeof(*x));
	if (compared) {
		bench_figure(b, "tsc_skew_ns", fabs(worst) * scale);
		bench_figure(b, "tsc_skew_uncertainty_ns", uncertainty * scale);
	} else {
		bench_figure_unavailable(b, "tsc_skew_ns",
			failed ? "the CPUs never ran at the same time" : "there is one CPU only");
	}
	return BENCH_OK;
}

/* SPDX-License-Identifier: MIT */
/* lmbench's signals (lat_sig): install a handler, catch a signal, catch a protection fault. Source:
 * reference/lmbench.md 1.1. */
#include "benchmark.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static volatile sig_atomic_t caught;
static volatile char *page;
static volatile uint64_t faults_left; /* before the store that faults, as written */

static int install(struct bench *b, int signal, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler };

	sigemptyset(&action.sa_mask);
	return sigaction(signal, &action, NULL) ? bench_fail(b, "install a signal handler:")
						: BENCH_OK;
}

static void count(int signal)
{
	(void)signal;
	caught++;
}

static int install_run(struct bench *b, uint64_t n)
{
	while (n--) {
		struct sigaction action = { .sa_handler = count }, old;

		sigemptyset(&action.sa_mask);
		if (sigaction(SIGUSR1, &action, &old))
			return bench_fail(b, "install a signal handler:");
	}
	return BENCH_OK;
}

static int catch_setup(struct bench *b)
{
	return install(b, SIGUSR1, count);
}

static int send(struct bench *b, int signal, uint64_t n)
{
	pid_t self = getpid();

	while (n--)
		if (kill(self, signal))
			return bench_fail(b, "send a signal to oneself:");
	return BENCH_OK;
}

static int catch_run(struct bench *b, uint64_t n)
{
	caught = 0;
	if (send(b, SIGUSR1, n))
		return BENCH_FAILED;
	if ((uint64_t)caught != n)
		return bench_fail(b, "a signal was lost");
	return BENCH_OK;
}

/* Signal 0 is only checked, not sent. */
static int send_nothing(struct bench *b, uint64_t n)
{
	return send(b, 0, n);
}

/* The store that faulted is tried again when this returns: it faults until the page may be written.
 */
static void fault(int signal)
{
	(void)signal;
	if (--faults_left == 0)
		mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE);
}

static int prot_setup(struct bench *b)
{
	int file = open("page", O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (file < 0 || ftruncate(file, PAGE))
		return bench_fail(b, "make a file of a page:");
	page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, file, 0);
	if (page == MAP_FAILED)
		return bench_fail(b, "map a file of a page:");
	close(file);
	keep(page[0]);
	return install(b, SIGUSR1, count) ? BENCH_FAILED : install(b, SIGSEGV, fault);
}

/* The protection that ends it and the one that starts it anew belong to the batch: two system calls
 * in all its faults. */
static int prot_run(struct bench *b, uint64_t n)
{
	faults_left = n;
	page[0] = 1;
	if (mprotect((void *)page, PAGE, PROT_READ))
		return bench_fail(b, "protect a page:");
	return BENCH_OK;
}

/* The known tool takes off what catching a signal costs: that of sending one, less that of sending
 * none. */
static int prot_and_nothing_run(struct bench *b, uint64_t n)
{
	return prot_run(b, n) ? BENCH_FAILED : send_nothing(b, n);
}

#define SIGNAL(id, names, words, ...)                                                              \
	const struct benchmark bench_lat_sig_##id = { .name = "lmbench.lat_sig_" #id,              \
		.title = names,                                                                    \
		.what = words,                                                                     \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = PROFILE_STANDARD,                                                       \
		.tolerance = 0.02,                                                                 \
		__VA_ARGS__ }

SIGNAL(install, "Signal handler installation", "sigaction of a handler, its struct filled anew",
	.run = install_run);
SIGNAL(catch, "Signal handler overhead",
	"kill of itself with a handler that counts, less kill with signal 0: delivery, handler and "
	"return",
	.setup = catch_setup, .run = catch_run, .without = send_nothing);
/* Two changes of the protection a batch: hidden below 1 % of it. */
SIGNAL(prot, "Protection fault",
	"a store to a page of a file that may only be read, and the handler's return, less the "
	"figure of lat_sig_catch",
	.min_ops = 256, .setup = prot_setup, .run = prot_and_nothing_run, .without = catch_run);

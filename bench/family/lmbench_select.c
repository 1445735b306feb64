/* SPDX-License-Identifier: MIT */
/* lmbench's select (lat_select) on descriptors of one file and of one TCP connection. Source:
 * reference/lmbench.md 1.1. */
#include "family/loopback.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <unistd.h>

/* The known tool asks for the first N descriptors; so many of those are its own, and not in the
 * set. */
enum { NOT_IN_SET = 8 };

/* How a row differs. */
struct select_case {
	int descriptors;
	bool tcp;
};

static fd_set writable;
static int highest;

static int open_file(struct bench *b)
{
	int fd = open("select", O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	return fd < 0 ? bench_fail(b, "create a file in %s:", b->workdir) : fd;
}

/* One end of a connection over the loopback; nothing is ever sent. */
static int open_tcp(struct bench *b)
{
	int ends[2];

	return loopback_connect(b, ends, 0) ? BENCH_FAILED : ends[0];
}

static int select_setup(struct bench *b)
{
	const struct select_case *c = b->benchmark->arg;
	struct rlimit limit;
	int fd = c->tcp ? open_tcp(b) : open_file(b);

	if (fd < 0)
		return BENCH_FAILED;
	if (!getrlimit(RLIMIT_NOFILE, &limit)) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
	for (int i = 0; i < c->descriptors - NOT_IN_SET; i++) {
		highest = fcntl(fd, F_DUPFD_CLOEXEC, 0);
		if (highest < 0)
			return bench_skip(
				b, "it may not have %d descriptors (ulimit -n):", c->descriptors);
		if (highest >= FD_SETSIZE)
			return bench_skip(b, "so many descriptors are open already that select has "
					     "no room");
		FD_SET(highest, &writable);
	}
	return BENCH_OK;
}

static int select_run(struct bench *b, uint64_t n)
{
	const struct select_case *c = b->benchmark->arg;

	while (n--) {
		fd_set set = writable;
		struct timeval no_wait = { 0, 0 };
		int ready = select(highest + 1, NULL, &set, NULL, &no_wait);

		if (ready != c->descriptors - NOT_IN_SET)
			return bench_fail(b, "%d descriptors are ready:", ready);
	}
	return BENCH_OK;
}

#define SELECT(count, kind, least, names, words, is_tcp)                                           \
	const struct benchmark bench_lat_select_##kind##count = {                                  \
		.name = "lmbench.lat_select_" #kind #count,                                        \
		.title = "Select on " #count names,                                                \
		.what = "select for writing, without waiting, on duplicates of one " words         \
			", 8 less than named, as the known tool does; all are ready",              \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.01,                                                                 \
		.arg = &(const struct select_case){ count, is_tcp },                               \
		.setup = select_setup,                                                             \
		.run = select_run,                                                                 \
	}

#define FILES(count, least) SELECT(count, file_, least, " fd's", "regular file", false)
#define SOCKETS(count, least)                                                                      \
	SELECT(count, tcp_, least, " tcp fd's", "TCP connection over the loopback", true)

/* The known tool's summary has those on 100. */
FILES(10, PROFILE_FULL);
FILES(100, PROFILE_STANDARD);
FILES(250, PROFILE_FULL);
FILES(500, PROFILE_FULL);
SOCKETS(10, PROFILE_FULL);
SOCKETS(100, PROFILE_STANDARD);
SOCKETS(250, PROFILE_FULL);
SOCKETS(500, PROFILE_FULL);

/* SPDX-License-Identifier: MIT */
/* Source: perf_event_open(2). */
#include "family/counters.h"

#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's struct perf_event_attr in its first, shortest form: musl brings no kernel headers.
 */
struct event {
	uint32_t type, size;
	uint64_t config, sample_period, sample_type, read_format, flags;
	uint32_t wakeup, breakpoint;
	uint64_t address;
};
_Static_assert(sizeof(struct event) == 64, "PERF_ATTR_SIZE_VER0");

enum {
	TYPE_HARDWARE = 0,
	TYPE_CACHE = 3,
	HARDWARE_CACHE_MISSES = 3,
	CACHE_L1D = 0,
	CACHE_DTLB = 3,
	CACHE_READ_MISS = 1 << 16, /* operation read, result miss */
	READ_TIMES = 3,		   /* time enabled and time running, behind the count */
	EXCLUDE_KERNEL = 1 << 5,
	EXCLUDE_HYPERVISOR = 1 << 6,
};

static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} events[COUNTERS] = {
	{ "llc_misses", TYPE_HARDWARE, HARDWARE_CACHE_MISSES },
	{ "l1d_misses", TYPE_CACHE, CACHE_L1D | CACHE_READ_MISS },
	{ "tlb_misses", TYPE_CACHE, CACHE_DTLB | CACHE_READ_MISS },
};

static const char *reason(int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
		return "counting is not allowed here: run as root, or lower "
		       "kernel.perf_event_paranoid";
	case ENOSYS:
		return "this kernel has no performance counters";
	default:
		return "this CPU, or its hypervisor, does not count it";
	}
}

void counters_open(struct counters *c)
{
	for (int i = 0; i < COUNTERS; i++) {
		struct event event = { .type = events[i].type,
			.size = sizeof(event),
			.config = events[i].config,
			.read_format = READ_TIMES,
			.flags = EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR };

		c->fd[i] = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
		c->why[i] = c->fd[i] < 0 ? reason(errno) : NULL;
	}
}

void counters_report(struct counters *c, struct bench *b, double work, const char *unit)
{
	for (int i = 0; i < COUNTERS; i++) {
		struct {
			uint64_t count, enabled_ns, running_ns;
		} read_out = { 0, 0, 0 };
		char key[32]; /* of a figure */

		snprintf(key, sizeof(key), "%s_per_%s", events[i].name, unit);
		if (c->fd[i] >= 0 && read(c->fd[i], &read_out, sizeof(read_out)) < 0)
			c->why[i] = "the counter can't be read";
		if (c->fd[i] >= 0)
			close(c->fd[i]);
		if (!c->why[i] && !read_out.running_ns)
			c->why[i] = "it never ran: other counters have all the registers";
		/* A counter that shares its register ran only part of the time. */
		if (c->why[i])
			bench_figure_unavailable(b, key, c->why[i]);
		else
			bench_figure(b, key,
				(double)read_out.count * (double)read_out.enabled_ns /
					(double)read_out.running_ns / work);
	}
}

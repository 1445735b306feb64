/* SPDX-License-Identifier: MIT */
/* lmbench's bandwidth between two processes: pipe, UNIX socket, TCP (bw_pipe, bw_unix, bw_tcp). The
 * data are not looked at. Source: reference/lmbench.md 1.4. */
#include "family/loopback.h"
#include "family/partner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BLOCK = 64 << 10, TRANSFER = 10 << 20, PAGE = 4096, OFFSET = 128 };

/* What the known tool asks for; the kernel gives what net.core.rmem_max allows, twice. */
enum { TCP_BUFFER = 1 << 20 };

/* Into this the data are read, and out of it written: so far behind the start of a page. */
static char *buffer;

/* Where the data come from, and where one asks for them; -1 = they come unasked. */
static int from = -1, request = -1;

/* What the partner writes, where to, and where it is asked. */
static struct source {
	int to, asked;
	size_t message;
} source;

static int take_buffer(struct bench *b, size_t bytes)
{
	void *pages;

	if (posix_memalign(&pages, PAGE, bytes + PAGE))
		return bench_fail(b, "out of memory");
	buffer = (char *)pages + OFFSET;
	for (size_t i = 0; i < bytes; i += PAGE)
		buffer[i] = 1;
	return BENCH_OK;
}

static bool write_all(int to, size_t bytes)
{
	for (size_t done = 0; done < bytes;) {
		ssize_t got = write(to, buffer + done, bytes - done);

		if (got <= 0)
			return false;
		done += (size_t)got;
	}
	return true;
}

static void write_for_ever(void *unused)
{
	(void)unused;
	while (write_all(source.to, source.message))
		;
}

/* So many bytes as it is asked for, each time. */
static void write_on_request(void *unused)
{
	uint64_t bytes;

	(void)unused;
	while (read(source.asked, &bytes, sizeof(bytes)) == sizeof(bytes))
		for (; bytes >= source.message; bytes -= source.message)
			if (!write_all(source.to, source.message))
				return;
}

/* Reads so many bytes, at most a message at once. */
static int read_all(struct bench *b, uint64_t bytes)
{
	while (bytes) {
		size_t wanted = bytes < source.message ? bytes : source.message;
		ssize_t got = read(from, buffer, wanted);

		if (got <= 0)
			return partner_failed(b, "read what the other process writes");
		bytes -= (uint64_t)got;
	}
	return BENCH_OK;
}

static int start(struct bench *b, size_t message, double bytes_per_op, void (*serve)(void *))
{
	int status;

	source.message = message;
	b->work_per_op = bytes_per_op;
	if (take_buffer(b, message))
		return BENCH_FAILED;
	status = partner_start(b, PARTNER_FREE, serve, NULL);
	close(source.to);
	return status;
}

static int pipe_setup(struct bench *b)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return bench_fail(b, "make a pipe:");
	from = ends[0];
	source.to = ends[1];
	return start(b, BLOCK, TRANSFER, write_for_ever);
}

static int unix_setup(struct bench *b)
{
	int ends[2], asks[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) || pipe2(asks, O_CLOEXEC))
		return bench_fail(b, "make a pair of UNIX sockets:");
	from = ends[0];
	source.to = ends[1];
	source.asked = asks[0];
	request = asks[1];
	return start(b, BLOCK, TRANSFER, write_on_request);
}

static int tcp_setup(struct bench *b)
{
	const size_t *message = b->benchmark->arg;
	int ends[2], granted = 0;
	socklen_t length = sizeof(granted);

	if (loopback_connect(b, ends, TCP_BUFFER))
		return BENCH_FAILED;
	getsockopt(ends[0], SOL_SOCKET, SO_RCVBUF, &granted, &length);
	bench_figure(b, "receive_buffer_bytes", granted);
	from = ends[0];
	source.to = ends[1];
	return start(b, *message, (double)*message, write_for_ever);
}

static int transfer_run(struct bench *b, uint64_t n)
{
	const uint64_t bytes = (uint64_t)b->work_per_op;

	errno = 0;
	partner_expect();
	while (n--) {
		if (request >= 0 && write(request, &bytes, sizeof(bytes)) != sizeof(bytes))
			return partner_failed(b, "ask for data");
		if (read_all(b, bytes))
			return BENCH_FAILED;
	}
	return BENCH_OK;
}

#define BANDWIDTH(id, least, names, words, prepare, ...)                                           \
	const struct benchmark bench_bw_##id = { .name = "lmbench.bw_" #id,                        \
		.title = names,                                                                    \
		.what = words ", from one process to another; the scheduler places both",          \
		.unit = UNIT_BYTES_PER_S,                                                          \
		.placement = PLACE_FREE,                                                           \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.setup = prepare,                                                                  \
		.run = transfer_run,                                                               \
		.teardown = partner_stop,                                                          \
		__VA_ARGS__ }

BANDWIDTH(pipe, PROFILE_STANDARD, "Pipe bandwidth", "10 MiB through a pipe in blocks of 64 KiB",
	pipe_setup, );
BANDWIDTH(unix, PROFILE_STANDARD, "AF_UNIX sock stream bandwidth",
	"10 MiB on request through a pair of UNIX stream sockets in blocks of 64 KiB",
	unix_setup, );

#define TCP(id, bytes, least)                                                                      \
	BANDWIDTH(tcp_##id, least, "Socket bandwidth using localhost, " #id,                       \
		"messages of " #bytes                                                              \
		" bytes over a TCP connection through the loopback, buffers of 1 MiB asked for",   \
		tcp_setup, .arg = &(const size_t){ bytes })

TCP(1, 1, PROFILE_FULL);
TCP(64, 64, PROFILE_FULL);
TCP(128, 128, PROFILE_FULL);
TCP(256, 256, PROFILE_FULL);
TCP(512, 512, PROFILE_FULL);
TCP(1024, 1024, PROFILE_FULL);
TCP(1437, 1437, PROFILE_FULL);
TCP(10m, 10000000, PROFILE_STANDARD);

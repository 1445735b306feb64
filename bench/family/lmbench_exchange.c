/* SPDX-License-Identifier: MIT */
/*
 * lmbench's round trips between two processes: pipe, FIFO, UNIX socket, TCP, UDP (lat_pipe,
 * lat_fifo, lat_unix, lat_tcp, lat_udp). Source: reference/lmbench.md 1.2.
 */
#include "family/loopback.h"
#include "family/partner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a process reads from and writes to; both can be the same. */
struct ends {
	int in, out;
};

/* How a kind of exchange differs. */
struct exchange {
	int (*open)(struct bench *, struct ends *ours, struct ends *theirs);
	void (*serve)(void *ends);
	int (*trips)(struct bench *, uint64_t n);
};

/* A row: which kind, and where the partner is. */
struct exchange_row {
	const struct exchange *exchange;
	enum partner_place place;
};

static struct ends ours;

static int open_pipe(struct bench *b, struct ends *mine, struct ends *theirs)
{
	int out[2], back[2];

	if (pipe2(out, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
		return bench_fail(b, "make two pipes:");
	*mine = (struct ends){ back[0], out[1] };
	*theirs = (struct ends){ out[0], back[1] };
	return BENCH_OK;
}

/* Opening one end waits for somebody at the other, unless it is the reading end and does not want
 * to. */
static int open_fifo_ends(struct bench *b, const char *name, int *in, int *out)
{
	if (mkfifo(name, 0600))
		return bench_fail(b, "make a FIFO in %s:", b->workdir);
	*in = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	*out = open(name, O_WRONLY | O_CLOEXEC);
	if (*in < 0 || *out < 0 || fcntl(*in, F_SETFL, 0))
		return bench_fail(b, "open a FIFO:");
	return BENCH_OK;
}

static int open_fifo(struct bench *b, struct ends *mine, struct ends *theirs)
{
	if (open_fifo_ends(b, "out", &theirs->in, &mine->out))
		return BENCH_FAILED;
	return open_fifo_ends(b, "back", &mine->in, &theirs->out);
}

static int open_unix(struct bench *b, struct ends *mine, struct ends *theirs)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return bench_fail(b, "make a pair of UNIX sockets:");
	*mine = (struct ends){ pair[0], pair[0] };
	*theirs = (struct ends){ pair[1], pair[1] };
	return BENCH_OK;
}

static int open_tcp(struct bench *b, struct ends *mine, struct ends *theirs)
{
	int ends[2];

	if (loopback_connect(b, ends, 0))
		return BENCH_FAILED;
	*mine = (struct ends){ ends[0], ends[0] };
	*theirs = (struct ends){ ends[1], ends[1] };
	return BENCH_OK;
}

/* As the known tool's: the client's socket is connected, the server's answers whoever asks. */
static int open_udp(struct bench *b, struct ends *mine, struct ends *theirs)
{
	struct sockaddr_in address;
	int server = loopback_socket(b, SOCK_DGRAM, &address);
	int client = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (server < 0)
		return BENCH_FAILED;
	if (client < 0 || connect(client, (struct sockaddr *)&address, sizeof(address)))
		return bench_fail(b, "connect to 127.0.0.1:");
	*mine = (struct ends){ client, client };
	*theirs = (struct ends){ server, server };
	return BENCH_OK;
}

/* Answers until our end is closed. */
static void serve_bytes(void *context)
{
	const struct ends *ends = context;
	char byte;

	while (read(ends->in, &byte, 1) == 1 && write(ends->out, &byte, 1) == 1)
		;
}

static int byte_trips(struct bench *b, uint64_t n)
{
	char byte = 0;

	errno = 0;
	while (n--)
		if (write(ours.out, &byte, 1) != 1 || read(ours.in, &byte, 1) != 1)
			return partner_failed(b, "send a byte and wait for it");
	return BENCH_OK;
}

static void serve_datagrams(void *context)
{
	const struct ends *ends = context;
	struct sockaddr_in from;
	socklen_t length = sizeof(from);
	uint32_t number;

	while (recvfrom(ends->in, &number, sizeof(number), 0, (struct sockaddr *)&from, &length) ==
			sizeof(number) &&
		sendto(ends->out, &number, sizeof(number), 0, (struct sockaddr *)&from, length) ==
			sizeof(number))
		;
}

static int datagram_trips(struct bench *b, uint64_t n)
{
	static uint32_t number;

	errno = 0;
	while (n--) {
		uint32_t answer = 0;

		number++;
		if (send(ours.out, &number, sizeof(number), 0) != sizeof(number) ||
			recv(ours.in, &answer, sizeof(answer), 0) != sizeof(answer) ||
			answer != number)
			return partner_failed(b, "send a datagram and wait for it");
	}
	return BENCH_OK;
}

static int exchange_setup(struct bench *b)
{
	const struct exchange_row *row = b->benchmark->arg;
	struct ends theirs;
	int status;

	if (row->exchange->open(b, &ours, &theirs))
		return BENCH_FAILED;
	status = partner_start(b, row->place, row->exchange->serve, &theirs);
	close(theirs.in);
	if (theirs.out != theirs.in)
		close(theirs.out);
	return status;
}

static int exchange_run(struct bench *b, uint64_t n)
{
	const struct exchange_row *row = b->benchmark->arg;

	partner_expect();
	return row->exchange->trips(b, n);
}

static const struct exchange by_pipe = { open_pipe, serve_bytes, byte_trips },
			     by_fifo = { open_fifo, serve_bytes, byte_trips },
			     by_unix = { open_unix, serve_bytes, byte_trips },
			     by_tcp = { open_tcp, serve_bytes, byte_trips },
			     by_udp = { open_udp, serve_datagrams, datagram_trips };

#define ROW(where, suffix, title_suffix, where_words, placed, need, least, id, names, words)       \
	const struct benchmark bench_lat_##id##suffix = {                                          \
		.name = "lmbench.lat_" #id #suffix,                                                \
		.title = names title_suffix,                                                       \
		.what = "round trip of " words " between two processes, " where_words,             \
		.unit = UNIT_NS,                                                                   \
		.placement = placed,                                                               \
		.needs = need,                                                                     \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.arg = &(const struct exchange_row){ &by_##id, where },                            \
		.setup = exchange_setup,                                                           \
		.run = exchange_run,                                                               \
		.teardown = partner_stop,                                                          \
	};

PARTNER_PLACES(
	ROW, PROFILE_STANDARD, PROFILE_STANDARD, pipe, "Pipe latency", "one byte through two pipes")
PARTNER_PLACES(ROW, PROFILE_FULL, PROFILE_FULL, fifo, "Fifo latency", "one byte through two FIFOs")
PARTNER_PLACES(ROW, PROFILE_STANDARD, PROFILE_FULL, unix, "AF_UNIX sock stream latency",
	"one byte through a pair of UNIX stream sockets")
PARTNER_PLACES(ROW, PROFILE_STANDARD, PROFILE_FULL, tcp, "TCP latency using localhost",
	"one byte over a TCP connection through the loopback")
PARTNER_PLACES(ROW, PROFILE_STANDARD, PROFILE_FULL, udp, "UDP latency using localhost",
	"a datagram of 4 bytes through the loopback")

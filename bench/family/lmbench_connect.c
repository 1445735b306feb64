/* SPDX-License-Identifier: MIT */
/* lmbench's cost of a connection, over TCP and between UNIX sockets (lat_connect,
 * lat_unix_connect). Source: reference/lmbench.md 1.2. */
#include "family/partner.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 100 };

/* A TCP connection's pair of ports stays taken for a second after its end, longer than the 28,000
 * that a kernel gives last on a quick machine. All of 127/8 is the loopback: each address has them
 * all. */
enum { ADDRESSES = 64 };

static union {
	struct sockaddr any;
	struct sockaddr_in inet;
	struct sockaddr_un local;
} address;
static socklen_t address_length;

/* Takes every connection and reads until the other side closes it. */
static void serve(void *context)
{
	const int *server = context;
	char byte;

	for (;;) {
		int fd = accept(*server, NULL, NULL);

		if (fd < 0)
			return;
		while (read(fd, &byte, 1) > 0)
			;
		close(fd);
	}
}

/* The server listens before the first connection is tried. */
static int start(struct bench *b, int server)
{
	int status;

	if (server < 0 || bind(server, &address.any, address_length) || listen(server, BACKLOG) ||
		getsockname(server, &address.any, &address_length))
		return bench_fail(b, "listen for connections (is the loopback interface up?):");
	status = partner_start(b, PARTNER_FREE, serve, &server);
	close(server);
	return status;
}

static int connect_setup(struct bench *b)
{
	address.inet = (struct sockaddr_in){ .sin_family = AF_INET };
	address_length = sizeof(address.inet);
	return start(b, socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

static int unix_connect_setup(struct bench *b)
{
	address.local = (struct sockaddr_un){ .sun_family = AF_UNIX, .sun_path = "socket" };
	address_length = sizeof(address.local);
	return start(b, socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

static int connect_once(struct bench *b)
{
	int fd = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return bench_fail(b, "make a socket:");
	if (connect(fd, &address.any, address_length))
		return errno == EADDRNOTAVAIL
			       ? bench_fail(b, "no port is free: too many connections in the last "
					       "minute")
			       : partner_failed(b, "connect");
	close(fd);
	return BENCH_OK;
}

static int connect_run(struct bench *b, uint64_t n)
{
	static unsigned next;

	partner_expect();
	while (n--) {
		address.inet.sin_addr.s_addr = htonl(INADDR_LOOPBACK + next++ % ADDRESSES);
		if (connect_once(b))
			return BENCH_FAILED;
	}
	return BENCH_OK;
}

static int unix_connect_run(struct bench *b, uint64_t n)
{
	partner_expect();
	while (n--)
		if (connect_once(b))
			return BENCH_FAILED;
	return BENCH_OK;
}

#define CONNECT(id, least, names, words)                                                           \
	const struct benchmark bench_lat_##id = {                                                  \
		.name = "lmbench.lat_" #id,                                                        \
		.title = names,                                                                    \
		.what = "socket, connect and close " words                                         \
			"; another process accepts, reads the end and closes",                     \
		.unit = UNIT_NS,                                                                   \
		.placement = PLACE_FREE,                                                           \
		.copies = COPIES_ONE,                                                              \
		.profile = least,                                                                  \
		.tolerance = 0.02,                                                                 \
		.setup = id##_setup,                                                               \
		.run = id##_run,                                                                   \
		.teardown = partner_stop,                                                          \
	}

CONNECT(connect, PROFILE_STANDARD, "TCP/IP connection cost to localhost",
	"over TCP through the loopback");
CONNECT(unix_connect, PROFILE_FULL, "UNIX connection cost", "between UNIX stream sockets");

/* SPDX-License-Identifier: MIT */
#include "family/loopback.h"

#include <sys/socket.h>
#include <unistd.h>

int loopback_socket(struct bench *b, int type, struct sockaddr_in *bound_to)
{
	socklen_t length = sizeof(*bound_to);
	int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);

	*bound_to = (struct sockaddr_in){ .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	if (fd < 0 || bind(fd, (struct sockaddr *)bound_to, length) ||
		getsockname(fd, (struct sockaddr *)bound_to, &length)) {
		bench_fail(b, "bind to 127.0.0.1 (is the loopback interface up?):");
		return -1;
	}
	return fd;
}

/* Before the connection is made: its window is agreed on then. */
static int size_buffers(int fd, int bytes)
{
	if (!bytes)
		return 0;
	return setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes)) ||
	       setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof(bytes));
}

int loopback_connect(struct bench *b, int ends[2], int buffer_bytes)
{
	struct sockaddr_in address;
	int server = loopback_socket(b, SOCK_STREAM, &address);

	if (server < 0)
		return BENCH_FAILED;
	ends[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (ends[0] < 0 || size_buffers(server, buffer_bytes) ||
		size_buffers(ends[0], buffer_bytes) || listen(server, 1) ||
		connect(ends[0], (struct sockaddr *)&address, sizeof(address)) ||
		(ends[1] = accept4(server, NULL, NULL, SOCK_CLOEXEC)) < 0)
		return bench_fail(b, "connect to 127.0.0.1:");
	close(server);
	return BENCH_OK;
}

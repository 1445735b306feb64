/* SPDX-License-Identifier: MIT */
/*
 * lmbench's remote procedure call over UDP and TCP (lat_rpc), as messages of ONC RPC put together
 * here: neither a portmapper nor an RPC library. Message layout: RFC 5531; program and argument:
 * reference/lmbench.md 1.2.
 */
#include "family/loopback.h"
#include "family/partner.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of RFC 5531. */
enum { CALL = 0, REPLY = 1, RPC_VERSION = 2, ACCEPTED = 0, SUCCESS = 0, AUTH_NONE = 0 };

enum { PROGRAM = 404040, VERSION = 1, PROCEDURE = 1, ANSWER = 123 };

/* Over TCP a word with the length goes before each message; its top bit says that no more follows.
 */
static const uint32_t LAST_FRAGMENT = 0x80000000u;

/* All are words in network order; a character takes a whole one. */
struct call {
	uint32_t length; /* over TCP only */
	uint32_t id, type, rpc_version, program, version, procedure;
	uint32_t credentials, credentials_bytes, verifier, verifier_bytes;
	uint32_t argument;
};
struct reply {
	uint32_t length;
	uint32_t id, type, state, verifier, verifier_bytes, status;
	uint32_t result;
};

static struct ends {
	int ours, theirs;
	bool stream;
} ends;

/* A message without its length, where datagrams have their own. */
static bool send_message(int fd, void *message, size_t bytes, const struct sockaddr_in *to)
{
	char *start = message;

	if (ends.stream) {
		uint32_t length = htonl(LAST_FRAGMENT | (uint32_t)(bytes - sizeof(length)));

		memcpy(start, &length, sizeof(length));
		return write(fd, start, bytes) == (ssize_t)bytes;
	}
	return sendto(fd, start + sizeof(uint32_t), bytes - sizeof(uint32_t), 0,
		       (const struct sockaddr *)to,
		       to ? sizeof(*to) : 0) == (ssize_t)(bytes - sizeof(uint32_t));
}

/* False if it has another length than expected. */
static bool receive_message(int fd, void *message, size_t bytes, struct sockaddr_in *from)
{
	socklen_t length = sizeof(*from);
	char *start = message;
	size_t had = 0;

	if (!ends.stream)
		return recvfrom(fd, start + sizeof(uint32_t), bytes - sizeof(uint32_t), 0,
			       (struct sockaddr *)from,
			       from ? &length : NULL) == (ssize_t)(bytes - sizeof(uint32_t));
	while (had < bytes) {
		ssize_t got = read(fd, start + had, bytes - had);

		if (got <= 0)
			return false;
		had += (size_t)got;
	}
	return true;
}

static bool is_our_call(const struct call *call)
{
	return ntohl(call->type) == CALL && ntohl(call->rpc_version) == RPC_VERSION &&
	       ntohl(call->program) == PROGRAM && ntohl(call->version) == VERSION &&
	       ntohl(call->procedure) == PROCEDURE;
}

static void serve(void *unused)
{
	struct sockaddr_in client;
	struct call call;

	(void)unused;
	while (receive_message(ends.theirs, &call, sizeof(call), &client) && is_our_call(&call)) {
		struct reply reply = { .id = call.id,
			.type = htonl(REPLY),
			.state = htonl(ACCEPTED),
			.verifier = htonl(AUTH_NONE),
			.status = htonl(SUCCESS),
			.result = htonl(ANSWER) };

		if (!send_message(ends.theirs, &reply, sizeof(reply), &client))
			return;
	}
}

static int start(struct bench *b)
{
	int status = partner_start(b, PARTNER_FREE, serve, NULL);

	close(ends.theirs);
	return status;
}

static int tcp_setup(struct bench *b)
{
	int pair[2];

	if (loopback_connect(b, pair, 0))
		return BENCH_FAILED;
	ends = (struct ends){ pair[0], pair[1], true };
	return start(b);
}

static int udp_setup(struct bench *b)
{
	struct sockaddr_in address;
	int server = loopback_socket(b, SOCK_DGRAM, &address);
	int client = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (server < 0)
		return BENCH_FAILED;
	if (client < 0 || connect(client, (struct sockaddr *)&address, sizeof(address)))
		return bench_fail(b, "connect to 127.0.0.1:");
	ends = (struct ends){ client, server, false };
	return start(b);
}

static bool is_answer(const struct reply *reply, uint32_t id)
{
	return reply->id == htonl(id) && ntohl(reply->type) == REPLY &&
	       ntohl(reply->state) == ACCEPTED && ntohl(reply->status) == SUCCESS &&
	       ntohl(reply->result) == ANSWER;
}

static int rpc_run(struct bench *b, uint64_t n)
{
	static uint32_t id;

	errno = 0;
	partner_expect();
	while (n--) {
		struct call call = { .id = htonl(++id),
			.type = htonl(CALL),
			.rpc_version = htonl(RPC_VERSION),
			.program = htonl(PROGRAM),
			.version = htonl(VERSION),
			.procedure = htonl(PROCEDURE),
			.credentials = htonl(AUTH_NONE),
			.verifier = htonl(AUTH_NONE),
			.argument = htonl(1) };
		struct reply reply;

		if (!send_message(ends.ours, &call, sizeof(call), NULL) ||
			!receive_message(ends.ours, &reply, sizeof(reply), NULL) ||
			!is_answer(&reply, id))
			return partner_failed(b, "call a remote procedure");
	}
	return BENCH_OK;
}

#define RPC(id)                                                                                    \
	const struct benchmark bench_lat_rpc_##id = {                                              \
		.name = "lmbench.lat_rpc_" #id,                                                    \
		.title = "RPC/" #id " latency using localhost",                                    \
		.what = "an ONC RPC call with one character over " #id                             \
			" through the loopback, answered by another process; the scheduler "       \
			"places both",                                                             \
		.caveat = "messages put together by hand: an RPC library also polls before it "    \
			  "reads",                                                                 \
		.unit = UNIT_NS,                                                                   \
		.placement = PLACE_FREE,                                                           \
		.copies = COPIES_ONE,                                                              \
		.profile = PROFILE_STANDARD,                                                       \
		.tolerance = 0.02,                                                                 \
		.setup = id##_setup,                                                               \
		.run = rpc_run,                                                                    \
		.teardown = partner_stop,                                                          \
	}

RPC(udp);
RPC(tcp);

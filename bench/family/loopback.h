/* SPDX-License-Identifier: MIT */
/* Sockets over the loopback interface, on ports that the kernel chooses: none can be taken already.
 */
#ifndef LOOPBACK_H
#define LOOPBACK_H

#include "benchmark.h"

#include <netinet/in.h>

/* A socket bound to 127.0.0.1; type is SOCK_STREAM or SOCK_DGRAM. -1 (and why) if there is none. */
int loopback_socket(struct bench *, int type, struct sockaddr_in *bound_to);

/* Both ends of a TCP connection: 0 = ours, 1 = the other's. buffer_bytes of each socket's buffers
 * in both directions; 0 = as the kernel does. */
int loopback_connect(struct bench *, int ends[2], int buffer_bytes);

#endif

/* SPDX-License-Identifier: MIT */
/* Kernels that move memory as fast as a CPU can: tried on the machine, the quickest is taken. */
#ifndef PEAK_H
#define PEAK_H

#include <stddef.h>

/* What is read for what is written. */
enum traffic {
	TRAFFIC_READ,
	TRAFFIC_WRITE,
	TRAFFIC_COPY,	 /* what is written is what was read */
	TRAFFIC_MIX_1_1, /* reads and writes that have nothing to do with each other */
	TRAFFIC_MIX_2_1,
	TRAFFIC_MIX_3_1,
	TRAFFICS
};

/* Sizes that kernels get are multiples of it, addresses too. */
enum { PEAK_UNIT = 64 << 10 };

/* What write kernels leave in every byte, and what the mixes do. */
enum { PEAK_FILL = 0x5a };

struct peak_kernel {
	const char *name; /* NULL ends a list */
	enum traffic traffic;
	/* Reads `bytes` at from and writes `bytes` at to, as far as the traffic has either; a mix
	 * reads two or three times as many bytes as it writes. Returns something that depends on
	 * all that was read: the exclusive or of its 64-bit words. A copy returns 0. */
	unsigned long long (*pass)(char *to, const char *from, size_t bytes);
};

/* Those that this CPU can run. The architecture's own may be an empty list. */
const struct peak_kernel *peak_kernels_portable(void);
const struct peak_kernel *peak_kernels_of_cpu(void);

/* The quickest of them in that memory, which is overwritten if the traffic writes. */
const struct peak_kernel *peak_choose(enum traffic, char *memory, size_t bytes);

#endif

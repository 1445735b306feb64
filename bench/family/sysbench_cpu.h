/* SPDX-License-Identifier: MIT */
#ifndef SYSBENCH_CPU_H
#define SYSBENCH_CPU_H

#include <stdint.h>

/*
 * One event of sysbench's cpu test: primes p with 3 <= p < limit, each number tried with 2, 3, 4,
 * ... up to its root. Source: reference/tools.md 1.2.
 */
unsigned sysbench_primes(uint64_t limit);

#endif

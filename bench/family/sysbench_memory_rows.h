/* SPDX-License-Identifier: MIT */
/*
 * The matrix of sysbench's memory test. R is called for each row as R(B, size, bytes, direction,
 * is_write, order, is_random, scope, is_local, pages, is_large); names are parts of identifiers.
 * The registry passes its own B through, the family needs none.
 */
#ifndef SYSBENCH_MEMORY_ROWS_H
#define SYSBENCH_MEMORY_ROWS_H

#define SYSBENCH_MEMORY_PAGES(R, ...) R(__VA_ARGS__, , false) R(__VA_ARGS__, _large, true)
#define SYSBENCH_MEMORY_SCOPES(R, ...)                                                             \
	SYSBENCH_MEMORY_PAGES(R, __VA_ARGS__, global, false)                                       \
	SYSBENCH_MEMORY_PAGES(R, __VA_ARGS__, local, true)
#define SYSBENCH_MEMORY_ORDERS(R, ...)                                                             \
	SYSBENCH_MEMORY_SCOPES(R, __VA_ARGS__, seq, false)                                         \
	SYSBENCH_MEMORY_SCOPES(R, __VA_ARGS__, rnd, true)
#define SYSBENCH_MEMORY_SIZE(R, ...)                                                               \
	SYSBENCH_MEMORY_ORDERS(R, __VA_ARGS__, read, false)                                        \
	SYSBENCH_MEMORY_ORDERS(R, __VA_ARGS__, write, true)
#define SYSBENCH_MEMORY_ROWS(R, B)                                                                 \
	SYSBENCH_MEMORY_SIZE(R, B, 1k, 1024)                                                       \
	SYSBENCH_MEMORY_SIZE(R, B, 4k, 4096)                                                       \
	SYSBENCH_MEMORY_SIZE(R, B, 8k, 8192)                                                       \
	SYSBENCH_MEMORY_SIZE(R, B, 32k, 32768)                                                     \
	SYSBENCH_MEMORY_SIZE(R, B, 1m, 1048576)

#define SYSBENCH_MEMORY_ID(                                                                        \
	B, size, bytes, direction, is_write, order, is_random, scope, is_local, pages, is_large)   \
	B(sysbench_memory_##size##_##direction##_##order##_##scope##pages)

#endif

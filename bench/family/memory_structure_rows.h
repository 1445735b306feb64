/* SPDX-License-Identifier: MIT */
/* The rows that show how memory is built: pages, lines, loads at once. */
#ifndef FAMILY_MEMORY_STRUCTURE_ROWS_H
#define FAMILY_MEMORY_STRUCTURE_ROWS_H

/* Calls R for each number of pages. */
#define MEMORY_TLB_PAGES(R, ...)                                                                   \
	R(8, __VA_ARGS__)                                                                          \
	R(16, __VA_ARGS__)                                                                         \
	R(32, __VA_ARGS__)                                                                         \
	R(48, __VA_ARGS__)                                                                         \
	R(64, __VA_ARGS__)                                                                         \
	R(72, __VA_ARGS__)                                                                         \
	R(96, __VA_ARGS__)                                                                         \
	R(128, __VA_ARGS__)                                                                        \
	R(192, __VA_ARGS__)                                                                        \
	R(512, __VA_ARGS__)                                                                        \
	R(1024, __VA_ARGS__)                                                                       \
	R(2048, __VA_ARGS__)                                                                       \
	R(4096, __VA_ARGS__)                                                                       \
	R(16384, __VA_ARGS__)

/* Calls R for each distance in bytes. */
#define MEMORY_LINES(R, ...)                                                                       \
	R(8, __VA_ARGS__)                                                                          \
	R(16, __VA_ARGS__)                                                                         \
	R(32, __VA_ARGS__)                                                                         \
	R(64, __VA_ARGS__)                                                                         \
	R(128, __VA_ARGS__)                                                                        \
	R(256, __VA_ARGS__)

/* Calls R for each number of chains. */
#define MEMORY_CHAINS(R, ...)                                                                      \
	R(1, __VA_ARGS__)                                                                          \
	R(2, __VA_ARGS__)                                                                          \
	R(4, __VA_ARGS__)                                                                          \
	R(8, __VA_ARGS__)                                                                          \
	R(12, __VA_ARGS__)

#define MEMORY_TLB_ID(pages, B)	      B(memory_tlb_##pages) B(memory_tlb_##pages##_dense)
#define MEMORY_LINE_ID(bytes, B)      B(memory_line_##bytes)
#define MEMORY_PARALLEL_ID(chains, B) B(memory_parallel_##chains)

#endif

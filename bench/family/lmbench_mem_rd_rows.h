/* SPDX-License-Identifier: MIT */
/* The rows of lmbench's memory latency: those of its summary, and the shape of its curves. */
#ifndef FAMILY_LMBENCH_MEM_RD_ROWS_H
#define FAMILY_LMBENCH_MEM_RD_ROWS_H

/* Calls R for each size of a stride: name, KiB, stride, smallest profile. */
#define LMBENCH_MEM_RD_STRIDE(R, stride, ...)                                                      \
	R(4k, 4, stride, PROFILE_FULL, __VA_ARGS__)                                                \
	R(16k, 16, stride, PROFILE_FULL, __VA_ARGS__)                                              \
	R(64k, 64, stride, PROFILE_FULL, __VA_ARGS__)                                              \
	R(256k, 256, stride, PROFILE_FULL, __VA_ARGS__)                                            \
	R(1m, 1 << 10, stride, PROFILE_FULL, __VA_ARGS__)                                          \
	R(4m, 4 << 10, stride, PROFILE_FULL, __VA_ARGS__)                                          \
	R(16m, 16 << 10, stride, PROFILE_FULL, __VA_ARGS__)

#define LMBENCH_MEM_RD_RISING(R, ...)                                                              \
	LMBENCH_MEM_RD_STRIDE(R, 16, __VA_ARGS__)                                                  \
	R(64m, 64 << 10, 16, PROFILE_FULL, __VA_ARGS__)                                            \
	LMBENCH_MEM_RD_STRIDE(R, 64, __VA_ARGS__)                                                  \
	R(64m, 64 << 10, 64, PROFILE_FULL, __VA_ARGS__)                                            \
	R(1k, 1, 128, PROFILE_STANDARD, __VA_ARGS__)                                               \
	LMBENCH_MEM_RD_STRIDE(R, 128, __VA_ARGS__)                                                 \
	R(128k, 128, 128, PROFILE_STANDARD, __VA_ARGS__)                                           \
	R(64m, 64 << 10, 128, PROFILE_STANDARD, __VA_ARGS__)                                       \
	LMBENCH_MEM_RD_STRIDE(R, 512, __VA_ARGS__)                                                 \
	R(64m, 64 << 10, 512, PROFILE_FULL, __VA_ARGS__)                                           \
	LMBENCH_MEM_RD_STRIDE(R, 1024, __VA_ARGS__)                                                \
	R(64m, 64 << 10, 1024, PROFILE_FULL, __VA_ARGS__)

#define LMBENCH_MEM_RD_THRASH(R, ...)                                                              \
	R(16k, 16, PROFILE_FULL, __VA_ARGS__)                                                      \
	R(64k, 64, PROFILE_FULL, __VA_ARGS__)                                                      \
	R(256k, 256, PROFILE_FULL, __VA_ARGS__)                                                    \
	R(1m, 1 << 10, PROFILE_FULL, __VA_ARGS__)                                                  \
	R(4m, 4 << 10, PROFILE_FULL, __VA_ARGS__)                                                  \
	R(16m, 16 << 10, PROFILE_FULL, __VA_ARGS__)                                                \
	R(64m, 64 << 10, PROFILE_STANDARD, __VA_ARGS__)

#define LMBENCH_MEM_RD_RISING_ID(size, kib, stride, least, B) B(lat_mem_rd_##stride##_##size)
#define LMBENCH_MEM_RD_THRASH_ID(size, kib, least, B)	      B(lat_mem_rd_t16_##size)

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The rows of lmbench's context switches. R is called as R(B, processes, kib, profile); the
 * registry passes its own B through, the family needs none. Those of the known tool's summary come
 * with the standard profile.
 */
#ifndef LMBENCH_CTX_ROWS_H
#define LMBENCH_CTX_ROWS_H

#define LMBENCH_CTX_SIZES(R, B, processes, p0, p16, p64)                                           \
	R(B, processes, 0, p0)                                                                     \
	R(B, processes, 4, PROFILE_FULL)                                                           \
	R(B, processes, 8, PROFILE_FULL)                                                           \
	R(B, processes, 16, p16)                                                                   \
	R(B, processes, 32, PROFILE_FULL)                                                          \
	R(B, processes, 64, p64)
#define LMBENCH_CTX_FULL(R, B, processes)                                                          \
	LMBENCH_CTX_SIZES(R, B, processes, PROFILE_FULL, PROFILE_FULL, PROFILE_FULL)
#define LMBENCH_CTX_SUMMARY(R, B, processes)                                                       \
	LMBENCH_CTX_SIZES(R, B, processes, PROFILE_FULL, PROFILE_STANDARD, PROFILE_STANDARD)

/* All but the row of two processes without an array, which has one for each placement. */
#define LMBENCH_CTX_ROWS(R, B)                                                                     \
	R(B, 2, 4, PROFILE_FULL)                                                                   \
	R(B, 2, 8, PROFILE_FULL)                                                                   \
	R(B, 2, 16, PROFILE_STANDARD)                                                              \
	R(B, 2, 32, PROFILE_FULL)                                                                  \
	R(B, 2, 64, PROFILE_STANDARD)                                                              \
	LMBENCH_CTX_FULL(R, B, 4)                                                                  \
	LMBENCH_CTX_SUMMARY(R, B, 8)                                                               \
	LMBENCH_CTX_SUMMARY(R, B, 16)                                                              \
	LMBENCH_CTX_FULL(R, B, 24)                                                                 \
	LMBENCH_CTX_FULL(R, B, 32)                                                                 \
	LMBENCH_CTX_FULL(R, B, 64)                                                                 \
	LMBENCH_CTX_FULL(R, B, 96)                                                                 \
	LMBENCH_CTX_FULL(R, B, 500)                                                                \
	LMBENCH_CTX_FULL(R, B, 1000)

#define LMBENCH_CTX_ID(B, processes, kib, profile) B(lat_ctx_##processes##p_##kib##k)

#endif

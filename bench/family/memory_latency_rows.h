/* SPDX-License-Identifier: MIT */
/* The sizes of the latency rows: two for each doubling, from the first cache to beyond the last.
 * The standard profile has time for one in six. */
#ifndef FAMILY_MEMORY_LATENCY_ROWS_H
#define FAMILY_MEMORY_LATENCY_ROWS_H

/* Calls S for each: name, KiB, the smallest profile of the row on large pages. */
#define MEMORY_LATENCY_SIZES(S, ...)                                                               \
	S(1k, 1, PROFILE_FULL, __VA_ARGS__)                                                        \
	S(2k, 2, PROFILE_FULL, __VA_ARGS__)                                                        \
	S(4k, 4, PROFILE_FULL, __VA_ARGS__)                                                        \
	S(8k, 8, PROFILE_FULL, __VA_ARGS__)                                                        \
	S(16k, 16, PROFILE_STANDARD, __VA_ARGS__)                                                  \
	S(24k, 24, PROFILE_FULL, __VA_ARGS__)                                                      \
	S(32k, 32, PROFILE_FULL, __VA_ARGS__)                                                      \
	S(48k, 48, PROFILE_FULL, __VA_ARGS__)                                                      \
	S(64k, 64, PROFILE_FULL, __VA_ARGS__)                                                      \
	S(96k, 96, PROFILE_FULL, __VA_ARGS__)                                                      \
	S(128k, 128, PROFILE_STANDARD, __VA_ARGS__)                                                \
	S(192k, 192, PROFILE_FULL, __VA_ARGS__)                                                    \
	S(256k, 256, PROFILE_FULL, __VA_ARGS__)                                                    \
	S(384k, 384, PROFILE_FULL, __VA_ARGS__)                                                    \
	S(512k, 512, PROFILE_FULL, __VA_ARGS__)                                                    \
	S(768k, 768, PROFILE_FULL, __VA_ARGS__)                                                    \
	S(1m, 1 << 10, PROFILE_STANDARD, __VA_ARGS__)                                              \
	S(1536k, 3 << 9, PROFILE_FULL, __VA_ARGS__)                                                \
	S(2m, 2 << 10, PROFILE_FULL, __VA_ARGS__)                                                  \
	S(3m, 3 << 10, PROFILE_FULL, __VA_ARGS__)                                                  \
	S(4m, 4 << 10, PROFILE_FULL, __VA_ARGS__)                                                  \
	S(6m, 6 << 10, PROFILE_FULL, __VA_ARGS__)                                                  \
	S(8m, 8 << 10, PROFILE_STANDARD, __VA_ARGS__)                                              \
	S(12m, 12 << 10, PROFILE_FULL, __VA_ARGS__)                                                \
	S(16m, 16 << 10, PROFILE_FULL, __VA_ARGS__)                                                \
	S(24m, 24 << 10, PROFILE_FULL, __VA_ARGS__)                                                \
	S(32m, 32 << 10, PROFILE_FULL, __VA_ARGS__)                                                \
	S(48m, 48 << 10, PROFILE_FULL, __VA_ARGS__)                                                \
	S(64m, 64 << 10, PROFILE_STANDARD, __VA_ARGS__)                                            \
	S(96m, 96 << 10, PROFILE_FULL, __VA_ARGS__)                                                \
	S(128m, 128 << 10, PROFILE_FULL, __VA_ARGS__)                                              \
	S(192m, 192 << 10, PROFILE_FULL, __VA_ARGS__)                                              \
	S(256m, 256 << 10, PROFILE_FULL, __VA_ARGS__)                                              \
	S(384m, 384 << 10, PROFILE_FULL, __VA_ARGS__)                                              \
	S(512m, 512 << 10, PROFILE_STANDARD, __VA_ARGS__)                                          \
	S(1g, 1 << 20, PROFILE_FULL, __VA_ARGS__)                                                  \
	S(2g, 2 << 20, PROFILE_FULL, __VA_ARGS__)

#define MEMORY_LATENCY_ID(size, kib, least, B)                                                     \
	B(memory_latency_##size) B(memory_latency_small_##size) B(memory_latency_local_##size)

#endif

/* SPDX-License-Identifier: MIT */
/* The rows of latency under load: how long the other CPUs pause after each 64 KiB that they read.
 */
#ifndef FAMILY_MEMORY_LOADED_ROWS_H
#define FAMILY_MEMORY_LOADED_ROWS_H

/* Calls R for each: name, nanoseconds (-1: they read nothing), in words, smallest profile. */
#define MEMORY_LOADED_PAUSES(R, ...)                                                               \
	R(idle, -1, "do nothing", PROFILE_STANDARD, __VA_ARGS__)                                   \
	R(64us, 64000, "pause 64 us after each 64 KiB", PROFILE_FULL, __VA_ARGS__)                 \
	R(32us, 32000, "pause 32 us after each 64 KiB", PROFILE_FULL, __VA_ARGS__)                 \
	R(16us, 16000, "pause 16 us after each 64 KiB", PROFILE_FULL, __VA_ARGS__)                 \
	R(8us, 8000, "pause 8 us after each 64 KiB", PROFILE_FULL, __VA_ARGS__)                    \
	R(4us, 4000, "pause 4 us after each 64 KiB", PROFILE_FULL, __VA_ARGS__)                    \
	R(2us, 2000, "pause 2 us after each 64 KiB", PROFILE_FULL, __VA_ARGS__)                    \
	R(1us, 1000, "pause 1 us after each 64 KiB", PROFILE_FULL, __VA_ARGS__)                    \
	R(0us, 0, "never pause", PROFILE_STANDARD, __VA_ARGS__)

#define MEMORY_LOADED_ID(pause, ns, words, least, B) B(memory_loaded_##pause)

#endif

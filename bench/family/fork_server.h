/* SPDX-License-Identifier: MIT */
/* exec_target as a process that forks for us: what a fork costs depends on the size of the process
 * that is copied, so it must not be bootmark's. One in each copy. */
#ifndef FORK_SERVER_H
#define FORK_SERVER_H

#include "benchmark.h"

/* What each child does; the number is exec_target's first argument. */
enum fork_child { FORK_END = 1, FORK_EXEC, FORK_SHELL };

/* Path of exec_target into path (4096 bytes); BENCH_SKIPPED (and why) if it is not there. */
int fork_server_find(struct bench *, char *path);

/* As setup(), run() and teardown() of a benchmark whose arg points to its enum fork_child. */
int fork_server_setup(struct bench *);
int fork_server_run(struct bench *, uint64_t n);
void fork_server_teardown(struct bench *);

#endif

/* SPDX-License-Identifier: MIT */
/* The verb list: the registry for people, or as docs/benchmarks.md. */
#ifndef LIST_H
#define LIST_H

/* Returns the exit status. */
int list_main(int argc, char **argv);

#endif

/* SPDX-License-Identifier: MIT */
/* The verb compare: two sides -> a verdict for each metric. */
#ifndef COMPARE_H
#define COMPARE_H

/* Returns the exit status: 0 something was compared, 2 nothing could be. */
int compare_main(int argc, char **argv);

#endif

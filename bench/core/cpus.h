/* SPDX-License-Identifier: MIT */
/* The CPUs to run on, from sysfs and the affinity mask: never from sysconf, which musl derives from
 * the mask alone. */
#ifndef CPUS_H
#define CPUS_H

/*
 * Online CPUs, first one thread of every core, then the siblings. Returns the number and the list
 * (the caller frees). sysfs is "/sys", or a tree like it in tests.
 */
int cpus_online(const char *sysfs, int **cpus);

/* How many cores the CPUs of that list lie on. */
int cpus_cores(const char *sysfs, const int *cpus, int count);

/* Those of this machine that the affinity mask of this process allows. */
int cpus_usable(int **cpus);

/* Moves the calling thread to that CPU; -1 and errno if that is not possible. */
int cpus_pin(int cpu);

/* Parses "0-3,8,10-11" into numbers; returns how many, at most max; -1 if it is no CPU list. */
int cpus_parse_list(const char *text, int *cpus, int max);

/* The other way round: "0-3,8" from ascending numbers; the caller frees. */
char *cpus_format_list(const int *cpus, int count);

#endif

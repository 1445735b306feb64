/* SPDX-License-Identifier: MIT */
/* Counters of faults, summed over the machine: quick enough to be read every minute. */
#ifndef INVENTORY_FAULTS_H
#define INVENTORY_FAULTS_H

/* Since boot; -1 = the machine counts no such thing. */
struct fault_counts {
	long long machine_checks; /* exceptions */
	long long corrected;	  /* by machine check banks and memory controllers */
	long long uncorrected;	  /* by memory controllers */
};

/* root: "" or a tree like / in tests. */
struct fault_counts fault_counts_read(const char *root);

#endif

/* SPDX-License-Identifier: MIT */
/* The CPU's own counters, where it has any. One file an architecture, chosen by path. */
#ifndef TSC_H
#define TSC_H

#include <stdbool.h>
#include <stdint.h>

/* The counter that runs at a constant rate: some 10 ns to read. */
uint64_t tsc_now(void);

/* The same, not read before all earlier instructions are done. */
uint64_t tsc_now_ordered(void);

/* The register numbers of /dev/cpu/N/msr, or 0 for what this CPU does not have. */
struct counter_registers {
	unsigned actual_cycles; /* counts cycles of the CPU's present clock while it runs (APERF) */
	unsigned reference_cycles; /* counts at the constant rate while it runs (MPERF) */
	unsigned smi_count;	   /* system management interrupts since reset */
};
struct counter_registers counter_registers(void);

/* True if a hypervisor says that it is there. */
bool tsc_under_hypervisor(void);

#endif

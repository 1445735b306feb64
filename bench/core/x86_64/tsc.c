/* SPDX-License-Identifier: MIT */
/* Source: Intel SDM volumes 2 (CPUID, RDTSC) and 4 (model-specific registers), AMD APM volume 2. */
#include "core/tsc.h"

#include <cpuid.h>
#include <string.h>
#include <x86intrin.h>

enum {
	LEAF_VENDOR = 0,
	LEAF_FEATURES = 1,
	LEAF_POWER = 6,		  /* thermal and power management */
	POWER_ECX_APERF = 1 << 0, /* APERF and MPERF exist */
	MSR_SMI_COUNT = 0x34,	  /* Intel, Nehalem and later */
	MSR_MPERF = 0xe7,
	MSR_APERF = 0xe8,
};

/* Set by hypervisors. */
static const unsigned FEATURES_ECX_GUEST = 1u << 31;

uint64_t tsc_now(void)
{
	return __rdtsc();
}

uint64_t tsc_now_ordered(void)
{
	unsigned cpu;

	return __rdtscp(&cpu);
}

static bool is_intel(void)
{
	unsigned eax, vendor[3];

	return __get_cpuid(LEAF_VENDOR, &eax, &vendor[0], &vendor[2], &vendor[1]) &&
	       memcmp(vendor, "GenuineIntel", sizeof(vendor)) == 0;
}

struct counter_registers counter_registers(void)
{
	struct counter_registers registers = { 0 };
	unsigned eax, ebx, ecx, edx;

	if (__get_cpuid(LEAF_POWER, &eax, &ebx, &ecx, &edx) && (ecx & POWER_ECX_APERF)) {
		registers.actual_cycles = MSR_APERF;
		registers.reference_cycles = MSR_MPERF;
	}
	if (is_intel())
		registers.smi_count = MSR_SMI_COUNT;
	return registers;
}

bool tsc_under_hypervisor(void)
{
	unsigned eax, ebx, ecx, edx;

	return __get_cpuid(LEAF_FEATURES, &eax, &ebx, &ecx, &edx) && (ecx & FEATURES_ECX_GUEST);
}

/* SPDX-License-Identifier: MIT */
#include "inventory/change_rules.h"

#include <fnmatch.h>
#include <stddef.h>

/* In the pattern a '[' of a path is '?': fnmatch() has a meaning of its own for it. */
static const struct change_rule rules[] = {
	/* Of the record, not of the machine. */
	{ "v", CHANGE_IGNORED, NULL, NULL },
	{ "type", CHANGE_IGNORED, NULL, NULL },
	{ "seq", CHANGE_IGNORED, NULL, NULL },
	{ "when", CHANGE_IGNORED, NULL, NULL },
	{ "quiet*", CHANGE_IGNORED, NULL, NULL },
	{ "settle*", CHANGE_IGNORED, NULL, NULL },
	/* Never twice the same. */
	{ "memory.available_bytes", CHANGE_IGNORED, NULL, NULL },
	{ "kernel.loadavg", CHANGE_IGNORED, NULL, NULL },
	{ "sensors*", CHANGE_IGNORED, NULL, NULL },
	{ "power_domains?*.energy_j", CHANGE_IGNORED, NULL, NULL },
	{ "disks?*.temperature_c", CHANGE_IGNORED, NULL, NULL },
	{ "machine_checks.polls", CHANGE_IGNORED, NULL, NULL },
	/* Judged with the disk's other members, in changes_written.c. */
	{ "disks?*.sectors_written", CHANGE_IGNORED, NULL, NULL },
	/* Faults. Corrected ones warn, others fail. */
	{ "machine_checks.exceptions", CHANGE_COUNTS, "fail", "machine check exceptions" },
	{ "machine_checks.deferred_interrupts", CHANGE_COUNTS, "fail",
		"deferred (uncorrected) machine check errors" },
	{ "machine_checks.threshold_interrupts", CHANGE_COUNTS, "warn",
		"interrupts for corrected machine check errors" },
	{ "machine_checks.corrected", CHANGE_COUNTS, "warn", "corrected machine check errors" },
	{ "memory_controllers?*.uncorrected", CHANGE_COUNTS, "fail", "uncorrected memory errors" },
	{ "memory_controllers?*.corrected", CHANGE_COUNTS, "warn", "corrected memory errors" },
	{ "pci?*.aer.correctable", CHANGE_COUNTS, "warn", "corrected PCIe errors" },
	{ "pci?*.aer.nonfatal", CHANGE_COUNTS, "fail", "uncorrected PCIe errors" },
	{ "pci?*.aer.fatal", CHANGE_COUNTS, "fail", "fatal PCIe errors" },
	{ "disks?*.io_errors", CHANGE_COUNTS, "warn", "failed requests" },
	{ "disks?*.health.media_errors", CHANGE_COUNTS, "fail", "media errors" },
	{ "disks?*.health.critical_warning", CHANGE_COUNTS, "fail", "critical warning bits" },
	{ "disks?*.health.spare_percent", CHANGE_FALLS, "warn", "percent of spare blocks" },
	/* Of hours and accesses. */
	{ "disks?*.health.*", CHANGE_IGNORED, NULL, NULL },
	{ "disks?*.read_only", CHANGE_NOTED, "warn", NULL },
	/* What slowed the machine down. */
	{ "cpu.throttles.core", CHANGE_COUNTS, "warn", "core throttles (too hot)" },
	{ "cpu.throttles.package", CHANGE_COUNTS, "warn", "package throttles (too hot)" },
	{ "machine_checks.thermal_interrupts", CHANGE_COUNTS, "info", "thermal interrupts" },
	{ "pci?*.link.transfers_per_s", CHANGE_FALLS, "warn", "PCIe transfers/s of the link" },
	{ "pci?*.link.width", CHANGE_FALLS, "warn", "PCIe lanes of the link" },
	/* A different machine than the one that the first test ran on. */
	{ "kernel.clocksource", CHANGE_NOTED, "warn", NULL },
	{ "mitigations.*", CHANGE_NOTED, "warn", NULL },
	{ "cpu.*", CHANGE_NOTED, "warn", NULL },
	{ "*", CHANGE_NOTED, "info", NULL },
};

const struct change_rule *change_rule(const char *path)
{
	const struct change_rule *rule = rules;

	/* The last one matches everything. */
	while (fnmatch(rule->pattern, path, 0) != 0)
		rule++;
	return rule;
}

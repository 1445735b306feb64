/* SPDX-License-Identifier: MIT */
#include "core/cpus.h"
#include "core/die.h"
#include "inventory/cpu_parts.h"
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <stdlib.h>
#include <string.h>

/* Value of a "name : value" line of /proc/cpuinfo's first CPU; false if it has none. */
static bool cpuinfo(char value[SYSFILE_LINE], const char *root, const char *name)
{
	char path[4096], line[8192];
	size_t length = strlen(name);
	bool found = false;
	FILE *file;

	value[0] = '\0';
	snprintf(path, sizeof(path), "%s/proc/cpuinfo", root);
	file = fopen(path, "re");
	while (file && !found && fgets(line, sizeof(line), file) && line[0] != '\n') {
		const char *colon = strchr(line, ':');

		if (!colon || strncmp(line, name, length) || !strchr(" \t:", line[length]))
			continue;
		snprintf(value, SYSFILE_LINE, "%s", colon + 1 + (colon[1] == ' '));
		value[strcspn(value, "\n")] = '\0';
		found = true;
	}
	if (file)
		fclose(file);
	return found;
}

/* 1, 0, or -1 where the CPU lists no flags (Arm's features are others). */
static int has_flag(const char *root, const char *flag)
{
	char path[4096], line[16384];
	int found = -1;
	FILE *file;

	snprintf(path, sizeof(path), "%s/proc/cpuinfo", root);
	file = fopen(path, "re");
	while (file && found < 0 && fgets(line, sizeof(line), file) && line[0] != '\n') {
		char *rest = NULL;

		if (strncmp(line, "flags", 5))
			continue;
		found = 0;
		for (char *word = strtok_r(line, " \t\n", &rest); word && !found;
			word = strtok_r(NULL, " \t\n", &rest))
			found = strcmp(word, flag) == 0;
	}
	if (file)
		fclose(file);
	return found;
}

/* CPUs of one socket with different microcode are a fault of the firmware; different steppings may
 * rightly differ. Written only if they do: the revision of the first CPU stands in the record. */
static void write_microcodes(struct json_writer *w, const char *root, const int *cpus, int count)
{
	const char *format = "%s/sys/devices/system/cpu/cpu%d/microcode/version";
	char first[SYSFILE_LINE], line[SYSFILE_LINE], *list;
	int *others = xcalloc((size_t)count, sizeof(*others)), n = 0;

	sysfile_line(first, format, root, cpus[0]);
	for (int i = 0; i < count; i++)
		if (sysfile_line(line, format, root, cpus[i]) && strcmp(line, first) != 0)
			others[n++] = cpus[i];
	if (n) {
		list = cpus_format_list(others, n);
		json_string(w, "microcode_differs_on", list);
		sysfile_member(w, "microcode_there", format, root, others[0]);
		free(list);
	}
	free(others);
}

/* The highest of all CPUs: hybrid ones differ. In kHz, 0 = unknown. */
static long long highest_khz(const char *root, const int *cpus, int count, const char *file)
{
	long long highest = 0;

	for (int i = 0; i < count; i++) {
		long long khz = sysfile_number(
			0, "%s/sys/devices/system/cpu/cpu%d/cpufreq/%s", root, cpus[i], file);

		highest = khz > highest ? khz : highest;
	}
	return highest;
}

static void write_frequency(struct json_writer *w, const char *root, const int *cpus, int count)
{
	/* CPU 0 need not be there. */
	const char *format = "%s/sys/devices/system/cpu/cpu%d/cpufreq/%s";
	long long min = sysfile_number(0, format, root, cpus[0], "cpuinfo_min_freq");
	long long max = highest_khz(root, cpus, count, "cpuinfo_max_freq");
	long long base = highest_khz(root, cpus, count, "base_frequency");

	/* Only intel_pstate has base_frequency; firmware tells it in MHz. */
	if (base <= 0)
		base = 1000 * sysfile_number(0,
				      "%s/sys/devices/system/cpu/cpu%d/acpi_cppc/nominal_freq",
				      root, cpus[0]);
	if (min > 0)
		json_integer(w, "min_hz", min * 1000);
	if (max > 0)
		json_integer(w, "max_hz", max * 1000);
	if (base > 0)
		json_integer(w, "base_hz", base * 1000);
	sysfile_member(w, "governor", format, root, cpus[0], "scaling_governor");
	sysfile_member(w, "driver", format, root, cpus[0], "scaling_driver");
	sysfile_member(
		w, "energy_preference", format, root, cpus[0], "energy_performance_preference");
	sysfile_member(w, "boost", "%s/sys/devices/system/cpu/cpufreq/boost", root);
	sysfile_member(w, "no_turbo", "%s/sys/devices/system/cpu/intel_pstate/no_turbo", root);
	sysfile_member(w, "idle_driver", "%s/sys/devices/system/cpu/cpuidle/current_driver", root);
}

static void write_mitigations(struct json_writer *w, const char *root)
{
	char **names;
	int count = sysfile_names(&names, "", "%s/sys/devices/system/cpu/vulnerabilities", root);

	json_object(w, "mitigations");
	for (int i = 0; i < count; i++)
		sysfile_member(w, names[i], "%s/sys/devices/system/cpu/vulnerabilities/%s", root,
			names[i]);
	json_object_end(w);
	sysfile_free_names(names, count);
}

void inventory_cpu(struct json_writer *w, const char *root)
{
	static const char *const fields[][2] = { { "model", "model name" },
		{ "vendor", "vendor_id" }, { "family", "cpu family" }, { "model_number", "model" },
		{ "stepping", "stepping" }, { "microcode", "microcode" },
		/* Arm's way of saying the same */
		{ "implementer", "CPU implementer" }, { "part", "CPU part" },
		{ "revision", "CPU revision" } };
	int *cpus, count = cpu_list(root, &cpus), hypervisor = has_flag(root, "hypervisor");
	char value[SYSFILE_LINE];

	json_object(w, "cpu");
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (cpuinfo(value, root, fields[i][1]))
			json_string(w, fields[i][0], value);
	write_microcodes(w, root, cpus, count);
	topology_write(w, root, cpus, count);
	sysfile_member(w, "online", "%s/sys/devices/system/cpu/online", root);
	sysfile_member(w, "offline", "%s/sys/devices/system/cpu/offline", root);
	sysfile_member(w, "present", "%s/sys/devices/system/cpu/present", root);
	sysfile_member(w, "smt", "%s/sys/devices/system/cpu/smt/control", root);
	if (hypervisor >= 0)
		json_bool(w, "hypervisor", hypervisor);
	write_frequency(w, root, cpus, count);
	throttles_write(w, root, cpus, count);
	json_object_end(w);
	caches_write(w, root, cpus, count);
	write_mitigations(w, root);
	free(cpus);
}

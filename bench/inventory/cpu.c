/* SPDX-License-Identifier: MIT */
#include "core/cpus.h"
#include "core/die.h"
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

static bool has_flag(const char *root, const char *flag)
{
	char path[4096], line[16384];
	bool found = false;
	FILE *file;

	snprintf(path, sizeof(path), "%s/proc/cpuinfo", root);
	file = fopen(path, "re");
	while (file && !found && fgets(line, sizeof(line), file) && line[0] != '\n') {
		char *rest = NULL;

		if (strncmp(line, "flags", 5))
			continue;
		for (char *word = strtok_r(line, " \t\n", &rest); word && !found;
			word = strtok_r(NULL, " \t\n", &rest))
			found = strcmp(word, flag) == 0;
	}
	if (file)
		fclose(file);
	return found;
}

static int compare_long(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

static int count_distinct(long *keys, int n)
{
	int distinct = n > 0;

	qsort(keys, (size_t)n, sizeof(*keys), compare_long);
	for (int i = 1; i < n; i++)
		distinct += keys[i] != keys[i - 1];
	return distinct;
}

/* Sockets and cores of the online CPUs, from the topology. */
static void write_counts(struct json_writer *w, const char *root)
{
	char *sysfs = xasprintf("%s/sys", root);
	int *cpus, count = cpus_online(sysfs, &cpus);
	long *sockets = xcalloc((size_t)count, sizeof(*sockets)),
	     *cores = xcalloc((size_t)count, sizeof(*cores));

	for (int i = 0; i < count; i++) {
		const char *format = "%s/devices/system/cpu/cpu%d/topology/%s";

		sockets[i] = (long)sysfile_number(0, format, sysfs, cpus[i], "physical_package_id");
		/* Core numbers repeat from socket to socket and from die to die. */
		cores[i] = (sockets[i] << 32) +
			   ((long)sysfile_number(0, format, sysfs, cpus[i], "die_id") << 16) +
			   (long)sysfile_number(cpus[i], format, sysfs, cpus[i], "core_id");
	}
	json_integer(w, "sockets", count_distinct(sockets, count));
	json_integer(w, "cores", count_distinct(cores, count));
	json_integer(w, "threads", count);
	free(sockets);
	free(cores);
	free(cpus);
	free(sysfs);
}

static void write_frequency(struct json_writer *w, const char *root)
{
	const char *policy = "%s/sys/devices/system/cpu/cpufreq/policy0/%s";
	static const char *const files[][2] = { { "min_hz", "cpuinfo_min_freq" },
		{ "max_hz", "cpuinfo_max_freq" }, { "base_hz", "base_frequency" } };

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		long long khz = sysfile_number(0, policy, root, files[i][1]);

		if (khz > 0)
			json_integer(w, files[i][0], khz * 1000);
	}
	sysfile_member(w, "governor", policy, root, "scaling_governor");
	sysfile_member(w, "driver", policy, root, "scaling_driver");
	sysfile_member(w, "energy_preference", policy, root, "energy_performance_preference");
	sysfile_member(w, "boost", "%s/sys/devices/system/cpu/cpufreq/boost", root);
	sysfile_member(w, "no_turbo", "%s/sys/devices/system/cpu/intel_pstate/no_turbo", root);
	sysfile_member(w, "idle_driver", "%s/sys/devices/system/cpu/cpuidle/current_driver", root);
}

static void write_caches(struct json_writer *w, const char *root)
{
	char **names;
	int count = sysfile_names(&names, "index", "%s/sys/devices/system/cpu/cpu0/cache", root);

	json_array(w, "caches");
	for (int i = 0; i < count; i++) {
		const char *format = "%s/sys/devices/system/cpu/cpu0/cache/%s/%s";
		long long kib = sysfile_number(0, format, root, names[i], "size");

		json_object(w, NULL);
		json_integer(w, "level", sysfile_number(0, format, root, names[i], "level"));
		sysfile_member(w, "type", format, root, names[i], "type");
		if (kib > 0)
			json_integer(w, "size_bytes", kib * 1024);
		sysfile_member(w, "shared_cpus", format, root, names[i], "shared_cpu_list");
		json_object_end(w);
	}
	json_array_end(w);
	sysfile_free_names(names, count);
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
		{ "stepping", "stepping" }, { "microcode", "microcode" } };
	char value[SYSFILE_LINE];

	json_object(w, "cpu");
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (cpuinfo(value, root, fields[i][1]))
			json_string(w, fields[i][0], value);
	write_counts(w, root);
	sysfile_member(w, "online", "%s/sys/devices/system/cpu/online", root);
	sysfile_member(w, "smt", "%s/sys/devices/system/cpu/smt/control", root);
	json_bool(w, "hypervisor", has_flag(root, "hypervisor"));
	write_frequency(w, root);
	json_object_end(w);
	write_caches(w, root);
	write_mitigations(w, root);
}

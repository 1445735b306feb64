/* SPDX-License-Identifier: MIT */
#include "core/cpus.h"
#include "core/die.h"
#include "inventory/cpu_parts.h"
#include "inventory/sysfile.h"

#include <stdlib.h>
#include <string.h>

/* Where a CPU sits. Core numbers repeat from die to die, dies from socket to socket. */
struct place {
	long long socket, die, core;
};

static int compare_ints(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

int cpu_list(const char *root, int **cpus)
{
	char *sysfs = xasprintf("%s/sys", root);
	int count = cpus_online(sysfs, cpus);

	free(sysfs);
	qsort(*cpus, (size_t)count, sizeof(**cpus), compare_ints);
	return count;
}

static long long topology_number(const char *root, int cpu, const char *file, long long fallback)
{
	long long number = sysfile_number(
		fallback, "%s/sys/devices/system/cpu/cpu%d/topology/%s", root, cpu, file);

	/* -1 stands for unknown where firmware does not say. */
	return number < 0 ? fallback : number;
}

static struct place place_of(const char *root, int cpu)
{
	/* A machine that tells nothing has one socket, and a core for each CPU. */
	return (struct place){ topology_number(root, cpu, "physical_package_id", 0),
		topology_number(root, cpu, "die_id", 0),
		topology_number(root, cpu, "core_id", cpu) };
}

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->socket != y->socket)
		return x->socket < y->socket ? -1 : 1;
	if (x->die != y->die)
		return x->die < y->die ? -1 : 1;
	return (x->core > y->core) - (x->core < y->core);
}

/* Counts and gives back the cores alone. */
static int count_places(const char *root, const int *cpus, int count, int *sockets, int *dies)
{
	struct place *places = xcalloc((size_t)count, sizeof(*places));
	int cores = 0;

	*sockets = *dies = 0;
	for (int i = 0; i < count; i++)
		places[i] = place_of(root, cpus[i]);
	qsort(places, (size_t)count, sizeof(*places), compare_places);
	for (int i = 0; i < count; i++) {
		bool socket = i == 0 || places[i].socket != places[i - 1].socket;
		bool die = socket || places[i].die != places[i - 1].die;

		*sockets += socket;
		*dies += die;
		cores += die || places[i].core != places[i - 1].core;
	}
	free(places);
	return cores;
}

static void write_class(struct json_writer *w, const char *root, const char *name, const int *cpus,
	int count, long long capacity)
{
	const char *format = "%s/sys/devices/system/cpu/cpu%d/cpufreq/%s";
	char *list = cpus_format_list(cpus, count);
	long long max_khz = sysfile_number(0, format, root, cpus[0], "cpuinfo_max_freq");
	long long base_khz = sysfile_number(0, format, root, cpus[0], "base_frequency");
	int sockets, dies;

	json_object(w, NULL);
	json_string(w, "name", name);
	json_string(w, "cpus", list);
	json_integer(w, "cores", count_places(root, cpus, count, &sockets, &dies));
	json_integer(w, "threads", count);
	if (capacity > 0)
		json_integer(w, "capacity", capacity);
	if (max_khz > 0)
		json_integer(w, "max_hz", max_khz * 1000);
	if (base_khz > 0)
		json_integer(w, "base_hz", base_khz * 1000);
	json_object_end(w);
	free(list);
}

/* The online ones among the CPUs that a file lists. */
static int listed_cpus(const char *root, const char *file, const int *cpus, int count, int *found)
{
	size_t length;
	char *text = sysfile_bytes(&length, "%s/sys/devices/%s/cpus", root, file);
	/* The kernel's largest machine. */
	enum { MAX_CPUS = 8192 };
	int *listed = xcalloc(MAX_CPUS, sizeof(*listed)), n = 0;
	int listed_count = text ? cpus_parse_list(text, listed, MAX_CPUS) : 0;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < listed_count; k++)
			if (listed[k] == cpus[i]) {
				found[n++] = cpus[i];
				break;
			}
	free(listed);
	free(text);
	return n;
}

/* x86 names its kinds as performance counters, one for each. True if there are any. */
static bool write_x86_classes(struct json_writer *w, const char *root, const int *cpus, int count)
{
	static const char *const kinds[] = { "cpu_core", "cpu_atom", "cpu_lowpower" };
	int *found = xcalloc((size_t)count, sizeof(*found));
	bool any = false;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		int n = listed_cpus(root, kinds[i], cpus, count, found);

		if (!n)
			continue;
		if (!any)
			json_array(w, "classes");
		any = true;
		write_class(w, root, kinds[i], found, n, 0);
	}
	if (any)
		json_array_end(w);
	free(found);
	return any;
}

/* Elsewhere the kernel's estimate of what a CPU can do tells them apart; no estimate is 0. */
static void write_capacity_classes(
	struct json_writer *w, const char *root, const int *cpus, int count)
{
	long long *capacity = xcalloc((size_t)count, sizeof(*capacity)), last = -1;
	int *found = xcalloc((size_t)count, sizeof(*found));
	bool differ = false;
	char name[48];

	for (int i = 0; i < count; i++) {
		capacity[i] = sysfile_number(
			0, "%s/sys/devices/system/cpu/cpu%d/cpu_capacity", root, cpus[i]);
		differ = differ || capacity[i] != capacity[0];
	}
	if (differ)
		json_array(w, "classes");
	/* From the weakest to the strongest. */
	while (differ) {
		long long next = -1;
		int n = 0;

		for (int i = 0; i < count; i++)
			if (capacity[i] > last && (next < 0 || capacity[i] < next))
				next = capacity[i];
		if (next < 0)
			break;
		for (int i = 0; i < count; i++)
			if (capacity[i] == next)
				found[n++] = cpus[i];
		snprintf(name, sizeof(name), "capacity %lld", next);
		write_class(w, root, name, found, n, next);
		last = next;
	}
	if (differ)
		json_array_end(w);
	free(found);
	free(capacity);
}

void topology_write(struct json_writer *w, const char *root, const int *cpus, int count)
{
	int sockets, dies, cores = count_places(root, cpus, count, &sockets, &dies);

	json_integer(w, "sockets", sockets);
	json_integer(w, "dies", dies);
	json_integer(w, "cores", cores);
	json_integer(w, "threads", count);
	if (!write_x86_classes(w, root, cpus, count))
		write_capacity_classes(w, root, cpus, count);
}

/* Each CPU of a package shows the package's count, each thread of a core the core's. */
void throttles_write(struct json_writer *w, const char *root, const int *cpus, int count)
{
	const char *format = "%s/sys/devices/system/cpu/cpu%d/thermal_throttle/%s";
	long long cores = 0, packages = 0;
	int *seen = xcalloc((size_t)count, sizeof(*seen)), seen_count = 0;
	bool any = false;

	for (int i = 0; i < count; i++) {
		long long core = sysfile_number(-1, format, root, cpus[i], "core_throttle_count");
		long long package =
			sysfile_number(-1, format, root, cpus[i], "package_throttle_count");
		int socket = (int)topology_number(root, cpus[i], "physical_package_id", 0), k = 0;

		any = any || core >= 0 || package >= 0;
		cores += core > 0 ? core : 0;
		while (k < seen_count && seen[k] != socket)
			k++;
		if (k < seen_count)
			continue;
		seen[seen_count++] = socket;
		packages += package > 0 ? package : 0;
	}
	free(seen);
	if (!any)
		return;
	json_object(w, "throttles");
	json_integer(w, "core", cores);
	json_integer(w, "package", packages);
	json_object_end(w);
}

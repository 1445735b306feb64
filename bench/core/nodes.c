/* SPDX-License-Identifier: MIT */
#include "core/nodes.h"

#include "core/cpus.h"
#include "core/die.h"
#include "core/reader.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NODES = 1024 };

/* A list file of the nodes ("0-1,3"); returns how many it names. */
static int read_list(const char *sysfs, const char *name, int *ids)
{
	char *path = xasprintf("%s/devices/system/node/%s", sysfs, name);
	size_t length;
	char *text = read_file(path, &length);
	int count;

	if (text)
		text[strcspn(text, "\n")] = '\0';
	count = text ? cpus_parse_list(text, ids, MAX_NODES) : 0;
	free(text);
	free(path);
	return count > 0 ? count : 0;
}

static bool is_among(int id, const int *ids, int count)
{
	for (int i = 0; i < count; i++)
		if (ids[i] == id)
			return true;
	return false;
}

int nodes_read(const char *sysfs, struct node **nodes)
{
	static int ids[MAX_NODES], with_cpus[MAX_NODES], with_memory[MAX_NODES];
	int count = read_list(sysfs, "online", ids);
	int cpus = read_list(sysfs, "has_cpu", with_cpus);
	int memory = read_list(sysfs, "has_memory", with_memory);

	*nodes = xcalloc(count ? (size_t)count : 1, sizeof(**nodes));
	for (int i = 0; i < count; i++)
		(*nodes)[i] = (struct node){ .id = ids[i],
			.has_cpus = is_among(ids[i], with_cpus, cpus),
			.has_memory = is_among(ids[i], with_memory, memory) };
	return count;
}

int nodes_with_memory(void)
{
	struct node *nodes;
	int count = nodes_read("/sys", &nodes), n = 0;

	for (int i = 0; i < count; i++)
		n += nodes[i].has_memory;
	free(nodes);
	return n;
}

int nodes_of_cpu(const char *sysfs, int cpu)
{
	char *path = xasprintf("%s/devices/system/cpu/cpu%d", sysfs, cpu);
	DIR *directory = opendir(path);
	struct dirent *entry;
	int id = -1;

	while (directory && id < 0 && (entry = readdir(directory)))
		if (sscanf(entry->d_name, "node%d", &id) != 1)
			id = -1;
	if (directory)
		closedir(directory);
	free(path);
	return id;
}

int nodes_further(const struct node *nodes, int count, int id, unsigned step)
{
	int with_memory[MAX_NODES], n = 0, first = 0;

	for (int i = 0; i < count && n < MAX_NODES; i++)
		if (nodes[i].has_memory)
			with_memory[n++] = nodes[i].id;
	if (step >= (unsigned)n)
		return -1;
	while (first < n && with_memory[first] < id)
		first++;
	return with_memory[((unsigned)first + step) % (unsigned)n];
}

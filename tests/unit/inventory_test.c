/* SPDX-License-Identifier: MIT */
/* The inventory against made-up machines: files below a root of our own. */
#include "core/cpus.h"
#include "core/die.h"
#include "inventory/inventory.h"
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/inventory_test.XXXXXX";

static void put(const char *path, const char *text)
{
	char *full = xasprintf("%s/%s", root, path);
	FILE *file;

	for (char *slash = strchr(full + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(full, 0755);
		*slash = '/';
	}
	file = fopen(full, "w");
	if (file) {
		fputs(text, file);
		fclose(file);
	}
	free(full);
}

static void wipe(void)
{
	char *command = xasprintf("rm -rf %s/*", root);

	if (system(command))
		TEST_FAIL("%s failed", command);
	free(command);
}

static struct json *machine(void)
{
	size_t length;
	char *text;
	FILE *out = open_memstream(&text, &length);
	struct json_writer w = { .out = out };
	struct json *json;

	json_object(&w, NULL);
	inventory_all(&w, root);
	json_object_end(&w);
	fclose(out);
	json = json_parse(text, length);
	free(text);
	return json;
}

static const char *machine_id(void)
{
	static char id[MACHINE_ID_SIZE];

	inventory_machine_id(id, root);
	return id;
}

TEST(an_empty_machine_is_survived)
{
	struct json *json;

	wipe();
	json = machine();
	CHECK(json != NULL);
	CHECK_STR(json_get_string(json_get(json, "cpu"), "model", "none"), "none");
	CHECK(json_get(json_get(json, "memory"), "total_bytes") == NULL);
	CHECK_STR(machine_id(), "unknown");
	json_free(json);
}

TEST(the_id_passes_over_junk)
{
	wipe();
	put("sys/class/dmi/id/product_serial", "To Be Filled By O.E.M.\n");
	put("sys/class/dmi/id/product_uuid", "00000000-0000-0000-0000-000000000000\n");
	put("sys/class/dmi/id/board_serial", "  \n");
	put("sys/class/net/lo/address", "00:00:00:00:00:00\n");
	CHECK_STR(machine_id(), "unknown");
	put("sys/class/net/eth0/address", "52:54:00:12:34:56\n");
	CHECK_STR(machine_id(), "unknown"); /* no device: a bridge */
	put("sys/class/net/eth0/device/uevent", "DRIVER=e1000\n");
	CHECK_STR(machine_id(), "52-54-00-12-34-56");
	put("sys/class/dmi/id/board_serial", "B/1 2\n");
	CHECK_STR(machine_id(), "B-1-2");
	put("sys/class/dmi/id/product_uuid", "4c4c4544-0042\n");
	CHECK_STR(machine_id(), "4c4c4544-0042");
	put("sys/class/dmi/id/product_serial", "../../etc/x\n");
	CHECK_STR(machine_id(), "..-..-etc-x");
	put("sys/class/dmi/id/product_serial", "..\n");
	CHECK_STR(machine_id(), "4c4c4544-0042");
}

/* Two sockets of two cores with two threads; CPUs 1 and 3 are offline. */
TEST(topology_is_counted)
{
	char path[200], text[20];
	struct json *json;
	int *cpus, count;

	wipe();
	put("sys/devices/system/cpu/online", "0,2,4-9\n");
	for (int cpu = 0, i = 0; cpu < 10; cpu++) {
		if (cpu == 1 || cpu == 3)
			continue;
		snprintf(path, sizeof(path),
			"sys/devices/system/cpu/cpu%d/topology/physical_package_id", cpu);
		put(path, i / 4 ? "1\n" : "0\n");
		snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/topology/core_id", cpu);
		put(path, i / 2 % 2 ? "1\n" : "0\n");
		snprintf(path, sizeof(path),
			"sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
		snprintf(text, sizeof(text), "%s\n",
			i < 2	? "0,2"
			: i < 4 ? "4-5"
			: i < 6 ? "6-7"
				: "8-9");
		put(path, text);
		i++;
	}
	json = machine();
	CHECK_NEAR(json_get_number(json_get(json, "cpu"), "sockets", 0), 2, 0);
	CHECK_NEAR(json_get_number(json_get(json, "cpu"), "cores", 0), 4, 0);
	CHECK_NEAR(json_get_number(json_get(json, "cpu"), "threads", 0), 8, 0);
	json_free(json);
	snprintf(path, sizeof(path), "%s/sys", root);
	count = cpus_online(path, &cpus);
	CHECK_INT(count, 8);
	/* First thread of each core, then the siblings. */
	CHECK_INT(cpus[0], 0);
	CHECK_INT(cpus[1], 4);
	CHECK_INT(cpus[2], 6);
	CHECK_INT(cpus[3], 8);
	CHECK_INT(cpus[4], 2);
	free(cpus);
}

TEST(facts_are_read)
{
	struct json *json;

	wipe();
	put("proc/cpuinfo",
		"processor\t: 0\nmodel\t\t: 85\nmodel name\t: Big CPU @ 3 GHz\nflags\t\t: fpu sse2 "
		"hypervisor\n\nprocessor\t: 1\nmodel name\t: Other\n");
	put("proc/meminfo",
		"MemTotal:       1048576 kB\nMemAvailable:    524288 kB\nSwapTotal: 0 kB\n");
	put("sys/devices/system/node/node10/meminfo", "Node 10 MemTotal:       1024 kB\n");
	put("sys/devices/system/node/node2/cpulist", "0-3\n");
	put("sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI\n");
	put("sys/block/sda/size", "2048\n");
	put("sys/block/sda/ro", "1\n");
	put("sys/block/sda/stat", "  1 2 3 4 5 6 77 8 9 10 11\n");
	put("sys/block/loop0/size", "1\n");
	json = machine();
	CHECK_STR(json_get_string(json_get(json, "cpu"), "model", ""), "Big CPU @ 3 GHz");
	CHECK_NEAR(json_get_number(json_get(json, "cpu"), "hypervisor", 0), 1, 0);
	CHECK_NEAR(json_get_number(json_get(json, "memory"), "total_bytes", 0), 1073741824, 0);
	CHECK_NEAR(json_get_number(json_get(json, "numa")->child, "node", 0), 2, 0);
	CHECK_NEAR(json_get_number(json_get(json, "numa")->child->next, "memory_bytes", 0), 1048576,
		0);
	CHECK_STR(
		json_get_string(json_get(json, "mitigations"), "meltdown", ""), "Mitigation: PTI");
	CHECK_NEAR(json_get_number(json_get(json, "disks")->child, "sectors_written", 0), 77, 0);
	CHECK_NEAR(json_get_number(json_get(json, "disks")->child, "size_bytes", 0), 1048576, 0);
	CHECK_NEAR(json_get_number(json_get(json, "disks")->child, "read_only", 0), 1, 0);
	CHECK(json_get(json, "disks")->child->next == NULL);
	json_free(json);
}

int main(void)
{
	if (!mkdtemp(root))
		return 1;
	RUN(an_empty_machine_is_survived);
	RUN(the_id_passes_over_junk);
	RUN(topology_is_counted);
	RUN(facts_are_read);
	wipe();
	rmdir(root);
	return test_end();
}

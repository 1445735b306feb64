/* SPDX-License-Identifier: MIT */
/* The inventory against made-up machines: files below a root of our own. */
#include "core/cpus.h"
#include "machine_tree.h"

static const char *machine_id(void)
{
	static char id[MACHINE_ID_SIZE];

	inventory_machine_id(id, tree_root);
	return id;
}

TEST(an_empty_machine_is_survived)
{
	struct json *json;

	tree_wipe();
	json = tree_machine();
	CHECK(json != NULL);
	CHECK_STR(json_get_string(json_get(json, "cpu"), "model", "none"), "none");
	CHECK(json_get(json_get(json, "memory"), "total_bytes") == NULL);
	CHECK_STR(machine_id(), "unknown");
	json_free(json);
}

TEST(the_id_passes_over_junk)
{
	tree_wipe();
	tree_put("sys/class/dmi/id/product_serial", "To Be Filled By O.E.M.\n");
	tree_put("sys/class/dmi/id/product_uuid", "00000000-0000-0000-0000-000000000000\n");
	tree_put("sys/class/dmi/id/board_serial", "  \n");
	tree_put("sys/class/net/lo/address", "00:00:00:00:00:00\n");
	CHECK_STR(machine_id(), "unknown");
	tree_put("sys/class/net/eth0/address", "52:54:00:12:34:56\n");
	CHECK_STR(machine_id(), "unknown"); /* no device: a bridge */
	tree_put("sys/class/net/eth0/device/uevent", "DRIVER=e1000\n");
	CHECK_STR(machine_id(), "52-54-00-12-34-56");
	tree_put("sys/class/dmi/id/board_serial", "B/1 2\n");
	CHECK_STR(machine_id(), "B-1-2");
	tree_put("sys/class/dmi/id/product_uuid", "4c4c4544-0042\n");
	CHECK_STR(machine_id(), "4c4c4544-0042");
	tree_put("sys/class/dmi/id/product_serial", "../../etc/x\n");
	CHECK_STR(machine_id(), "..-..-etc-x");
	tree_put("sys/class/dmi/id/product_serial", "..\n");
	CHECK_STR(machine_id(), "4c4c4544-0042");
}

/* Two sockets of two cores with two threads; CPUs 1 and 3 are offline. */
TEST(topology_is_counted)
{
	char path[200], text[20];
	struct json *json;
	int *cpus, count;

	tree_wipe();
	tree_put("sys/devices/system/cpu/online", "0,2,4-9\n");
	for (int cpu = 0, i = 0; cpu < 10; cpu++) {
		if (cpu == 1 || cpu == 3)
			continue;
		snprintf(path, sizeof(path),
			"sys/devices/system/cpu/cpu%d/topology/physical_package_id", cpu);
		tree_put(path, i / 4 ? "1\n" : "0\n");
		snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/topology/core_id", cpu);
		tree_put(path, i / 2 % 2 ? "1\n" : "0\n");
		snprintf(path, sizeof(path),
			"sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
		snprintf(text, sizeof(text), "%s\n",
			i < 2	? "0,2"
			: i < 4 ? "4-5"
			: i < 6 ? "6-7"
				: "8-9");
		tree_put(path, text);
		i++;
	}
	json = tree_machine();
	CHECK_NEAR(json_get_number(json_get(json, "cpu"), "sockets", 0), 2, 0);
	CHECK_NEAR(json_get_number(json_get(json, "cpu"), "cores", 0), 4, 0);
	CHECK_NEAR(json_get_number(json_get(json, "cpu"), "threads", 0), 8, 0);
	json_free(json);
	snprintf(path, sizeof(path), "%s/sys", tree_root);
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

	tree_wipe();
	tree_put("proc/cpuinfo",
		"processor\t: 0\nmodel\t\t: 85\nmodel name\t: Big CPU @ 3 GHz\nflags\t\t: fpu sse2 "
		"hypervisor\n\nprocessor\t: 1\nmodel name\t: Other\n");
	tree_put("proc/meminfo",
		"MemTotal:       1048576 kB\nMemAvailable:    524288 kB\nSwapTotal: 0 kB\n");
	tree_put("sys/devices/system/node/node10/meminfo", "Node 10 MemTotal:       1024 kB\n");
	tree_put("sys/devices/system/node/node2/cpulist", "0-3\n");
	tree_put("sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI\n");
	tree_put("sys/block/sda/size", "2048\n");
	tree_put("sys/block/sda/ro", "1\n");
	tree_put("sys/block/sda/stat", "  1 2 3 4 5 6 77 8 9 10 11\n");
	tree_put("sys/block/loop0/size", "1\n");
	json = tree_machine();
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
	if (!mkdtemp(tree_root))
		return 1;
	RUN(an_empty_machine_is_survived);
	RUN(the_id_passes_over_junk);
	RUN(topology_is_counted);
	RUN(facts_are_read);
	tree_wipe();
	rmdir(tree_root);
	return test_end();
}

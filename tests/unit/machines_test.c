/* SPDX-License-Identifier: MIT */
/* The inventory of machines of many kinds, each composed below a root of its own. */
#include "machine_tree.h"

static struct table table;

static const char *placeholder(const struct json *machine, unsigned index)
{
	const struct json *e = element(machine, "placeholders", index);

	return e ? e->string : "";
}

static void start_smbios(void)
{
	memset(&table, 0, sizeof(table));
	table.next_handle = 0x40;
}

/* 1: a desktop, one socket, four cores with two threads, two of four slots filled. */
TEST(desktop_of_one_socket)
{
	struct module m = { .bank = "BANK 0",
		.manufacturer = "Example",
		.serial = "00000000",
		.part = "EX4-8",
		.mib = 8192,
		.type = 0x1A,
		.rated = 3600,
		.configured = 2666,
		.total_bits = 64,
		.data_bits = 64,
		.rank = 1 };
	char siblings[16];
	struct json *json;

	tree_wipe();
	start_smbios();
	tree_put("sys/class/dmi/id/sys_vendor", "System manufacturer\n");
	tree_put("sys/class/dmi/id/product_serial", "System Serial Number\n");
	tree_put("sys/class/dmi/id/board_vendor", "Example\n");
	tree_put("sys/class/dmi/id/chassis_type", "3\n");
	tree_put("sys/devices/system/cpu/online", "0-7\n");
	for (int cpu = 0; cpu < 8; cpu++) {
		snprintf(siblings, sizeof(siblings), "%d,%d\n", cpu % 4, cpu % 4 + 4);
		tree_cpu(cpu, 0, 0, cpu % 4, siblings);
		tree_cache(cpu, 0, 1, "Data\n", "32K\n", siblings);
		tree_cache(cpu, 3, 3, "Unified\n", "8192K\n", "0-7\n");
	}
	m.array = table_array(&table, 3, 3, 4, 64);
	for (int i = 0; i < 4; i++) {
		char slot[16];

		snprintf(slot, sizeof(slot), "DIMM_%c%d", 'A' + i / 2, i % 2 + 1);
		m.slot = slot;
		m.mib = i % 2 ? 8192 : 0;
		table_module(&table, &m);
	}
	tree_smbios(&table);
	json = tree_machine();
	CHECK_NEAR(number_of(json, "cpu", "cores"), 4, 0);
	CHECK_NEAR(number_of(json, "cpu", "threads"), 8, 0);
	CHECK(json_get(json_get(json, "cpu"), "classes") == NULL);
	CHECK_NEAR(json_get_number(element(json, "caches", 0), "instances", 0), 4, 0);
	CHECK_NEAR(json_get_number(element(json, "caches", 1), "instances", 0), 1, 0);
	CHECK_NEAR(json_get_number(element(json, "caches", 1), "sharers", 0), 8, 0);
	CHECK_STR(text_of(json, "smbios", "version"), "3.4");
	CHECK_NEAR(number_of(json, "memory_slots", "slots"), 4, 0);
	CHECK_NEAR(number_of(json, "memory_slots", "populated"), 2, 0);
	CHECK_NEAR(number_of(json, "memory_slots", "channels"), 2, 0);
	CHECK_NEAR(number_of(json, "memory_slots", "bandwidth_bytes_per_s"), 2 * 2666e6 * 8, 1);
	CHECK_STR(text_of(json, "memory_slots", "error_correction"), "none");
	CHECK_NEAR(json_get_number(element(json, "dimms", 0), "populated", -1), 0, 0);
	CHECK_STR(json_get_string(element(json, "dimms", 1), "type", ""), "DDR4");
	CHECK_NEAR(json_get_number(element(json, "dimms", 1), "ecc", -1), 0, 0);
	/* A serial number of zeros is none. */
	CHECK(json_get(element(json, "dimms", 1), "serial") == NULL);
	CHECK_STR(placeholder(json, 0), "system.vendor");
	CHECK_STR(placeholder(json, 1), "system.serial");
	CHECK(element(json, "placeholders", 2) == NULL);
	json_free(json);
}

/* 2: two sockets of two dies, node numbers with a hole and without 0, one node without CPUs. */
TEST(two_sockets_without_node_0)
{
	char siblings[16];
	struct json *json;

	tree_wipe();
	tree_put("sys/devices/system/cpu/online", "0-7\n");
	for (int cpu = 0; cpu < 8; cpu++) {
		snprintf(siblings, sizeof(siblings), "%d\n", cpu);
		tree_cpu(cpu, cpu / 4, cpu / 2 % 2, cpu % 2, siblings);
		tree_putf("3\n",
			"sys/devices/system/cpu/cpu%d/thermal_throttle/core_throttle_count", cpu);
		tree_putf("7\n",
			"sys/devices/system/cpu/cpu%d/thermal_throttle/package_throttle_count",
			cpu);
		tree_putf(cpu < 4 ? "0x2b\n" : "0x2c\n",
			"sys/devices/system/cpu/cpu%d/microcode/version", cpu);
	}
	tree_put("sys/devices/system/node/node1/cpulist", "0-3\n");
	tree_put("sys/devices/system/node/node1/distance", "10 21 17\n");
	tree_put("sys/devices/system/node/node1/meminfo", "Node 1 MemTotal:  2048 kB\n");
	tree_put("sys/devices/system/node/node4/cpulist", "4-7\n");
	tree_put("sys/devices/system/node/node9/cpulist", "\n");
	tree_put("sys/devices/system/node/node9/meminfo", "Node 9 MemTotal:  4096 kB\n");
	json = tree_machine();
	CHECK_NEAR(number_of(json, "cpu", "sockets"), 2, 0);
	CHECK_NEAR(number_of(json, "cpu", "dies"), 4, 0);
	CHECK_NEAR(number_of(json, "cpu", "cores"), 8, 0);
	CHECK_STR(text_of(json, "cpu", "microcode_differs_on"), "4-7");
	CHECK_STR(text_of(json, "cpu", "microcode_there"), "0x2c");
	/* Eight cores throttled three times, two packages seven times. */
	CHECK_NEAR(json_get_number(json_get(json_get(json, "cpu"), "throttles"), "core", 0), 24, 0);
	CHECK_NEAR(
		json_get_number(json_get(json_get(json, "cpu"), "throttles"), "package", 0), 14, 0);
	CHECK_NEAR(json_get_number(element(json, "numa", 0), "node", -1), 1, 0);
	CHECK_STR(json_get_string(element(json, "numa", 0), "distances", ""), "10 21 17");
	CHECK_NEAR(json_get_number(element(json, "numa", 1), "node", -1), 4, 0);
	CHECK(json_get(element(json, "numa", 1), "memory_bytes") == NULL);
	CHECK_NEAR(json_get_number(element(json, "numa", 2), "memory_bytes", -1), 4194304, 0);
	CHECK(json_get(element(json, "numa", 2), "cpus") == NULL);
	json_free(json);
}

/* 3: eight sockets, eight channels each, sixteen slots a socket, half of them filled. */
TEST(eight_sockets)
{
	struct module m = { .type = 0x22,
		.rated = 4800,
		.configured = 4400,
		.total_bits = 80,
		.data_bits = 64,
		.rank = 2,
		.manufacturer = "Example" };
	struct json *json;
	char slot[32];

	tree_wipe();
	start_smbios();
	tree_put("sys/devices/system/cpu/online", "0-127\n");
	for (int cpu = 0; cpu < 128; cpu++)
		tree_cpu(cpu, cpu / 16, 0, cpu % 16, "");
	for (int socket = 0; socket < 8; socket++) {
		m.array = table_array(&table, 3, 6, 16, 4096);
		for (int i = 0; i < 16; i++) {
			snprintf(slot, sizeof(slot), "CPU%d_DIMM_%c%d", socket + 1, 'A' + i / 2,
				i % 2 + 1);
			m.slot = slot;
			m.mib = i % 2 ? 0 : 65536;
			table_module(&table, &m);
		}
	}
	table_end(&table);
	tree_smbios(&table);
	json = tree_machine();
	CHECK_NEAR(number_of(json, "cpu", "sockets"), 8, 0);
	CHECK_NEAR(number_of(json, "cpu", "cores"), 128, 0);
	CHECK_NEAR(number_of(json, "memory_slots", "slots"), 128, 0);
	CHECK_NEAR(number_of(json, "memory_slots", "populated"), 64, 0);
	CHECK_NEAR(number_of(json, "memory_slots", "channels"), 64, 0);
	CHECK_NEAR(number_of(json, "memory_slots", "max_bytes"), 8 * 4096.0 * (1 << 30), 0);
	CHECK_NEAR(number_of(json, "memory_slots", "bandwidth_bytes_per_s"), 64 * 4400e6 * 8, 1e3);
	CHECK_STR(text_of(json, "memory_slots", "error_correction"), "multi-bit ECC");
	CHECK_NEAR(
		json_get_number(element(json, "dimms", 0), "size_bytes", 0), 64.0 * (1 << 30), 0);
	CHECK_NEAR(json_get_number(element(json, "dimms", 0), "ecc", 0), 1, 0);
	json_free(json);
}

/* 4: fast cores with two threads, slow ones with one, four of which share a cache. */
TEST(hybrid_cores)
{
	char siblings[16];
	const struct json *classes;
	struct json *json;

	tree_wipe();
	tree_put("sys/devices/system/cpu/online", "0-11\n");
	tree_put("sys/devices/cpu_core/cpus", "0-3\n");
	tree_put("sys/devices/cpu_atom/cpus", "4-11\n");
	for (int cpu = 0; cpu < 12; cpu++) {
		bool fast = cpu < 4;

		if (fast)
			snprintf(siblings, sizeof(siblings), "%d-%d\n", cpu / 2 * 2,
				cpu / 2 * 2 + 1);
		else
			snprintf(siblings, sizeof(siblings), "%d\n", cpu);
		tree_cpu(cpu, 0, 0, fast ? cpu / 2 * 4 : cpu + 4, siblings);
		tree_cache(cpu, 0, 1, "Data\n", fast ? "48K\n" : "32K\n", siblings);
		tree_cache(cpu, 2, 2, "Unified\n", fast ? "2048K\n" : "4096K\n",
			fast	  ? siblings
			: cpu < 8 ? "4-7\n"
				  : "8-11\n");
		tree_putf(fast ? "5200000\n" : "3900000\n",
			"sys/devices/system/cpu/cpu%d/cpufreq/cpuinfo_max_freq", cpu);
		tree_putf(fast ? "3000000\n" : "2200000\n",
			"sys/devices/system/cpu/cpu%d/cpufreq/base_frequency", cpu);
	}
	json = tree_machine();
	classes = json_get(json_get(json, "cpu"), "classes");
	CHECK_NEAR(number_of(json, "cpu", "cores"), 10, 0);
	CHECK_NEAR(number_of(json, "cpu", "max_hz"), 5.2e9, 0);
	CHECK_NEAR(number_of(json, "cpu", "base_hz"), 3e9, 0);
	CHECK(classes && classes->child && classes->child->next && !classes->child->next->next);
	if (classes && classes->child && classes->child->next) {
		const struct json *slow = classes->child->next;

		CHECK_STR(json_get_string(classes->child, "name", ""), "cpu_core");
		CHECK_NEAR(json_get_number(classes->child, "cores", 0), 2, 0);
		CHECK_STR(json_get_string(slow, "cpus", ""), "4-11");
		CHECK_NEAR(json_get_number(slow, "cores", 0), 8, 0);
		CHECK_NEAR(json_get_number(slow, "max_hz", 0), 3.9e9, 0);
	}
	/* L1d of two kinds, L2 of two kinds. */
	CHECK(element(json, "caches", 3) && !element(json, "caches", 4));
	json_free(json);
}

/* 5: CPU 0 is not there, and every other one is missing: 2048 of 4096. */
TEST(holes_and_4096_cpus)
{
	char *list = xcalloc(1, 32768), text[16];
	size_t length = 0;
	struct json *json;

	tree_wipe();
	for (int cpu = 1; cpu < 4096; cpu += 2) {
		length += (size_t)snprintf(
			list + length, 32768 - length, "%s%d", cpu > 1 ? "," : "", cpu);
		snprintf(text, sizeof(text), "%d\n", cpu);
		tree_cpu(cpu, cpu / 1024, 0, cpu % 1024, text);
	}
	tree_put("sys/devices/system/cpu/online", list);
	tree_put("sys/devices/system/cpu/present", "0-4095\n");
	tree_put("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n");
	/* One cache for all: a list of 10 KB, as long as a mask of 4096 CPUs gets. */
	tree_cache(1, 3, 3, "Unified\n", "32768K\n", list);
	json = tree_machine();
	CHECK_NEAR(number_of(json, "cpu", "threads"), 2048, 0);
	CHECK_NEAR(number_of(json, "cpu", "cores"), 2048, 0);
	CHECK_NEAR(number_of(json, "cpu", "sockets"), 4, 0);
	CHECK_STR(text_of(json, "cpu", "online"), list);
	CHECK_STR(text_of(json, "cpu", "present"), "0-4095");
	CHECK_STR(text_of(json, "cpu", "governor"), "performance");
	CHECK_NEAR(json_get_number(element(json, "caches", 0), "sharers", 0), 2048, 0);
	json_free(json);
	free(list);
}

/* 6: a board for Arm: no SMBIOS, no flags, big and little cores, sockets that firmware numbers -1.
 */
TEST(arm_without_smbios)
{
	const struct json *classes;
	struct json *json;

	tree_wipe();
	tree_put("proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\n"
				 "CPU part\t: 0xd05\nCPU revision\t: 0\n\n");
	tree_put("sys/devices/system/cpu/online", "0-5\n");
	for (int cpu = 0; cpu < 6; cpu++) {
		tree_cpu(cpu, -1, -1, cpu, "");
		tree_putf(cpu < 4 ? "446\n" : "1024\n", "sys/devices/system/cpu/cpu%d/cpu_capacity",
			cpu);
	}
	json = tree_machine();
	classes = json_get(json_get(json, "cpu"), "classes");
	CHECK_STR(text_of(json, "cpu", "implementer"), "0x41");
	CHECK_NEAR(number_of(json, "cpu", "sockets"), 1, 0);
	CHECK_NEAR(number_of(json, "cpu", "cores"), 6, 0);
	/* Whether it is a virtual machine is not known: that is not the same as no. */
	CHECK(json_get(json_get(json, "cpu"), "hypervisor") == NULL);
	CHECK(json_get(json, "memory_slots") == NULL && json_get(json, "dimms") == NULL);
	CHECK_STR(json_get_string(classes ? classes->child : NULL, "cpus", ""), "0-3");
	CHECK_NEAR(json_get_number(classes ? classes->child : NULL, "capacity", 0), 446, 0);
	json_free(json);
}

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	RUN(desktop_of_one_socket);
	RUN(two_sockets_without_node_0);
	RUN(eight_sockets);
	RUN(hybrid_cores);
	RUN(holes_and_4096_cpus);
	RUN(arm_without_smbios);
	tree_wipe();
	rmdir(tree_root);
	return test_end();
}

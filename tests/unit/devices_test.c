/* SPDX-License-Identifier: MIT */
/* What is plugged into a machine, composed below a root of its own. */
#include "inventory/disk_health.h"
#include "machine_tree.h"

static struct table table;

/* A virtual machine: one module of unknown rate, no links, no clock rates. */
TEST(virtual_machine)
{
	struct module m = { .slot = "DIMM 0", .mib = 1024, .type = 7, .manufacturer = "QEMU" };
	struct json *json;

	tree_wipe();
	memset(&table, 0, sizeof(table));
	tree_put("proc/cpuinfo", "processor\t: 0\nmodel name\t: Virtual CPU\nflags\t\t: fpu "
				 "hypervisor\n\n");
	tree_pci("0000:00:03.0", "", "0x1af4", "0x1000", "0x020000", "virtio-pci");
	tree_pci_link("0000:00:03.0", "Unknown\n", "0\n", "Unknown\n", "255\n");
	m.array = table_array(&table, 3, 6, 1, 1);
	table_module(&table, &m);
	tree_smbios(&table);
	json = tree_machine();
	CHECK_NEAR(number_of(json, "cpu", "hypervisor"), 1, 0);
	CHECK(json_get(json_get(json, "cpu"), "max_hz") == NULL);
	CHECK_NEAR(number_of(json, "memory_slots", "channels"), 1, 0);
	CHECK(json_get(json_get(json, "memory_slots"), "bandwidth_bytes_per_s") == NULL);
	CHECK_STR(text_of(json, "memory_slots", "bandwidth_from"),
		"unknown: SMBIOS does not tell the configured transfers/s");
	CHECK(json_get(element(json, "dimms", 0), "configured_transfers_per_s") == NULL);
	CHECK_STR(json_get_string(element(json, "pci", 0), "driver", ""), "virtio-pci");
	CHECK(json_get(element(json, "pci", 0), "link") == NULL);
	json_free(json);
}

/* A server whose firmware filled nothing in, and whose table is torn. */
TEST(junk_and_a_torn_table)
{
	struct module m = { .slot = "DIMM_A1",
		.bank = "Default string",
		.manufacturer = "Unknown",
		.serial = "Not Specified",
		.part = "NO DIMM",
		.mib = 4096,
		.type = 0xEE,
		.configured = 1600 };
	struct json *json;

	tree_wipe();
	memset(&table, 0, sizeof(table));
	tree_put("sys/class/dmi/id/board_serial", "Default string\n");
	tree_put("sys/class/dmi/id/chassis_serial", "0123456789\n");
	tree_put("sys/class/dmi/id/chassis_asset_tag", "To Be Filled By O.E.M.\n");
	m.array = table_array(&table, 3, 2, 2, 16);
	table_module(&table, &m);
	table_module(&table, &m);
	table.size -= 5;
	tree_smbios(&table);
	json = tree_machine();
	CHECK_STR(text_of(json, "smbios", "problem"),
		"the table ends within the texts of a structure");
	CHECK_NEAR(number_of(json, "smbios", "structures"), 2, 0);
	CHECK_NEAR(number_of(json, "memory_slots", "slots"), 1, 0);
	CHECK(json_get(element(json, "dimms", 0), "manufacturer") == NULL);
	CHECK(json_get(element(json, "dimms", 0), "serial") == NULL);
	CHECK(json_get(element(json, "dimms", 0), "bank") == NULL);
	CHECK(json_get(element(json, "dimms", 0), "type") == NULL);
	CHECK(json_get(json_get(json, "memory_slots"), "error_correction") == NULL);
	CHECK(element(json, "placeholders", 2) && !element(json, "placeholders", 3));
	json_free(json);
}

/* One card in a slot too narrow for it, one slower than both ends can, one without a driver.
 */
TEST(pci_cards)
{
	const struct json *link;
	struct json *json;

	tree_wipe();
	tree_put("usr/share/misc/pci.ids",
		"# a comment\n8086  Example Corp\n\t1234  Fast Card\n\t\t8086 0001  A subsystem\n"
		"10de  Graphics Inc.\n\t2204  Picture Maker\nC 02  Network controller\n"
		"\t00  Ethernet controller\n\t\t01  Not this\nC 03  Display controller\n");
	tree_pci("0000:00:00.0", "", "0x8086", "0x0001", "0x060000", NULL);
	tree_pci("0000:00:01.0", "", "0x8086", "0x0002", "0x060400", "pcieport");
	tree_pci_link("0000:00:01.0", "8.0 GT/s PCIe\n", "4\n", "16.0 GT/s PCIe\n", "8\n");
	tree_pci("0000:01:00.0", "0000:00:01.0", "0x8086", "0x1234", "0x020000", "fast");
	tree_pci_link("0000:01:00.0", "8.0 GT/s PCIe\n", "4\n", "32.0 GT/s PCIe\n", "16\n");
	tree_put("sys/bus/pci/devices/0000:01:00.0/aer_dev_correctable",
		"RxErr 1\nBadTLP 2\nTOTAL_ERR_COR 3\n");
	tree_put("sys/bus/pci/devices/0000:01:00.0/aer_dev_fatal", "TOTAL_ERR_FATAL 0\n");
	tree_pci("0000:00:02.0", "", "0x10de", "0x2204", "0x030000", NULL);
	json = tree_machine();
	CHECK(json_get(element(json, "pci", 0), "lacks_driver") == NULL);
	CHECK_STR(json_get_string(element(json, "pci", 3), "address", ""), "0000:01:00.0");
	CHECK_STR(json_get_string(element(json, "pci", 3), "name", ""), "Fast Card");
	CHECK_STR(
		json_get_string(element(json, "pci", 3), "class_name", ""), "Ethernet controller");
	CHECK_STR(json_get_string(element(json, "pci", 3), "id", ""), "8086:1234");
	CHECK_STR(json_get_string(element(json, "pci", 2), "vendor", ""), "Graphics Inc.");
	CHECK_STR(json_get_string(element(json, "pci", 2), "class_name", ""), "Display controller");
	CHECK_NEAR(json_get_number(element(json, "pci", 2), "lacks_driver", 0), 1, 0);
	link = json_get(element(json, "pci", 3), "link");
	CHECK_NEAR(json_get_number(link, "transfers_per_s", 0), 8e9, 0);
	CHECK_NEAR(json_get_number(link, "width", 0), 4, 0);
	CHECK_NEAR(json_get_number(link, "max_transfers_per_s", 0), 32e9, 0);
	CHECK_NEAR(json_get_number(link, "port_max_transfers_per_s", 0), 16e9, 0);
	CHECK_NEAR(json_get_number(link, "port_max_width", 0), 8, 0);
	CHECK_STR(json_get_string(link, "port", ""), "0000:00:01.0");
	CHECK_NEAR(
		json_get_number(json_get(element(json, "pci", 3), "aer"), "correctable", 0), 3, 0);
	CHECK(json_get(json_get(element(json, "pci", 3), "aer"), "nonfatal") == NULL);
	json_free(json);
}

/* A disk of the machine and the stick that the results go to. */
TEST(disks)
{
	static const char page[] = "\0\200\0\010  S1 2  ";
	const struct json *sata, *stick;
	struct json *json;

	tree_wipe();
	tree_link("sys/block/sda", "../devices/pci0000:00/ata1/host0/target0/block/sda");
	tree_put("sys/devices/pci0000:00/ata1/host0/target0/block/sda/size", "2048\n");
	tree_put("sys/block/sda/queue/logical_block_size", "512\n");
	tree_put("sys/block/sda/queue/physical_block_size", "4096\n");
	tree_put("sys/block/sda/queue/rotational", "1\n");
	tree_bytes("sys/block/sda/device/vpd_pg80", page, sizeof(page) - 1);
	tree_put("sys/block/sda/device/ioerr_cnt", "0x1f\n");
	tree_put("sys/block/sda/device/hwmon/hwmon4/temp1_input", "-1500\n");
	tree_put("sys/block/sda/ro", "1\n");
	tree_link("sys/block/sdb", "../devices/pci0000:00/usb1/host1/target1/block/sdb");
	tree_put("sys/devices/pci0000:00/usb1/host1/target1/block/sdb/dev", "8:16\n");
	tree_put("sys/block/sdb/sdb1/dev", "8:17\n");
	tree_put("proc/self/mountinfo", "22 1 8:17 / /run/store rw - vfat /dev/sdb1 rw\n");
	tree_put("sys/block/dm-0/size", "7\n");
	json = tree_machine();
	sata = element(json, "disks", 0);
	stick = element(json, "disks", 1);
	CHECK(element(json, "disks", 2) == NULL);
	CHECK_STR(json_get_string(sata, "bus", ""), "sata");
	CHECK_STR(json_get_string(sata, "serial", ""), "S1 2");
	CHECK_NEAR(json_get_number(sata, "size_bytes", 0), 1048576, 0);
	CHECK_NEAR(json_get_number(sata, "physical_block_bytes", 0), 4096, 0);
	CHECK_NEAR(json_get_number(sata, "rotational", -1), 1, 0);
	CHECK_NEAR(json_get_number(sata, "temperature_c", 0), -1.5, 1e-9);
	CHECK_NEAR(json_get_number(sata, "io_errors", 0), 31, 0);
	CHECK_NEAR(json_get_number(sata, "in_use", -1), 0, 0);
	CHECK(json_get(sata, "sectors_written") == NULL);
	CHECK_STR(json_get_string(stick, "bus", ""), "usb");
	CHECK_NEAR(json_get_number(stick, "in_use", -1), 1, 0);
	CHECK(json_get(stick, "size_bytes") == NULL && json_get(stick, "rotational") == NULL);
	json_free(json);
	/* Part of something else is in use as well. */
	tree_put("sys/block/sda/sda2/holders/dm-0", "");
	json = tree_machine();
	CHECK_NEAR(json_get_number(element(json, "disks", 0), "in_use", -1), 1, 0);
	json_free(json);
}

TEST(nvme_health)
{
	uint8_t log[NVME_SMART_SIZE] = { 0 };
	struct json_writer w = { 0 };
	const struct json *health;
	struct json *json;
	size_t length;
	char *text;

	CHECK(disk_health_temperature(log) < -273); /* 0 K is no temperature */
	log[0] = 4;
	table_put(log, 1, 2, 273 + 41);
	log[3] = 98;
	log[5] = 7;
	table_put(log, 48, 8, 1000);
	table_put(log, 128, 8, 12345);
	memset(log + 160, 0xff, 16);
	CHECK_NEAR(disk_health_temperature(log), 41, 0);
	w.out = xmemstream(&text, &length);
	json_object(&w, NULL);
	disk_health_write(&w, log);
	json_object_end(&w);
	xclose(w.out);
	json = json_parse(text, length);
	health = json_get(json, "health");
	CHECK_NEAR(json_get_number(health, "critical_warning", 0), 4, 0);
	CHECK_NEAR(json_get_number(health, "spare_percent", 0), 98, 0);
	CHECK_NEAR(json_get_number(health, "used_percent", 0), 7, 0);
	CHECK_NEAR(json_get_number(health, "power_on_hours", 0), 12345, 0);
	CHECK_NEAR(json_get_number(health, "written_bytes", 0), 512000e3, 0);
	CHECK(json_get_number(health, "media_errors", 0) > 1e18);
	json_free(json);
	free(text);
	CHECK(disk_health_read("/nonexistent", log) != 0);
	CHECK(disk_health_read("/dev/null", log) != 0);
}

TEST(network_ports)
{
	struct json *json;

	tree_wipe();
	tree_put("sys/class/net/lo/address", "00:00:00:00:00:00\n");
	tree_put("sys/class/net/eth0/address", "52:54:00:00:00:01\n");
	tree_put("sys/class/net/eth0/device/uevent", "DRIVER=fast\n");
	tree_link("sys/class/net/eth0/device/driver", "../../../bus/pci/drivers/fast");
	tree_put("sys/class/net/eth0/carrier", "1\n");
	tree_put("sys/class/net/eth0/speed", "25000\n");
	tree_put("sys/class/net/eth1/device/uevent", "DRIVER=fast\n");
	tree_put("sys/class/net/eth1/speed", "-1\n");
	json = tree_machine();
	CHECK_STR(json_get_string(element(json, "network", 0), "mac", ""), "52:54:00:00:00:01");
	CHECK_STR(json_get_string(element(json, "network", 0), "driver", ""), "fast");
	CHECK_STR(json_get_string(element(json, "network", 0), "link", ""), "up");
	CHECK_NEAR(json_get_number(element(json, "network", 0), "speed_bits_per_s", 0), 25e9, 0);
	CHECK_STR(json_get_string(element(json, "network", 1), "link", ""),
		"unknown: the port is not up");
	CHECK(json_get(element(json, "network", 1), "speed_bits_per_s") == NULL);
	CHECK(element(json, "network", 2) == NULL);
	json_free(json);
}

TEST(sensors_and_power)
{
	const struct json *domain, *limits;
	struct json *json;

	tree_wipe();
	tree_put("sys/class/hwmon/hwmon0/name", "coretemp\n");
	tree_put("sys/class/hwmon/hwmon0/temp1_input", "47500\n");
	tree_put("sys/class/hwmon/hwmon0/temp1_label", "Package id 0\n");
	tree_put("sys/class/hwmon/hwmon0/temp1_max", "100000\n");
	tree_put("sys/class/hwmon/hwmon0/temp2_input", "");
	tree_put("sys/class/hwmon/hwmon0/in0_input", "1250\n");
	tree_put("sys/class/hwmon/hwmon0/intrusion0_input", "1\n");
	tree_put("sys/class/powercap/intel-rapl/enabled", "1\n");
	tree_put("sys/class/powercap/intel-rapl:0/name", "package-0\n");
	tree_put("sys/class/powercap/intel-rapl:0/energy_uj", "123456789\n");
	tree_put("sys/class/powercap/intel-rapl:0/constraint_0_name", "long_term\n");
	tree_put("sys/class/powercap/intel-rapl:0/constraint_0_power_limit_uw", "125000000\n");
	json = tree_machine();
	CHECK_STR(json_get_string(element(json, "sensors", 0), "sensor", ""), "in0");
	CHECK_NEAR(json_get_number(element(json, "sensors", 0), "value", 0), 1.25, 1e-9);
	CHECK_STR(json_get_string(element(json, "sensors", 1), "label", ""), "Package id 0");
	CHECK_NEAR(json_get_number(element(json, "sensors", 1), "value", 0), 47.5, 1e-9);
	CHECK_STR(json_get_string(element(json, "sensors", 1), "unit", ""), "celsius");
	CHECK(element(json, "sensors", 2) == NULL);
	domain = element(json, "power_domains", 0);
	limits = json_get(domain, "limits");
	CHECK_STR(json_get_string(domain, "name", ""), "package-0");
	CHECK_NEAR(json_get_number(domain, "energy_j", 0), 123.456789, 1e-9);
	CHECK_NEAR(json_get_number(limits ? limits->child : NULL, "watts", 0), 125, 0);
	CHECK(json_get(domain, "energy_range_j") == NULL);
	CHECK(element(json, "power_domains", 1) == NULL);
	json_free(json);
}

TEST(counters_of_faults)
{
	struct json *json;

	tree_wipe();
	tree_put("proc/interrupts",
		"            CPU0       CPU1\n   8:          5          6  IO-APIC   8-edge\n MCE: "
		" "
		"        1          2   Machine check exceptions\n MCP:         10         11   "
		"Machine check polls\n");
	tree_put("sys/devices/system/machinecheck/machinecheck0/umc/misc/error_count", "4\n");
	tree_put("sys/devices/system/edac/mc/mc0/ce_count", "3\n");
	tree_put("sys/devices/system/edac/mc/mc0/ue_count", "0\n");
	tree_put("sys/devices/system/edac/mc/mc0/dimm1/dimm_label", "CPU1 A2\n");
	tree_put("sys/devices/system/edac/mc/mc0/dimm1/dimm_ce_count", "3\n");
	json = tree_machine();
	CHECK_NEAR(number_of(json, "machine_checks", "exceptions"), 3, 0);
	CHECK_NEAR(number_of(json, "machine_checks", "polls"), 21, 0);
	CHECK_NEAR(number_of(json, "machine_checks", "corrected"), 4, 0);
	CHECK(json_get(json_get(json, "machine_checks"), "threshold_interrupts") == NULL);
	CHECK_NEAR(json_get_number(element(json, "memory_controllers", 0), "corrected", 0), 3, 0);
	CHECK_STR(json_get_string(json_get(element(json, "memory_controllers", 0), "dimms")->child,
			  "label", ""),
		"CPU1 A2");
	json_free(json);
}

TEST(program_and_kernel)
{
	struct json *json;

	tree_wipe();
	tree_put("proc/self/exe", "abc");
	tree_put("proc/config.gz", "");
	tree_put("proc/cmdline", "quiet bootmark.id=1a2b3c4d bootmark.copies=1\n");
	json = tree_machine();
	CHECK_STR(text_of(json, "program", "image_id"), "1a2b3c4d");
	CHECK_STR(text_of(json, "program", "sha256"),
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	CHECK_STR(text_of(json, "kernel", "config_gz_sha256"),
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	json_free(json);
}

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	RUN(virtual_machine);
	RUN(junk_and_a_torn_table);
	RUN(pci_cards);
	RUN(disks);
	RUN(nvme_health);
	RUN(network_ports);
	RUN(sensors_and_power);
	RUN(counters_of_faults);
	RUN(program_and_kernel);
	tree_wipe();
	rmdir(tree_root);
	return test_end();
}

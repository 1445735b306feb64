/* SPDX-License-Identifier: MIT */
/* What is plugged into a machine, composed below a root of its own. */
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

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	RUN(virtual_machine);
	RUN(pci_cards);
	tree_wipe();
	rmdir(tree_root);
	return test_end();
}

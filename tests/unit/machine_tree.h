/* SPDX-License-Identifier: MIT */
/* Composes machines for tests: a directory with the files that the kernel would show. */
#ifndef MACHINE_TREE_H
#define MACHINE_TREE_H

#include "core/die.h"
#include "inventory/inventory.h"
#include "smbios_table.h"
#include "test.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char tree_root[] = "/tmp/machine_tree.XXXXXX";

static inline void tree_parents(char *full)
{
	for (char *slash = strchr(full + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(full, 0755);
		*slash = '/';
	}
}

static inline void tree_bytes(const char *path, const void *bytes, size_t size)
{
	char *full = xasprintf("%s/%s", tree_root, path);
	FILE *file;

	tree_parents(full);
	file = fopen(full, "w");
	if (!file || fwrite(bytes, 1, size, file) != size)
		TEST_FAIL("%s cannot be written", full);
	if (file)
		fclose(file);
	free(full);
}

static inline void tree_put(const char *path, const char *text)
{
	tree_bytes(path, text, strlen(text));
}

/* The text first, then the path's format: tree_putf("1\n", "sys/cpu%d/online", cpu). */
__attribute__((format(printf, 2, 3))) static inline void tree_putf(
	const char *text, const char *format, ...)
{
	char path[512];
	va_list args;

	va_start(args, format);
	vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	tree_put(path, text);
}

static inline void tree_link(const char *path, const char *target)
{
	char *full = xasprintf("%s/%s", tree_root, path);

	tree_parents(full);
	if (symlink(target, full))
		TEST_FAIL("%s cannot be linked", full);
	free(full);
}

static inline void tree_wipe(void)
{
	char *command = xasprintf("rm -rf %s/*", tree_root);

	if (system(command))
		TEST_FAIL("%s failed", command);
	free(command);
}

static inline void tree_smbios(struct table *t)
{
	uint8_t entry[24];

	tree_bytes("sys/firmware/dmi/tables/smbios_entry_point", entry,
		table_entry_point(entry, 3, 4));
	tree_bytes("sys/firmware/dmi/tables/DMI", t->bytes, t->size);
}

static inline void tree_cpu(int cpu, int socket, int die, int core, const char *siblings)
{
	const char *format = "sys/devices/system/cpu/cpu%d/topology/%s";
	const struct {
		const char *file;
		int number;
	} numbers[] = { { "physical_package_id", socket }, { "die_id", die }, { "core_id", core } };
	char text[32];

	for (size_t i = 0; i < 3; i++) {
		snprintf(text, sizeof(text), "%d\n", numbers[i].number);
		tree_putf(text, format, cpu, numbers[i].file);
	}
	tree_putf(siblings, format, cpu, "thread_siblings_list");
}

static inline void tree_cache(
	int cpu, int index, int level, const char *type, const char *size, const char *shared)
{
	const char *format = "sys/devices/system/cpu/cpu%d/cache/index%d/%s";
	char text[16];

	snprintf(text, sizeof(text), "%d\n", level);
	tree_putf(text, format, cpu, index, "level");
	tree_putf(type, format, cpu, index, "type");
	tree_putf(size, format, cpu, index, "size");
	tree_putf(shared, format, cpu, index, "shared_cpu_list");
}

/* A PCI device below a port ("" = on the root bus): ids as "0x8086 0x1234 0x020000". */
static inline void tree_pci(const char *address, const char *port, const char *vendor,
	const char *device, const char *class_code, const char *driver)
{
	char path[256], target[256];

	snprintf(path, sizeof(path), "sys/bus/pci/devices/%s", address);
	snprintf(target, sizeof(target), "../../../devices/pci0000:00/%s%s%s", port,
		*port ? "/" : "", address);
	tree_link(path, target);
	snprintf(path, sizeof(path), "sys/%s", target + strlen("../../../"));
	tree_putf(vendor, "%s/vendor", path);
	tree_putf(device, "%s/device", path);
	tree_putf(class_code, "%s/class", path);
	if (!driver)
		return;
	snprintf(target, sizeof(target), "/bus/pci/drivers/%s", driver);
	strcat(path, "/driver");
	tree_link(path, target);
}

/* "8.0 GT/s PCIe" and the like; address must be there already. */
static inline void tree_pci_link(const char *address, const char *speed, const char *width,
	const char *max_speed, const char *max_width)
{
	const char *format = "sys/bus/pci/devices/%s/%s";

	tree_putf(speed, format, address, "current_link_speed");
	tree_putf(width, format, address, "current_link_width");
	tree_putf(max_speed, format, address, "max_link_speed");
	tree_putf(max_width, format, address, "max_link_width");
}

static inline struct json *tree_machine(void)
{
	size_t length;
	char *text;
	FILE *out = open_memstream(&text, &length);
	struct json_writer w = { .out = out };
	struct json *json;

	json_object(&w, NULL);
	inventory_all(&w, tree_root);
	json_object_end(&w);
	fclose(out);
	json = json_parse(text, length);
	if (!json)
		TEST_FAIL("the machine record is no JSON: %.200s", text);
	free(text);
	return json;
}

/* Look-ups that survive what is missing. */
static inline const struct json *element(
	const struct json *machine, const char *group, unsigned index)
{
	const struct json *list = json_get(machine, group), *e = list ? list->child : NULL;

	while (e && index--)
		e = e->next;
	return e;
}

static inline double number_of(const struct json *machine, const char *group, const char *member)
{
	return json_get_number(json_get(machine, group), member, -1);
}

static inline const char *text_of(const struct json *machine, const char *group, const char *member)
{
	return json_get_string(json_get(machine, group), member, "");
}

#endif

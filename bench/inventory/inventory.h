/* SPDX-License-Identifier: MIT */
/*
 * The machine, read from sysfs, procfs and SMBIOS, never changed. What the machine does not tell is
 * left out, never shown as zero. root is "" or a tree with sys/ and proc/ in it for tests.
 */
#ifndef INVENTORY_H
#define INVENTORY_H

#include "core/json.h"

/* Each writes its members into the open machine record (ARCHITECTURE.md names them). */
void inventory_firmware(struct json_writer *, const char *root); /* system, board, chassis,
								    firmware, placeholders */
void inventory_cpu(struct json_writer *, const char *root);	 /* cpu, caches, mitigations */
void inventory_memory(struct json_writer *, const char *root);	 /* memory, numa */
void inventory_memory_slots(
	struct json_writer *, const char *root);		/* smbios, memory_slots, dimms */
void inventory_kernel(struct json_writer *, const char *root);	/* kernel, program */
void inventory_pci(struct json_writer *, const char *root);	/* pci */
void inventory_disks(struct json_writer *, const char *root);	/* disks */
void inventory_network(struct json_writer *, const char *root); /* network */
void inventory_sensors(struct json_writer *, const char *root); /* sensors */
void inventory_power_domains(struct json_writer *, const char *root); /* power_domains */
void inventory_errors(
	struct json_writer *, const char *root); /* machine_checks, memory_controllers */
void inventory_all(struct json_writer *, const char *root);

/* Watches the idle machine for that long: interrupts and context switches per second, what runs. */
void inventory_quiet(struct json_writer *, const char *root, unsigned ms); /* quiet */

/*
 * Who the machine is: product serial, else system UUID, else board serial, else the first MAC
 * address, else "unknown". Junk that vendors leave in ("To be filled by O.E.M.") does not count.
 * Only [A-Za-z0-9._-], at most 47 characters.
 */
enum { MACHINE_ID_SIZE = 48 };
void inventory_machine_id(char id[MACHINE_ID_SIZE], const char *root);

/* What a person wants to look up later, as one text; the caller frees. */
char *inventory_environment(const char *root);

/* The kernel's messages so far, the newest 96 KiB of them; the caller frees. Never NULL. */
char *inventory_kernel_log(void);

#endif

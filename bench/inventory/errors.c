/* SPDX-License-Identifier: MIT */
/* What counts faults: machine checks and memory controllers. PCIe's counters stand with the
 * devices, throttles with the CPU. */
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <stdlib.h>
#include <string.h>

#define CONTROLLER "%s/sys/devices/system/edac/mc/%s/%s"

/* Sum over all CPUs of a line of /proc/interrupts, such as "MCE:  0  0  Machine check exceptions";
 * -1 if there is no such line. */
static long long interrupt_sum(const char *text, const char *name)
{
	size_t length = strlen(name);

	while (text && *text) {
		const char *line = text + strspn(text, " "), *end = strchrnul(text, '\n');

		text = *end ? end + 1 : end;
		if (strncmp(line, name, length) != 0 || line[length] != ':')
			continue;
		long long sum = 0;

		for (line += length + 1;;) {
			char *rest;
			long long number = strtoll(line, &rest, 10);

			if (rest == line || rest > end)
				return sum;
			sum += number;
			line = rest;
		}
	}
	return -1;
}

/* AMD's CPUs count corrected errors in their banks: machinecheckN/BANK/BLOCK/error_count. */
static long long bank_errors(const char *root)
{
	const char *base = "%s/sys/devices/system/machinecheck/%s/%s";
	char **cpus, **banks, **blocks;
	int cpu_count =
		sysfile_names(&cpus, "machinecheck", "%s/sys/devices/system/machinecheck", root);
	long long sum = -1;

	for (int i = 0; i < cpu_count; i++) {
		int bank_count = sysfile_names(
			&banks, "", "%s/sys/devices/system/machinecheck/%s", root, cpus[i]);

		for (int k = 0; k < bank_count; k++) {
			int block_count = sysfile_names(&blocks, "", base, root, cpus[i], banks[k]);

			for (int b = 0; b < block_count; b++) {
				long long count = sysfile_number(-1,
					"%s/sys/devices/system/machinecheck/%s/%s/%s/error_count",
					root, cpus[i], banks[k], blocks[b]);

				if (count >= 0)
					sum = (sum < 0 ? 0 : sum) + count;
			}
			sysfile_free_names(blocks, block_count);
		}
		sysfile_free_names(banks, bank_count);
	}
	sysfile_free_names(cpus, cpu_count);
	return sum;
}

static void write_machine_checks(struct json_writer *w, const char *root)
{
	/* Polls are looks at the banks, not errors. */
	static const char *const lines[][2] = { { "exceptions", "MCE" }, { "polls", "MCP" },
		{ "threshold_interrupts", "THR" }, { "deferred_interrupts", "DFR" },
		{ "thermal_interrupts", "TRM" } };
	long long corrected = bank_errors(root);
	size_t length;
	char *text = sysfile_bytes(&length, "%s/proc/interrupts", root);

	json_object(w, "machine_checks");
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		long long sum = interrupt_sum(text, lines[i][1]);

		if (sum >= 0)
			json_integer(w, lines[i][0], sum);
	}
	if (corrected >= 0)
		json_integer(w, "corrected", corrected);
	json_object_end(w);
	free(text);
}

/* One for each module, or for each row of chips where the controller cannot tell modules apart. */
static void write_edac_dimms(struct json_writer *w, const char *root, const char *controller)
{
	const char *format = "%s/sys/devices/system/edac/mc/%s/%s/%s";
	static const char *const kinds[] = { "dimm", "rank" };
	char **names;

	json_array(w, "dimms");
	for (size_t k = 0; k < 2; k++) {
		int count = sysfile_names(&names, kinds[k], CONTROLLER, root, controller, "");

		for (int i = 0; i < count; i++) {
			json_object(w, NULL);
			json_string(w, "name", names[i]);
			sysfile_member(
				w, "label", format, root, controller, names[i], "dimm_label");
			sysfile_integer(w, "corrected", format, root, controller, names[i],
				"dimm_ce_count");
			sysfile_integer(w, "uncorrected", format, root, controller, names[i],
				"dimm_ue_count");
			json_object_end(w);
		}
		sysfile_free_names(names, count);
	}
	json_array_end(w);
}

void inventory_errors(struct json_writer *w, const char *root)
{
	char **names;
	int count = sysfile_names(&names, "mc", "%s/sys/devices/system/edac/mc", root);

	write_machine_checks(w, root);
	json_array(w, "memory_controllers");
	for (int i = 0; i < count; i++) {
		json_object(w, NULL);
		json_string(w, "name", names[i]);
		sysfile_member(w, "model", CONTROLLER, root, names[i], "mc_name");
		sysfile_integer(w, "corrected", CONTROLLER, root, names[i], "ce_count");
		sysfile_integer(w, "uncorrected", CONTROLLER, root, names[i], "ue_count");
		write_edac_dimms(w, root, names[i]);
		json_object_end(w);
	}
	json_array_end(w);
	sysfile_free_names(names, count);
}

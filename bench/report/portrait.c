/* SPDX-License-Identifier: MIT */
/* The machine in words; the rest of facts.h is in facts.c. */
#include "report/facts.h"

#include "report/scale.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What a damaged record says beyond these is not shown. */
enum { MAX_COUNT = 1000000, MAX_CACHE_LEVEL = 9 };
static const double MAX_RATE = 1e12;

const struct condition facts_conditions[] = {
	{ "Kernel", "kernel", "release" },
	{ "Kernel build", "kernel", "version" },
	{ "Kernel command line", "kernel", "cmdline" },
	{ "Clock source", "kernel", "clocksource" },
	{ "Clock sources", "kernel", "clocksources" },
	{ "Image", "program", "image_id" },
	{ "Governor", "cpu", "governor" },
	{ "Frequency driver", "cpu", "driver" },
	{ "Energy preference", "cpu", "energy_preference" },
	{ "Turbo off", "cpu", "no_turbo" },
	{ "Boost", "cpu", "boost" },
	{ "Idle driver", "cpu", "idle_driver" },
	{ "Hyper-threading", "cpu", "smt" },
	{ "Microcode", "cpu", "microcode" },
	{ "Microcode differs on CPUs", "cpu", "microcode_differs_on" },
	{ "Microcode there", "cpu", "microcode_there" },
	{ "CPUs online", "cpu", "online" },
	{ "Transparent huge pages", "memory", "thp" },
	{ "Address randomisation", "kernel", "randomize_va_space" },
	{ "Load before the run", "kernel", "loadavg" },
	{ NULL, NULL, NULL },
};

void facts_append(char *text, size_t size, const char *separator, const char *format, ...)
{
	size_t length = strlen(text);
	va_list args;

	if (length)
		length += (size_t)snprintf(text + length, size - length, "%s", separator);
	if (length >= size)
		return;
	va_start(args, format);
	vsnprintf(text + length, size - length, format, args);
	va_end(args);
}

static void append_string(char *text, size_t size, const struct run_view *view, const char *group,
	const char *member, const char *separator)
{
	const char *value = facts_string(view, group, member);

	if (value)
		facts_append(text, size, separator, "%s", value);
}

void facts_system(const struct run_view *view, char *text, size_t size)
{
	*text = '\0';
	append_string(text, size, view, "system", "vendor", " ");
	append_string(text, size, view, "system", "product", " ");
}

void facts_firmware(const struct run_view *view, char *text, size_t size)
{
	*text = '\0';
	append_string(text, size, view, "firmware", "vendor", " ");
	append_string(text, size, view, "firmware", "version", " ");
	append_string(text, size, view, "firmware", "date", ", ");
	append_string(text, size, view, "firmware", "boot", ", boot: ");
}

static void append_count(char *text, size_t size, const struct run_view *view, const char *member,
	const char *one, const char *many)
{
	double count = facts_number(view, "cpu", member, 0);

	if (count >= 1 && count < MAX_COUNT)
		facts_append(text, size, ", ", "%.0f %s", count, count < 1.5 ? one : many);
}

/* "8 cores cpu_core, 16 cores cpu_atom", where cores differ by kind. */
static void append_classes(char *text, size_t size, const struct run_view *view)
{
	const struct json *classes = json_get(json_get(facts_machine(view), "cpu"), "classes");
	const char *separator = " (";

	if (!classes || !classes->child)
		return;
	for (const struct json *c = classes->child; c; c = c->next) {
		unsigned cores = json_get_count(c, "cores", 0);

		facts_append(text, size, separator, "%u core%s %s", cores, cores == 1 ? "" : "s",
			json_get_string(c, "name", "of unknown kind"));
		separator = ", ";
	}
	facts_append(text, size, "", ")");
}

void facts_cpu(const struct run_view *view, char *text, size_t size)
{
	double hz = facts_number(view, "cpu", "max_hz", 0);
	double base = facts_number(view, "cpu", "base_hz", 0);
	char clock[SCALE_LENGTH];

	*text = '\0';
	append_count(text, size, view, "sockets", "socket", "sockets");
	/* More dies than sockets are worth a word. */
	if (facts_number(view, "cpu", "dies", 0) > facts_number(view, "cpu", "sockets", 0))
		append_count(text, size, view, "dies", "die", "dies");
	append_count(text, size, view, "cores", "core", "cores");
	append_count(text, size, view, "threads", "thread", "threads");
	append_classes(text, size, view);
	if (base > 0) {
		scale_value(clock, sizeof(clock), base, "Hz");
		facts_append(text, size, ", ", "base clock %s", clock);
	}
	if (hz > 0) {
		scale_value(clock, sizeof(clock), hz, "Hz");
		facts_append(text, size, ", ", "up to %s", clock);
	}
}

void facts_caches(const struct run_view *view, char *text, size_t size)
{
	const struct json *caches = json_get(facts_machine(view), "caches");

	*text = '\0';
	for (const struct json *c = caches ? caches->child : NULL; c; c = c->next) {
		const char *type = json_get_string(c, "type", "");
		double bytes = json_get_number(c, "size_bytes", 0);
		double level = json_get_number(c, "level", 0);
		double instances = json_get_number(c, "instances", 1);
		char amount[SCALE_LENGTH];

		if (bytes <= 0 || level < 1 || level > MAX_CACHE_LEVEL)
			continue;
		scale_bytes(amount, sizeof(amount), bytes);
		facts_append(text, size, ", ", "L%.0f%s %s", level,
			strcmp(type, "Data") == 0	   ? "d"
			: strcmp(type, "Instruction") == 0 ? "i"
							   : "",
			amount);
		if (instances > 1 && instances < MAX_COUNT)
			facts_append(text, size, " ", "x%.0f", instances);
	}
}

/* "8 of 16 slots filled, multi-bit ECC, theoretical bandwidth 307 GB/s on 8 channels" */
static void append_slots(char *text, size_t size, const struct run_view *view)
{
	double slots = facts_number(view, "memory_slots", "slots", 0);
	double exact = facts_number(view, "memory_slots", "bandwidth_bytes_per_s", 0);
	double at_most = facts_number(view, "memory_slots", "bandwidth_at_most_bytes_per_s", 0);
	double channels = facts_number(view, "memory_slots", "channels", 0);
	const char *ecc = facts_string(view, "memory_slots", "error_correction");
	char amount[SCALE_LENGTH];

	if (slots < 1 || slots > MAX_COUNT)
		return;
	facts_append(text, size, ", ", "%.0f of %.0f slot%s filled",
		facts_number(view, "memory_slots", "populated", 0), slots, slots < 2 ? "" : "s");
	if (ecc)
		facts_append(text, size, ", ", "%s", strcmp(ecc, "none") ? ecc : "no ECC");
	scale_value(amount, sizeof(amount), exact > 0 ? exact : at_most, "bytes/s");
	if (exact > 0 && channels >= 1 && channels < MAX_COUNT)
		facts_append(text, size, ", ", "theoretical bandwidth %s (%.0f channel%s)", amount,
			channels, channels < 2 ? "" : "s");
	else if (at_most > 0)
		facts_append(text, size, ", ",
			"theoretical bandwidth at most %s (channels unknown)", amount);
}

void facts_memory(const struct run_view *view, char *text, size_t size)
{
	const struct json *numa = json_get(facts_machine(view), "numa");
	double bytes = facts_number(view, "memory", "total_bytes", 0);
	char amount[SCALE_LENGTH];
	unsigned nodes = 0;

	*text = '\0';
	if (bytes > 0) {
		scale_bytes(amount, sizeof(amount), bytes);
		facts_append(text, size, ", ", "%s", amount);
	}
	for (const struct json *n = numa ? numa->child : NULL; n; n = n->next)
		nodes++;
	if (nodes)
		facts_append(text, size, ", ", "%u NUMA node%s", nodes, nodes == 1 ? "" : "s");
	append_slots(text, size, view);
}

void facts_quiet(const struct run_view *view, char *text, size_t size)
{
	static const struct {
		const char *member, *words;
	} rates[] = { { "interrupts_per_s", "interrupts/s" },
		{ "context_switches_per_s", "context switches/s" }, { "programs", "programs" },
		{ "kernel_threads", "kernel threads" } };

	*text = '\0';
	for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
		double value = facts_number(view, "quiet", rates[i].member, -1);

		if (value >= 0 && value < MAX_RATE)
			facts_append(text, size, ", ", "%.0f %s", value, rates[i].words);
	}
}

void facts_node(const struct json *node, char *text, size_t size)
{
	double bytes = json_get_number(node, "memory_bytes", -1);
	char amount[SCALE_LENGTH];

	*text = '\0';
	if (*json_get_string(node, "cpus", ""))
		facts_append(text, size, ", ", "CPUs %s", json_get_string(node, "cpus", ""));
	if (bytes >= 0) {
		scale_bytes(amount, sizeof(amount), bytes);
		facts_append(text, size, ", ", "%s", amount);
	}
	if (*json_get_string(node, "distances", ""))
		facts_append(
			text, size, ", ", "distances %s", json_get_string(node, "distances", ""));
}

static double sectors_written(const struct json *machine, const char *name)
{
	const struct json *disks = json_get(machine, "disks");

	for (const struct json *d = disks ? disks->child : NULL; d; d = d->next)
		if (strcmp(json_get_string(d, "name", ""), name) == 0)
			return json_get_number(d, "sectors_written", -1);
	return -1;
}

static void append_health(char *text, size_t size, const struct json *disk)
{
	const struct json *health = json_get(disk, "health");
	double warning = json_get_number(health, "critical_warning", 0);

	if (json_get(disk, "temperature_c"))
		facts_append(text, size, ", ", "%.3g C", json_get_number(disk, "temperature_c", 0));
	if (!health)
		return;
	facts_append(text, size, ", ", "%u %% worn, %u media errors",
		json_get_count(health, "used_percent", 0),
		json_get_count(health, "media_errors", 0));
	if (warning != 0)
		facts_append(text, size, ", ", "CRITICAL WARNING %#x",
			json_get_count(health, "critical_warning", 0));
}

void facts_disk(const struct run_view *view, const struct json *disk, char *text, size_t size)
{
	static const char *const names[] = { "vendor", "model", "serial" };
	const char *name = json_get_string(disk, "name", "");
	double bytes = json_get_number(disk, "size_bytes", 0);
	double first = sectors_written(view->before, name),
	       last = sectors_written(view->after, name);
	char amount[SCALE_LENGTH];

	*text = '\0';
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (*json_get_string(disk, names[i], ""))
			facts_append(text, size, i == 2 ? ", serial " : " ", "%s",
				json_get_string(disk, names[i], ""));
	if (bytes > 0) {
		scale_bytes_decimal(amount, sizeof(amount), bytes);
		facts_append(text, size, ", ", "%s", amount);
	}
	if (*json_get_string(disk, "bus", ""))
		facts_append(text, size, ", ", "%s", json_get_string(disk, "bus", ""));
	/* The kernel takes each USB disk for one that rotates. */
	if (json_get_number(disk, "rotational", 0) != 0 &&
		strcmp(json_get_string(disk, "bus", ""), "usb") != 0)
		facts_append(text, size, ", ", "rotational");
	append_health(text, size, disk);
	if (json_get_number(disk, "removable", 0) != 0)
		facts_append(text, size, ", ", "removable");
	if (json_get(disk, "read_only"))
		facts_append(text, size, ", ",
			json_get_number(disk, "read_only", 0) != 0 ? "read-only" : "writable");
	if (first >= 0 && last >= first)
		facts_append(text, size, ", ", "%.0f sectors written by the run", last - first);
}

bool facts_is_virtual(const struct run_view *view)
{
	return facts_number(view, "cpu", "hypervisor", 0) != 0;
}

const char *facts_platform(const struct run_view *view)
{
	const struct json *hypervisor =
		json_get(json_get(facts_machine(view), "cpu"), "hypervisor");

	if (!hypervisor || hypervisor->type != JSON_BOOL)
		return "Unknown whether this is a bare or a virtual machine.";
	if (facts_is_virtual(view))
		return "Virtual machine, not a bare machine: expect noise that is not the "
		       "hardware's.";
	return "Bare machine";
}

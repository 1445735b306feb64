/* SPDX-License-Identifier: MIT */
#include "core/die.h"
#include "core/sha256.h"
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>

/* klogctl's numbers, from syslog(2). */
enum { LOG_READ_ALL = 3, LOG_SIZE = 10 };

/* 8 s of a serial line at 115200 baud: what a big server's start-up says beyond that is its oldest
 * part. */
enum { LOG_KEPT = 96 * 1024 };

static void write_hash(struct json_writer *w, const char *key, const char *root, const char *path)
{
	char hex[SHA256_HEX], *bytes;
	size_t length;

	bytes = sysfile_bytes(&length, "%s%s", root, path);
	if (!bytes)
		return;
	sha256_hex(hex, bytes, length);
	json_string(w, key, hex);
	free(bytes);
}

/* The program that measured, and the stick that it came from (image/mkimage.sh gives it its id). */
static void write_program(struct json_writer *w, const char *root)
{
	static const char key[] = "bootmark.id=";
	char line[SYSFILE_LINE];
	const char *id = NULL;

	json_object(w, "program");
	write_hash(w, "sha256", root, "/proc/self/exe");
	if (sysfile_line(line, "%s/proc/cmdline", root))
		id = strstr(line, key);
	if (id) {
		id += sizeof(key) - 1;
		line[id - line + (long)strcspn(id, " ")] = '\0';
		json_string(w, "image_id", id);
	}
	json_object_end(w);
}

void inventory_kernel(struct json_writer *w, const char *root)
{
	json_object(w, "kernel");
	sysfile_member(w, "release", "%s/proc/sys/kernel/osrelease", root);
	sysfile_member(w, "version", "%s/proc/sys/kernel/version", root);
	sysfile_member(w, "cmdline", "%s/proc/cmdline", root);
	sysfile_member(w, "clocksource",
		"%s/sys/devices/system/clocksource/clocksource0/current_clocksource", root);
	sysfile_member(w, "clocksources",
		"%s/sys/devices/system/clocksource/clocksource0/available_clocksource", root);
	/* The text is 100 KB and the same in each run of an image: the image's build has it, and
	 * /proc/config.gz. */
	write_hash(w, "config_gz_sha256", root, "/proc/config.gz");
	sysfile_member(w, "randomize_va_space", "%s/proc/sys/kernel/randomize_va_space", root);
	sysfile_member(w, "boot_id", "%s/proc/sys/kernel/random/boot_id", root);
	sysfile_member(w, "loadavg", "%s/proc/loadavg", root);
	json_object_end(w);
	write_program(w, root);
}

char *inventory_kernel_log(void)
{
	int size = klogctl(LOG_SIZE, NULL, 0), length;
	char *text, *start;

	if (size <= 0)
		return xstrdup("");
	text = xcalloc((size_t)size + 1, 1);
	length = klogctl(LOG_READ_ALL, text, size);
	if (length < 0)
		length = 0;
	text[length] = '\0';
	if (length <= LOG_KEPT)
		return text;
	/* From the start of a line. */
	start = strchr(text + length - LOG_KEPT, '\n');
	memmove(text, start ? start + 1 : text, strlen(start ? start + 1 : text) + 1);
	return text;
}

/* A file under a heading; of /proc/cpuinfo the first CPU is enough. */
static void show_file(FILE *out, const char *root, const char *path, bool first_paragraph)
{
	char *full = xasprintf("%s%s", root, path), line[16384];
	FILE *file = fopen(full, "re");

	free(full);
	if (!file)
		return;
	fprintf(out, "== %s\n", path);
	while (fgets(line, sizeof(line), file) && !(first_paragraph && line[0] == '\n'))
		fputs(line, out);
	fputc('\n', out);
	fclose(file);
}

static void show_directory(FILE *out, const char *root, const char *path)
{
	char line[SYSFILE_LINE], **names;
	int count = sysfile_names(&names, "", "%s%s", root, path);

	if (count)
		fprintf(out, "== %s\n", path);
	for (int i = 0; i < count; i++)
		if (sysfile_line(line, "%s%s/%s", root, path, names[i]))
			fprintf(out, "%s: %s\n", names[i], line);
	if (count)
		fputc('\n', out);
	sysfile_free_names(names, count);
}

char *inventory_environment(const char *root)
{
	static const char *const files[] = { "/proc/version", "/proc/cmdline", "/proc/meminfo",
		"/proc/mounts", "/proc/loadavg", "/proc/interrupts", "/proc/partitions",
		"/sys/devices/system/cpu/online", "/sys/devices/system/cpu/smt/control",
		"/sys/kernel/mm/transparent_hugepage/enabled",
		"/sys/devices/system/clocksource/clocksource0/current_clocksource",
		"/sys/devices/system/clocksource/clocksource0/available_clocksource" };
	static const char *const directories[] = { "/sys/devices/system/cpu/vulnerabilities",
		"/sys/devices/system/cpu/cpufreq/policy0", "/sys/class/dmi/id" };
	char *text = NULL;
	size_t length = 0;
	FILE *out = xmemstream(&text, &length);

	fputs("The machine and its state before the first test.\n\n", out);
	show_file(out, root, "/proc/cpuinfo", true);
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		show_file(out, root, files[i], false);
	for (size_t i = 0; i < sizeof(directories) / sizeof(*directories); i++)
		show_directory(out, root, directories[i]);
	xclose(out);
	return text;
}

void inventory_all(struct json_writer *w, const char *root)
{
	inventory_firmware(w, root);
	inventory_cpu(w, root);
	inventory_memory(w, root);
	inventory_memory_slots(w, root);
	inventory_kernel(w, root);
	inventory_pci(w, root);
	inventory_disks(w, root);
	inventory_network(w, root);
	inventory_sensors(w, root);
	inventory_power_domains(w, root);
	inventory_errors(w, root);
}

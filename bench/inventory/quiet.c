/* SPDX-License-Identifier: MIT */
/* What runs on the machine while nothing is measured. Source of the wish: reference/method.md
 * section 5. */
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The sum of all interrupts since boot ("intr") or of context switches ("ctxt"); 0 = not known. */
static double counter(const char *root, const char *name)
{
	char path[4096], line[65536];
	size_t length = strlen(name);
	double value = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/proc/stat", root);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, name, length) == 0 && line[length] == ' ')
			value = strtod(line + length, NULL);
	if (file)
		fclose(file);
	return value;
}

/* Kernel threads have no command line, programs have one; zombies are neither and not there for
 * long. */
static void count_processes(const char *root, int *programs, int *kernel_threads)
{
	char line[SYSFILE_LINE], **names;
	int count = sysfile_names(&names, "", "%s/proc", root);

	*programs = *kernel_threads = 0;
	for (int i = 0; i < count; i++) {
		if (!isdigit((unsigned char)names[i][0]))
			continue;
		if (sysfile_line(line, "%s/proc/%s/cmdline", root, names[i]))
			++*programs;
		else
			++*kernel_threads;
	}
	sysfile_free_names(names, count);
}

void inventory_quiet(struct json_writer *w, const char *root, unsigned ms)
{
	const struct timespec pause = { ms / 1000, (long)(ms % 1000) * 1000000 };
	double interrupts = counter(root, "intr"), switches = counter(root, "ctxt");
	char line[SYSFILE_LINE];
	int programs, kernel_threads;

	nanosleep(&pause, NULL);
	interrupts = counter(root, "intr") - interrupts;
	switches = counter(root, "ctxt") - switches;
	count_processes(root, &programs, &kernel_threads);
	json_object(w, "quiet");
	json_number(w, "watched_s", ms * 1e-3, 6);
	json_number(w, "interrupts_per_s", interrupts * 1e3 / ms, 6);
	json_number(w, "context_switches_per_s", switches * 1e3 / ms, 6);
	json_integer(w, "programs", programs);
	json_integer(w, "kernel_threads", kernel_threads);
	if (sysfile_line(line, "%s/proc/uptime", root))
		json_number(w, "uptime_s", strtod(line, NULL), 9);
	json_object_end(w);
}

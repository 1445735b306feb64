/* SPDX-License-Identifier: MIT */
/* What must be said of a run although nothing changed. */
#include "core/die.h"
#include "inventory/changes_parts.h"

#include <stdlib.h>
#include <string.h>

/*
 * Nobody may write to a disk that was set read-only or that this system does not work on. On the
 * image these are all but the stick; on a laptop all that are not mounted.
 */
static bool must_not_change(const struct json *disk)
{
	bool read_only = json_get_number(disk, "read_only", 0) != 0;

	return read_only || (json_get(disk, "in_use") && json_get_number(disk, "in_use", 0) == 0);
}

/* One disk; adds what was written to it where nothing may be. True if that is known. */
static bool judge_disk(
	struct changes *changes, const struct json *before, const struct json *after, double *sum)
{
	const char *name = json_get_string(before, "name", "");
	double first = json_get_number(before, "sectors_written", -1);
	double last = json_get_number(after, "sectors_written", -1), written = last - first;
	bool forbidden = must_not_change(before);
	char *subject, *path;

	if (first < 0 || last < 0)
		return false;
	if (written != 0) {
		struct change *change;

		subject = changes_subject(before);
		path = xasprintf("disks[%s].sectors_written", name);
		/* A counter that goes backwards is that of another disk. */
		change = changes_add(changes, path, forbidden ? "fail" : "info",
			written < 0 ? "%s: %.0f sectors written less than before: not the same disk"
			: forbidden ? "%s: %.0f sectors written during the run, though nothing may "
				      "write to it"
				    : "%s: %.0f sectors written during the run",
			subject, written < 0 ? -written : written);
		changes_set_sums(change, first, last);
		free(path);
		free(subject);
	}
	*sum += forbidden && written > 0 ? written : 0;
	return forbidden;
}

void changes_written(struct changes *changes, const struct json *before, const struct json *after)
{
	const struct json *disks = json_get(before, "disks");
	unsigned count = 0;
	double sum = 0;

	if (!disks)
		return;
	for (const struct json *d = disks->child; d; d = d->next)
		count += judge_disk(changes, d,
			changes_element(after, "disks", json_get_string(d, "name", "")), &sum);
	if (count)
		changes_set_sums(
			changes_add(changes, "disks.sectors_written", "info",
				"%.0f sectors written to %u disk%s that nothing may write to", sum,
				count, count == 1 ? "" : "s"),
			0, sum);
	else
		changes_add(changes, "disks.sectors_written", "info",
			"this machine has no disk but those that the system works on");
}

static unsigned count_with(
	const struct json *machine, const char *group, const char *object, const char *counter)
{
	const struct json *list = json_get(machine, group);
	unsigned count = 0;

	for (const struct json *e = list ? list->child : NULL; e; e = e->next)
		count += json_get(object ? json_get(e, object) : e, counter) != NULL;
	return count;
}

/* A counter that is not there did not stay zero: it is named as unavailable. */
static void add_source(char *text, size_t size, const char *name, unsigned count)
{
	size_t length = strlen(text);

	if (count)
		snprintf(text + length, size - length, ", %s: %u", name, count);
	else
		snprintf(text + length, size - length, ", %s: unavailable", name);
}

void changes_faults(struct changes *changes, const struct json *after)
{
	unsigned moved = 0;
	char sources[256];

	for (size_t i = 0; i < changes->count; i++) {
		const char *what = changes->change[i]->what;

		moved += (strncmp(what, "machine_checks.", 15) == 0 || strstr(what, ".aer.") ||
				 strncmp(what, "memory_controllers[", 19) == 0) &&
			 strcmp(changes->change[i]->severity, "info") != 0;
	}
	snprintf(sources, sizeof(sources), "machine checks%s",
		json_get(json_get(after, "machine_checks"), "exceptions") ? "" : ": unavailable");
	add_source(sources, sizeof(sources), "memory controllers (EDAC)",
		count_with(after, "memory_controllers", NULL, "corrected"));
	add_source(sources, sizeof(sources), "PCIe devices (AER)",
		count_with(after, "pci", "aer", "correctable"));
	changes_set_sums(changes_add(changes, "faults", "info",
				 "counters of faults that moved: %u; watched: %s", moved, sources),
		0, moved);
}

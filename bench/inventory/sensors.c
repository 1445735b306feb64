/* SPDX-License-Identifier: MIT */
/* hwmon and RAPL. Units of the files: the kernel's Documentation/hwmon/sysfs-interface and
 * Documentation/power/powercap. */
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHIP   "%s/sys/class/hwmon/%s/%s"
#define DOMAIN "%s/sys/class/powercap/%s/%s"

/* More digits than any sensor is exact to. */
enum { DIGITS = 9 };

static const struct quantity {
	const char *prefix, *unit;
	double scale;
} quantities[] = { { "temp", "celsius", 1e-3 }, { "in", "V", 1e-3 }, { "fan", "rpm", 1 },
	{ "power", "W", 1e-6 }, { "curr", "A", 1e-3 }, { "energy", "J", 1e-6 } };

/* Of "temp1_input" or "power1_average": the quantity; NULL if the file is something else. */
static const struct quantity *quantity_of(const char *file)
{
	for (size_t i = 0; i < sizeof(quantities) / sizeof(*quantities); i++) {
		size_t length = strlen(quantities[i].prefix);
		const char *digits = file + length;

		if (strncmp(file, quantities[i].prefix, length) != 0)
			continue;
		while (isdigit((unsigned char)*digits))
			digits++;
		if (digits > file + length &&
			(strcmp(digits, "_input") == 0 || strcmp(digits, "_average") == 0))
			return &quantities[i];
	}
	return NULL;
}

static void write_sensor(struct json_writer *w, const char *root, const char *hwmon,
	const char *file, const struct quantity *q)
{
	long long raw = sysfile_number(LLONG_MIN, CHIP, root, hwmon, file);
	char text[SYSFILE_LINE], sensor[32];

	/* A sensor that does not answer has no value, not zero. */
	if (raw == LLONG_MIN)
		return;
	snprintf(sensor, sizeof(sensor), "%.*s", (int)strcspn(file, "_"), file);
	json_object(w, NULL);
	if (sysfile_line(text, CHIP, root, hwmon, "name"))
		json_string(w, "chip", text);
	/* Tells the chips of two alike disks apart. */
	if (sysfile_link(text, CHIP, root, hwmon, "device"))
		json_string(w, "device", text);
	json_string(w, "sensor", sensor);
	sysfile_member(w, "label", "%s/sys/class/hwmon/%s/%s_label", root, hwmon, sensor);
	json_number(w, "value", (double)raw * q->scale, DIGITS);
	json_string(w, "unit", q->unit);
	json_object_end(w);
}

void inventory_sensors(struct json_writer *w, const char *root)
{
	char **chips, **files;
	int chip_count = sysfile_names(&chips, "hwmon", "%s/sys/class/hwmon", root);

	json_array(w, "sensors");
	for (int i = 0; i < chip_count; i++) {
		int count = sysfile_names(&files, "", "%s/sys/class/hwmon/%s", root, chips[i]);

		for (int k = 0; k < count; k++)
			if (quantity_of(files[k]))
				write_sensor(w, root, chips[i], files[k], quantity_of(files[k]));
		sysfile_free_names(files, count);
	}
	json_array_end(w);
	sysfile_free_names(chips, chip_count);
}

static void micro_member(struct json_writer *w, const char *key, const char *root,
	const char *domain, const char *file)
{
	long long micro = sysfile_number(-1, DOMAIN, root, domain, file);

	if (micro >= 0)
		json_number(w, key, (double)micro * 1e-6, DIGITS);
}

static void write_limits(struct json_writer *w, const char *root, const char *domain)
{
	/* Long term, short term, peak: the kernel knows no more. */
	enum { CONSTRAINTS = 3 };
	char file[64];

	json_array(w, "limits");
	for (int i = 0; i < CONSTRAINTS; i++) {
		snprintf(file, sizeof(file), "constraint_%d_power_limit_uw", i);
		if (sysfile_number(-1, DOMAIN, root, domain, file) < 0)
			continue;
		json_object(w, NULL);
		micro_member(w, "watts", root, domain, file);
		snprintf(file, sizeof(file), "constraint_%d_name", i);
		sysfile_member(w, "name", DOMAIN, root, domain, file);
		snprintf(file, sizeof(file), "constraint_%d_time_window_us", i);
		micro_member(w, "window_s", root, domain, file);
		snprintf(file, sizeof(file), "constraint_%d_max_power_uw", i);
		micro_member(w, "max_watts", root, domain, file);
		json_object_end(w);
	}
	json_array_end(w);
}

void inventory_power_domains(struct json_writer *w, const char *root)
{
	char line[SYSFILE_LINE], **names;
	int count = sysfile_names(&names, "", "%s/sys/class/powercap", root);

	json_array(w, "power_domains");
	for (int i = 0; i < count; i++) {
		/* The control type itself is no domain. */
		if (!sysfile_line(line, DOMAIN, root, names[i], "name"))
			continue;
		json_object(w, NULL);
		json_string(w, "domain", names[i]);
		json_string(w, "name", line);
		micro_member(w, "energy_j", root, names[i], "energy_uj");
		micro_member(w, "energy_range_j", root, names[i], "max_energy_range_uj");
		write_limits(w, root, names[i]);
		json_object_end(w);
	}
	json_array_end(w);
	sysfile_free_names(names, count);
}

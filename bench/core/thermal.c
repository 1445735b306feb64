/* SPDX-License-Identifier: MIT */
#include "core/thermal.h"

#include "core/die.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_number(const char *path, double *number)
{
	FILE *file = fopen(path, "re");
	bool found = file && fscanf(file, "%lf", number) == 1;

	if (file)
		fclose(file);
	return found;
}

/* Sum and maximum of the numbers in all files of that pattern; returns how many there are. */
static unsigned read_all(const char *root, const char *pattern, double *sum, double *maximum)
{
	char *full = xasprintf("%s%s", root, pattern);
	unsigned count = 0;
	glob_t files;

	*sum = *maximum = 0;
	if (glob(full, 0, NULL, &files) == 0) {
		for (size_t i = 0; i < files.gl_pathc; i++) {
			double number;

			if (!read_number(files.gl_pathv[i], &number))
				continue;
			*sum += number;
			*maximum = count++ && *maximum > number ? *maximum : number;
		}
		globfree(&files);
	}
	free(full);
	return count;
}

static bool is_cpu_sensor(const char *name_file)
{
	static const char *const names[] = { "coretemp", "k10temp", "zenpower", "cpu_thermal" };
	char name[32] = "";
	FILE *file = fopen(name_file, "re");
	bool found = false;

	if (file && fscanf(file, "%31s", name) == 1)
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
			found = found || strcmp(name, names[i]) == 0;
	if (file)
		fclose(file);
	return found;
}

/* Other sensors of the machine (disks, boards) get warm for reasons of their own. */
static void read_temperature(const char *root, struct thermal *t)
{
	char *full = xasprintf("%s/sys/class/hwmon/hwmon*/name", root);
	glob_t files;

	if (glob(full, 0, NULL, &files) == 0) {
		for (size_t i = 0; i < files.gl_pathc; i++) {
			const char *path = files.gl_pathv[i];
			char *inputs;
			double sum, hottest;

			if (!is_cpu_sensor(path))
				continue;
			inputs = xasprintf("%.*s/temp*_input", (int)(strlen(path) - 5), path);
			if (read_all("", inputs, &sum, &hottest)) {
				/* The files are in 1/1000 degree Celsius. */
				hottest /= 1000;
				if (!t->has_temperature || hottest > t->temperature_c)
					t->temperature_c = hottest;
				t->has_temperature = true;
			}
			free(inputs);
		}
		globfree(&files);
	}
	free(full);
}

struct thermal thermal_read(const char *root)
{
	static const char core[] =
		"/sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/core_throttle_count";
	static const char package[] =
		"/sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/package_throttle_count";
	struct thermal t = { 0 };
	double sum, maximum;

	if (read_all(root, core, &sum, &maximum)) {
		t.has_throttles = true;
		t.core_throttles = (uint64_t)sum;
		read_all(root, package, &sum, &maximum);
		t.package_throttles = (uint64_t)sum;
	}
	read_temperature(root, &t);
	return t;
}

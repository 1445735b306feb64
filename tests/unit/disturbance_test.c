/* SPDX-License-Identifier: MIT */
/* Each way to disturb a sample is seen and named; what a machine lacks is unavailable, not zero. */
#include "core/disturbance.h"
#include "core/sensors.h"
#include "core/thermal.h"
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/disturbance_test.XXXXXX";

static void write_file(const char *path, const char *text)
{
	char full[512], *slash = full + strlen(root);
	FILE *file;

	snprintf(full, sizeof(full), "%s%s", root, path);
	while ((slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	file = fopen(full, "w");
	fputs(text, file);
	fclose(file);
}

static const struct disturbance_rules pinned = { .pinned = true, .tick_hz = 100, .tsc_hz = 2e9 };
static const struct disturbance_rules shared = { .pinned = false, .tick_hz = 100 };

/* A millisecond on the CPU with nothing beside. */
static const struct reading from = { .time_ns = 1000000, .thread_ns = 500000, .cpu = 3 };
static struct reading quiet(void)
{
	struct reading to = from;

	to.time_ns += 1000000;
	to.thread_ns += 1000000;
	return to;
}

static const struct typical undisturbed = { .frequency_hz = 3e9 };

TEST(a_quiet_sample_has_no_cause)
{
	struct reading to = quiet();
	struct disturbance d = disturbance_between(&pinned, &from, &to);

	CHECK_INT(d.causes, 0);
	CHECK_INT(d.off_cpu_ns, 0);
	d.frequency_hz = 3.001e9;
	CHECK_INT(disturbance_by_comparison(&pinned, &undisturbed, &d, 1000000), 0);
	CHECK(cause_name(0) == NULL);
}

TEST(another_process_on_the_cpu)
{
	struct reading to = quiet();
	struct disturbance d;

	to.preemptions++;
	d = disturbance_between(&pinned, &from, &to);
	CHECK_STR(cause_name(d.causes), "preempted");
	/* Where the scheduler's choice is measured, it is no disturbance. */
	CHECK_INT(disturbance_between(&shared, &from, &to).causes, 0);
	CHECK_INT(disturbance_between(&shared, &from, &to).preemptions, 1);
}

TEST(moved_to_another_cpu)
{
	struct reading to = quiet();

	to.cpu = 5;
	CHECK_STR(cause_name(disturbance_between(&pinned, &from, &to).causes), "migrated");
}

/* 30 us without the CPU in a sample, where others have it all the time; a sleeper is no such case.
 */
TEST(a_stopped_child)
{
	struct typical sleeper = { .off_cpu_ns = 900000 };
	struct disturbance d;
	struct reading to = quiet();

	to.thread_ns -= 30000;
	d = disturbance_between(&pinned, &from, &to);
	CHECK_INT(d.off_cpu_ns, 30000);
	CHECK_STR(cause_name(disturbance_by_comparison(&pinned, &undisturbed, &d, 1000000)),
		"off_cpu");
	CHECK_INT(disturbance_by_comparison(&pinned, &sleeper, &d, 1000000), 0);
}

TEST(an_interrupt_storm)
{
	/* 10 ms at 100 Hz bring one tick; two more are spared. */
	CHECK_INT(disturbance_of_machine(&pinned, 10000000, 3, 0), 0);
	CHECK_STR(cause_name(disturbance_of_machine(&pinned, 10000000, 4, 0)), "interrupts");
	CHECK_STR(cause_name(disturbance_of_machine(&pinned, 10000000, 0, 10000000)), "steal");
}

TEST(a_frequency_drop)
{
	struct typical typical = { .frequency_hz = 3e9 };
	struct reading to = quiet();
	struct disturbance d;

	/* Source: f = f_TSC x APERF / MPERF; 1.4 x 2 GHz = 2.8 GHz. */
	to.reference_cycles = 2000000;
	to.actual_cycles = 2800000;
	d = disturbance_between(&pinned, &from, &to);
	CHECK_NEAR(d.frequency_hz, 2.8e9, 1);
	CHECK_STR(
		cause_name(disturbance_by_comparison(&pinned, &typical, &d, 1000000)), "frequency");
}

TEST(faults_and_smi)
{
	struct typical faulting = { .minor_faults = 10 };
	struct disturbance d = { .minor_faults = 1 };
	struct reading to = quiet();

	CHECK_STR(cause_name(disturbance_by_comparison(&pinned, &undisturbed, &d, 1000000)),
		"faults");
	CHECK_INT(disturbance_by_comparison(&pinned, &faulting, &d, 1000000), 0);
	to.smi++;
	CHECK_STR(cause_name(disturbance_between(&pinned, &from, &to).causes), "smi");
}

/* CPU 2 is offline and has no column; names have blanks, colons and fewer numbers behind them. */
static const char interrupts[] =
	"           CPU0       CPU1       CPU3       \n"
	"   0:         10          1          7   IO-APIC   2-edge  timer\n"
	" 128:          1          2          3   PCI-MSI 0-edge  a: 5\n"
	" LOC:        100        200        300   Local timer interrupts\n"
	" ERR:          4\n";

TEST(interrupts_of_one_cpu)
{
	CHECK_INT(sensors_sum_interrupts(interrupts, 0), 115);
	CHECK_INT(sensors_sum_interrupts(interrupts, 1), 203);
	CHECK_INT(sensors_sum_interrupts(interrupts, 3), 310);
	CHECK_INT(sensors_sum_interrupts(interrupts, 2), 0);
	CHECK_INT(sensors_sum_interrupts("", 0), 0);
	CHECK_INT(sensors_sum_interrupts("CPU0", 0), 0);
}

TEST(steal_of_one_cpu_and_of_all)
{
	const char stat[] = "cpu  1 2 3 4 5 6 7 80 9 10\ncpu0 1 2 3 4 5 6 7 30 9 10\n"
			    "cpu10 1 2 3 4 5 6 7 50 9 10\nintr 1 2\n";

	CHECK_INT(sensors_steal_ns(stat, -1), 800000000);
	CHECK_INT(sensors_steal_ns(stat, 10), 500000000);
	CHECK_INT(sensors_steal_ns(stat, 1), 0);
}

TEST(a_composed_machine_is_read)
{
	struct sensors s;
	struct reading r = { 0 };

	write_file("/proc/interrupts", interrupts);
	write_file("/proc/stat", "cpu3 0 0 0 0 0 0 0 2 0 0\n");
	write_file("/sys/devices/system/cpu/cpu3/cpufreq/scaling_cur_freq", "2100000\n");
	sensors_open(&s, root, 3);
	sensors_read_all(&s, &r);
	CHECK_INT(r.interrupts, 310);
	CHECK_INT(r.steal_ns, 20000000);
	CHECK_NEAR(r.frequency_hz, 2.1e9, 1);
	CHECK(s.available[SENSOR_FREQUENCY] && s.available[SENSOR_STEAL]);
	CHECK(!s.available[SENSOR_SMI]);
	CHECK(s.why[SENSOR_SMI] != NULL);
	sensors_close(&s);
}

TEST(what_is_missing_is_said)
{
	struct sensors s;
	struct reading r = { 0 };

	sensors_open(&s, "/nonexistent", 0);
	sensors_read_all(&s, &r);
	for (int i = SENSOR_INTERRUPTS; i < SENSOR_COUNT; i++)
		CHECK(!s.available[i] && s.why[i]);
	CHECK(s.available[SENSOR_USAGE]);
	sensors_close(&s);
	sensors_open(&s, root, -1);
	CHECK(!s.available[SENSOR_INTERRUPTS]);
	CHECK_STR(s.why[SENSOR_INTERRUPTS], "not pinned to a CPU");
	sensors_close(&s);
}

TEST(heat_and_throttling)
{
	struct thermal t = thermal_read(root);

	CHECK(!t.has_throttles && !t.has_temperature);
	write_file("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n");
	write_file("/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count", "1\n");
	write_file("/sys/devices/system/cpu/cpu12/thermal_throttle/core_throttle_count", "4\n");
	write_file("/sys/class/hwmon/hwmon0/name", "nvme\n");
	write_file("/sys/class/hwmon/hwmon0/temp1_input", "90000\n");
	write_file("/sys/class/hwmon/hwmon1/name", "coretemp\n");
	write_file("/sys/class/hwmon/hwmon1/temp1_input", "45000\n");
	write_file("/sys/class/hwmon/hwmon1/temp2_input", "61500\n");
	t = thermal_read(root);
	CHECK(t.has_throttles && t.has_temperature);
	CHECK_INT(t.core_throttles, 7);
	CHECK_INT(t.package_throttles, 1);
	CHECK_NEAR(t.temperature_c, 61.5, 1e-9);
}

int main(void)
{
	if (!mkdtemp(root))
		return 1;
	RUN(a_quiet_sample_has_no_cause);
	RUN(another_process_on_the_cpu);
	RUN(moved_to_another_cpu);
	RUN(a_stopped_child);
	RUN(an_interrupt_storm);
	RUN(a_frequency_drop);
	RUN(faults_and_smi);
	RUN(interrupts_of_one_cpu);
	RUN(steal_of_one_cpu_and_of_all);
	RUN(a_composed_machine_is_read);
	RUN(what_is_missing_is_said);
	RUN(heat_and_throttling);
	execlp("rm", "rm", "-rf", root, NULL);
	return 1;
}

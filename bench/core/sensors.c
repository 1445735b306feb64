/* SPDX-License-Identifier: MIT */
#include "core/sensors.h"

#include "core/clock.h"
#include "core/die.h"
#include "core/tsc.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* The costly files are not read again before this many times their cost has passed. */
enum { SLOW_SHARE = 50 };

/* /proc/interrupts of a big machine is some hundred KiB; the buffer grows as needed. */
enum { TEXT_SIZE = 16384 };

/* The fields of a cpu line in /proc/stat are in 1/100 s on every Linux; steal is the eighth. */
enum { STEAL_FIELD = 8 };
static const uint64_t USER_TICK_NS = 10000000;

/* The rate of the TSC is known to 0.1 % once the clock has run this long. */
static const uint64_t TSC_SETTLED_NS = 1000000;

const char *sensor_name(enum sensor sensor)
{
	static const char *const names[SENSOR_COUNT] = { "preemptions", "interrupts", "steal_ns",
		"frequency_hz", "smi" };

	return names[sensor];
}

static int open_file(const struct sensors *s, const char *format, int cpu)
{
	char *name = xasprintf(format, cpu), *path = xasprintf("%s%s", s->root, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	free(path);
	free(name);
	return fd;
}

/* The whole file as text, or NULL. A file of /proc gives a page or so a call. */
static const char *read_text(struct sensors *s, int fd)
{
	size_t length = 0;
	ssize_t got;

	while ((got = pread(fd, s->text + length, s->text_size - 1 - length, (off_t)length)) > 0) {
		length += (size_t)got;
		if (length + 1 == s->text_size)
			s->text = xrealloc(s->text, s->text_size *= 2);
	}
	s->text[length] = '\0';
	return length ? s->text : NULL;
}

/* The place of "CPUn" in the heading; -1 = there is none. CPUs that are offline have no column. */
static int column_of(const char *heading, int cpu)
{
	for (int column = 0; *heading && *heading != '\n'; column++) {
		char *end;

		heading += strspn(heading, " ");
		if (strncmp(heading, "CPU", 3))
			return -1;
		if (strtol(heading + 3, &end, 10) == cpu)
			return column;
		heading = end + strspn(end, " ");
	}
	return -1;
}

uint64_t sensors_sum_interrupts(const char *text, int cpu)
{
	int column = column_of(text, cpu);
	uint64_t sum = 0;

	if (column < 0)
		return 0;
	for (const char *line = strchr(text, '\n'); line; line = strchr(line + 1, '\n')) {
		const char *at = line + 1 + strcspn(line + 1, ":\n");
		int skipped = 0;

		if (*at++ != ':')
			continue;
		while (skipped < column && (at += strspn(at, " ")) && *at >= '0' && *at <= '9') {
			at += strspn(at, "0123456789");
			skipped++;
		}
		at += strspn(at, " ");
		if (skipped == column && *at >= '0' && *at <= '9')
			sum += strtoull(at, NULL, 10);
	}
	return sum;
}

uint64_t sensors_steal_ns(const char *text, int cpu)
{
	char name[24];
	size_t length;

	snprintf(name, sizeof(name), cpu < 0 ? "cpu " : "cpu%d ", cpu);
	length = strlen(name);
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, length))
			continue;
		line += length;
		for (int field = 1; field < STEAL_FIELD; field++) {
			line += strspn(line, " ");
			line += strspn(line, "0123456789");
		}
		return strtoull(line, NULL, 10) * USER_TICK_NS;
	}
	return 0;
}

static uint64_t read_register(const struct sensors *s, unsigned number)
{
	uint64_t value = 0;

	if (number && pread(s->msr_fd, &value, sizeof(value), number) != sizeof(value))
		return 0;
	return value;
}

static void missing(struct sensors *s, enum sensor sensor, const char *why)
{
	s->available[sensor] = false;
	s->why[sensor] = why;
}

/* A register that the CPU claims to have may still be refused, by a hypervisor for one. */
static bool register_works(const struct sensors *s, unsigned number)
{
	uint64_t value;

	return number && pread(s->msr_fd, &value, sizeof(value), number) == sizeof(value);
}

static void open_registers(struct sensors *s)
{
	struct counter_registers has = counter_registers();

	s->msr_fd = s->cpu >= 0 ? open_file(s, "/dev/cpu/%d/msr", s->cpu) : -1;
	if (register_works(s, has.actual_cycles) && register_works(s, has.reference_cycles)) {
		s->actual_register = has.actual_cycles;
		s->reference_register = has.reference_cycles;
	}
	if (register_works(s, has.smi_count))
		s->smi_register = has.smi_count;
	if (!s->actual_register && s->cpu >= 0)
		s->frequency_fd = open_file(
			s, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", s->cpu);
	if (!s->actual_register && s->frequency_fd < 0)
		missing(s, SENSOR_FREQUENCY,
			s->cpu < 0 ? "not pinned to a CPU"
				   : "neither APERF/MPERF nor cpufreq can be read");
	if (!s->smi_register)
		missing(s, SENSOR_SMI,
			s->cpu < 0	? "not pinned to a CPU"
			: has.smi_count ? "the SMI counter cannot be read"
					: "this CPU does not count SMIs");
}

static double tick_hz(void)
{
	struct timespec step;

	/* The coarse clock moves with the tick. */
	if (clock_getres(CLOCK_MONOTONIC_COARSE, &step) || step.tv_sec || step.tv_nsec < 1)
		return 1000;
	return 1e9 / (double)step.tv_nsec;
}

void sensors_open(struct sensors *s, const char *root, int cpu)
{
	memset(s, 0, sizeof(*s));
	s->root = root;
	s->cpu = cpu;
	s->frequency_fd = -1;
	s->text = xcalloc(1, s->text_size = TEXT_SIZE);
	s->rules.pinned = cpu >= 0;
	s->rules.tick_hz = tick_hz();
	for (int i = 0; i < SENSOR_COUNT; i++)
		s->available[i] = true;
	s->interrupts_fd = cpu >= 0 ? open_file(s, "/proc/interrupts", 0) : -1;
	s->stat_fd = open_file(s, "/proc/stat", 0);
	if (s->interrupts_fd < 0)
		missing(s, SENSOR_INTERRUPTS,
			cpu < 0 ? "not pinned to a CPU" : "/proc/interrupts cannot be read");
	if (s->stat_fd < 0)
		missing(s, SENSOR_STEAL, "/proc/stat cannot be read");
	open_registers(s);
	s->start_ns = clock_now_ns();
	s->start_tsc = tsc_now();
}

static void close_file(int fd)
{
	if (fd >= 0)
		close(fd);
}

void sensors_close(struct sensors *s)
{
	close_file(s->interrupts_fd);
	close_file(s->stat_fd);
	close_file(s->msr_fd);
	close_file(s->frequency_fd);
	free(s->text);
	s->text = NULL;
}

static void read_slow(struct sensors *s, struct reading *r)
{
	const char *text;

	if (s->interrupts_fd >= 0 && (text = read_text(s, s->interrupts_fd)))
		r->interrupts = sensors_sum_interrupts(text, s->cpu);
	if (s->stat_fd >= 0 && (text = read_text(s, s->stat_fd)))
		r->steal_ns = sensors_steal_ns(text, s->cpu);
	if (s->frequency_fd >= 0 && (text = read_text(s, s->frequency_fd)))
		r->frequency_hz = strtod(text, NULL) * 1e3;
}

void sensors_read(struct sensors *s, struct reading *r)
{
	struct timespec thread;
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	r->preemptions = (uint64_t)usage.ru_nivcsw;
	r->minor_faults = (uint64_t)usage.ru_minflt;
	r->major_faults = (uint64_t)usage.ru_majflt;
	r->cpu = sched_getcpu();
	r->actual_cycles = read_register(s, s->actual_register);
	r->reference_cycles = read_register(s, s->reference_register);
	r->smi = read_register(s, s->smi_register);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &thread);
	r->thread_ns = (uint64_t)thread.tv_sec * 1000000000u + (uint64_t)thread.tv_nsec;
	r->tsc = tsc_now();
	r->time_ns = clock_now_ns();
	if (r->time_ns - s->start_ns > TSC_SETTLED_NS)
		s->rules.tsc_hz =
			(double)(r->tsc - s->start_tsc) * 1e9 / (double)(r->time_ns - s->start_ns);
}

bool sensors_due(const struct sensors *s, const struct reading *now)
{
	return now->time_ns >= s->slow_next_ns;
}

void sensors_read_all(struct sensors *s, struct reading *r)
{
	uint64_t end;

	sensors_read(s, r);
	read_slow(s, r);
	end = clock_now_ns();
	s->slow_next_ns = end + SLOW_SHARE * (end - r->time_ns);
}

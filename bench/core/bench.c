/* SPDX-License-Identifier: MIT */
/* What benchmark.h offers to the families. */
#include "benchmark.h"

#include "core/clock.h"
#include "core/cpus.h"
#include "core/memory.h"
#include "core/team.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool benchmark_times_operations(const struct benchmark *b)
{
	return b->sample || b->latency;
}

static void say_why(struct bench *b, const char *format, va_list args)
{
	int error = errno, length = vsnprintf(b->report->why, WHY_LENGTH, format, args);
	size_t format_length = strlen(format);

	if (format_length && format[format_length - 1] == ':' && length > 0 && length < WHY_LENGTH)
		snprintf(b->report->why + length, (size_t)(WHY_LENGTH - length), " %s",
			strerror(error));
}

int bench_fail(struct bench *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_why(b, format, args);
	va_end(args);
	return BENCH_FAILED;
}

int bench_skip(struct bench *b, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_why(b, format, args);
	va_end(args);
	return BENCH_SKIPPED;
}

void bench_note(struct bench *b, const char *key, const char *format, ...)
{
	va_list args;
	int slot = 0;

	if (b->copy != 0)
		return;
	while (slot < NOTE_COUNT && b->report->notes[slot].key[0] &&
		strcmp(b->report->notes[slot].key, key))
		slot++;
	if (slot == NOTE_COUNT)
		return;
	snprintf(b->report->notes[slot].key, NOTE_KEY, "%s", key);
	va_start(args, format);
	vsnprintf(b->report->notes[slot].value, NOTE_VALUE, format, args);
	va_end(args);
}

/* Of copy 0, or of all copies; -1 if there is none for it. */
static int figure_slot(const struct bench *b, const char *key, bool all)
{
	int slot = 0;

	while (slot < FIGURE_COUNT && b->report->figures[slot].key[0] &&
		strcmp(b->report->figures[slot].key, key))
		slot++;
	if ((b->copy != 0 && !all) || slot == FIGURE_COUNT)
		return -1;
	snprintf(b->report->figures[slot].key, NOTE_KEY, "%s", key);
	return slot;
}

static void set_figure(struct bench *b, const char *key, double value, bool sum)
{
	int slot = figure_slot(b, key, sum);

	if (slot < 0)
		return;
	b->report->figures[slot].value = value;
	b->report->figures[slot].sum = sum;
	b->report->figures[slot].unavailable[0] = '\0';
}

void bench_figure(struct bench *b, const char *key, double value)
{
	set_figure(b, key, value, false);
}

void bench_figure_sum(struct bench *b, const char *key, double value)
{
	set_figure(b, key, value, true);
}

void bench_figure_unavailable(struct bench *b, const char *key, const char *why)
{
	int slot = figure_slot(b, key, false);

	if (slot >= 0)
		snprintf(b->report->figures[slot].unavailable, NOTE_VALUE, "%s", why);
}

void bench_wrong(struct bench *b, const struct wrong *wrong)
{
	wrong_add(&b->report->wrong, wrong);
}

/* /proc/self/pagemap: 8 bytes a page; bit 63: present, bits 0 to 54: number of the page frame, 0
 * for those who may not know. Source: Linux, admin-guide/mm/pagemap. */
void bench_locate(struct wrong *wrong, const void *word)
{
	uint64_t address = (uint64_t)(uintptr_t)word, entry = 0, page = (uint64_t)getpagesize();
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && pread(fd, &entry, sizeof(entry), (off_t)(address / page * sizeof(entry))) !=
			       sizeof(entry))
		entry = 0;
	if (fd >= 0)
		close(fd);
	entry = entry >> 63 ? entry & ((1ull << 55) - 1) : 0;
	wrong->has_address = true;
	wrong->is_physical = entry != 0;
	wrong->address = entry ? entry * page + address % page : address;
}

const char *bench_program_dir(void)
{
	static char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	path[length > 0 ? length : 0] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return ".";
	*slash = '\0';
	return path;
}

int bench_cpus(const struct bench *b, const int **cpus)
{
	*cpus = b->cpus;
	return b->cpu_count;
}

struct bench_caches bench_caches(const struct bench *b)
{
	int used = b->copies < (unsigned)b->cpu_count ? (int)b->copies : b->cpu_count;

	return memory_caches("", b->cpus, used);
}

void bench_pair(struct bench *b, int one, int other, double value)
{
	float *there = &b->pairs[one * b->cpu_count + other];

	if (*there > 0 && *there <= (float)value)
		return;
	*there = b->pairs[other * b->cpu_count + one] = (float)value;
}

int bench_pin(struct bench *b, int cpu)
{
	return cpus_pin(cpu) ? bench_fail(b, "pin to CPU %d:", cpu) : BENCH_OK;
}

uint64_t bench_now_ns(void)
{
	return clock_now_ns();
}

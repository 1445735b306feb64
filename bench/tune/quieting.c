/* SPDX-License-Identifier: MIT */
#include "tune/quieting.h"

#include "core/die.h"
#include "tune/state_record.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* clang-format off */
static const struct item {
	const char *name, *paths, *value;
	bool to_cpu_0; /* moves work to CPU 0, the one that keeps time anyway */
} items[] = {
	/* Work that the kernel may do anywhere. Masks, as hexadecimal numbers. */
	{ "workqueue_cpus", "/sys/devices/virtual/workqueue/cpumask", "1", true },
	{ "writeback_cpus", "/sys/bus/workqueue/devices/writeback/cpumask", "1", true },
	/* Interrupts of devices. Those that a driver spreads over the CPUs by itself refuse. */
	{ "interrupt_default_cpus", "/proc/irq/default_smp_affinity", "1", true },
	{ "interrupt_cpus", "/proc/irq/[0-9]*/smp_affinity_list", "0", true },
	/* Every second each CPU would add up its counters of memory use. */
	{ "stat_interval_s", "/proc/sys/vm/stat_interval", "120", false },
	/* Memory is not moved about unless somebody asks. */
	{ "compaction_proactiveness", "/proc/sys/vm/compaction_proactiveness", "0", false },
	/* Memory that processes share gets large pages where they ask, as other memory does. */
	{ "shared_large_pages", "/sys/kernel/mm/transparent_hugepage/shmem_enabled", "advise", false },
	/* Bounds samples of profiling. Counters count all the same. */
	{ "perf_samples_per_s", "/proc/sys/kernel/perf_event_max_sample_rate", "1", false },
	/* Nothing is written out by itself: results are, with fsync, between the tests. */
	{ "writeback_interval_cs", "/proc/sys/vm/dirty_writeback_centisecs", "0", false },
	{ "governor", "/sys/devices/system/cpu/cpufreq/policy*/scaling_governor", "performance", false },
	{ "energy_preference", "/sys/devices/system/cpu/cpufreq/policy*/energy_performance_preference",
	  "performance", false },
	{ "energy_bias", "/sys/devices/system/cpu/cpu[0-9]*/power/energy_perf_bias", "0", false },
};
/* clang-format on */

static void apply(struct settings *s, struct recorder *r, const struct item *item)
{
	char *pattern = xasprintf("%s%s", s->root, item->paths);
	char from[SETTING_VALUE] = "", why[SETTING_WHY] = "", refused[SETTING_WHY];
	struct state_change change = { .knob = item->name, .value = item->value };
	glob_t files;

	if (glob(pattern, 0, NULL, &files) == 0) {
		change.files = (unsigned)files.gl_pathc;
		for (size_t i = 0; i < files.gl_pathc; i++) {
			const char *path = files.gl_pathv[i] + strlen(s->root);

			if (!from[0])
				settings_read(s, path, from);
			if (settings_write(s, path, item->value, refused))
				change.set++;
			else
				memcpy(why, refused, sizeof(why));
		}
	} else {
		snprintf(why, sizeof(why), "this machine and kernel have no %.120s", item->paths);
	}
	globfree(&files);
	free(pattern);
	change.from = from[0] ? from : NULL;
	change.why = why[0] ? why : NULL;
	state_record(r, &change);
}

/* Of this process, and of every process that it starts. */
static void set_timer_slack(struct recorder *r)
{
	char from[24];

	snprintf(from, sizeof(from), "%d", prctl(PR_GET_TIMERSLACK));
	state_record(r, &(struct state_change){ .knob = "timer_slack_ns",
				.value = "1",
				.from = from,
				.why = prctl(PR_SET_TIMERSLACK, 1) ? strerror(errno) : NULL });
}

void quieting_apply(struct settings *s, struct recorder *r, int cpus)
{
	for (size_t i = 0; i < sizeof(items) / sizeof(*items); i++)
		if (cpus > 1 || !items[i].to_cpu_0)
			apply(s, r, &items[i]);
	set_timer_slack(r);
}

static void poke(const struct settings *s, struct recorder *r, const char *name, const char *path,
	const char *value)
{
	char *full = xasprintf("%s%s", s->root, path), why[SETTING_WHY] = "";
	int fd = open(full, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		snprintf(why, sizeof(why), "%s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(full);
	if (!r)
		return;
	state_record(r,
		&(struct state_change){ .knob = name, .value = value, .why = why[0] ? why : NULL });
}

void quieting_clear_memory(const struct settings *s, struct recorder *r)
{
	sync();
	poke(s, r, "drop_caches", "/proc/sys/vm/drop_caches", "3");
	poke(s, r, "compact_memory", "/proc/sys/vm/compact_memory", "1");
}

void quieting_restore(struct settings *s, struct recorder *r)
{
	unsigned files = (unsigned)s->count, failed;
	char why[SETTING_WHY];

	if (!files)
		return;
	failed = (unsigned)settings_restore(s);
	snprintf(why, sizeof(why), "%u files could not be put back", failed);
	state_record(r, &(struct state_change){ .knob = "all",
				.value = "as found",
				.files = files,
				.set = files - failed,
				.restored = true,
				.why = failed ? why : NULL });
}

/* SPDX-License-Identifier: MIT */
/* Quieting, and the steps of a sweep, on composed machines. */
#include "machine_tree.h"
#include "tune/quieting.h"
#include "tune/sweep.h"
#include "tune/tuning.h"

static struct recorder recorder;
static struct settings settings;

static bool recorded(const char *part)
{
	return recorder.all && strstr(recorder.all, part);
}

static void start(void)
{
	tree_wipe();
	recorder_close(&recorder);
	recorder = (struct recorder){ .fd = -1 };
	settings_init(&settings, tree_root, false);
}

static const char *file(const char *path)
{
	static char value[SETTING_VALUE];

	settings_read(&settings, path, value);
	return value;
}

TEST(work_moves_to_cpu_0)
{
	start();
	tree_put("sys/devices/virtual/workqueue/cpumask", "ff\n");
	tree_put("proc/irq/1/smp_affinity_list", "0-7\n");
	tree_put("proc/irq/24/smp_affinity_list", "3\n");
	tree_put("proc/sys/vm/stat_interval", "1\n");
	quieting_apply(&settings, &recorder, 8);
	CHECK_STR(file("/sys/devices/virtual/workqueue/cpumask"), "1");
	CHECK_STR(file("/proc/irq/24/smp_affinity_list"), "0");
	CHECK_STR(file("/proc/sys/vm/stat_interval"), "120");
	CHECK(recorded("\"knob\":\"interrupt_cpus\",\"value\":\"0\",\"from\":\"0-7\","
		       "\"restored\":false,\"files\":2,\"set\":2}"));
	quieting_restore(&settings, &recorder);
	CHECK_STR(file("/proc/irq/24/smp_affinity_list"), "3");
	CHECK_STR(file("/proc/irq/1/smp_affinity_list"), "0-7");
	CHECK(recorded("\"knob\":\"all\",\"value\":\"as found\",\"restored\":true,\"files\":4,"
		       "\"set\":4}"));
}

/* With one CPU there is nowhere to move work to. */
TEST(one_cpu_keeps_its_work)
{
	start();
	tree_put("sys/devices/virtual/workqueue/cpumask", "3\n");
	quieting_apply(&settings, &recorder, 1);
	CHECK_STR(file("/sys/devices/virtual/workqueue/cpumask"), "3");
	quieting_restore(&settings, &recorder);
}

/* An interrupt that its driver has placed refuses: the file cannot be opened for writing. */
TEST(what_refuses_is_counted_and_says_why)
{
	char *path = xasprintf("%s/proc/irq/24/smp_affinity_list", tree_root);

	start();
	tree_put("proc/irq/1/smp_affinity_list", "0-7\n");
	tree_put("proc/irq/24/other", "");
	/* A directory of that name opens for nobody, root or not. */
	mkdir(path, 0755);
	free(path);
	quieting_apply(&settings, &recorder, 8);
	CHECK(recorded("\"files\":2,\"set\":1,\"unavailable\":\"/proc/irq/24/"));
	quieting_restore(&settings, &recorder);
}

TEST(what_is_not_there_is_unavailable)
{
	start();
	quieting_apply(&settings, &recorder, 8);
	CHECK(recorded("\"knob\":\"energy_bias\",\"value\":\"0\",\"restored\":false,"
		       "\"unavailable\":\"this machine and kernel have no "));
	quieting_clear_memory(&settings, &recorder);
	CHECK(recorded("\"knob\":\"drop_caches\",\"value\":\"3\",\"restored\":false,"
		       "\"unavailable\":\"/proc/sys/vm/drop_caches: No such file"));
}

TEST(memory_is_cleared_before_each_test_and_recorded_once)
{
	size_t length;

	start();
	tree_put("proc/sys/vm/drop_caches", "0");
	quieting_clear_memory(&settings, &recorder);
	CHECK(recorded("\"knob\":\"drop_caches\",\"value\":\"3\",\"restored\":false}"));
	CHECK_STR(file("/proc/sys/vm/drop_caches"), "3");
	tree_put("proc/sys/vm/drop_caches", "0");
	length = recorder.all_length;
	tuning_begin_test(&(struct tuning){ .settings = settings, .quieting = true });
	CHECK_INT((long)recorder.all_length, (long)length);
	CHECK_STR(file("/proc/sys/vm/drop_caches"), "3");
}

TEST(a_machine_that_is_not_ours_keeps_its_caches)
{
	start();
	tree_put("proc/sys/vm/drop_caches", "0");
	tuning_begin_test(&(struct tuning){ .settings = settings, .quieting = false });
	CHECK_STR(file("/proc/sys/vm/drop_caches"), "0");
}

static char said[2048];

static void say(void *context, const char *severity, const char *text)
{
	(void)context;
	snprintf(said + strlen(said), sizeof(said) - strlen(said), "%s:%s\n", severity, text);
}

static struct plan plan;

/* A noise benchmark, then one with 1 copy and one with 2. */
static void make_plan(const char *sweep)
{
	static const struct benchmark noise = { .name = "n", .noise = true },
				      work = { .name = "w" };

	free(plan.steps);
	plan = (struct plan){ .trials = 3, .count = 3, .steps = xcalloc(3, sizeof(struct step)) };
	plan.steps[0] = (struct step){ .benchmark = &noise, .copies = 2 };
	plan.steps[1] = (struct step){ .benchmark = &work, .copies = 1 };
	plan.steps[2] = (struct step){ .benchmark = &work, .copies = 2 };
	plan.expected_s = 9;
	said[0] = '\0';
	sweep_expand(&plan, sweep, &settings, say, NULL);
}

TEST(every_state_is_a_step)
{
	start();
	tree_put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
	tree_put("sys/devices/system/cpu/smt/control", "on\n");
	make_plan("thp,smt");
	CHECK_INT(plan.count, 1 + 2 * (3 + 2));
	CHECK(!plan.steps[0].knob);
	CHECK_STR(plan.steps[1].state, "always");
	CHECK(plan.steps[2].found && !plan.steps[1].found && !plan.steps[3].found);
	CHECK_INT(sweep_group(&plan, 0), 1);
	CHECK_INT(sweep_group(&plan, 1), 3);
	CHECK_INT(sweep_group(&plan, 4), 2);
	CHECK_INT(sweep_group(&plan, 6), 3);
	/* 1 s a trial and step: five rounds at least */
	CHECK_INT(plan.trials, 5);
	CHECK_NEAR(plan.expected_s, 5 * 11, 1e-9);
	CHECK_STR(said, "");
}

TEST(knobs_that_cannot_be_turned_here)
{
	start();
	make_plan("turbo,mitigations,warp");
	CHECK_INT(plan.count, 3);
	CHECK_INT(plan.trials, 3);
	CHECK(strstr(said, "info:sweep: turbo is skipped: this machine and kernel have no"));
	/* From boot to boot: nothing to say here. */
	CHECK(!strstr(said, "mitigations is"));
	CHECK(strstr(said, "warn:sweep: there is no knob 'warp', only thp, smt, governor, turbo"));
}

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	RUN(work_moves_to_cpu_0);
	RUN(one_cpu_keeps_its_work);
	RUN(what_refuses_is_counted_and_says_why);
	RUN(what_is_not_there_is_unavailable);
	RUN(memory_is_cleared_before_each_test_and_recorded_once);
	RUN(a_machine_that_is_not_ours_keeps_its_caches);
	RUN(every_state_is_a_step);
	RUN(knobs_that_cannot_be_turned_here);
	tree_wipe();
	rmdir(tree_root);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
#include "machine_tree.h"
#include "tune/knob.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

static struct settings settings;
static char why[SETTING_WHY];

#define THP	      "sys/kernel/mm/transparent_hugepage/enabled"
#define CPU_DIRECTORY "sys/devices/system/cpu/"

static void set_file(const char *path, const char *text)
{
	tree_bytes(path, text, strlen(text));
}

static const char *file(const char *path)
{
	static char value[SETTING_VALUE];
	char *full = xasprintf("/%s", path);

	settings_read(&settings, full, value);
	free(full);
	return value;
}

static const char *found(const char *knob)
{
	const struct knob_state *state = knob_found(knob_find(knob), &settings, why);

	return state ? state->name : "none";
}

static bool turn(const char *knob, const char *to)
{
	const struct knob *k = knob_find(knob);

	for (const struct knob_state *state = k->states; state->name; state++)
		if (strcmp(state->name, to) == 0)
			return knob_set(k, state, &settings, why);
	return false;
}

static void start(bool watched)
{
	tree_wipe();
	settings_init(&settings, tree_root, watched);
}

TEST(a_value_in_brackets)
{
	start(false);
	set_file(THP, "always [madvise] never\n");
	CHECK_STR(found("thp"), "madvise");
	CHECK(turn("thp", "never"));
	CHECK_STR(file(THP), "never");
	CHECK_INT(settings_restore(&settings), 0);
	CHECK_STR(file(THP), "madvise");
}

TEST(every_policy_is_turned_and_put_back)
{
	start(false);
	set_file(CPU_DIRECTORY "cpufreq/policy0/scaling_governor", "powersave");
	set_file(CPU_DIRECTORY "cpufreq/policy4/scaling_governor", "performance");
	CHECK_STR(found("governor"), "powersave");
	CHECK(turn("governor", "performance"));
	CHECK_STR(file(CPU_DIRECTORY "cpufreq/policy0/scaling_governor"), "performance");
	CHECK(turn("governor", "powersave"));
	CHECK_STR(file(CPU_DIRECTORY "cpufreq/policy4/scaling_governor"), "powersave");
	CHECK_INT(settings_restore(&settings), 0);
	CHECK_STR(file(CPU_DIRECTORY "cpufreq/policy0/scaling_governor"), "powersave");
	CHECK_STR(file(CPU_DIRECTORY "cpufreq/policy4/scaling_governor"), "performance");
}

/* intel_pstate says the opposite of what the others say. */
TEST(two_spellings_of_turbo)
{
	start(false);
	set_file(CPU_DIRECTORY "cpufreq/boost", "1");
	CHECK_STR(found("turbo"), "on");
	CHECK(turn("turbo", "off"));
	CHECK_STR(file(CPU_DIRECTORY "cpufreq/boost"), "0");
	set_file(CPU_DIRECTORY "intel_pstate/no_turbo", "1");
	CHECK_STR(found("turbo"), "off");
	CHECK(turn("turbo", "on"));
	CHECK_STR(file(CPU_DIRECTORY "intel_pstate/no_turbo"), "0");
	settings_restore(&settings);
}

TEST(what_the_machine_has_not_says_why)
{
	start(false);
	CHECK_STR(found("turbo"), "none");
	CHECK(strstr(why, "have no"));
	set_file(CPU_DIRECTORY "smt/control", "notsupported");
	CHECK_STR(found("smt"), "none");
	CHECK(strstr(why, "'notsupported'"));
	set_file(CPU_DIRECTORY "cpuidle/current_driver", "none");
	CHECK_STR(found("cstates"), "none");
	CHECK(!turn("thp", "never"));
	settings_restore(&settings);
}

/* A latency of 0 us is held for as long as the file is open. */
TEST(cpus_are_kept_awake)
{
	start(false);
	set_file(CPU_DIRECTORY "cpuidle/current_driver", "intel_idle");
	set_file("dev/cpu_dma_latency", "");
	CHECK_STR(found("cstates"), "found");
	CHECK(turn("cstates", "awake"));
	CHECK(settings.held >= 0);
	CHECK_STR(found("cstates"), "awake");
	settings_restore(&settings);
	CHECK_INT(settings.held, -1);
}

TEST(knobs_that_take_a_reboot)
{
	CHECK(knob_needs_reboot(knob_find("mitigations")));
	CHECK_STR(knob_find("mitigations")->states[1].cmdline, "mitigations=off");
	CHECK(!knob_needs_reboot(knob_find("thp")));
	CHECK(!knob_find("warp"));
}

/* The one that set it dies without a word: the watcher puts it back, within 5 s. */
TEST(a_crash_restores)
{
	const struct timespec pause = { 0, 10000000 };
	pid_t pid;

	tree_wipe();
	set_file(THP, "always");
	pid = fork();
	if (pid == 0) {
		settings_init(&settings, tree_root, true);
		_exit(turn("thp", "never") && strcmp(file(THP), "never") == 0 ? 0 : 1);
	}
	settings_init(&settings, tree_root, false);
	waitpid(pid, &(int){ 0 }, 0);
	for (int i = 0; i < 500 && strcmp(file(THP), "always"); i++)
		nanosleep(&pause, NULL);
	CHECK_STR(file(THP), "always");
}

/* One that restores by itself leaves nothing for the watcher: what is set later stays. */
TEST(an_orderly_end_leaves_no_watcher)
{
	const struct timespec pause = { 0, 200000000 };

	tree_wipe();
	set_file(THP, "always");
	settings_init(&settings, tree_root, true);
	CHECK(turn("thp", "never"));
	settings_restore(&settings);
	set_file(THP, "madvise");
	nanosleep(&pause, NULL);
	CHECK_STR(file(THP), "madvise");
}

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	RUN(a_value_in_brackets);
	RUN(every_policy_is_turned_and_put_back);
	RUN(two_spellings_of_turbo);
	RUN(what_the_machine_has_not_says_why);
	RUN(cpus_are_kept_awake);
	RUN(knobs_that_take_a_reboot);
	RUN(a_crash_restores);
	RUN(an_orderly_end_leaves_no_watcher);
	tree_wipe();
	rmdir(tree_root);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/* Which boot of a series this is, from the configuration, the command line and the last run. */
#include "core/die.h"
#include "series/boots.h"
#include "test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char store[] = "/tmp/boots_test.XXXXXX";
static struct config config;

static struct series_request request_for(const char *cmdline, int previous)
{
	return (struct series_request){ .config = &config,
		.version = "1",
		.store = store,
		.machine_id = "m",
		.previous = previous,
		.cmdline = cmdline,
		.can_restart = true };
}

static void configure(const char *a, const char *b, const char *c)
{
	config_init(&config);
	config_assign(&config, CONFIG_CMDLINE, "test", "boot", a);
	if (b)
		config_assign(&config, CONFIG_FILE, "test", "boots", b);
	if (c)
		config_assign(&config, CONFIG_FILE, "test", "tick", c);
}

/* What a boot leaves on the store. */
static void leave_run(int number, const struct series_boot *b)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/results", store);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/results/m", store);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/results/m/%04d", store, number);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/results/m/%04d/results.jsonl", store, number);
	file = fopen(path, "w");
	fprintf(file,
		"{\"v\":1,\"type\":\"run\",\"seq\":0,\"boot\":{\"series\":%d,\"number\":%d,\"of\":%"
		"d,"
		"\"key\":\"%s\"}}\n",
		b->series, b->number, b->of, b->key);
	fclose(file);
}

static struct series_boot find(struct series_request request)
{
	struct series_boot b;

	boots_find(&b, &request);
	return b;
}

TEST(one_boot_is_no_series)
{
	struct series_boot b;

	configure("0", NULL, NULL);
	b = find(request_for("quiet", 0));
	CHECK_INT(b.of, 1);
	CHECK(!b.restart);
	CHECK_STR(b.why, "");
}

TEST(a_series_counts_on)
{
	struct series_boot b;
	char *words;

	configure("0", "3", NULL);
	b = find(request_for("quiet", 6));
	CHECK_INT(b.number, 1);
	CHECK_INT(b.of, 3);
	b.series = 7;
	words = boots_words(&b, 2);
	CHECK(strstr(words, "bootmark.boot=2") != NULL);
	free(words);
	leave_run(7, &b);
	configure("2", "3", NULL);
	b = find(request_for("quiet", 7));
	CHECK_INT(b.number, 2);
	CHECK_INT(b.series, 7);
	leave_run(8, &b);
	/* The power went in boot 2: the loader still says 2. */
	b = find(request_for("quiet", 8));
	CHECK_INT(b.number, 2);
	CHECK_INT(b.series, 7);
}

TEST(another_question_is_another_series)
{
	struct series_boot b;

	configure("2", "4", NULL);
	b = find(request_for("quiet", 8));
	CHECK_INT(b.number, 1);
	CHECK_INT(b.series, 0);
	/* The stick in another machine, which has no run yet. */
	configure("2", "3", NULL);
	b = find(request_for("quiet", 0));
	CHECK_INT(b.number, 1);
}

/* The machine dies in the middle of every boot and restarts: after two spare ones that ends. */
TEST(dying_boots_are_bounded)
{
	struct series_boot b, first;
	int last = 8;

	configure("2", "3", NULL);
	first = find(request_for("quiet", 8));
	while (last < 20) {
		b = find(request_for("quiet", last));
		if (b.give_up)
			break;
		leave_run(++last, &first);
	}
	CHECK(b.give_up);
	CHECK_INT(last - 7 + 1, 5); /* boots 7 to 11 */
}

TEST(a_missing_command_line_restarts_once)
{
	struct series_boot b;
	char *words;

	configure("0", NULL, "tickless");
	b = find(request_for("quiet nohz_full=1-Nx", 0));
	CHECK(b.restart);
	words = boots_words(&b, 1);
	CHECK(strstr(words, "nohz_full=1-N ") && strstr(words, "bootmark.boot=1"));
	free(words);
	b = find(request_for("quiet nohz_full=1-N rcu_nocbs=1-N", 0));
	CHECK(!b.restart);
	/* Asked for and not done: Secure Boot. It measures as it is and says so. */
	configure("1", NULL, "tickless");
	b = find(request_for("quiet", 0));
	CHECK(!b.restart);
	CHECK(strstr(b.why, "nohz_full") != NULL);
}

TEST(without_a_loader_there_is_one_boot)
{
	struct series_request request;
	struct series_boot b;

	configure("0", "3", NULL);
	request = request_for("quiet", 0);
	request.can_restart = false;
	b = find(request);
	CHECK_INT(b.of, 1);
	CHECK(strstr(b.why, "3 boots") != NULL);
}

TEST(a_sweep_takes_turns)
{
	struct series_boot b;

	configure("0", NULL, NULL);
	config_assign(&config, CONFIG_FILE, "test", "sweep", "thp,mitigations");
	b = find(request_for("quiet", 0));
	CHECK_INT(b.of, 4);
	CHECK_STR(b.state, "auto");
	for (int number = 1; number <= 4; number++) {
		char *words = boots_words(&b, number);

		CHECK_INT(strstr(words, "mitigations=off") != NULL, number % 2 == 0);
		free(words);
	}
}

/* What a person chose by key lasts for the series. */
TEST(options_go_along)
{
	struct series_boot b;
	char *words;

	configure("0", "2", NULL);
	config_set(&config, "profile=quick");
	b = find(request_for("quiet", 0));
	words = boots_words(&b, 2);
	CHECK(strstr(words, "bootmark.profile=quick") != NULL);
	free(words);
}

/* The stick was unplugged in a boot without mitigations, and starts another machine with them off.
 */
TEST(a_left_over_command_line_is_not_taken_for_the_usual_one)
{
	struct series_boot b;
	char *words;

	configure("2", NULL, NULL);
	config_assign(&config, CONFIG_FILE, "test", "sweep", "mitigations");
	b = find(request_for("quiet mitigations=off bootmark.boot=2", 0));
	CHECK_INT(b.number, 1);
	CHECK(b.restart);
	words = boots_words(&b, b.number);
	CHECK(strstr(words, "mitigations=off") == NULL && strstr(words, "bootmark.boot=1"));
	free(words);
	/* The sweep was taken out of the configuration in the meantime. */
	configure("2", NULL, NULL);
	CHECK(find(request_for("quiet mitigations=off bootmark.boot=2", 0)).restart);
	/* Restarted, and still there: nothing is labelled with a state that it is not in. */
	configure("1", NULL, NULL);
	config_assign(&config, CONFIG_FILE, "test", "sweep", "mitigations");
	b = find(request_for("quiet mitigations=off bootmark.boot=1", 0));
	CHECK(!b.restart);
	CHECK(b.knob == NULL);
	CHECK(strstr(b.why, "mitigations=off") != NULL);
}

/* The loader's own tickless entry, while a sweep wants to begin with ticks. */
TEST(a_swept_knob_starts_in_its_own_state)
{
	struct series_boot b;

	configure("0", NULL, "tickless");
	config_assign(&config, CONFIG_FILE, "test", "sweep", "tickless");
	b = find(request_for("quiet nohz_full=1-N rcu_nocbs=1-N", 0));
	CHECK_STR(b.state, "off");
	CHECK(b.restart);
	for (int number = 1; number <= 2; number++) {
		char *words = boots_words(&b, number);

		CHECK_INT(strstr(words, "nohz_full") != NULL, number == 2);
		free(words);
	}
	/* Without a sweep a person's choice in the loader's menu stands. */
	configure("0", NULL, "tickless");
	b = find(request_for("quiet nohz_full=1-N rcu_nocbs=1-N", 0));
	CHECK(!b.restart);
	CHECK_STR(b.why, "");
}

/* Boot 2 has it from its command line, and so must boot 3: another profile is another series. */
TEST(a_choice_lasts_beyond_the_second_boot)
{
	struct series_boot first, b;
	char *words;

	configure("0", "3", NULL);
	config_set(&config, "profile=quick");
	first = find(request_for("quiet", 0));
	first.series = 8;
	leave_run(8, &first);
	configure("2", "3", NULL);
	config_assign(&config, CONFIG_CMDLINE, "test", "profile", "quick");
	b = find(request_for("quiet", 8));
	CHECK_INT(b.number, 2);
	words = boots_words(&b, 3);
	CHECK(strstr(words, "bootmark.profile=quick") != NULL);
	CHECK(strstr(words, "bootmark.boot=3") != NULL && strstr(words, "bootmark.boot=2") == NULL);
	free(words);
}

int main(void)
{
	if (!mkdtemp(store))
		return 1;
	RUN(one_boot_is_no_series);
	RUN(a_series_counts_on);
	RUN(another_question_is_another_series);
	RUN(dying_boots_are_bounded);
	RUN(a_missing_command_line_restarts_once);
	RUN(without_a_loader_there_is_one_boot);
	RUN(a_sweep_takes_turns);
	RUN(options_go_along);
	RUN(a_left_over_command_line_is_not_taken_for_the_usual_one);
	RUN(a_swept_knob_starts_in_its_own_state);
	RUN(a_choice_lasts_beyond_the_second_boot);
	if (fork() == 0)
		execlp("rm", "rm", "-rf", store, NULL);
	return test_end();
}

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

/* The machine dies in the middle of every boot: after two spare ones the series ends, and says so.
 */
TEST(dying_boots_are_bounded)
{
	struct series_boot b, first;
	int last = 8;

	configure("2", "3", NULL);
	first = find(request_for("quiet", 8));
	do {
		b = find(request_for("quiet", last));
		if (b.of > 1)
			leave_run(++last, &first);
	} while (b.of > 1 && last < 30);
	CHECK_INT(b.of, 1);
	CHECK(strstr(b.why, "5 starts were not enough") != NULL);
	CHECK_INT(last - 7 + 1, 5); /* boots 7 to 11; the next start says so */
}

/* Chosen in the loader's own menu, which only the first boot sees. */
TEST(the_loaders_choice_lasts)
{
	struct series_boot b;
	char *words;

	configure("0", "3", NULL);
	config_assign(&config, CONFIG_CMDLINE, "test", "tick", "tickless");
	b = find(request_for("nohz_full=1-N rcu_nocbs=1-N", 0));
	words = boots_words(&b, 2);
	CHECK(strstr(words, "nohz_full=1-N") && strstr(words, "bootmark.tick=tickless"));
	free(words);
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

int main(void)
{
	if (!mkdtemp(store))
		return 1;
	RUN(one_boot_is_no_series);
	RUN(a_series_counts_on);
	RUN(another_question_is_another_series);
	RUN(dying_boots_are_bounded);
	RUN(the_loaders_choice_lasts);
	RUN(a_missing_command_line_restarts_once);
	RUN(without_a_loader_there_is_one_boot);
	RUN(a_sweep_takes_turns);
	RUN(options_go_along);
	if (fork() == 0)
		execlp("rm", "rm", "-rf", store, NULL);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/* Verify values, kinds and precedence, and that what is refused is explained. */
#include "config_load.h"

TEST(defaults)
{
	struct config c;

	config_init(&c);
	CHECK_STR(config_string(&c, CONFIG_PROFILE), "standard");
	CHECK_STR(config_string(&c, CONFIG_COPIES), "1,N");
	CHECK_INT(config_seconds(&c, CONFIG_STICK_WAIT), 30);
	CHECK_INT(config_seconds(&c, CONFIG_COUNTDOWN), 5);
	CHECK_INT(c.origin[CONFIG_END], CONFIG_DEFAULT);
	CHECK_INT(c.warnings, 0);
}

/* A default that its own kind refuses could not be written into a file again. */
TEST(every_default_is_a_value)
{
	struct config c;

	config_init(&c);
	for (int k = 0; k < CONFIG_KEYS; k++)
		if (k != CONFIG_ID)
			CHECK_INT(config_assign(&c, CONFIG_OPTION, "test", config_name(k),
					  config_default(k)),
				0);
	CHECK_INT(c.warnings, 0);
}

TEST(precedence_in_any_order)
{
	struct config c;

	config_init(&c);
	CHECK_INT(config_set(&c, "label=option"), 0);
	config_parse_cmdline(&c, "quiet bootmark.label=cmdline bootmark.end=reboot");
	write_file("label=file\nend=halt\nprofile=full\n", 33);
	config_load_file(&c, path);
	CHECK_STR(config_string(&c, CONFIG_LABEL), "option");
	CHECK_STR(config_string(&c, CONFIG_END), "reboot");
	CHECK_STR(config_string(&c, CONFIG_PROFILE), "full");
	CHECK_STR(config_origin_name(c.origin[CONFIG_LABEL]), "option");
	CHECK_STR(config_origin_name(c.origin[CONFIG_END]), "cmdline");
	CHECK_INT(c.warnings, 0);
}

TEST(unknown_key_names_the_nearest)
{
	struct config c;

	load(&c, "end=halt\n\nprofle = quick\nstick-wait=3\nTESTS=x\n");
	CHECK_STR(warning(&c, 0), "bootmark.conf line 3: unknown key 'profle', "
				  "did you mean 'profile'? It is ignored.");
	CHECK_STR(warning(&c, 1), "bootmark.conf line 4: unknown key 'stick-wait', "
				  "did you mean 'stick_wait'? It is ignored.");
	CHECK(strstr(warning(&c, 2), "did you mean 'tests'?"));
	CHECK_STR(config_string(&c, CONFIG_PROFILE), "standard");
}

TEST(bad_values)
{
	static const char *const bad[] = {
		"profile=fast",
		"profile=quick,",
		"profile=",
		"copies=",
		"copies=0",
		"copies=1,,2",
		"copies=n",
		"copies=-1",
		"copies=1,",
		"copies=1234567",
		"seed=-1",
		"seed=1e3",
		"seed=1234567890123456789",
		"countdown=-5",
		"countdown=5x",
		"countdown=",
		"deadline=99999999999999999999h",
		"deadline=1.5h",
		"end=off",
		"tests=Uni xB",
	};
	struct config c;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		load(&c, bad[i]);
		if (c.warnings != 1 || !strstr(c.warning[0], "is no value for"))
			TEST_FAIL("'%s' was taken", bad[i]);
	}
	load(&c, "profile = fast\n");
	CHECK_STR(warning(&c, 0), "bootmark.conf line 1: 'fast' is no value for 'profile' "
				  "(quick, standard, full). It stays 'standard'.");
}

TEST(good_values)
{
	static const char *const good[] = {
		"copies=64",
		"copies=1, 2 ,N",
		"seed=0",
		"tests=",
		"label=",
		"label=\xc3\xa9tage 3",
		"countdown=0",
		"deadline=2h",
		"tests=unixbench.*,!unixbench.shell8",
	};
	struct config c;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		load(&c, good[i]);
		if (c.warnings)
			TEST_FAIL("'%s': %s", good[i], c.warning[0]);
	}
}

TEST(durations)
{
	struct config c;

	load(&c, "deadline=90m\n");
	CHECK_INT(config_seconds(&c, CONFIG_DEADLINE), 5400);
	load(&c, "deadline=7\n");
	CHECK_INT(config_seconds(&c, CONFIG_DEADLINE), 7);
	load(&c, "deadline=1d\n");
	CHECK_INT(config_seconds(&c, CONFIG_DEADLINE), 86400);
}

TEST(duplicates)
{
	struct config c;

	load(&c, "profile=quick\nend=halt\nprofile=full\n");
	CHECK_STR(config_string(&c, CONFIG_PROFILE), "full");
	CHECK_STR(warning(&c, 0), "bootmark.conf line 3: 'profile' was set before. "
				  "The last one counts.");
	config_init(&c);
	config_parse_cmdline(&c, "bootmark.profile=full bootmark.profile=quick");
	CHECK_STR(config_string(&c, CONFIG_PROFILE), "quick");
	CHECK_STR(warning(&c, 0), "kernel command line: 'profile' was set before. "
				  "The last one counts.");
}

TEST(command_line)
{
	struct config c;

	config_init(&c);
	config_parse_cmdline(&c,
		"BOOT_IMAGE=/x root=y bootmark.label=\"rack 7\" \"bootmark.tests=a,b\""
		" xbootmark.end=halt bootmark.id=B00720Fa bootmark. bootmark.end\n");
	CHECK_STR(config_string(&c, CONFIG_LABEL), "rack 7");
	CHECK_STR(config_string(&c, CONFIG_TESTS), "a,b");
	CHECK_STR(config_string(&c, CONFIG_END), "poweroff");
	CHECK_INT(config_integer(&c, CONFIG_ID), 0xb00720fa);
	CHECK_STR(warning(&c, 0), "kernel command line: 'bootmark.' has no value. It is ignored.");
	CHECK_STR(
		warning(&c, 1), "kernel command line: 'bootmark.end' has no value. It is ignored.");
	CHECK_INT(c.warnings, 2);
}

TEST(command_line_too_long_or_open)
{
	struct config c;
	static char text[CONFIG_VALUE_MAX + 1000] = "bootmark.label=";

	memset(text + 15, 'a', CONFIG_VALUE_MAX);
	strcpy(text + 15 + CONFIG_VALUE_MAX, " bootmark.end=halt \"bootmark.label=open quote");
	config_init(&c);
	config_parse_cmdline(&c, text);
	CHECK_STR(warning(&c, 0), "kernel command line: the value of 'label' is longer than 8191 "
				  "bytes. It is ignored.");
	CHECK_STR(config_string(&c, CONFIG_END), "halt");
	CHECK_STR(config_string(&c, CONFIG_LABEL), "open quote");
}

TEST(options)
{
	struct config c;

	config_init(&c);
	CHECK_INT(config_set(&c, "label=a=b"), 0);
	CHECK_STR(config_string(&c, CONFIG_LABEL), "a=b");
	CHECK_INT(config_set(&c, "label=again"), 0);
	CHECK_INT(c.warnings, 0);
	CHECK_INT(config_set(&c, "profile"), -1);
	CHECK_INT(config_set(&c, "=x"), -1);
	CHECK_INT(config_set(&c, "label=\x1b]0;"), -1);
	CHECK(strchr(c.warning[2], 0x1b) == NULL);
}

int main(void)
{
	if (!mkdtemp(dir))
		return 1;
	snprintf(path, sizeof(path), "%s/bootmark.conf", dir);
	RUN(defaults);
	RUN(every_default_is_a_value);
	RUN(precedence_in_any_order);
	RUN(unknown_key_names_the_nearest);
	RUN(bad_values);
	RUN(good_values);
	RUN(durations);
	RUN(duplicates);
	RUN(command_line);
	RUN(command_line_too_long_or_open);
	RUN(options);
	unlink(path);
	rmdir(dir);
	return test_end();
}

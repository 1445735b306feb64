/* SPDX-License-Identifier: MIT */
/* Verify that whatever lies in a file ends as a value or as a warning that helps. */
#include "config_load.h"

#include <sys/stat.h>

TEST(plain_file)
{
	struct config c;

	CHECK_INT(load(&c, "# comment\n\n  profile=quick # why\n\ttests = unixbench.pipe , fs.*\n"
			   "label = \"rack # 7\"\nend = halt"),
		0);
	CHECK_STR(config_string(&c, CONFIG_PROFILE), "quick");
	CHECK_STR(config_string(&c, CONFIG_TESTS), "unixbench.pipe,fs.*");
	CHECK_STR(config_string(&c, CONFIG_LABEL), "rack # 7");
	CHECK_STR(config_string(&c, CONFIG_END), "halt");
	CHECK_STR(config_origin_name(c.origin[CONFIG_END]), "file");
	CHECK_STR(warning(&c, 0), "(none)");
}

TEST(hash_inside_a_word_is_no_comment)
{
	struct config c;

	load(&c, "label = disk#3\n");
	CHECK_STR(config_string(&c, CONFIG_LABEL), "disk#3");
}

TEST(line_without_equals)
{
	struct config c;

	load(&c, "profile quick\n");
	CHECK_STR(warning(&c, 0), "bootmark.conf line 1: 'profile quick' is not 'key = value'. "
				  "It is ignored.");
}

TEST(windows_file)
{
	struct config c;

	load(&c, "\xef\xbb\xbfprofile = quick\r\n# x\r\nend = halt\r\nbad\r\n");
	CHECK_STR(config_string(&c, CONFIG_PROFILE), "quick");
	CHECK_STR(config_string(&c, CONFIG_END), "halt");
	CHECK(strstr(warning(&c, 0), "line 4: 'bad' "));
	CHECK_INT(c.warnings, 1);
}

TEST(utf16_file)
{
	struct config c;

	config_init(&c);
	write_file("\xff\xfep\0=\0q\0", 8);
	CHECK_INT(config_load_file(&c, path), -1);
	CHECK_STR(
		warning(&c, 0), "bootmark.conf is UTF-16, all of it is ignored: save it as UTF-8.");
}

TEST(binary_rubbish)
{
	struct config c;
	char bytes[60000];

	config_init(&c);
	srand(1);
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)rand();
	memcpy(bytes, "end=halt\nseed=7\0\nlabel=\x1b[2J\n", 28);
	write_file(bytes, sizeof(bytes));
	CHECK_INT(config_load_file(&c, path), 0);
	CHECK_STR(config_string(&c, CONFIG_END), "halt");
	CHECK_STR(config_string(&c, CONFIG_SEED), "0");
	CHECK_STR(config_string(&c, CONFIG_LABEL), "");
	CHECK_STR(warning(&c, 1), "bootmark.conf line 2: this is not text. It is ignored.");
	CHECK_INT(c.warnings, CONFIG_WARNINGS);
	CHECK(c.warnings_lost > 10);
	for (int i = 0; i < c.warnings; i++)
		CHECK(config_is_text(c.warning[i]));
}

TEST(huge_file)
{
	struct config c;
	FILE *f = fopen(path, "w");

	for (int i = 0; i < 160000; i++) /* 10 MB */
		fprintf(f, "# %60d\n", i);
	fputs("profile = quick\n", f);
	fclose(f);
	config_init(&c);
	CHECK_INT(config_load_file(&c, path), 0);
	CHECK_STR(warning(&c, 0), "bootmark.conf is longer than 32768 bytes. "
				  "What follows is ignored.");
	CHECK_INT(c.warnings, 1);
	CHECK_STR(config_string(&c, CONFIG_PROFILE), "standard");
}

TEST(long_lines)
{
	struct config c;
	static char text[20000];

	memset(text, 'a', sizeof(text) - 1);
	memcpy(text, "label=", 6);
	load(&c, text);
	CHECK_STR(warning(&c, 0), "bootmark.conf line 1: the value of 'label' is longer than "
				  "8191 bytes. It is ignored.");
	memset(text, 'a', 6);
	load(&c, text);
	CHECK(strstr(warning(&c, 0), "is not 'key = value'"));
	memset(text, 'x', 100);
	memcpy(text + 100, "=", 1);
	load(&c, text);
	CHECK(strstr(warning(&c, 0), "unknown key"));
}

TEST(file_may_not_say_which_stick)
{
	struct config c;

	load(&c, "id = 12345678\n");
	CHECK_STR(config_string(&c, CONFIG_ID), "");
	CHECK_STR(warning(&c, 0), "bootmark.conf line 1: 'id' is only read from the kernel command "
				  "line. It is ignored.");
}

TEST(unreadable_files)
{
	struct config c;

	config_init(&c);
	unlink(path);
	CHECK_INT(config_load_file(&c, path), -1);
	CHECK_STR(warning(&c, 0), "bootmark.conf cannot be read: No such file or directory. "
				  "The defaults stay.");
	CHECK_INT(config_load_file(&c, dir), -1);
	CHECK(strstr(warning(&c, 1), "it is no plain file"));
	mkfifo(path, 0600);
	CHECK_INT(config_load_file(&c, path), -1); /* must not wait for a writer */
	unlink(path);
}

/* What we hand out must read without a warning, as it is and with every # taken off. */
TEST(template)
{
	struct config c;
	char text[8192], keys[8192], *in, *out = keys;
	FILE *f = fopen(path, "w");
	size_t n;

	config_print_template(f);
	fclose(f);
	config_init(&c);
	CHECK_INT(config_load_file(&c, path), 0);
	CHECK_INT(c.warnings, 0);
	for (int k = 0; k < CONFIG_KEYS; k++)
		CHECK_INT(c.origin[k], CONFIG_DEFAULT);
	f = fopen(path, "r");
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	for (in = strtok(text, "\n"); in; in = strtok(NULL, "\n"))
		if (strstr(in, " = ") && !strstr(in, "Values:"))
			out += sprintf(out, "%s\n", in + 2);
	load(&c, keys);
	CHECK_STR(warning(&c, 0), "(none)");
	CHECK_INT(c.origin[CONFIG_PROFILE], CONFIG_FILE);
	CHECK_INT(c.origin[CONFIG_END], CONFIG_FILE);
}

int main(void)
{
	if (!mkdtemp(dir))
		return 1;
	snprintf(path, sizeof(path), "%s/bootmark.conf", dir);
	RUN(plain_file);
	RUN(hash_inside_a_word_is_no_comment);
	RUN(line_without_equals);
	RUN(windows_file);
	RUN(utf16_file);
	RUN(binary_rubbish);
	RUN(huge_file);
	RUN(long_lines);
	RUN(file_may_not_say_which_stick);
	RUN(unreadable_files);
	RUN(template);
	unlink(path);
	rmdir(dir);
	return test_end();
}

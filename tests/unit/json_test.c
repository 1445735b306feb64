/* SPDX-License-Identifier: MIT */
#include "core/console.h"
#include "core/json.h"
#include "core/reader.h"
#include "test.h"

#include <stdlib.h>

static char *written; /* by the last write_string() */

static const char *write_string(const char *value)
{
	size_t length;
	FILE *out = open_memstream(&written, &length);
	struct json_writer w = { .out = out };

	json_string(&w, NULL, value);
	fclose(out);
	return written;
}

TEST(strings_are_escaped)
{
	CHECK_STR(write_string("a\"b\\c\n\t\x01"), "\"a\\\"b\\\\c\\n\\u0009\\u0001\"");
	free(written);
	CHECK_STR(write_string("caf\xc3\xa9 \xf0\x9f\x98\x80"), "\"caf\xc3\xa9 \xf0\x9f\x98\x80\"");
	free(written);
}

TEST(bytes_that_are_no_utf8_become_replacement_characters)
{
	static const char *const bad[] = { "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80",
		"\xe2\x82" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		CHECK(strncmp(write_string(bad[i]), "\"\\ufffd", 7) == 0);
		free(written);
	}
}

TEST(what_is_written_is_read_back)
{
	size_t length;
	char *text;
	FILE *out = open_memstream(&text, &length);
	struct json_writer w = { .out = out };
	struct json *json;

	json_object(&w, NULL);
	json_string(&w, "s", "x\ny\"z");
	json_integer(&w, "i", -9007199254740991);
	json_number(&w, "pi", 3.14159265358979, 9);
	json_number(&w, "nan", NAN, 9);
	json_bool(&w, "yes", true);
	json_bool(&w, "no", false);
	json_array(&w, "a");
	json_number(&w, NULL, 1, 3);
	json_object(&w, NULL);
	json_object_end(&w);
	json_array_end(&w);
	json_object_end(&w);
	fclose(out);
	json = json_parse(text, length);
	CHECK(json != NULL);
	CHECK_STR(json_get_string(json, "s", ""), "x\ny\"z");
	CHECK_NEAR(json_get_number(json, "i", 0), -9007199254740991.0, 0);
	CHECK_NEAR(json_get_number(json, "pi", 0), 3.14159265, 1e-12);
	CHECK_NEAR(json_get_number(json, "nan", 5), 5, 0);
	CHECK_NEAR(json_get_number(json, "yes", 0), 1, 0);
	CHECK_NEAR(json_get_number(json, "no", 1), 0, 0);
	CHECK(json_get(json, "a")->child->next->type == JSON_OBJECT);
	json_free(json);
	free(text);
}

TEST(escapes_are_read)
{
	const char *text = "\"\\u00e9\\ud83d\\ude00\\/\\ud800\"";
	struct json *json = json_parse(text, strlen(text));

	CHECK(json != NULL);
	if (json)
		CHECK_STR(json->string, "\xc3\xa9\xf0\x9f\x98\x80/\xef\xbf\xbd");
	json_free(json);
}

TEST(bad_text_is_refused)
{
	static const char *const bad[] = { "", "{", "{\"a\"}", "{\"a\":}", "[1,]", "[1 2]", "{a:1}",
		"nul", "\"x", "\"\\q\"", "\"\\u12\"", "1 2", "-", "1e", "{\"a\":1,}", "\"\n\"",
		"truefalse", "\"\\ud83d\\u0041\"" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct json *json = json_parse(bad[i], strlen(bad[i]));

		if (json)
			TEST_FAIL("'%s' was taken", bad[i]);
		json_free(json);
	}
}

TEST(deep_nesting_is_refused_not_crashed_on)
{
	enum { DEPTH = 100000 };
	char *text = malloc(DEPTH);

	memset(text, '[', DEPTH);
	CHECK(json_parse(text, DEPTH) == NULL);
	free(text);
}

TEST(every_truncation_of_a_record_is_refused)
{
	const char *text =
		"{\"v\":1,\"type\":\"result\",\"a\":[1,2.5,{\"b\":\"\\u00e9\"}],\"c\":true}";

	for (size_t length = 0; length < strlen(text); length++) {
		struct json *json = json_parse(text, length);

		if (json)
			TEST_FAIL("%zu bytes were taken", length);
		json_free(json);
	}
}

static struct records parse(const char *text, bool serial)
{
	struct records records;

	records_parse(&records, text, strlen(text), serial);
	return records;
}

#define RUN_RECORD   "{\"v\":1,\"type\":\"run\",\"seq\":0}"
#define BEGIN_RECORD "{\"v\":1,\"type\":\"begin\",\"seq\":1}"

TEST(a_torn_last_line_is_survived)
{
	struct records r = parse(RUN_RECORD "\n" BEGIN_RECORD "\n{\"v\":1,\"ty", false);

	CHECK_INT(r.count, 2);
	CHECK_INT(r.bad_lines, 1);
	CHECK_STR(r.lines, RUN_RECORD "\n" BEGIN_RECORD "\n");
	records_free(&r);
}

TEST(an_unknown_version_is_rejected)
{
	struct records r = parse("{\"v\":2,\"type\":\"run\"}\n{\"type\":\"run\"}\n", false);

	CHECK_INT(r.count, 0);
	CHECK_INT(r.bad_versions, 2);
	records_free(&r);
}

TEST(gaps_are_counted)
{
	struct records r = parse(RUN_RECORD "\n{\"v\":1,\"type\":\"end\",\"seq\":4}\n", false);

	CHECK_INT(r.missing, 3);
	records_free(&r);
}

TEST(crc_is_the_usual_one)
{
	CHECK_INT(crc32_of("123456789", 9), 0xcbf43926u);
}

/* Chatter, carriage returns, a kernel message in front, a broken frame, an earlier boot. */
TEST(frames_are_found_in_a_serial_log)
{
	char log[2000];
	struct records r;

	snprintf(log, sizeof(log),
		"SeaBIOS\r\n@R %08x %s\r\n@R 00000000 %s\r\nhello @R\n[   1.0] usb: x@R %08x %s\r\n"
		"@R %08x %s\n@R 12",
		crc32_of(BEGIN_RECORD, strlen(BEGIN_RECORD)), BEGIN_RECORD, BEGIN_RECORD,
		crc32_of(RUN_RECORD, strlen(RUN_RECORD)), RUN_RECORD,
		crc32_of(BEGIN_RECORD, strlen(BEGIN_RECORD)), BEGIN_RECORD);
	r = parse(log, true);
	CHECK_INT(r.count, 2);
	CHECK_INT(r.bad_lines, 2);
	CHECK_STR(r.lines, RUN_RECORD "\n" BEGIN_RECORD "\n");
	records_free(&r);
}

TEST(rubbish_is_no_run)
{
	char rubbish[4096];
	struct records r;

	for (size_t i = 0; i < sizeof(rubbish); i++)
		rubbish[i] = (char)(i * 131 + i / 7);
	records_parse(&r, rubbish, sizeof(rubbish), false);
	CHECK_INT(r.count, 0);
	records_free(&r);
	records_parse(&r, rubbish, sizeof(rubbish), true);
	CHECK_INT(r.count, 0);
	records_free(&r);
}

int main(void)
{
	RUN(strings_are_escaped);
	RUN(bytes_that_are_no_utf8_become_replacement_characters);
	RUN(what_is_written_is_read_back);
	RUN(escapes_are_read);
	RUN(bad_text_is_refused);
	RUN(deep_nesting_is_refused_not_crashed_on);
	RUN(every_truncation_of_a_record_is_refused);
	RUN(a_torn_last_line_is_survived);
	RUN(an_unknown_version_is_rejected);
	RUN(gaps_are_counted);
	RUN(crc_is_the_usual_one);
	RUN(frames_are_found_in_a_serial_log);
	RUN(rubbish_is_no_run);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/* Numbers for people, and text of records made harmless. */
#include "report/escape.h"
#include "report/scale.h"
#include "test.h"

#include <stdlib.h>

static char got[256];

static const char *value(double x, const char *unit)
{
	scale_value(got, sizeof(got), x, unit);
	return got;
}

TEST(values)
{
	CHECK_STR(value(12345678, "ops/s"), "12.3 Mops/s");
	CHECK_STR(value(1.234e9, "bytes/s"), "1.23 GB/s");
	CHECK_STR(value(4345.5e6, "whetstone_instructions/s"), "4346 MWIPS");
	CHECK_STR(value(85.2, "ops/s"), "85.2 ops/s");
	CHECK_STR(value(0.25, "ops/s"), "0.25 ops/s");
	CHECK_STR(value(0, "ops/s"), "0.00 ops/s");
	CHECK_STR(value(812, "ns/op"), "812 ns/op");
	CHECK_STR(value(1.5e6, "ns"), "1.50 ms");
	CHECK_STR(value(3e12, "ns"), "3000 s");
	CHECK_STR(value(3.2e9, "Hz"), "3.20 GHz");
	CHECK_STR(value(5, "widgets"), "5 widgets");
}

TEST(rounding_takes_the_next_prefix)
{
	CHECK_STR(value(999.4, "ops/s"), "999 ops/s");
	CHECK_STR(value(999.6, "ops/s"), "1.00 kops/s");
	CHECK_STR(value(999499, "ops/s"), "999 kops/s");
	CHECK_STR(value(999501, "ops/s"), "1.00 Mops/s");
	CHECK_STR(value(9.996, "ops/s"), "10.0 ops/s");
	CHECK_STR(value(99.96, "ops/s"), "100 ops/s");
}

TEST(values_of_broken_records_fit)
{
	char small[SCALE_LENGTH];
	char unit[300];

	memset(unit, 'x', sizeof(unit) - 1);
	unit[sizeof(unit) - 1] = '\0';
	scale_value(small, sizeof(small), 1e300, unit);
	CHECK(strlen(small) < sizeof(small));
	scale_value(small, sizeof(small), -1e300, "ops/s");
	CHECK(strlen(small) < sizeof(small));
	scale_value(small, sizeof(small), NAN, "ops/s");
	CHECK(strstr(small, "nan") != NULL);
}

static const char *duration(double s)
{
	scale_duration(got, sizeof(got), s);
	return got;
}

static const char *clock_text(double s)
{
	scale_clock(got, sizeof(got), s);
	return got;
}

TEST(times)
{
	CHECK_STR(duration(3.2), "3 s");
	CHECK_STR(duration(43), "about 45 s");
	CHECK_STR(duration(118), "about 2 min");
	CHECK_STR(duration(4800), "about 1 h 20 min");
	CHECK_STR(duration(7200), "about 2 h");
	CHECK_STR(duration(NAN), "0 s");
	CHECK_STR(clock_text(83), "1:23");
	CHECK_STR(clock_text(59.6), "1:00");
	CHECK_STR(clock_text(3723), "1:02:03");
	CHECK_STR(clock_text(-5), "0:00");
}

static const char *percent(double share)
{
	scale_percent(got, sizeof(got), share);
	return got;
}

TEST(sizes_and_shares)
{
	scale_bytes(got, sizeof(got), 16777216e3);
	CHECK_STR(got, "15.6 GiB");
	scale_bytes(got, sizeof(got), 32768);
	CHECK_STR(got, "32.0 KiB");
	scale_bytes_decimal(got, sizeof(got), 512110190592);
	CHECK_STR(got, "512 GB");
	CHECK_STR(percent(0.00412), "0.41 %");
	CHECK_STR(percent(0.123), "12.3 %");
	CHECK_STR(percent(3), "300 %");
}

/* What fn writes for a text. */
static const char *written(void (*fn)(FILE *, const char *), const char *text)
{
	static char *buffer;
	size_t length;
	FILE *out;

	free(buffer);
	buffer = NULL;
	out = open_memstream(&buffer, &length);
	fn(out, text);
	fclose(out);
	return buffer;
}

#define BAD "\xef\xbf\xbd"

TEST(plain_text_is_harmless)
{
	CHECK_STR(written(plain_put, "a\tb\r\nc"), "a b  c");
	CHECK_STR(written(plain_put, "\x1b[31mred\x07"), BAD "[31mred" BAD);
	CHECK_STR(written(plain_put, "Gr\xc3\xb6\xc3\x9f"
				     "e"),
		"Gr\xc3\xb6\xc3\x9f"
		"e");
	CHECK_STR(written(plain_put, "\xff\xc0\xaf"), BAD BAD BAD);
	CHECK_STR(written(plain_put, "\xc2\x9b"
				     "31m"),
		BAD "31m");
	CHECK_STR(written(plain_put, "\xe2\x80\xae"
				     "txt.exe"),
		BAD "txt.exe");
	CHECK_STR(written(plain_put, "cut \xe2\x80"), "cut " BAD BAD);
	CHECK_STR(written(plain_put, NULL), "");
}

TEST(html_is_inert)
{
	CHECK_STR(written(html_put, "<script>alert('x')</script>"),
		"&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
	CHECK_STR(written(html_put, "\" onload=\"x & y"), "&quot; onload=&quot;x &amp; y");
	CHECK_STR(written(html_put, "\x01\xff"), BAD BAD);
	CHECK_STR(written(html_put, NULL), "");
}

static void pad(FILE *out, const char *text)
{
	plain_pad(out, text, 6);
	fputc('|', out);
}

static void wrap(FILE *out, const char *text)
{
	plain_wrap(out, 70, 4, "%s", text);
}

TEST(columns)
{
	CHECK_STR(written(pad, "\xc3\xbc"
			       "b"),
		"\xc3\xbc"
		"b    |");
	CHECK_STR(written(pad, "too long"), "too long|");
	CHECK_STR(written(wrap, " one two  three\nfour "), "one two\n    three four\n");
	CHECK_STR(written(wrap, ""), "\n");
}

int main(void)
{
	RUN(values);
	RUN(rounding_takes_the_next_prefix);
	RUN(values_of_broken_records_fit);
	RUN(times);
	RUN(sizes_and_shares);
	RUN(plain_text_is_harmless);
	RUN(html_is_inert);
	RUN(columns);
	return test_end();
}

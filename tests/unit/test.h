/* SPDX-License-Identifier: MIT */
/*
 * Just enough to write unit tests: TEST(name) functions, CHECKs inside, and a main() made of
 * RUN(name) lines that ends in `return test_end();`. Each test prints "ok - name" or "not ok -
 * name: why".
 */
#ifndef TEST_H
#define TEST_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int test_failures;  /* in all tests so far */
static char test_why[512]; /* of the running test; empty = it has not failed */

#define TEST(name) static void name(void)

/* The first failure of a test is the one that is shown. */
__attribute__((format(printf, 1, 2), noinline)) static void test_fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (!test_why[0])
		vsnprintf(test_why, sizeof(test_why), format, args);
	va_end(args);
}

#define TEST_FAIL(...) test_fail(__VA_ARGS__)

#define CHECK(cond)                                                                                \
	do {                                                                                       \
		if (!(cond))                                                                       \
			TEST_FAIL("%s:%d: %s", __FILE__, __LINE__, #cond);                         \
	} while (0)

#define CHECK_INT(got, want)                                                                       \
	do {                                                                                       \
		long long got_ = (long long)(got), want_ = (long long)(want);                      \
		if (got_ != want_)                                                                 \
			TEST_FAIL("%s:%d: %s is %lld, want %lld", __FILE__, __LINE__, #got, got_,  \
				want_);                                                            \
	} while (0)

#define CHECK_STR(got, want)                                                                       \
	do {                                                                                       \
		const char *got_ = (got), *want_ = (want);                                         \
		if (!got_ || strcmp(got_, want_))                                                  \
			TEST_FAIL("%s:%d: %s is '%s', want '%s'", __FILE__, __LINE__, #got,        \
				got_ ? got_ : "(null)", want_);                                    \
	} while (0)

/* |got - want| <= tolerance (absolute); NaN never passes */
#define CHECK_NEAR(got, want, tolerance)                                                           \
	do {                                                                                       \
		double got_ = (got), want_ = (want);                                               \
		if (!(fabs(got_ - want_) <= (tolerance)))                                          \
			TEST_FAIL("%s:%d: %s is %.9g, want %.9g", __FILE__, __LINE__, #got, got_,  \
				want_);                                                            \
	} while (0)

#define RUN(name)                                                                                  \
	do {                                                                                       \
		test_why[0] = '\0';                                                                \
		name();                                                                            \
		if (test_why[0]) {                                                                 \
			test_failures++;                                                           \
			printf("not ok - %s: %s\n", #name, test_why);                              \
		} else {                                                                           \
			printf("ok - %s\n", #name);                                                \
		}                                                                                  \
		fflush(stdout);                                                                    \
	} while (0)

static inline int test_end(void)
{
	return test_failures ? 1 : 0;
}

#endif

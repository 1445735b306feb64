/* SPDX-License-Identifier: MIT */
/* What the families promise about their work. Their registry entries, too: each name once, each
 * complete. */
#include "benchmark.h"
#include "family/dhrystone.h"
#include "family/sort_input.h"
#include "family/sysbench_cpu.h"
#include "test.h"

#include <ctype.h>
#include <sys/mman.h>

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

/* Against the C library, at every offset, up to the end of a page that nothing follows. */
static void check_strcmp(void)
{
	enum { PAGE = 4096 };
	char *a = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *b = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	mprotect(a + PAGE, PAGE, PROT_NONE);
	mprotect(b + PAGE, PAGE, PROT_NONE);
	for (int length = 0; length < 50; length++) {
		for (int differ = -1; differ < length; differ++) {
			char *x = a + PAGE - length - 1, *y = b + PAGE - length - 1 - length % 16;

			memset(x, 'x', (size_t)length);
			memset(y, 'x', (size_t)length);
			x[length] = y[length] = '\0';
			if (differ >= 0)
				y[differ] = differ % 2 ? (char)0xe9 : 'a';
			if (sign(dhry_strcmp(x, y)) != sign(strcmp(x, y)))
				TEST_FAIL("length %d, difference at %d", length, differ);
		}
	}
	CHECK(dhry_strcmp("abc", "abcd") < 0);
	munmap(a, 2 * PAGE);
	munmap(b, 2 * PAGE);
}

/* First the one that every CPU of the architecture has, then the one that this CPU would use. */
TEST(vector_strcmp_agrees_with_the_library)
{
	check_strcmp();
	CHECK(strlen(dhry_choose_strcmp()) > 0);
	check_strcmp();
}

TEST(sort_input_has_the_measures)
{
	static char text[SORT_INPUT_BYTES + 1];
	int lines = 0, matches = 0, words = 0, longest = 0, empty = 0;

	sort_input_make(text);
	for (char *line = text; *line;) {
		char *end = strchr(line, '\n');

		*end = '\0';
		lines++;
		matches += strstr(line, "the") != NULL;
		longest = (int)strlen(line) > longest ? (int)strlen(line) : longest;
		empty += *line == '\0';
		for (char *c = line; *c; c++)
			words += *c != ' ' && (c == line || c[-1] == ' ');
		line = end + 1;
	}
	CHECK_INT(lines, SORT_INPUT_LINES);
	CHECK_INT(matches, SORT_INPUT_MATCHES);
	CHECK_INT(empty, 0);
	CHECK(longest <= 82);
	CHECK(words > 1100 && words < 1500);
}

TEST(registry_is_complete)
{
	for (int i = 0; registry[i]; i++) {
		const struct benchmark *b = registry[i];

		/* What measures noise asks for no interval. */
		if ((b->run != NULL) == (b->sample != NULL) || !b->what ||
			(b->tolerance > 0) == b->noise || (b->latency && !b->run) ||
			(b->without && (!b->run || b->copies != COPIES_ONE)))
			TEST_FAIL("%s lacks something", b->name);
		for (const char *c = b->name; *c; c++)
			if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) &&
				!strchr("._", *c))
				TEST_FAIL("%s is no name", b->name);
		if (registry_find(b->name) != b)
			TEST_FAIL("%s stands twice", b->name);
	}
	CHECK(registry_find("nothing") == NULL);
}

/* Of sysbench: 2 is not looked at, and the limit itself neither. */
TEST(sysbench_counts_primes)
{
	CHECK_INT(sysbench_primes(10000), 1228);
	CHECK_INT(sysbench_primes(20000), 2261);
	CHECK_INT(sysbench_primes(3), 0);
	CHECK_INT(sysbench_primes(7), 2);
	CHECK_INT(sysbench_primes(8), 3);
}

TEST(dhrystone_structure)
{
	CHECK_INT(sizeof(struct record), 56);
}

int main(void)
{
	RUN(vector_strcmp_agrees_with_the_library);
	RUN(sort_input_has_the_measures);
	RUN(registry_is_complete);
	RUN(sysbench_counts_primes);
	RUN(dhrystone_structure);
	return test_end();
}

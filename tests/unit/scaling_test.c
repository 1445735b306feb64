/* SPDX-License-Identifier: MIT */
/* The 32-core server of requirements-digest.md R1: one copy and 32, read in three classes. */
#include "report/scaling.h"
#include "test.h"

#include <stdlib.h>

/* Indices of its worked examples 1 and 2: only their ratios count here. */
static const struct {
	const char *name;
	double one, many;
} table[] = {
	{ "dhrystone", 3598.9, 77121.7 },
	{ "whetstone", 890.9, 19090.9 },
	{ "execl", 907.0, 16744.2 },
	{ "fcopy_1024", 2980.0, 12121.2 },
	{ "fcopy_256", 2598.2, 6948.6 },
	{ "fcopy_4096", 7241.4, 21551.7 },
	{ "pipe", 1061.1, 9244.4 },
	{ "context1", 462.5, 2375.0 },
	{ "spawn", 730.2, 2539.7 },
	{ "shell1", 1202.8, 660.4 },
	{ "shell8", 8333.3, 23333.3 },
};
enum { ROWS = sizeof(table) / sizeof(*table) };

static char text[8192];

static void add_result(const char *name, unsigned copies, double value)
{
	size_t length = strlen(text);

	snprintf(text + length, sizeof(text) - length,
		"{\"v\":1,\"type\":\"result\",\"name\":\"unixbench.%s\",\"copies\":%u,"
		"\"status\":\"ok\",\"unit\":\"ops/s\",\"value\":%.1f}\n",
		name, copies, value);
}

static const struct scaling_row *row_of(const struct scaling *s, const char *name)
{
	for (size_t i = 0; i < s->count; i++)
		if (strcmp(s->rows[i].one->name + strlen("unixbench."), name) == 0)
			return &s->rows[i];
	return NULL;
}

static void check_row(
	const struct scaling *s, const char *name, double ratio, enum scaling_class class, bool low)
{
	const struct scaling_row *row = row_of(s, name);

	if (!row)
		TEST_FAIL("%s has no row", name);
	CHECK_NEAR(row->ratio, ratio, 0.005);
	CHECK_INT(row->class, class);
	CHECK_INT(row->suspicious, low);
}

TEST(the_32_core_table_yields_three_classes)
{
	struct records records;
	struct run_view view;
	struct scaling s;
	char words[1024];

	strcpy(text, "{\"v\":1,\"type\":\"machine\",\"when\":\"before\","
		     "\"cpu\":{\"cores\":32,\"threads\":64}}\n");
	for (int i = 0; i < ROWS; i++) {
		add_result(table[i].name, 1, table[i].one);
		add_result(table[i].name, 32, table[i].many);
	}
	records_parse(&records, text, strlen(text), false);
	run_view_make(&view, &records);
	scaling_make(&s, &view, 32);
	CHECK_INT(s.count, ROWS);
	check_row(&s, "dhrystone", 21.43, SCALING_COMPUTE, false);
	check_row(&s, "whetstone", 21.43, SCALING_COMPUTE, false);
	check_row(&s, "fcopy_1024", 4.07, SCALING_KERNEL, false);
	check_row(&s, "context1", 5.14, SCALING_KERNEL, false);
	check_row(&s, "spawn", 3.48, SCALING_KERNEL, false);
	check_row(&s, "fcopy_256", 2.67, SCALING_KERNEL, true);
	check_row(&s, "shell1", 0.55, SCALING_BELOW_ONE, true);
	scaling_sentence(&s, SCALING_COMPUTE, words, sizeof(words));
	CHECK(strstr(words, "21.43x with 32 copies on 64 CPUs.") != NULL);
	scaling_sentence(&s, SCALING_KERNEL, words, sizeof(words));
	CHECK(strstr(words, "2.67x to 18.46x") != NULL);
	scaling_sentence(&s, SCALING_BELOW_ONE, words, sizeof(words));
	CHECK(strstr(words, "0.55x") != NULL);
	scaling_free(&s);
	run_view_free(&view);
	records_free(&records);
}

int main(void)
{
	RUN(the_32_core_table_yields_three_classes);
	return test_end();
}

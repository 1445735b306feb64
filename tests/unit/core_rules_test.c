/* SPDX-License-Identifier: MIT */
/* The one CPU that does not keep up, among machines of all kinds. */
#include "accept/core_rules.h"
#include "report/cores.h"
#include "test.h"

enum { TEXT = 1 << 18 };

static char text[TEXT];
static size_t length;
static struct findings found;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void put(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	length += (size_t)vsnprintf(text + length, TEXT - length, format, args);
	va_end(args);
}

static const char *rule = "in_turn";

static void machine(const char *members)
{
	length = 0;
	put("{\"v\":1,\"type\":\"machine\",\"when\":\"before\",\"cpu\":{%s}}\n", members);
	put("{\"v\":1,\"type\":\"result\",\"name\":\"cpu.core_int\",\"copies\":1,"
	    "\"copies_rule\":\"%s\",\"status\":\"ok\",\"unit\":\"ops/"
	    "s\",\"better\":\"higher\","
	    "\"value\":1e9,\"per_copy\":[",
		rule);
}

/* CPUs scatter by some tenths of a per cent, without a rule that could be guessed. */
static void cpus(int first, int count, double value, int slow, double slow_value)
{
	for (int i = first; i < first + count; i++) {
		double v = i == slow ? slow_value : value * (1 + 0.001 * ((i * 7) % 5 - 2));

		put("%s{\"cpu\":%d,\"value\":%.9g,\"min\":%.9g,\"max\":%.9g}", i ? "," : "", i, v,
			v * 0.995, v * 1.005);
	}
}

static size_t judge(void)
{
	struct records records;
	struct run_view view;

	put("]}\n");
	records_parse(&records, text, length, false);
	run_view_make(&view, &records);
	found.count = 0;
	core_findings(&found, &view);
	run_view_free(&view);
	records_free(&records);
	return found.count;
}

TEST(one_slow_cpu_of_64_fails_the_machine)
{
	machine("\"hypervisor\":false");
	cpus(0, 64, 1e9, 17, 0.9e9);
	CHECK_INT(judge(), 1);
	CHECK_STR(found.list[0].severity, "fail");
	CHECK_STR(found.list[0].text,
		"1 of 64 CPUs does not keep up in cpu.core_int (median 1.00 Gops/s): CPU 17 (-10.0 "
		"%). Look for heat, a power limit, a core that is failing.");
}

TEST(equal_cpus_are_fine)
{
	machine("\"hypervisor\":false");
	cpus(0, 64, 1e9, -1, 0);
	CHECK_INT(judge(), 0);
}

/* Far out of the scatter, but too little to matter; and enough, but within the scatter. */
TEST(both_conditions_are_needed)
{
	machine("\"hypervisor\":false");
	cpus(0, 64, 1e9, 17, 0.985e9);
	CHECK_INT(judge(), 0);
	machine("\"hypervisor\":false");
	for (int i = 0; i < 16; i++)
		put("%s{\"cpu\":%d,\"value\":%g}", i ? "," : "", i, 1e9 * (1 + 0.03 * (i % 4)));
	CHECK_INT(judge(), 0);
}

static const char hybrid[] =
	"\"hypervisor\":false,\"classes\":[{\"name\":\"cpu_core\",\"cpus\":\"0-15\"},"
	"{\"name\":\"cpu_atom\",\"cpus\":\"16-31\"}]";

TEST(slow_kinds_are_no_slow_cpus)
{
	machine(hybrid);
	cpus(0, 16, 1e9, -1, 0);
	cpus(16, 16, 0.6e9, -1, 0);
	CHECK_INT(judge(), 0);
	/* As quick as an E-core, and a P-core. */
	machine(hybrid);
	cpus(0, 16, 1e9, 3, 0.6e9);
	cpus(16, 16, 0.6e9, -1, 0);
	CHECK_INT(judge(), 1);
	CHECK(strstr(found.list[0].text, "1 of 16 CPUs of class cpu_core does not keep up") !=
		NULL);
	CHECK(strstr(found.list[0].text, "CPU 3 (-40.0 %)") != NULL);
}

TEST(what_ran_beside_it_is_said_and_accuses_nobody)
{
	machine("\"hypervisor\":false");
	cpus(0, 7, 1e9, -1, 0);
	put(",{\"cpu\":7,\"value\":5e8,\"disturbed\":1,\"cause\":\"preempted\"}");
	CHECK_INT(judge(), 1);
	CHECK_STR(found.list[0].severity, "warn");
	CHECK(strstr(found.list[0].text, "CPU 7 (-50.0 %, disturbed: preempted)") != NULL);
	CHECK(strstr(found.list[0].text, "Something else ran there") != NULL);
}

TEST(all_at_once_no_cpu_is_accused)
{
	rule = "each_cpu";
	machine("\"hypervisor\":false");
	cpus(0, 64, 1e9, 17, 0.9e9);
	rule = "in_turn";
	CHECK_INT(judge(), 1);
	CHECK_STR(found.list[0].severity, "warn");
}

TEST(a_virtual_machine_is_warned_of)
{
	machine("\"hypervisor\":true");
	cpus(0, 64, 1e9, 17, 0.9e9);
	CHECK_INT(judge(), 1);
	CHECK_STR(found.list[0].severity, "warn");
}

/* Two CPUs have no scatter: all trials of one must lie below those of the other. */
TEST(two_cpus_are_compared_by_their_trials)
{
	machine("\"hypervisor\":false");
	cpus(0, 2, 1e9, 1, 0.9e9);
	CHECK_INT(judge(), 1);
	CHECK(strstr(found.list[0].text, "1 of 2 CPUs does not") != NULL);
	machine("\"hypervisor\":false");
	cpus(0, 2, 1e9, 1, 0.97e9);
	CHECK_INT(judge(), 0);
	machine("\"hypervisor\":false");
	put("{\"cpu\":0,\"value\":1e9,\"min\":8e8,\"max\":1.1e9},");
	put("{\"cpu\":1,\"value\":9e8,\"min\":8e8,\"max\":1e9}");
	CHECK_INT(judge(), 0);
}

TEST(many_are_listed_up_to_eight)
{
	machine("\"hypervisor\":false");
	for (int i = 0; i < 64; i++)
		put("%s{\"cpu\":%d,\"value\":%g}", i ? "," : "", i, i < 12 ? 8e8 + i : 1e9);
	CHECK_INT(judge(), 1);
	CHECK(strstr(found.list[0].text, "12 of 64 CPUs do not keep up") != NULL);
	CHECK(strstr(found.list[0].text, "4 more") != NULL);
}

TEST(damaged_records_accuse_nobody)
{
	machine("\"hypervisor\":false");
	put("5,{\"cpu\":\"x\"},{\"value\":-1},{\"cpu\":3,\"value\":1e9},{}");
	CHECK_INT(judge(), 0);
}

int main(void)
{
	RUN(one_slow_cpu_of_64_fails_the_machine);
	RUN(equal_cpus_are_fine);
	RUN(both_conditions_are_needed);
	RUN(slow_kinds_are_no_slow_cpus);
	RUN(what_ran_beside_it_is_said_and_accuses_nobody);
	RUN(all_at_once_no_cpu_is_accused);
	RUN(a_virtual_machine_is_warned_of);
	RUN(two_cpus_are_compared_by_their_trials);
	RUN(many_are_listed_up_to_eight);
	RUN(damaged_records_accuse_nobody);
	return test_end();
}

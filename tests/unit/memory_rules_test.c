/* SPDX-License-Identifier: MIT */
/* Bandwidth beside what the modules promise, and what is said of it. */
#include "accept/memory_rules.h"
#include "report/bandwidth.h"
#include "report/scaling.h"
#include "test.h"

/* 8 channels of DDR4-2666 on 32 cores: 170.6 GB/s. */
#define EXACT "\"channels\":8,\"bandwidth_bytes_per_s\":170624000000,"
#define MACHINE(slots, hypervisor)                                                                 \
	"{\"v\":1,\"type\":\"machine\",\"when\":\"before\",\"cpu\":{\"cores\":32,\"threads\":64,"  \
	"\"hypervisor\":" hypervisor "},\"memory_slots\":{" slots "\"slots\":16}}\n"
#define RESULT(copies, value, moved, grade)                                                        \
	"{\"v\":1,\"type\":\"result\",\"name\":\"memory.copy\",\"copies\":" copies                 \
	",\"status\":\"ok\",\"unit\":\"bytes/s\",\"value\":" value ",\"moved_per_byte\":" moved    \
	",\"grade\":\"" grade "\"}\n"

static char shown[512]; /* of the last result */
static struct findings found;

static size_t judge(const char *text)
{
	struct records records;
	struct run_view view;

	records_parse(&records, text, strlen(text), false);
	run_view_make(&view, &records);
	found.count = 0;
	memory_findings(&found, &view);
	bandwidth_text(&view, &view.results[view.result_count - 1], shown, sizeof(shown));
	run_view_free(&view);
	records_free(&records);
	return found.count;
}

TEST(a_copy_moves_each_byte_twice)
{
	CHECK_INT(judge(MACHINE(EXACT, "false") RESULT("32", "68.2496e9", "2", "B")), 0);
	CHECK_STR(shown, "moved 136 GB/s, 80.0 % of the modules' 171 GB/s");
}

TEST(without_a_map_of_modules_the_share_is_not_known)
{
	CHECK_INT(judge(MACHINE("", "false") RESULT("32", "10e9", "1", "B")), 0);
	CHECK_STR(shown, "moved 10.0 GB/s; the share of what the modules promise is not known");
	judge(MACHINE("\"bandwidth_at_most_bytes_per_s\":40e9,", "false")
			RESULT("32", "10e9", "1", "B"));
	CHECK_STR(shown, "moved 10.0 GB/s, at least 25.0 % of the modules' at most 40.0 GB/s");
	judge(MACHINE(EXACT, "false") RESULT("32", "10e9", "0", "B"));
	CHECK_STR(shown, "");
}

/* Three quarters of the usual share: six of eight channels. */
TEST(low_bandwidth_is_found_and_counted_in_channels)
{
	CHECK_INT(judge(MACHINE(EXACT, "false") RESULT("32", "85.3e9", "1", "B")), 1);
	CHECK_STR(found.list[0].severity, "warn");
	CHECK(strstr(found.list[0].text, "50.0 % of the modules' 171 GB/s") != NULL);
	CHECK(strstr(found.list[0].text, "5 of its 8 channels") != NULL);
	/* 0.58 of what is promised lies between six and five channels' worth... */
	CHECK_INT(judge(MACHINE(EXACT, "false") RESULT("32", "94e9", "1", "B")), 1);
	CHECK(strstr(found.list[0].text, "channels would") == NULL);
}

TEST(more_than_all_is_not_possible)
{
	CHECK_INT(judge(MACHINE(EXACT, "false") RESULT("32", "200e9", "1", "B")), 1);
	CHECK(strstr(found.list[0].text, "a cache held the data") != NULL);
}

TEST(what_proves_nothing_is_not_judged)
{
	/* Noise; one core alone; a hypervisor; channels that are not known. */
	CHECK_INT(judge(MACHINE(EXACT, "false") RESULT("32", "50e9", "1", "X")), 0);
	CHECK_INT(judge(MACHINE(EXACT, "false") RESULT("1", "12e9", "1", "B")), 0);
	CHECK_INT(judge(MACHINE(EXACT, "true") RESULT("32", "50e9", "1", "B")), 0);
	CHECK_INT(judge(MACHINE("\"bandwidth_at_most_bytes_per_s\":340e9,", "false")
				  RESULT("32", "50e9", "1", "B")),
		0);
	/* A better result of the same run shows that it can. */
	CHECK_INT(judge(MACHINE(EXACT, "false") RESULT("32", "130e9", "1", "B")
				  RESULT("32", "50e9", "1", "B")),
		0);
}

TEST(memory_is_shared_and_scales_as_it_does)
{
	const char *text = MACHINE(EXACT, "false") RESULT("1", "12e9", "2", "B")
		RESULT("32", "40e9", "2", "B");
	struct records records;
	struct run_view view;
	struct scaling s;

	records_parse(&records, text, strlen(text), false);
	run_view_make(&view, &records);
	scaling_make(&s, &view, 32);
	CHECK_INT(s.count, 1);
	CHECK_INT(s.rows[0].class, SCALING_MEMORY);
	CHECK(!s.rows[0].suspicious);
	scaling_free(&s);
	run_view_free(&view);
	records_free(&records);
}

#define NODES                                                                                      \
	"{\"v\":1,\"type\":\"machine\",\"when\":\"before\",\"cpu\":{\"hypervisor\":%s},\"numa\":[" \
	"{\"node\":0,\"cpus\":\"0\",\"memory_bytes\":1e9},"                                        \
	"{\"node\":1,\"cpus\":\"1\",\"memory_bytes\":1e9}]}\n"
#define AWAY                                                                                       \
	"{\"v\":1,\"type\":\"result\",\"name\":\"x\",\"copies\":1,\"status\":\"ok\",\"value\":1,"  \
	"\"unit\":\"%s\",\"by_node\":\"%s\",\"nodes_away\":%d,\"per_copy\":[{\"cpu\":0,\"value\":" \
	"%g},"                                                                                     \
	"{\"cpu\":1,\"value\":%g}]}\n"

/* Two nodes: the CPUs' value with their own memory is 100, with the other's as given. */
static size_t judge_nodes(const char *hypervisor, const char *unit, double far0, double far1)
{
	static char text[4000];
	const char *kind = strcmp(unit, "ns") == 0 ? "latency" : "read";

	snprintf(text, sizeof(text), NODES AWAY AWAY, hypervisor, unit, kind, 0, 100.0, 100.0, unit,
		kind, 1, far0, far1);
	return judge(text);
}

TEST(far_memory_is_compared_with_the_own)
{
	CHECK_INT(judge_nodes("false", "ns", 160, 170), 0);
	CHECK_INT(judge_nodes("false", "ns", 160, 260), 1);
	CHECK_STR(found.list[0].severity, "warn");
	CHECK(strstr(found.list[0].text, "up to 2.6 times as long") != NULL);
	CHECK_INT(judge_nodes("false", "ns", 105, 160), 1);
	CHECK_STR(found.list[0].severity, "info");
	CHECK_INT(judge_nodes("false", "bytes/s", 55, 60), 0);
	CHECK_INT(judge_nodes("false", "bytes/s", 30, 60), 1);
	CHECK(strstr(found.list[0].text, "only 30 %") != NULL);
	CHECK_INT(judge_nodes("true", "bytes/s", 30, 60), 0);
}

int main(void)
{
	RUN(a_copy_moves_each_byte_twice);
	RUN(without_a_map_of_modules_the_share_is_not_known);
	RUN(low_bandwidth_is_found_and_counted_in_channels);
	RUN(more_than_all_is_not_possible);
	RUN(what_proves_nothing_is_not_judged);
	RUN(memory_is_shared_and_scales_as_it_does);
	RUN(far_memory_is_compared_with_the_own);
	return test_end();
}

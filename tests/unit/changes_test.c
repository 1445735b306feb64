/* SPDX-License-Identifier: MIT */
/* Two machine records compared, as they are read back from a file. */
#include "inventory/changes.h"
#include "test.h"

#include <stdlib.h>

static struct json *before, *after;
static struct changes changes;

static void compare(const char *first, const char *last)
{
	changes_free(&changes);
	json_free(before);
	json_free(after);
	before = json_parse(first, strlen(first));
	after = json_parse(last, strlen(last));
	if (!before || !after)
		TEST_FAIL("the test's own JSON is broken");
	changes_find(&changes, before, after);
}

static const struct change *change(const char *what)
{
	for (size_t i = 0; i < changes.count; i++)
		if (strcmp(changes.change[i]->what, what) == 0)
			return changes.change[i];
	return NULL;
}

static const char *severity(const char *what)
{
	return change(what) ? change(what)->severity : "none";
}

static const char *text(const char *what)
{
	return change(what) ? change(what)->text : "none";
}

static unsigned findings(void)
{
	unsigned count = 0;

	for (size_t i = 0; i < changes.count; i++)
		count += strcmp(changes.change[i]->severity, "info") != 0;
	return count;
}

TEST(nothing_changed)
{
	static const char machine[] =
		"{\"seq\":%d,\"when\":\"%s\",%s\"memory\":{\"total_bytes\":1,\"available_bytes\":%"
		"d},"
		"\"machine_checks\":{\"exceptions\":0,\"polls\":%d},\"memory_controllers\":[{"
		"\"name\":\"mc0\",\"corrected\":5,\"uncorrected\":0}],\"pci\":[{\"address\":"
		"\"0000:01:00.0\",\"aer\":{\"correctable\":7}}],\"sensors\":[{\"value\":%d}],"
		"\"disks\":[{\"name\":\"sda\",\"read_only\":true,\"sectors_written\":0},{\"name\":"
		"\"sdb\",\"read_only\":false,\"in_use\":true,\"sectors_written\":%d}]}";
	char first[1024], last[1024];

	snprintf(first, sizeof(first), machine, 1, "before", "\"settle\":{\"waited_s\":2},", 1, 1,
		40, 10);
	snprintf(last, sizeof(last), machine, 9, "after", "", 2, 2, 50, 90);
	compare(first, last);
	CHECK_INT(findings(), 0);
	CHECK_INT(changes.count, 3);
	CHECK_STR(text("disks.sectors_written"),
		"0 sectors written to 1 disk that nothing may write to");
	CHECK_STR(text("disks[sdb].sectors_written"), "sdb: 80 sectors written during the run");
	CHECK_STR(text("faults"),
		"counters of faults that moved: 0; watched: machine checks, memory controllers "
		"(EDAC): 1, PCIe devices (AER): 1");
}

TEST(what_is_not_counted_is_unavailable)
{
	compare("{}", "{\"machine_checks\":{},\"pci\":[]}");
	CHECK_STR(text("faults"),
		"counters of faults that moved: 0; watched: machine checks: unavailable, memory "
		"controllers (EDAC): unavailable, PCIe devices (AER): unavailable");
	CHECK_STR(text("disks.sectors_written"), "none");
	changes_free(&changes);
	changes_find(&changes, NULL, after);
	CHECK_INT(changes.count, 0);
}

TEST(writing_to_a_disk_fails)
{
	static const char disk[] = "{\"disks\":[{\"name\":\"nvme0n1\",\"model\":\"Example\","
				   "\"read_only\":%s,\"in_use\":%s,\"sectors_written\":%d}]}";
	char first[256], last[256];

	snprintf(first, sizeof(first), disk, "true", "false", 8);
	snprintf(last, sizeof(last), disk, "true", "false", 16);
	compare(first, last);
	CHECK_STR(severity("disks[nvme0n1].sectors_written"), "fail");
	CHECK_STR(text("disks[nvme0n1].sectors_written"),
		"nvme0n1 (Example): 8 sectors written during the run, though nothing may write to "
		"it");
	CHECK_STR(text("disks.sectors_written"),
		"8 sectors written to 1 disk that nothing may write to");
	CHECK_NEAR(change("disks[nvme0n1].sectors_written")->before->number, 8, 0);
	CHECK_NEAR(change("disks[nvme0n1].sectors_written")->after->number, 16, 0);
	/* The protection that fell away is as bad. */
	snprintf(last, sizeof(last), disk, "false", "false", 8);
	compare(first, last);
	CHECK_STR(severity("disks[nvme0n1].read_only"), "warn");
	/* Not read-only, but nobody's either. */
	snprintf(first, sizeof(first), disk, "false", "false", 8);
	snprintf(last, sizeof(last), disk, "false", "false", 9);
	compare(first, last);
	CHECK_STR(severity("disks[nvme0n1].sectors_written"), "fail");
}

TEST(counters_of_faults)
{
	static const char machine[] =
		"{\"machine_checks\":{\"exceptions\":%d,\"threshold_interrupts\":%d},"
		"\"memory_controllers\":[{\"name\":\"mc0\",\"corrected\":%d,\"uncorrected\":%d,"
		"\"dimms\":[{\"name\":\"dimm3\",\"label\":\"CPU1 A2\",\"corrected\":%d}]}],"
		"\"pci\":[{\"address\":\"0000:01:00.0\",\"name\":\"Fast Card\",\"aer\":"
		"{\"correctable\":%d,\"fatal\":%d}}],\"cpu\":{\"throttles\":{\"core\":%d}}}";
	char first[1024], last[1024];

	snprintf(first, sizeof(first), machine, 0, 4, 2, 0, 2, 0, 0, 100);
	snprintf(last, sizeof(last), machine, 1, 5, 3, 1, 3, 9, 1, 103);
	compare(first, last);
	CHECK_STR(severity("machine_checks.exceptions"), "fail");
	CHECK_STR(severity("machine_checks.threshold_interrupts"), "warn");
	CHECK_STR(severity("memory_controllers[mc0].corrected"), "warn");
	CHECK_STR(severity("memory_controllers[mc0].uncorrected"), "fail");
	CHECK_STR(text("memory_controllers[mc0].dimms[dimm3].corrected"),
		"dimm3 (CPU1 A2): 1 new corrected memory errors during the run");
	CHECK_STR(text("pci[0000:01:00.0].aer.correctable"),
		"0000:01:00.0 (Fast Card): 9 new corrected PCIe errors during the run");
	CHECK_STR(severity("pci[0000:01:00.0].aer.correctable"), "warn");
	CHECK_STR(severity("pci[0000:01:00.0].aer.fatal"), "fail");
	CHECK_STR(text("cpu.throttles.core"), "3 new core throttles (too hot) during the run");
	CHECK_STR(severity("cpu.throttles.core"), "warn");
	CHECK(strncmp(text("faults"), "counters of faults that moved: 7;", 33) == 0);
	/* A counter that was reset is no fault. */
	compare(last, first);
	CHECK_INT(findings(), 0);
}

TEST(links)
{
	static const char link[] = "{\"pci\":[{\"address\":\"0000:01:00.0\",\"link\":"
				   "{\"transfers_per_s\":%s,\"width\":%d}}]}";
	char first[256], last[256];

	snprintf(first, sizeof(first), link, "16e9", 8);
	snprintf(last, sizeof(last), link, "8e9", 4);
	compare(first, last);
	CHECK_STR(severity("pci[0000:01:00.0].link.transfers_per_s"), "warn");
	CHECK_STR(text("pci[0000:01:00.0].link.width"),
		"0000:01:00.0: PCIe lanes of the link: 8 before, 4 after");
	compare(last, first);
	CHECK_INT(findings(), 0);
	CHECK_STR(severity("pci[0000:01:00.0].link.width"), "info");
}

TEST(what_comes_and_goes)
{
	compare("{\"disks\":[{\"name\":\"sda\",\"model\":\"Old\"},{\"name\":\"sdb\"}],\"kernel\":{"
		"\"clocksource\":\"tsc\"},\"placeholders\":[\"a\"]}",
		"{\"disks\":[{\"name\":\"sdb\"},{\"name\":\"sdc\"}],\"kernel\":{\"clocksource\":"
		"\"hpet\",\"release\":\"1\"},\"placeholders\":[\"a\",\"b\"]}");
	CHECK_STR(severity("disks[sda]"), "warn");
	CHECK_STR(text("disks[sda]"), "disks: sda (Old) was gone after the run");
	CHECK_STR(severity("disks[sdc]"), "info");
	CHECK_STR(severity("kernel.clocksource"), "warn");
	CHECK_STR(text("kernel.clocksource"), "kernel.clocksource: tsc before, hpet after");
	CHECK_STR(text("kernel.release"), "kernel.release: nothing before, 1 after");
	CHECK_STR(severity("placeholders"), "info");
}

/* Modules that are all called the same are compared in their order. */
TEST(twins)
{
	compare("{\"dimms\":[{\"slot\":\"DIMM 0\",\"part\":\"A\"},{\"slot\":\"DIMM "
		"0\",\"part\":\"B\"}]}",
		"{\"dimms\":[{\"slot\":\"DIMM 0\",\"part\":\"A\"},{\"slot\":\"DIMM "
		"0\",\"part\":\"C\"}]}");
	CHECK_STR(text("dimms[DIMM 0].part"), "dimms[DIMM 0].part: B before, C after");
	CHECK_INT(findings(), 0);
}

/* What no machine record looks like, but a damaged one may. */
TEST(odd_records)
{
	compare("{\"disks\":[1,\"a\",{\"name\":5}],\"pci\":{\"a\":[]},\"cpu\":null,\"numa\":[[1]]}",
		"{\"disks\":{},\"pci\":[{}],\"cpu\":{\"x\":true},\"numa\":[[2]]}");
	CHECK(changes.count > 0);
	compare("{\"disks\":[{\"name\":\"sda\",\"sectors_written\":\"many\"},{}]}",
		"{\"disks\":3}");
	CHECK(changes.count > 0);
}

int main(void)
{
	RUN(nothing_changed);
	RUN(what_is_not_counted_is_unavailable);
	RUN(writing_to_a_disk_fails);
	RUN(counters_of_faults);
	RUN(links);
	RUN(what_comes_and_goes);
	RUN(twins);
	RUN(odd_records);
	changes_free(&changes);
	json_free(before);
	json_free(after);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
#include "report/lmbench.h"

#include "report/facts.h"
#include "report/readings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MICROSECONDS "microseconds, smaller is better", 1e-3
#define NANOSECONDS  "nanoseconds, smaller is better", 1
#define MEGABYTES    "MB/s, bigger is better", 1e-6

#define RESULT(head_, ...)                                                                         \
	{                                                                                          \
		.head = head_, .names = { __VA_ARGS__ }                                            \
	}

/* What is measured at a fixed size is named with it: the known tool takes 70 % of the memory. */
const struct lmbench_table lmbench_tables[] = {
	{ "Basic system parameters", "TLB in pages, cache line in bytes, loads at once", 1,
		{ { .head = "tlb pages", .chart = "tlb", .reading = reading_tlb_pages },
			{ .head = "line bytes", .chart = "line", .reading = reading_line_bytes },
			{ .head = "mem par",
				.chart = "parallel",
				.reading = reading_parallelism } } },
	{ "Processes", MICROSECONDS,
		{ RESULT("null call", "lat_syscall_null"),
			RESULT("null I/O", "lat_syscall_read", "lat_syscall_write"),
			RESULT("stat", "lat_syscall_stat"), RESULT("open clos", "lat_syscall_open"),
			RESULT("slct TCP", "lat_select_tcp_100"),
			RESULT("sig inst", "lat_sig_install"), RESULT("sig hndl", "lat_sig_catch"),
			RESULT("fork proc", "lat_proc_fork"), RESULT("exec proc", "lat_proc_exec"),
			RESULT("sh proc", "lat_proc_shell") } },
	{ "Basic integer operations", NANOSECONDS,
		{ RESULT("bit", "lat_ops_integer_bit"), RESULT("add", "lat_ops_integer_add"),
			RESULT("mul", "lat_ops_integer_mul"), RESULT("div", "lat_ops_integer_div"),
			RESULT("mod", "lat_ops_integer_mod") } },
	{ "Basic uint64 operations", NANOSECONDS,
		{ RESULT("bit", "lat_ops_int64_bit"), RESULT("add", "lat_ops_int64_add"),
			RESULT("mul", "lat_ops_int64_mul"), RESULT("div", "lat_ops_int64_div"),
			RESULT("mod", "lat_ops_int64_mod") } },
	{ "Basic float operations", NANOSECONDS,
		{ RESULT("add", "lat_ops_float_add"), RESULT("mul", "lat_ops_float_mul"),
			RESULT("div", "lat_ops_float_div"),
			RESULT("bogo", "lat_ops_float_bogomflops") } },
	{ "Basic double operations", NANOSECONDS,
		{ RESULT("add", "lat_ops_double_add"), RESULT("mul", "lat_ops_double_mul"),
			RESULT("div", "lat_ops_double_div"),
			RESULT("bogo", "lat_ops_double_bogomflops") } },
	{ "Context switching", MICROSECONDS,
		{ RESULT("2p/0K", "lat_ctx_2p_0k"), RESULT("2p/16K", "lat_ctx_2p_16k"),
			RESULT("2p/64K", "lat_ctx_2p_64k"), RESULT("8p/16K", "lat_ctx_8p_16k"),
			RESULT("8p/64K", "lat_ctx_8p_64k"), RESULT("16p/16K", "lat_ctx_16p_16k"),
			RESULT("16p/64K", "lat_ctx_16p_64k") } },
	{ "*Local* communication latencies", MICROSECONDS,
		{ RESULT("2p/0K", "lat_ctx_2p_0k"), RESULT("Pipe", "lat_pipe"),
			RESULT("AF UNIX", "lat_unix"), RESULT("UDP", "lat_udp"),
			RESULT("RPC/UDP", "lat_rpc_udp"), RESULT("TCP", "lat_tcp"),
			RESULT("RPC/TCP", "lat_rpc_tcp"), RESULT("TCP conn", "lat_connect") } },
	{ "File and VM system latencies", MICROSECONDS,
		{ RESULT("0K create", "lat_fs_create_0k"), RESULT("delete", "lat_fs_delete_0k"),
			RESULT("10K create", "lat_fs_create_10k"),
			RESULT("delete", "lat_fs_delete_10k"), RESULT("mmap 64M", "lat_mmap_64m"),
			RESULT("prot fault", "lat_sig_prot"), RESULT("page fault", "lat_pagefault"),
			RESULT("100fd sel", "lat_select_file_100") } },
	{ "*Local* communication bandwidths", MEGABYTES,
		{ RESULT("Pipe", "bw_pipe"), RESULT("AF UNIX", "bw_unix"),
			RESULT("TCP", "bw_tcp_10m"), RESULT("file read", "bw_file_rd"),
			RESULT("mmap read", "bw_mmap_rd"), RESULT("bcopy libc", "bw_mem_bcopy_64m"),
			RESULT("bcopy hand", "bw_mem_fcp_64m"),
			RESULT("mem read", "bw_mem_frd_64m"),
			RESULT("mem write", "bw_mem_fwr_64m") } },
	{ "Memory latencies", NANOSECONDS,
		{ RESULT("L1 $", "lat_mem_rd_128_1k"), RESULT("L2 $", "lat_mem_rd_128_128k"),
			RESULT("Main mem", "lat_mem_rd_128_64m"),
			RESULT("Rand mem", "lat_mem_rd_t16_64m") } },
	{ .title = NULL },
};

const char lmbench_note[] = "By the definitions of lmbench 3.0-a9, an independent implementation: "
			    "not lmbench results. One "
			    "copy, files and arrays of 64 MiB, the scheduler places two processes; "
			    "each value's interval and "
			    "the other placements stand with its result. Static programs are "
			    "forked and started; libc is musl.";

/* Each is run as one copy, whatever was asked. */
static const struct result_view *find(
	const struct run_view *view, const char *name, char *full, size_t size)
{
	snprintf(full, size, "lmbench.%s", name);
	return run_view_find(view, full, 1);
}

static bool was_asked(const struct run_view *view, const char *name)
{
	for (size_t i = 0; i < view->plan_count; i++)
		if (strcmp(view->plan[i].name, name) == 0)
			return true;
	return false;
}

bool lmbench_is_whole(const struct run_view *view, const struct lmbench_table *table)
{
	char full[FACT_LENGTH];

	for (const struct lmbench_column *c = table->columns; c->head; c++) {
		struct chart chart;

		if (c->reading && !chart_find(&chart, view, c->chart))
			return false;
		if (c->reading)
			chart_free(&chart);
		for (int i = 0; i < 2 && c->names[i]; i++)
			if (!find(view, c->names[i], full, sizeof(full)) && !was_asked(view, full))
				return false;
	}
	return true;
}

/* What the chart of that column tells; NaN if nothing. */
static double read_chart(const struct run_view *view, const struct lmbench_column *column)
{
	struct chart chart;
	double value = NAN;

	if (chart_find(&chart, view, column->chart))
		value = column->reading(&chart);
	chart_free(&chart);
	return value;
}

/* Five characters or so, as many digits as are worth reading. */
static void put_number(char *text, size_t size, double value)
{
	int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;

	snprintf(text, size, "%.*f", digits, value);
}

bool lmbench_cell(const struct run_view *view, const struct lmbench_table *table,
	const struct lmbench_column *column, char *text, size_t size)
{
	double sum = 0;
	int count = 0;

	if (column->reading) {
		sum = read_chart(view, column);
		if (isnan(sum))
			snprintf(text, size, "%s: the measurements do not show it", column->head);
		else
			put_number(text, size, sum * table->scale);
		return !isnan(sum);
	}
	for (; count < 2 && column->names[count]; count++) {
		char full[FACT_LENGTH], why[FACT_LENGTH];
		const struct result_view *result =
			find(view, column->names[count], full, sizeof(full));

		if (!result || !facts_counts(result)) {
			facts_why_missing(view, full, 1, why, sizeof(why));
			snprintf(text, size, "%s: %s", full, why);
			return false;
		}
		sum += result->value;
	}
	put_number(text, size, sum / count * table->scale);
	return true;
}

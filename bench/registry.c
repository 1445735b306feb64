/* SPDX-License-Identifier: MIT */
/* THE table: every benchmark, in run order. A new one is its family's code and one line here. */
#include "benchmark.h"
#include "family/lmbench_ctx_rows.h"
#include "family/lmbench_mem_rd_rows.h"
#include "family/memory_latency_rows.h"
#include "family/memory_loaded_rows.h"
#include "family/memory_structure_rows.h"
#include "family/sysbench_memory_rows.h"

#include <string.h>

/* clang-format off */
/* One for each place of the second process */
#define PLACED(B, id) B(id) B(id##_same_cpu) B(id##_sibling) B(id##_same_node) B(id##_other_node)

/* One for each operation */
#define INTEGER_OPS(B, kind) \
	B(lat_ops_##kind##_bit) B(lat_ops_##kind##_add) B(lat_ops_##kind##_mul) B(lat_ops_##kind##_div) B(lat_ops_##kind##_mod)
#define REAL_OPS(B, kind) \
	B(lat_ops_##kind##_add) B(lat_ops_##kind##_mul) B(lat_ops_##kind##_div) B(lat_ops_##kind##_bogomflops)

/* One for each size of an array */
#define SIZED(B, id) B(id##_16k) B(id##_1m) B(id##_64m)

#define BENCHMARKS(B) \
	/* How quiet the machine is: the certificate of all that follows */ \
	B(noise_clock) B(noise_hwlat) B(noise_fwq) B(noise_timer) B(noise_timer_fifo) \
	/* Whether the machine computes correctly */ \
	B(verify) B(memory_integrity) \
	/* The clock that cores reach */ \
	B(clock_scalar) B(clock_avx2) B(clock_avx512) \
	/* Whether one CPU does not keep up: each alone, then all */ \
	B(core_int) B(core_fp) B(core_mem) B(all_int) B(all_fp) B(all_mem) \
	/* UnixBench's index, in its order */ \
	B(dhrystone) B(whetstone) B(execl) B(fcopy_1024) B(fcopy_256) B(fcopy_4096) \
	B(pipe) B(context1) B(spawn) B(syscall) B(shell1) B(shell8) \
	/* UnixBench's others */ \
	B(arith_overhead) B(arith_short) B(arith_int) B(arith_long) B(arith_float) B(arith_double) \
	B(hanoi) B(shell16) \
	B(fread_1024) B(fread_256) B(fread_4096) B(fwrite_1024) B(fwrite_256) B(fwrite_4096) \
	/* sysbench's CPU tests, and its memory test's matrix */ \
	B(sysbench_cpu) B(sysbench_threads) B(sysbench_mutex) \
	SYSBENCH_MEMORY_ROWS(SYSBENCH_MEMORY_ID, B) \
	/* Memory bandwidth: the most there is, STREAM's kernels, mbw's methods */ \
	B(memory_read) B(memory_write) B(memory_copy) B(memory_mix_3_1) B(memory_mix_2_1) B(memory_mix_1_1) \
	B(node_read_0) B(node_read_1) B(node_read_2) B(node_read_3) \
	B(node_read_4) B(node_read_5) B(node_read_6) B(node_read_7) \
	B(node_latency_0) B(node_latency_1) B(node_latency_2) B(node_latency_3) \
	B(node_latency_4) B(node_latency_5) B(node_latency_6) B(node_latency_7) \
	B(stream_copy) B(stream_scale) B(stream_add) B(stream_triad) \
	B(stream_triad_large) B(stream_node_triad) \
	B(mbw_memcpy) B(mbw_dumb) B(mbw_mcblock) B(mbw_mcblock_122) B(mbw_memcpy_libc) \
	/* Memory latency: how it depends on size and pages */ \
	MEMORY_LATENCY_SIZES(MEMORY_LATENCY_ID, B) MEMORY_LOADED_PAUSES(MEMORY_LOADED_ID, B) B(memory_core_to_core) \
	/* How memory is built */ \
	MEMORY_TLB_PAGES(MEMORY_TLB_ID, B) MEMORY_LINES(MEMORY_LINE_ID, B) MEMORY_CHAINS(MEMORY_PARALLEL_ID, B) \
	B(memory_forward_same) B(memory_forward_narrow) B(memory_forward_wide) \
	/* lmbench: system calls, select, signals, processes, switches, exchanges, locks, connections */ \
	B(lat_syscall_null) B(lat_syscall_read) B(lat_syscall_write) \
	B(lat_syscall_stat) B(lat_syscall_fstat) B(lat_syscall_open) \
	B(lat_select_file_10) B(lat_select_file_100) B(lat_select_file_250) B(lat_select_file_500) \
	B(lat_select_tcp_10) B(lat_select_tcp_100) B(lat_select_tcp_250) B(lat_select_tcp_500) \
	B(lat_sig_install) B(lat_sig_catch) B(lat_sig_prot) \
	B(lat_proc_procedure) B(lat_proc_fork) B(lat_proc_exec) B(lat_proc_shell) \
	PLACED(B, lat_ctx_2p_0k) LMBENCH_CTX_ROWS(LMBENCH_CTX_ID, B) \
	PLACED(B, lat_pipe) PLACED(B, lat_fifo) PLACED(B, lat_unix) PLACED(B, lat_tcp) PLACED(B, lat_udp) \
	PLACED(B, lat_sem) PLACED(B, lat_fcntl) \
	B(lat_rpc_udp) B(lat_rpc_tcp) \
	B(lat_connect) B(lat_unix_connect) \
	INTEGER_OPS(B, integer) INTEGER_OPS(B, int64) REAL_OPS(B, float) REAL_OPS(B, double) \
	B(lat_usleep_nanosleep) B(lat_usleep_select) B(lat_usleep_pselect) B(lat_usleep_itimer) \
	B(lat_fs_create_0k) B(lat_fs_delete_0k) B(lat_fs_create_1k) B(lat_fs_delete_1k) \
	B(lat_fs_create_4k) B(lat_fs_delete_4k) B(lat_fs_create_10k) B(lat_fs_delete_10k) \
	B(lat_mmap_1m) B(lat_mmap_8m) B(lat_mmap_64m) B(lat_mmap_512m) B(lat_pagefault) \
	B(bw_file_rd) B(bw_file_rd_open2close) B(bw_mmap_rd) B(bw_mmap_rd_open2close) \
	B(bw_pipe) B(bw_unix) \
	SIZED(B, bw_mem_rd) SIZED(B, bw_mem_frd) SIZED(B, bw_mem_wr) SIZED(B, bw_mem_fwr) SIZED(B, bw_mem_rdwr) \
	SIZED(B, bw_mem_cp) SIZED(B, bw_mem_fcp) SIZED(B, bw_mem_bzero) SIZED(B, bw_mem_bcopy) \
	LMBENCH_MEM_RD_RISING(LMBENCH_MEM_RD_RISING_ID, B) LMBENCH_MEM_RD_THRASH(LMBENCH_MEM_RD_THRASH_ID, B) \
	B(bw_tcp_1) B(bw_tcp_64) B(bw_tcp_128) B(bw_tcp_256) B(bw_tcp_512) B(bw_tcp_1024) B(bw_tcp_1437) B(bw_tcp_10m) \
	/* by name only */ \
	B(load) \
	B(selftest_sleep) B(selftest_latency) B(selftest_spin) B(selftest_crash) B(selftest_hang) B(selftest_fail) B(selftest_skip) \
	B(selftest_wrong)
/* clang-format on */

#define DECLARE(id) extern const struct benchmark bench_##id;
BENCHMARKS(DECLARE)

#define ENTRY(id) &bench_##id,
const struct benchmark *const registry[] = { BENCHMARKS(ENTRY) NULL };

const struct benchmark *registry_find(const char *name)
{
	for (int i = 0; registry[i]; i++)
		if (strcmp(registry[i]->name, name) == 0)
			return registry[i];
	return NULL;
}

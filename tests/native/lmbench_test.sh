#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lmbench's rows: all give a number here, and what goes wrong beside them is a status with a reason.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
bootmark=$PWD/$O/bin/bootmark
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# run STORE ARGUMENTS...: leaves exit status and output in $status and $output, the records in $file
run() {
  local store=$1
  shift
  output=$("$bootmark" run --profile quick --set certificate=off --store "$dir/$store" --workdir "$dir" "$@" 2>&1)
  status=$?
  file=$(find "$dir/$store/results" -name results.jsonl | sort | tail -n 1)
}

# One of each kind of size: all of them take long
rows=$("$bootmark" list | grep -o 'lmbench\.[a-z0-9_]*' | sort -u |
  grep -vE '_(500|1000)p_|lat_mmap_(8|512)m|_(4|16|24|32|64|96)p_|_(4|8|32)k$|_tcp_(64|128|256|512|1024|1437)$' |
  grep -vE 'mem_rd_(16|64|512|1024)_|mem_rd_.*_(16|64|128|256)k|mem_rd_.*_(1|4|16)m|bw_mem_.*_1m|fs_.*_1k|_(10|250)$' |
  grep -vE '(fifo|sem|fcntl|udp|unix)_(sibling|other_node|same_cpu|same_node)')
# shellcheck disable=SC2086 # many words
run all $rows
check 'the suite ends well' is $status 0
check 'every row has a number, is too small to be seen, or says what the machine lacks' is "$(records "$file" \
  '[x["name"] for x in of("result") if not (x.get("value", 0) > 0 or (x["status"] == "skipped" and
    ("this machine has no" in x["why"] or "too small to be seen" in x["why"])))]')" '[]'
check 'most have a number' is "$(records "$file" 'sum(x.get("value", 0) > 0 for x in of("result")) > 60')" true
check 'two processes on one CPU were there' is "$(records "$file" \
  'len(set(result("lmbench.lat_pipe_same_cpu")["notes"]["placement"].replace("at the end on ", "").split(" and ")))')" 1
check 'two on two cores as well' is "$(records "$file" \
  'len(set(result("lmbench.lat_pipe_same_node")["notes"]["placement"].replace("at the end on ", "").split(" and ")))')" 2

# Few descriptors: rows that need more say so, the rest goes on
output=$(ulimit -n 64 && "$bootmark" run --profile quick --set certificate=off --store "$dir/few" --workdir "$dir" \
  lmbench.lat_select_file_100 lmbench.lat_ctx_96p_0k lmbench.lat_pipe 2>&1)
check 'with 64 descriptors the suite ends' is $? 0
check 'and says what is not allowed' has "$output" 'it may not have 100 descriptors (ulimit -n)'
check 'of pipes, too' has "$output" 'it may not have 192 pipes (ulimit -n'
file=$(find "$dir/few/results" -name results.jsonl)
check 'what needs few has a number' is "$(records "$file" 'result("lmbench.lat_pipe")["value"] > 0')" true

check 'nothing is left running' is "$(pgrep -f "$dir" | wc -l)" 0
check 'no directory is left' is "$(find "$dir" -maxdepth 1 -name 'bootmark.*' | wc -l)" 0

# A file system without room
if mkdir "$dir/small" && mount -t tmpfs -o size=1m tmpfs "$dir/small" 2>/dev/null; then
  output=$("$bootmark" run --profile quick --set certificate=off --store "$dir/full" --workdir "$dir/small" \
    lmbench.lat_mmap_64m lmbench.bw_file_rd lmbench.lat_fs_create_10k lmbench.lat_pipe 2>&1)
  check 'a full file system fails what needs room' is $? 1
  check 'with what to look at' has "$output" '(is it full?): No space left on device'
  file=$(find "$dir/full/results" -name results.jsonl)
  check 'the rest has numbers' is "$(records "$file" 'result("lmbench.lat_pipe")["value"] > 0')" true
  mount -o remount,ro "$dir/small"
  output=$("$bootmark" run --profile quick --set certificate=off --store "$dir/read_only" --workdir "$dir/small" \
    lmbench.lat_pipe 2>&1)
  check 'a read-only one is named' has "$output" 'Read-only file system'
  umount "$dir/small"
else
  skip 'a full file system' 'mounting one takes root'
fi

finish

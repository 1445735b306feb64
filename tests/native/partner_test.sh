#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Rows that work with other processes: when one of these dies, that is a status with a reason, and soon.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
bootmark=$PWD/$O/bin/bootmark
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The other process is killed in the middle of each test: a status, and soon
for row in lmbench.lat_pipe lmbench.lat_unix lmbench.lat_tcp lmbench.lat_fifo lmbench.lat_udp \
  lmbench.lat_sem lmbench.lat_fcntl lmbench.lat_ctx_8p_0k lmbench.lat_connect lmbench.lat_unix_connect \
  lmbench.lat_rpc_udp lmbench.lat_rpc_tcp lmbench.bw_pipe lmbench.bw_unix lmbench.bw_tcp_10m \
  lmbench.lat_proc_fork memory.loaded_0us memory.core_to_core; do
  "$bootmark" run --profile standard --set certificate=off --store "$dir/$row" --workdir "$dir" "$row" \
    >"$dir/output" 2>&1 &
  program=$!
  # bootmark's child is the copy, and its first child the other process
  partner=
  for _ in $(seq 100); do
    copy=$(pgrep -P $program | head -n 1)
    partner=$([ -n "$copy" ] && pgrep -P "$copy" | head -n 1)
    [ -n "$partner" ] && break
    sleep 0.1
  done
  sleep 0.5
  kill -KILL "$partner" 2>/dev/null
  wait $program
  check "$row: with its process dead nothing is measured" is $? 2
  file=$(find "$dir/$row/results" -name results.jsonl)
  check "$row: and says so" is "$(records "$file" \
    '[x["status"] == "failed" and ("process" in x["why"]) for x in of("result")]')" '[True]'
done
check 'nothing is left running' is "$(pgrep -f "$dir" | wc -l)" 0
check 'no directory is left' is "$(find "$dir" -maxdepth 1 -name 'bootmark.*' | wc -l)" 0

finish

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The table of the noise proof, from composed records: who is quieter, and that it is void without a control.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# boot ARM NUMBER PROGRAMS LOST_NS_PER_S [FLAG]: the records of one boot
boot() {
  mkdir -p "$dir/$1/$2"
  cat > "$dir/$1/$2/results.jsonl" << END
{"type":"machine","when":"before","quiet":{"programs":$3,"kernel_threads":50,"interrupts_per_s":10,"context_switches_per_s":$3}}
{"type":"result","name":"noise.fwq","noise":true,"value":1,"per_copy":[{"cpu":0,"value":100,"max_ns":5},{"cpu":1,"value":$4,"max_ns":5}]}
{"type":"result","name":"unixbench.pipe","value":1,"cv":0.01,"robust_cv":0.5,"flags":[${5:-}]}
{"type":"end"}
END
}

# arms: two boots of each, all as they should be
arms() {
  local number
  rm -rf "${dir:?}"/*
  for number in 1 2; do
    boot ours $number 1 100$number
    boot debian $number 30 900$number
    boot debian-kernel $number 1 500
    boot debian-services $number 30 600
    boot control $number 1 90000000 '"INTERFERENCE"'
  done
}

table() { # BOOTS: status and output
  output=$(tests/proof/table.py "$dir" "$1" 2>&1)
  status=$?
}

arms
table 2
check 'a seen control makes a proof' is "$status" 0
check 'fewer programs are quieter' has "$output" '| programs | 1 | 1 | 30 | 30 | quieter |'
check 'as many threads are no difference, with a reason' has "$output" '| kernel threads | 50 | 50 | 50 | 50 | no difference seen: '
check 'less lost time is quieter, with the range of the boots' has "$output" '| lost ns/s, CPU 1 | 1002 (1001 to 1002) | 500 | 600 | 9002 (9001 to 9002) | quieter |'
check 'the spread is that of all samples' has "$output" '| spread of pipe | 1.00 % |'
check 'what was not measured is said' has "$output" '| fwq p99.9, ns, CPU 1 | - | - | - | - | not measured in each boot'
boot debian 2 30 1002
table 2
check 'boots that overlap are no difference' has "$output" '| 5002 (1002 to 9001) | no difference seen: '
boot debian 1 30 500
boot debian 2 30 600
table 2
check 'more lost time is not quieter, with a reason' has "$output" 'NOT quieter: the tick'
table 1
check 'one boot is not judged' has "$output" 'not judged: one boot'

arms
boot control 2 1 1000 '"INTERFERENCE"'
table 2
check 'lost time that one boot of the control does not show makes it void' is "$status" 1
check 'and that is said' has "$output" 'VOID'
arms
boot control 2 1 90000000
table 2
check 'a result that one boot of the control does not flag makes it void' is "$status" 1

arms
boot ours 3 99 100
table 2
check 'boots of an earlier run do not count' has "$output" '| programs | 1 | 1 | 30 | 30 | quieter |'
for arm in ours debian debian-kernel debian-services control; do
  arms
  rm -r "$dir/$arm/2"
  table 2
  check "without a boot of $arm nothing is proved" is "$status" 2
done
finish

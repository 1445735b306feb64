#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The table of the noise proof, from composed records: who is quieter, and that it is void without a control.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# arm NAME PROGRAMS LOST_NS_PER_S CAUSE FLAG: one boot's records
arm() {
  mkdir -p "$dir/$1/1"
  cat > "$dir/$1/1/results.jsonl" << END
{"type":"machine","when":"before","quiet":{"programs":$2,"kernel_threads":50,"interrupts_per_s":10,"context_switches_per_s":$2}}
{"type":"result","name":"noise.fwq","noise":true,"value":1,"per_copy":[{"cpu":0,"value":100,"max_ns":5},{"cpu":1,"value":$3,"max_ns":5}]}
{"type":"result","name":"unixbench.pipe","value":1,"robust_cv":0.01,"flags":[${5:-}],"disturbances":[{$4}]}
{"type":"end"}
END
}

arm ours 1 1000 ''
arm debian 30 9000 ''
arm control 1 90000000 '"preempted":[1,2]' '"INTERFERENCE"'
output=$(tests/proof/table.py "$dir")
check 'a seen control makes a proof' is $? 0
check 'fewer programs are quieter' has "$output" '| programs | 1 | - | - | 30 | quieter |'
check 'as many threads are the same, with a reason' has "$output" '| kernel threads | 50 | - | - | 50 | the same: '
check 'less lost time is quieter' has "$output" '| lost ns/s, CPU 1 | 1000 | - | - | 9000 | quieter |'
check 'spreads are shown' has "$output" '| spread of pipe | 1.00 % | - | - | 1.00 % | the same: '
arm debian 30 500 ''
check 'more lost time is not quieter, with a reason' has "$(tests/proof/table.py "$dir")" 'NOT quieter: '
arm control 1 1000 ''
output=$(tests/proof/table.py "$dir")
check 'an unseen disturber makes it void' is $? 1
check 'and that is said' has "$output" 'VOID'
rm -r "$dir/debian"
check 'without the other side there is nothing to compare' is "$(tests/proof/table.py "$dir" > /dev/null 2>&1; echo $?)" 2
finish

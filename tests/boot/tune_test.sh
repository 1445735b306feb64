#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify that the machine is quieted, that a sweep measures every state of a knob, and that what was
# found comes back.
set -euo pipefail
# shellcheck source=tests/boot/lib.sh
. "$(dirname "$0")/lib.sh"

# of TYPE: the records of that type
of() { echo "map(select(.type == \"$1\"))"; }

# swept KNOB STATES: a result with a value in each state, in the order of the table
swept() {
  echo "$(of result) | map(select(.state.$1 and .value > 0) | .state.$1) == $2"
}

# back KNOB STATE: the last change of the knob restored that state, which was found
back() {
  echo "$(of state) | map(select(.knob == \"$1\" and .sweep)) | .[-1].restored and .[-1].value == \"$2\""
}

# set_to KNOB VALUE: set for the whole run
set_to() {
  echo "$(of state) | any(.[]; .knob == \"$1\" and .value == \"$2\" and .set == .files and (.sweep | not))"
}

boot "a sweep on a machine with SMT" CPUS=4,sockets=1,cores=2,threads=2 TIMEOUT=600 \
  SET="tests=unixbench.pipe copies=1 countdown=0 certificate=off sweep=thp,smt,turbo,warp"
check status=0 stick "$complete" "$(verdict pass)" \
  "$(swept thp '["always","madvise","never"]')" "$(swept smt '["on","off"]')" \
  "$(back thp madvise)" "$(back smt on)" \
  "$(of result) | all(.[]; .trials | map(select(.superseded | not)) | length == 5)" \
  "$(of result) | map(select(.state_found) | .state) == [{\"thp\":\"madvise\"},{\"smt\":\"on\"}]" \
  "$(finding info 'turbo is skipped')" "$(finding warn "no knob 'warp', only thp, smt")" \
  "$(of machine) | .[0].cpu.smt == \"on\" and .[1].cpu.smt == \"on\" and .[1].cpu.online == \"0-3\""

name="the machine is quieted"
check "$(set_to workqueue_cpus 1)" "$(set_to stat_interval_s 120)" "$(set_to compaction_proactiveness 0)" \
  "$(set_to writeback_interval_cs 0)" "$(set_to perf_samples_per_s 1)" \
  "$(of state) | any(.[]; .knob == \"interrupt_cpus\" and .set > 0)" \
  "$(of state) | any(.[]; .knob == \"timer_slack_ns\" and .value == \"1\" and .from == \"50000\")" \
  "$(of state) | any(.[]; .knob == \"governor\" and .unavailable)" \
  "$(of state) | .[-1].restored and .[-1].knob == \"all\" and .[-1].set == .[-1].files" \
  "$(of machine) | .[0].settle.waited_s > 1.9 and .[0].settle.waited_s < 7"

finish

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify that what goes wrong in a run ends as a record, and that the run goes on.
set -euo pipefail
# shellcheck source=tests/boot/lib.sh
. "$(dirname "$0")/lib.sh"

boot "a benchmark crashes" SET="tests=selftest.crash,unixbench.pipe copies=1 countdown=0 certificate=off seed=1"
check status=1 stick "$complete" "$(result selftest.crash crashed)" "$measured" "$(verdict fail)"

boot "a benchmark hangs" SET="tests=selftest.hang,unixbench.pipe copies=1 countdown=0 certificate=off seed=1"
check status=1 stick "$complete" "$(result selftest.hang timeout)" "$measured" "$(verdict fail)"

boot "the deadline passes" \
  SET="tests=unixbench.pipe,selftest.hang,selftest.fail copies=1 countdown=0 deadline=12s certificate=off seed=1"
check status=1 stick '.[-1].type == "end" and .[-1].reason == "deadline"' "$(verdict fail)" \
  "$(result selftest.fail skipped)"

boot "64 copies on 2 CPUs" SET="tests=unixbench.pipe,unixbench.spawn copies=64 countdown=0 certificate=off seed=1"
check status=0 stick "$complete" "$(verdict pass)" "$(result unixbench.spawn 'ok|noisy')" \
  'all(.[]; .type != "result" or (.copies == 64 and (.samples | length) >= 1))'

# Appended to by run.sh: what is broken above must not keep what is right from counting
new_stick
{ printf 'profle = quick\n\xef\xbb\xbf=\ncopies = many\nno sense\n[section]\n' && head -c 3000 /dev/urandom &&
  echo; } > "$work/broken.conf"
mcopy -D o -i "$(stick_results "$stick")" "$work/broken.conf" ::bootmark.conf
boot "a broken configuration file" STICK="$stick"
check status=0 stick "$complete" "$measured" '.[0].config_warnings | length >= 5' \
  ".[0].config_warnings[0] | contains(\"did you mean 'profile'?\")" '.[0].profile == "quick"'

finish

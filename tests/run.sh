#!/usr/bin/env bash
# Runs the tests and counts. A test is a program that prints "ok - name", "not ok - name: why" or
# "skip - name: why" lines; one that ends with an error and names none counts as one failure.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
export O=${O:-out}
what=${1:-all}
passed=0 failed=0 skipped=0
failures=()

run() {
  local log status name=$1
  shift
  printf '== %s\n' "$name"
  log=$(mktemp)
  "$@" 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  passed=$((passed + $(grep -c '^ok - ' "$log")))
  skipped=$((skipped + $(grep -c '^skip - ' "$log")))
  local bad
  bad=$(grep -c '^not ok - ' "$log")
  failed=$((failed + bad))
  while IFS= read -r line; do failures+=("$name: $line"); done < <(grep '^not ok - ' "$log")
  if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
    failed=$((failed + 1))
    failures+=("$name: ended with status $status")
  fi
  rm -f "$log"
}

for test in "$O"/tests/*_test; do
  [ -x "$test" ] && run "$test" "$test"
done
# Cheap scripts first; a boot takes minutes.
folders=(tests/unit tests/golden tests/native tests/init)
[ "$what" = all ] && folders+=(tests/image tests/boot)
for folder in "${folders[@]}"; do
  for test in "$folder"/*.sh; do
    [ -x "$test" ] && run "$test" "$test"
  done
done
run lint tests/lint/lint.sh

printf '\n'
for line in "${failures[@]}"; do printf '%s\n' "$line"; done
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]

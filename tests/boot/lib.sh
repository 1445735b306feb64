# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Boots the image in QEMU through qemu/run.sh and looks at the records that came out: what a person
# reads on the way may change its words, records may not. Sourced by the tests.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
out=$(realpath "${O:-$top/out}")
image=$out/bootmark-${ARCH:-x86_64}.img
work=$(mktemp -d)
failures=0

# shellcheck source=qemu/stick.sh
. "$top/qemu/stick.sh"

# run.sh ends its QEMU when it is ended; nothing else is left behind
trap 'kill $(jobs -p) 2> /dev/null || true; wait; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

skip_all() { # WHY
  echo "skip - $(basename "$0"): $1"
  exit 0
}

[ -f "$image" ] || skip_all "$image is not built"
for tool in qemu-system-x86_64 jq mcopy python3; do
  command -v "$tool" > /dev/null || skip_all "$tool is not installed"
done

ok() {
  echo "ok - $1"
}

not_ok() { # NAME WHY
  echo "not ok - $1: $2"
  failures=$((failures + 1))
}

finish() {
  [ "$failures" -eq 0 ]
  exit
}

# The shortest run that measures something, started at once
short="tests=unixbench.pipe copies=1 countdown=0 certificate=off"

# NAME [VARIABLE=VALUE of qemu/run.sh]...: one boot. Sets name, status, and records: its file.
boot() {
  name=$1
  shift
  results=$work/results-${name//[!a-zA-Z0-9]/-}
  mkdir -p "$results"
  status=0
  env IMAGE="$image" RESULTS="$results" BOOTMARK="$out/bin/bootmark" PROFILE=quick SET="$short" \
    TIMEOUT=300 "$@" "$top/qemu/run.sh" > "$results/shown" 2>&1 || status=$?
  find_records
}

# The last run's records, off the stick or rebuilt from the serial line
find_records() {
  records=$(find "$results" -name results.jsonl | sort | tail -n 1)
  [ ! -e "$results/from-serial/results.jsonl" ] || records=$results/from-serial/results.jsonl
}

# CONDITION...: each is status=N, stick, serial (where the records are from), or a jq filter over
# the array of all records, which must give true
check() {
  local condition
  for condition; do
    case $condition in
      status=*) [ "$status" = "${condition#*=}" ] ;;
      stick) [ -n "$records" ] && [ "$records" != "$results/from-serial/results.jsonl" ] ;;
      serial) [ "$records" = "$results/from-serial/results.jsonl" ] ;;
      *) [ -n "$records" ] && jq -es "$condition" "$records" > "$work/jq" 2>&1 ;;
    esac || {
      not_ok "$name" "$condition (status $status)"
      sed 's/^/# /' "$results/shown" | tail -n 40
      return
    }
  done
  ok "$name"
}

# Filters: jq has no room for comments in a test's line
result() { # NAME STATUS: such a result is among the records
  echo "any(.[]; .type == \"result\" and .name == \"$1\" and (.status | test(\"^($2)$\")))"
}

finding() { # SEVERITY REGEX
  echo "any(.[]; .type == \"finding\" and .severity == \"$1\" and (.text | test(\"$2\")))"
}

verdict() { # pass, fail, error
  echo "any(.[]; .type == \"verdict\" and .verdict == \"$1\")"
}

# shellcheck disable=SC2034 # for the tests
complete='(.[-1].type == "end") and .[-1].reason == "complete"'
# shellcheck disable=SC2034 # same
measured=$(result unixbench.pipe 'ok|noisy')

new_stick() { # a copy of the image to be prepared by the test; sets stick
  stick=$work/stick-$RANDOM.img
  cp --sparse=always "$image" "$stick"
}

wait_for() { # SECONDS COMMAND...: until it succeeds
  local until=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $until ] || return 1
    sleep 0.2
  done
}

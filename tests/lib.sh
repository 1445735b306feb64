# Shared by the shell tests: source it. Each test prints "ok - ", "not ok - " or "skip - " lines.
# shellcheck shell=bash
set -uo pipefail
O=${O:-out}
failures=0

ok() { printf 'ok - %s\n' "$1"; }

not_ok() {
  printf 'not ok - %s: %s\n' "$1" "${2:-}"
  failures=$((failures + 1))
}

skip() { printf 'skip - %s: %s\n' "$1" "$2"; }

# check NAME COMMAND...: ok if the command succeeds; what it prints is the reason if not.
check() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then ok "$name"; else not_ok "$name" "$(printf '%s' "$output" | tail -n 3 | tr '\n' ' ')"; fi
}

# is GOT WANT: for check; says what differs.
is() { [ "$1" = "$2" ] || { printf "got '%s', want '%s'" "$1" "$2"; return 1; }; }

# has TEXT PART
has() { case $1 in *"$2"*) ;; *) printf "no '%s' in '%.300s'" "$2" "$1"; return 1 ;; esac; }

finish() { [ "$failures" -eq 0 ]; exit; }

# records FILE EXPRESSION: evaluates a Python expression on the list r of records; prints its value.
records() {
  python3 - "$1" "$2" <<'PYTHON'
import json, sys
r = [json.loads(line) for line in open(sys.argv[1]) if line.strip()]
def of(kind): return [x for x in r if x["type"] == kind]
def result(name, copies=1): return [x for x in of("result") if x["name"] == name and x["copies"] == copies][0]
value = eval(sys.argv[2])
print(value if not isinstance(value, bool) else str(value).lower())
PYTHON
}

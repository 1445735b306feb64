#!/usr/bin/env bash
# Layout, comments' first line, scripts, static analysis, man pages. Compiler warnings are errors in
# every build.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
status=0

check() {
  local name=$1 output
  shift
  if output=$("$@" 2>&1); then
    printf 'ok - %s\n' "$name"
  else
    printf '%s\n' "$output" | head -40
    printf 'not ok - %s: see above\n' "$name"
    status=1
  fi
}

# shellcheck disable=SC2317  # called through check
spdx() {
  local missing
  missing=$(git ls-files '*.c' '*.h' | xargs grep -L 'SPDX-License-Identifier: MIT')
  [ -z "$missing" ] || { printf 'no licence line: %s\n' "$missing"; return 1; }
}

# shellcheck disable=SC2317
sizes() {
  git ls-files '*.c' '*.h' | xargs wc -l |
    awk '$2 != "total" && $1 > 330 { print $2 " has " $1 " lines"; bad = 1 } END { exit bad }'
}

# What begins with #! is meant to be started.
# shellcheck disable=SC2317
executable() {
  local missing
  missing=$(git ls-files | while read -r file; do
    [ ! -f "$file" ] || [ -x "$file" ] || [ "$(head -c 2 "$file" | tr -d '\0')" != '#!' ] || echo "$file"
  done)
  [ -z "$missing" ] || { printf 'not executable: %s\n' "$missing"; return 1; }
}

mapfile -t c_files < <(git ls-files '*.c' '*.h')
mapfile -t shell_files < <(git ls-files '*.sh' .ci/run)
check clang-format clang-format --dry-run -Werror "${c_files[@]}"
check shellcheck shellcheck -x -S warning "${shell_files[@]}"
check cppcheck cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
  --error-exitcode=1 --suppress=missingIncludeSystem -Ibench bench initramfs
check 'licence lines' spdx
check 'file sizes' sizes
check 'scripts can be started' executable
check 'man pages' mandoc -Tlint -Wwarning docs/*.[0-9]
exit $status

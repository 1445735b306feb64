#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify the countdown and the menus, with a person's keys on a terminal.
# shellcheck disable=SC2016 # expanded by the machine's shell
set -euo pipefail
# shellcheck source=tests/init/lib.sh
. "$(dirname "$0")/lib.sh"

command -v python3 > /dev/null || skip_all "python3 is not installed"
count="press any key"
menu="1 quick"

machine
cmdline bootmark.countdown=2
boot_with_keys tty0
check "nobody presses a key: it starts" status=0 "shows=Starting in 2 s" "shows=Starting in 1 s" \
  "hides=$menu" "shows=verdict PASS"
[ "$(grep -c 'Starting in' "$root/dev/ttyS0")" -eq 1 ] || not_ok "serial countdown" "is not one line"
! grep -q "$(printf '[\r\033]')" "$root/dev/ttyS0" || not_ok "serial line" "has cursor control"

for console in tty0 ttyS0; do
  machine
  cmdline bootmark.countdown=20
  boot_with_keys $console "$count" x "$menu" '1' 'Profile quick' '\r'
  check "$console: a key, profile quick, Enter" status=0 "shows=$menu" "arg=--set" \
    "arg=profile=quick" "shows=verdict PASS"
done

machine
cmdline bootmark.countdown=20
boot_with_keys tty0 "$count" ' ' "$menu" p
check "menu: power off" status=2 "log=end poweroff" "hides=verdict"

machine
cmdline bootmark.countdown=20
boot_with_keys tty0 "$count" ' ' "$menu" R
check "menu: reboot" status=2 "log=end reboot" "hides=verdict"

machine
cmdline bootmark.countdown=20
boot_with_keys ttyS0 "$count" ' ' "$menu" q
check "a menu that nobody uses starts by itself" status=0 "shows=$menu" "shows=verdict PASS"

machine
cmdline bootmark.countdown=2
boot_with_keys ttyS0 "$count" '\x1b[24;80R' 'nothing' ''
check "a terminal's answer is no key" status=0 "hides=$menu"

machine
cmdline bootmark.countdown=2
boot_with_keys ttyS0 "$count" '\x00\xff\xfe\x80' 'nothing' ''
check "an open line's rubbish is no key" status=0 "hides=$menu"

machine
cmdline bootmark.countdown=20
boot_with_keys ttyS0 "$count" s "$menu" s '# ' 'echo $((6*7))-$TERM; kill -0 $$ && echo > /was-here\n' \
  '42-vt100' 'exit\n' "$menu" '\n'
check "menu: a shell, and back" status=0 "shows=42-vt100" "shows=verdict PASS"
[ -e "$root/was-here" ] || not_ok "shell" "did not run"

machine
cmdline bootmark.countdown=20
# One program says go and sleeps: between two of them Ctrl-C could hit the shell, which ignores it
boot_with_keys tty0 "$count" s "$menu" s '# ' "sh -c 'echo g\"\"o; exec sleep 100'\\n" 'go' '\x03' '# ' \
  'exit\n' "$menu" '\n'
check "the shell has a controlling terminal: Ctrl-C" status=0 "shows=verdict PASS"

machine
cmdline bootmark.countdown=20
boot_with_keys tty0 "$count" s "$menu" s '# ' 'kill -TERM 1\n'
check "the shell's reboot" status=2 "log=end reboot"

machine
cmdline bootmark.countdown=0 bootmark.end=shell
boot_with_keys tty0 's shell' s '# ' 'exit\n' 's shell' p
check "end = shell" status=0 "shows=verdict PASS" "log=end poweroff"

machine
cmdline bootmark.countdown=0
printf 'tty0\n' > "$root/sys/class/tty/console/active"
boot_with_keys tty0 'results are nowhere else' '' 's shell' p
check "no stick, no serial line: the screen is kept" status=0 "log=end poweroff"

# An init without keys must neither spin nor wait
machine
cmdline bootmark.countdown=1
boot
check "consoles without keys" status=0 "shows=verdict PASS"

finish

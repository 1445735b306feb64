#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify that the machine restarts itself for a series of boots, a sweep of the kernel command line and a
# tickless boot, under both loaders; that a power cut does not end a series; and that the loader is left
# as it was.
set -euo pipefail
# shellcheck source=tests/boot/lib.sh
. "$(dirname "$0")/lib.sh"

# usual TITLE: the stick starts as if nothing had been
usual() {
  local file
  for file in next.cfg loader/loader.conf; do
    stick_boot_file "$stick" "$file" "$work/now"
    stick_boot_file "$image" "$file" "$work/before"
    cmp -s "$work/now" "$work/before" || {
      not_ok "$1" "$file: $(head -n 3 "$work/now")"
      return
    }
  done
  ok "$1"
}

new_stick
# shellcheck disable=SC2317 # called through wait_for
second_boot() {
  [ "$(cat "$work/results-cut/serial.log" 2> /dev/null | grep -ac '"type":"begin"')" -ge 2 ]
}
(boot cut STICK="$stick" SET="$short boots=3" QEMU_EXTRA="-pidfile $work/pid") &
wait_for 120 second_boot || not_ok "power cut in the second boot" "it never came"
kill -KILL "$(cat "$work/pid")"
wait $! || true
boot "a series goes on after a power cut" STICK="$stick" SET="countdown=0 boots=3"
check stick "$complete" '.[0].boot.number == 3 and .[0].boot.of == 3 and .[0].boot.series == 1' \
  'any(.[]; .type == "series" and .name == "unixbench.pipe" and .boots == 3 and (.boot_values | length == 3))'
usual "after the last boot the usual start is back (BIOS)"

new_stick
boot "a sweep of the command line under UEFI" FIRMWARE=uefi STICK="$stick" SET="$short sweep=mitigations" TIMEOUT=400
check status=0 stick "$complete" '.[0].boot.number == 4' \
  'map(select(.type == "series") | .state.mitigations) == ["auto", "off"]' \
  'map(select(.type == "series")) | all(.[]; .boots == 2 and (.boot_values | length == 2))' \
  'any(.[]; .type == "machine" and (.kernel.cmdline | test("mitigations=off")))'
usual "after the last boot the usual start is back (UEFI)"
if grep -q 'against auto: ' "${records%/*}/report.txt"; then
  ok "the report has the difference"
else
  not_ok "the report has the difference" "$(head -n 40 "${records%/*}/report.txt")"
fi

# The first CPU keeps ticking for all: it is the others that count
new_stick
boot "a tickless boot" STICK="$stick" SET="tests=noise.fwq countdown=0 certificate=off tick=tickless"
check status=0 stick "$complete" '.[0].tick == "tickless"' \
  'any(.[]; .type == "result" and .tick == "tickless" and
    (.per_copy | any(.[]; .cpu == 1 and .interrupts_per_s < 30)))'
usual "after a tickless boot the usual start is back"

boot "a series without a stick" NO_STICK=1 SET="$short boots=2 stick_wait=1s"
check serial "$complete" "$measured" "$(finding warn 'only this one is done')" '.[0] | has("boot") | not'

finish

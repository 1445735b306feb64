#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify what a person at the machine can do, and that even the rescue shell writes to no other disk.
set -euo pipefail
# shellcheck source=tests/boot/lib.sh
. "$(dirname "$0")/lib.sh"

truncate -s 8M "$work/disk.img"
before=$(sha256sum < "$work/disk.img")
name="rescue shell over the serial line"
results=$work/results-shell
mkdir "$results"
# shellcheck disable=SC2016 # the machine's shell expands it
timeout 300 python3 "$here/../init/keys.py" "$results/shown" \
  'press any key' ' ' '1 quick' s 'built-in shell' \
  'echo x | dd of=/dev/nvme0n1; mount; echo x > /run/store/written; sync; poweroff\n' -- \
  env IMAGE="$image" RESULTS="$results" BOOTMARK="$out/bin/bootmark" STICK="$work/stick.img" \
  SET="countdown=30" QEMU_EXTRA="-drive if=none,id=d,format=raw,file=$work/disk.img -device nvme,drive=d,serial=N1" \
  sh -c 'exec "$0" < "$TERMINAL" > "$TERMINAL" 2>&1' "$top/qemu/run.sh" > "$work/log" 2>&1 || true
if [ "$before" != "$(sha256sum < "$work/disk.img")" ]; then
  not_ok "$name" "it wrote to the machine's disk"
elif ! grep -aq 'Operation not permitted' "$results/serial.log"; then
  not_ok "$name" "writing to the machine's disk was not refused"
elif ! mdir -b -i "$(stick_results "$work/stick.img")" ::written > /dev/null; then
  not_ok "$name" "the stick could not be written"
elif ! grep -aq 'Power down' "$results/serial.log"; then
  not_ok "$name" "poweroff did not switch the machine off"
else
  ok "$name"
fi

monitor=$work/monitor
# shellcheck disable=SC2317 # called through wait_for
in_flight() {
  grep -aqs '"type":"begin".*"selftest.hang"' "$work/results-Ctrl-Alt-Del/serial.log"
}
(
  wait_for 120 in_flight &&
    python3 "$here/qmp.py" "$monitor" human-monitor-command command-line="sendkey ctrl-alt-delete"
) > "$work/qmp" 2>&1 &
boot Ctrl-Alt-Del MONITOR="$monitor" SET="tests=unixbench.pipe,selftest.hang copies=1 countdown=0 certificate=off seed=1"
wait $! || not_ok "Ctrl-Alt-Del" "$(cat "$work/qmp")"
check status=1 stick "$measured" "$(verdict fail)" "$(result selftest.hang timeout)"

finish

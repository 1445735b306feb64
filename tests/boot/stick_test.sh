#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify what becomes of the results when the stick is not as it should be.
set -euo pipefail
# shellcheck source=tests/boot/lib.sh
. "$(dirname "$0")/lib.sh"

boot "no stick" NO_STICK=1 SET="$short stick_wait=2s"
check status=0 serial "$complete" "$measured" "$(verdict pass)" \
  "$(finding warn 'No stick .* appeared within 2 s')"

new_stick
free=$((62 * 1024 * 1024)) # of 64 MiB: what is left is less than a run may need
truncate -s $free "$work/filler"
mcopy -i "$(stick_results "$stick")" "$work/filler" ::filler.bin
boot "stick full" STICK="$stick"
check status=0 serial "$complete" "$measured" "$(finding warn 'is full: [0-9]+ MiB are free, 16 are needed')"

boot "stick read-only" READONLY=1
check status=0 serial "$complete" "$measured" "$(finding warn 'is read-only. Move its write-protect switch')"

new_stick
dd if=/dev/zero of="$stick" bs=512 seek="$(($(stick_offset "$stick" 1) / 512))" count=64 conv=notrunc \
  status=none
boot "stick with a broken file system" NO_STICK=1 \
  QEMU_EXTRA="-drive if=none,id=broken,format=raw,file=$stick -device usb-storage,drive=broken"
check status=0 serial "$complete" "$measured" "$(finding warn 'holds no FAT file system')"

# The machine starts without it, as with firmware that took the kernel from the network
new_stick
stick_configure "$stick" "label=late"
monitor=$work/monitor
(
  wait_for 30 test -S "$monitor" && sleep 20 &&
    python3 "$here/qmp.py" "$monitor" blockdev-add driver=raw node-name=late file.driver=file \
      file.filename="$stick" &&
    python3 "$here/qmp.py" "$monitor" device_add driver=usb-storage drive=late id=late
) > "$work/qmp" 2>&1 &
boot "stick 20 s late" NO_STICK=1 MONITOR="$monitor"
wait $! || not_ok "stick 20 s late" "$(cat "$work/qmp")"
stick_take_results "$stick" "$results"
rm -rf "$results/from-serial"
find_records
check status=0 stick "$complete" "$measured" "$(verdict pass)" '.[0].label == "late"' \
  "$(finding warn stick) | not"

new_stick
# shellcheck disable=SC2317 # called through wait_for
in_flight() {
  grep -aq '"type":"begin".*"selftest.hang"' "$work/results-killed/serial.log" 2> /dev/null
}
(boot killed STICK="$stick" QEMU_EXTRA="-pidfile $work/pid" \
  SET="tests=unixbench.pipe,selftest.hang copies=1 countdown=0 certificate=off seed=1") &
wait_for 120 in_flight || not_ok "QEMU killed in mid-test" "the test never began"
kill -KILL "$(cat "$work/pid")"
wait $! || true
boot "QEMU killed in mid-test, then booted again" STICK="$stick"
check status=1 stick "$complete" "$measured" "$(verdict fail)" '.[0].run_number == 2' \
  "$(finding fail 'power lost or reset during selftest.hang')"
name="the killed run's own records"
# shellcheck disable=SC2034 # check reads it
records=$(find "$results" -path '*/0001/results.jsonl')
check "$measured" '(.[-1].type == "end") and .[-1].reason == "interrupted"'

finish

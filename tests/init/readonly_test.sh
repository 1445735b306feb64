#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify that every block device but the stick is set read-only, and that it is said.
set -euo pipefail
# shellcheck source=tests/init/lib.sh
. "$(dirname "$0")/lib.sh"

id=b00710fa
line="bootmark.countdown=0 bootmark.stick_wait=1s bootmark.id=$id"
nvme=pci0000:00/0000:00:01.0/nvme/nvme0

full() { # a machine with one of everything
  machine
  cmdline "$line"
  disk sda 0 "$ata" 11111111 sda1 sda2
  disk nvme0n1 0 "$nvme" - nvme0n1p1
  disk mmcblk0 0 platform/mmc0/mmc0:0001 - mmcblk0p1
  disk sdb 1 "$usb" $id sdb1 sdb2
  disk sdc 1 "${usb//1-1/1-2}" 22222222 sdc1
  disk loop0 0 virtual/block -
  disk zram0 0 virtual/block -
  disk sr0 1 "${ata//0/1}" -
  mkdir "$root/sys/class/block/sr0/device"
  echo 5 > "$root/sys/class/block/sr0/device/type"
  disk sdd 1 "${usb//1-1/1-3}" -
  echo 0 > "$root/sys/class/block/sdd/size"
}

full
boot
check "all but the stick" status=0 "log=readonly sda" "log=readonly sda1" "log=readonly sda2" \
  "log=readonly nvme0n1" "log=readonly nvme0n1p1" "log=readonly mmcblk0" "log=readonly mmcblk0p1" \
  "log=readonly sdc" "log=readonly sdc1" "log=readonly loop0" "log=readonly zram0" \
  "log=readonly sr0" "nolog=readonly sdb" "nolog=readonly sdd" \
  "arg=info:4 internal disks set read-only: mmcblk0 nvme0n1 sda sdc"

full
rm -r "$root/sys/class/block/sdb" "$root/sys/class/block/sdb1" "$root/sys/class/block/sdb2"
boot
check "without a stick" status=0 "log=readonly sda" "log=readonly sdc" "arg=/run/ram"

full
echo 1 > "$root/sys/class/block/sda/ro"
boot
check "what is read-only is left alone" status=0 "log=readonly sda1" "arg=info:4 internal disks set read-only: mmcblk0 nvme0n1 sda sdc"
! grep -q '^readonly sda *$' "$root/os.log" || not_ok "read-only already" "set again"

full
echo 25 > "$root/fake/readonly"
boot
check "the flag cannot be set" status=0 "arg=info:No internal disk is present." \
  "shows=fail: These block devices could not be set read-only: loop0:"

machine
cmdline "$line"
disk sdb 1 "$usb" $id sdb1
(sleep 2.5 && disk sdd 0 "$ata" 33333333 sdd1 && uevent) &
bootmark 'sleep 4; exit 0'
boot
wait
check "a disk that appears during the run" status=0 "log=readonly sdd" "log=readonly sdd1" \
  "arg=info:No internal disk is present." "shows=a disk appeared during the run. Set read-only now: sdd"

machine
cmdline "$line"
boot
check "no disk at all" status=0 "arg=info:No internal disk is present." "nolog=readonly"

finish

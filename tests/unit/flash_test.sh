#!/usr/bin/env bash
# flash.sh against a made-up machine: sysfs, mounts and devices are plain files.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
flash=$here/../../image/flash.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SYSFS=$work/sys MOUNTINFO=$work/mountinfo SWAPS=$work/swaps DEVDIR=$work/dev
failed=0

disk() { # NAME REMOVABLE MAJOR:MINOR [PARTITION...]: a disk of 8 MiB on a bus of its own
  local name=$1 removable=$2 number=$3 dir part minor
  shift 3
  dir=$SYSFS/devices/bus-$name/block/$name
  mkdir -p "$dir/holders" "$dir/device" "$SYSFS/block" "$SYSFS/class/block" "$DEVDIR"
  echo "$removable" > "$dir/removable"
  echo 0 > "$dir/ro"
  echo 16384 > "$dir/size"
  echo "$number" > "$dir/dev"
  echo "Model of $name" > "$dir/device/model"
  echo "SERIAL-$name" > "$SYSFS/devices/bus-$name/serial"
  ln -sfn "$dir" "$SYSFS/block/$name"
  ln -sfn "$dir" "$SYSFS/class/block/$name"
  truncate -s 8M "$DEVDIR/$name"
  minor=${number#*:}
  for part in "$@"; do
    minor=$((minor + 1))
    mkdir -p "$dir/$part/holders"
    echo 1 > "$dir/$part/partition"
    echo "${number%:*}:$minor" > "$dir/$part/dev"
    ln -sfn "$dir/$part" "$SYSFS/class/block/$part"
    touch "$DEVDIR/$part"
  done
}

machine() { # fresh for each case
  rm -rf "$SYSFS" "$DEVDIR"
  disk sda 0 8:0 sda1
  disk sdb 1 8:16 sdb1 sdb2
  disk nvme0n1 1 259:0 nvme0n1p1
  disk mmcblk0 1 179:0 mmcblk0p1
  echo '22 1 8:1 / / rw - ext4 /dev/sda1 rw' > "$MOUNTINFO"
  echo 'Filename Type Size Used Priority' > "$SWAPS"
  head -c 1000000 /dev/urandom > "$work/image"
}

expect() { # TITLE STATUS TEXT ANSWER DEVICE: the exit status, and a text that must be in the output
  local title=$1 status=$2 text=$3 answer=$4 device=$5 got=0
  "$flash" "$work/image" "$device" <<< "$answer" > "$work/output" 2>&1 || got=$?
  if [ "$got" -eq "$status" ] && grep -qF -- "$text" "$work/output"; then
    echo "ok - flash: $title"
  else
    echo "not ok - flash: $title: status $got, wanted $status and \"$text\"; printed:"
    sed 's/^/       /' "$work/output"
    failed=$((failed + 1))
  fi
  if [ "$status" -ne 0 ] && [ -f "$device" ] && [ -n "$(tr -d '\0' < "$device" | head -c 1)" ]; then
    echo "not ok - flash: $title: the device was written to"
    failed=$((failed + 1))
  fi
}

machine
expect "no device: lists removable ones" 2 "$DEVDIR/sdb" "" ""
expect "unknown device" 2 "not a block device" yes "$DEVDIR/sdz"
expect "fixed disk" 2 "not a removable disk" yes "$DEVDIR/sda"
expect "partition" 2 "is a partition of sdb" yes "$DEVDIR/sdb1"
expect "NVMe partition: its parent is nvme0n1" 2 "is a partition of nvme0n1;" yes "$DEVDIR/nvme0n1p1"
expect "SD card partition: its parent is mmcblk0" 2 "is a partition of mmcblk0;" yes "$DEVDIR/mmcblk0p1"
expect "not confirmed" 2 "not confirmed" no "$DEVDIR/sdb"
expect "end of input is no yes" 2 "not confirmed" "" "$DEVDIR/sdb"
expect "another disk's serial" 2 "not confirmed" SERIAL-sda "$DEVDIR/sdb"

echo "23 22 8:17 / /media/x rw - vfat $DEVDIR/sdb1 rw" >> "$MOUNTINFO"
expect "partition of it mounted" 2 "sdb1 is mounted" yes "$DEVDIR/sdb"
machine
echo "23 22 0:40 / /media/x rw shared:1 - btrfs $DEVDIR/nvme0n1p1 rw" >> "$MOUNTINFO"
expect "mounted under an anonymous number" 2 "nvme0n1p1 is mounted or used as swap" yes "$DEVDIR/nvme0n1"
machine
echo "$DEVDIR/sdb2 partition 100 0 -2" >> "$SWAPS"
expect "swap" 2 "sdb2 is mounted or used as swap" yes "$DEVDIR/sdb"
machine
ln -s "$SYSFS/block/sda" "$SYSFS/block/sdb/sdb1/holders/dm-0"
expect "LUKS, LVM or RAID on it" 2 "sdb1 is used by dm-0" yes "$DEVDIR/sdb"
machine
echo 1 > "$SYSFS/block/sdb/ro"
expect "write-protected" 2 "write-protected" yes "$DEVDIR/sdb"
machine
echo 8 > "$SYSFS/block/sdb/size"
expect "too small" 2 "smaller than the image" yes "$DEVDIR/sdb"

machine
expect "yes" 0 "read back" yes "$DEVDIR/sdb"
cmp -n 1000000 "$work/image" "$DEVDIR/sdb" || failed=$((failed + 1))
expect "shows model and serial" 0 "Model of mmcblk0, serial SERIAL-mmcblk0" yes "$DEVDIR/mmcblk0"
expect "its serial number" 0 "read back" SERIAL-nvme0n1 "$DEVDIR/nvme0n1"
ln -s "$DEVDIR/sdb1" "$DEVDIR/by-id-stick-part1"
expect "a link to a partition is a partition" 2 "is a partition of sdb" yes "$DEVDIR/by-id-stick-part1"

[ "$failed" -eq 0 ]

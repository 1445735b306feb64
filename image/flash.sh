#!/usr/bin/env bash
# flash.sh IMAGE /dev/DISK: writes the image to a removable disk and reads it back.
# Refuses everything that might be somebody's data: partitions, fixed disks, disks in use.
#
# Tests point these at a made-up machine: SYSFS, MOUNTINFO, SWAPS, DEVDIR.
# Parent and partition come from sysfs, never from names: "nvme0n1p1" without digits is nobody.
set -euo pipefail

SYSFS=${SYSFS:-/sys}
MOUNTINFO=${MOUNTINFO:-/proc/self/mountinfo}
SWAPS=${SWAPS:-/proc/swaps}
DEVDIR=${DEVDIR:-/dev}

image=${1:?usage: flash.sh IMAGE /dev/DISK}
device=${2:-}

refuse() {
  echo "flash: $*" >&2
  echo "flash: nothing was written" >&2
  exit 2
}

candidates() { # what could be meant, for who gave no device
  local dir
  for dir in "$SYSFS"/block/*; do
    [ "$(cat "$dir/removable" 2> /dev/null)" = 1 ] || continue
    [ "$(cat "$dir/size")" != 0 ] || continue
    echo "  $DEVDIR/${dir##*/}  $(describe "$dir")"
  done
}

words() { # FILE: its text with blanks squeezed; nothing if there is none
  [ -r "$1" ] || return 0
  tr -s ' \n' ' ' < "$1" | sed 's/^ //; s/ $//'
}

serial_of() { # SYSFS_DISK: the serial number of the nearest device above it that has one
  local dir
  dir=$(realpath "$1")
  while [ "$dir" != / ] && [ "$dir" != "$(realpath "$SYSFS")" ]; do
    if [ -s "$dir/serial" ]; then
      words "$dir/serial"
      return 0
    fi
    dir=$(dirname "$dir")
  done
}

describe() { # SYSFS_DISK
  local vendor model
  vendor=$(words "$1/device/vendor")
  model=$(words "$1/device/model")
  echo "$vendor $model, serial $(serial_of "$1"), $(($(cat "$1/size") * 512 / 1000000)) MB"
}

# The names of the disk and of its partitions, as the kernel has them
members() { # SYSFS_DISK
  local dir
  echo "${1##*/}"
  for dir in "$1"/*/; do
    [ ! -e "$dir/partition" ] || basename "$dir"
  done
}

check_whole_disk() { # NAME
  local entry=$SYSFS/class/block/$1
  [ -e "$entry" ] || refuse "$device is not a block device that this machine has"
  if [ -e "$entry/partition" ]; then
    refuse "$device is a partition of $(basename "$(dirname "$(realpath "$entry")")"); name the whole disk"
  fi
}

check_removable() { # SYSFS_DISK
  [ "$(cat "$1/removable" 2> /dev/null)" = 1 ] ||
    refuse "$device ($(describe "$1")) is not a removable disk"
  [ "$(cat "$1/ro" 2> /dev/null || echo 0)" = 0 ] || refuse "$device is write-protected"
}

check_unused() { # SYSFS_DISK
  local name source holder dir
  for name in $(members "$1"); do
    dir=$SYSFS/class/block/$name
    # By device number and by name: a mount may carry only one of them
    if awk -v dev="$(cat "$dir/dev")" '$3 == dev { found = 1 } END { exit !found }' "$MOUNTINFO"; then
      refuse "$name is mounted"
    fi
    while read -r source; do
      [ "$(readlink -f "$source")" != "$(readlink -f "$DEVDIR/$name")" ] ||
        refuse "$name is mounted or used as swap"
    done < <(awk '{ for (i = 7; i < NF; i++) if ($i == "-") print $(i + 2) }' "$MOUNTINFO" |
      grep '^/'; awk 'NR > 1 { print $1 }' "$SWAPS")
    for holder in "$dir"/holders/*; do
      [ ! -e "$holder" ] || refuse "$name is used by $(basename "$holder")"
    done
  done
}

check_size() { # SYSFS_DISK
  [ $(($(cat "$1/size") * 512)) -ge "$(stat -c %s "$image")" ] ||
    refuse "$device is smaller than the image"
}

confirm() { # SYSFS_DISK
  local serial answer
  serial=$(serial_of "$1")
  echo "This overwrites $device: $(describe "$1")"
  echo "It holds now:"
  lsblk -o NAME,SIZE,FSTYPE,LABEL "$device" 2> /dev/null || members "$1"
  printf 'Type "yes"%s to go on: ' "${serial:+ or its serial number}"
  read -r answer || answer=
  [ "$answer" = yes ] || { [ -n "$serial" ] && [ "$answer" = "$serial" ]; } ||
    refuse "not confirmed"
}

write_and_verify() {
  local size
  size=$(stat -c %s "$image")
  dd if="$image" of="$device" bs=4M conv=fsync,notrunc status=none
  # What is read back must come from the disk, not from memory
  blockdev --flushbufs "$device" 2> /dev/null || true
  cmp -n "$size" "$image" "$device" || { echo "flash: $device does not hold what was written" >&2; exit 1; }
  echo "flash: $size bytes written to $device and read back"
}

[ -f "$image" ] || refuse "$image does not exist: make image"
if [ -z "$device" ]; then
  echo "Which one? Removable disks here:"
  candidates
  refuse "say make flash DEV=/dev/..."
fi
device=$(readlink -f "$device")
name=${device##*/}
check_whole_disk "$name"
disk=$SYSFS/block/$name
check_removable "$disk"
check_unused "$disk"
check_size "$disk"
confirm "$disk"
check_unused "$disk" # a desktop may have mounted it while we asked
write_and_verify

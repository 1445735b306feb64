#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify which partition takes the results, and what is said when none can.
set -euo pipefail
# shellcheck source=tests/init/lib.sh
. "$(dirname "$0")/lib.sh"

id=b00710fa
nvme=pci0000:00/0000:00:01.0/nvme/nvme0
mmc=platform/mmc0/mmc0:0001
line="bootmark.countdown=0 bootmark.stick_wait=1s bootmark.id=$id"

stick() { # a machine that asks for the stick
  machine
  cmdline "$line"
}

for case in "sda 0 $ata sda1" "sdb 1 $usb sdb1" "nvme0n1 0 $nvme nvme0n1p1" "mmcblk0 0 $mmc mmcblk0p1"; do
  read -r name removable bus part <<< "$case"
  stick
  disk "$name" "$removable" "$bus" $id "$part" "${part%1}2"
  boot
  check "$part is found" status=0 "log=mount-rw /dev/$part /run/store vfat" "arg=/run/store" \
    "noarg=warn:" "shows=results on the stick" "log=umount /run/store" \
    "nolog=readonly $name" "log=end poweroff"
done

stick
disk sda 0 "$ata" 11111111 sda1
boot
check "a disk with another id is no stick" status=0 "nolog=vfat" "arg=/run/ram" \
  "shows=No stick with this image's id (b00710fa) appeared within 1 s." "shows=results in RAM only"

stick
disk sda 0 "$ata" $id
boot
check "a disk without a partition is no stick" status=0 "nolog=vfat"

stick
disk sda 0 "$ata" $id sda1
printf '\0\0' | dd of="$root/dev/sda" bs=1 seek=510 conv=notrunc status=none
boot
check "a sector without the boot signature is no stick" status=0 "nolog=vfat"

stick
rm "$root/uevents" && touch "$root/uevents"
boot
check "no disk at all" status=0 "shows=Plug it in and start again. The results go to the serial line"

machine
disk sdb 1 "$usb" $id sdb1
boot
check "no id on the command line" status=0 "nolog=vfat" "shows=names no stick (bootmark.id)"

stick
disk sda 0 "$ata" $id sda1
disk sdb 1 "$usb" $id sdb1
boot
check "twins: the removable one" status=0 "log=mount-rw /dev/sdb1 /run/store vfat" "nolog=/dev/sda1" \
  "shows=2 disks carry this image's id: sdb was chosen because it is removable, left alone: sda" \
  "log=readonly sda" "log=readonly sda1" "nolog=readonly sdb"

stick
cmdline "${line/1s/20s}"
disk nvme0n1 0 "$nvme" $id nvme0n1p1
(sleep 3 && disk sdb 1 "$usb" $id sdb1 && uevent) &
boot
wait
check "twins: the stick comes after the machine's disk" status=0 "log=mount-rw /dev/sdb1 /run/store vfat" \
  "nolog=vfat /dev/nvme0n1p1" "shows=nvme0n1 carries this image's id (b00710fa), but is a disk of the machine's" \
  "log=readonly nvme0n1" "log=readonly nvme0n1p1"

stick
disk mmcblk0 0 "$mmc" 11111111 mmcblk0p1
disk mmcblk1 0 "${mmc//0/1}" $id mmcblk1p1
mkdir "$root/sys/class/block/mmcblk1/device"
echo SD > "$root/sys/class/block/mmcblk1/device/type"
boot
check "an SD card is a stick" status=0 "arg=USB stick mmcblk1p1, vfat" "log=readonly mmcblk0p1"

stick
disk sdc 1 "${usb//1-1/1-2}" $id sdc1
disk sdb 1 "$usb" $id sdb1
boot
check "twins: both removable" status=0 "log=mount-rw /dev/sdb1 /run/store vfat" \
  "shows=sdb was chosen because it comes first by name, left alone: sdc" "log=readonly sdc"

stick
cmdline "${line/1s/20s}"
(sleep 3 && disk sdb 1 "$usb" $id sdb1 && uevent) &
before=$SECONDS
boot
wait
check "a stick that comes late" status=0 "log=mount-rw /dev/sdb1 /run/store vfat" "shows=Waiting up to 20 s"
[ $((SECONDS - before)) -lt 12 ] || not_ok "late stick" "waited $((SECONDS - before)) s"

stick
disk sdb 1 "$usb" $id sdb1
bootmark "$(declare -f disk); sleep 0.2; exit 0"
boot
check "the stick's own partition stays writable" status=0 "nolog=readonly sdb1"

stick
disk sdb 1 "$usb" $id sdb1
echo 1 > "$root/sys/class/block/sdb/ro"
conf 'label = still read\n'
boot
check "a write-protected stick" status=0 "log=mount-ro /dev/sdb1 /run/store vfat" "nolog=mount-rw /dev/sdb1" \
  "shows=The stick (sdb1) is read-only. Move its write-protect switch" "shows=still read (file)" \
  "arg=--config" "arg=/run/ram" "shows=results in RAM only"

stick
disk sdb 1 "$usb" $id sdb1
setup="mount -t tmpfs -o size=4M tmpfs '$root/run/store'"
boot
check "a full stick" status=0 "shows=The stick (sdb1) is full: 4 MiB are free, 16 are needed." "arg=/run/ram"

stick
disk sdb 1 "$usb" $id sdb1
setup="mount -t tmpfs -o ro,size=64M tmpfs '$root/run/store'"
boot
check "a stick that cannot be written" status=0 "arg=/run/ram" \
  "shows=does not keep what is written to it (creating a file: Read-only file system)"

stick
disk sdb 1 "$usb" $id sdb1
echo 22 > "$root/fake/mount-rw"
echo 22 > "$root/fake/mount-ro"
boot
check "a stick with a broken file system" status=0 "arg=/run/ram" \
  "shows=first partition (sdb1) holds no FAT file system that can be read. Write the image"

stick
disk sdb 1 "$usb" $id sdb1
echo 16 > "$root/fake/umount"
boot
check "a stick that stays busy" status=0 "log=umount-lazy /run/store" "shows=the kernel unmounts it later" \
  "log=end poweroff"

stick
disk sdb 1 "$usb" $id sdb1
bootmark 'rm -r /sys/class/block/sdb1; exit 0'
boot
check "a stick that is pulled out" status=0 "shows=results incomplete: the stick was pulled out"

finish

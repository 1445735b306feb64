#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify that machines of all kinds are measured, and that none of their disks is touched.
set -euo pipefail
# shellcheck source=tests/boot/lib.sh
. "$(dirname "$0")/lib.sh"

# The same records on the stick and on the serial line, byte for byte
same_records() {
  local serial=$work/serial
  rm -rf "$serial"
  mkdir "$serial"
  "$out/bin/bootmark" report --from-serial "$results/serial.log" --out "$serial" > /dev/null
  if cmp "$records" "$serial/results.jsonl" > "$work/cmp" 2>&1; then
    ok "$name: same records on stick and serial line"
  else
    not_ok "$name: same records on stick and serial line" "$(cat "$work/cmp")"
  fi
}

# The whole job: the noise certificate, then all that is planned, among it the twelve tests of the index
# as one copy and as one for each CPU. Only what the machine lacks may be skipped.
whole='(map(.type) | index("certificate") != null) and
  (map(select(.type == "run"))[0].plan | length) == (map(select(.type == "result")) | length) and
  (map(select(.type == "result" and (.noise | not))) |
    all(.[]; .status == "skipped" or ((.status == "ok" or .status == "noisy") and .value > 0)) and
    (map(select((.name | startswith("unixbench.")) and .status != "skipped")) |
      length == 24 and (map(.copies) | unique == [1, 2])))'
for firmware in bios uefi; do
  boot "$firmware" FIRMWARE=$firmware SET="countdown=0" TIMEOUT=900
  check status=0 stick "$complete" "$whole" "$(verdict pass)"
  same_records
  if [ "$(grep -c '^System Benchmarks Index Score  *[0-9.]*$' "${records%/*}/report.txt")" -eq 2 ]; then
    ok "$name: an index score for 1 copy and for 2"
  else
    not_ok "$name: an index score for 1 copy and for 2" "not in report.txt"
  fi
done

boot "no VGA" VGA=none
check status=0 stick "$complete" "$measured"

boot "no serial line" NO_SERIAL=1
check status=0 stick "$complete" "$measured"

boot "neither VGA nor serial line" VGA=none NO_SERIAL=1
check status=0 stick "$complete" "$measured"

# A pipe that is full before the machine starts, and that nobody empties
mkfifo "$work/line.in" "$work/line.out"
exec 8<> "$work/line.out" 9<> "$work/line.in"
dd if=/dev/zero bs=4096 count=16 status=none >&8
boot "a serial line that nobody reads" NO_SERIAL=1 \
  QEMU_EXTRA="-chardev pipe,id=line,path=$work/line -device isa-serial,chardev=line,index=0"
check status=0 stick "$complete" "$measured"
exec 8>&- 9>&-

# The inventory tells what QEMU was told to be
numa="-object memory-backend-ram,id=m0,size=512M -object memory-backend-ram,id=m1,size=512M"
numa="$numa -numa node,cpus=0-3,memdev=m0 -numa node,cpus=4-7,memdev=m1 -numa dist,src=0,dst=1,val=25"
smbios="-smbios type=2,manufacturer=Boards,product=B1,serial=None"
smbios="$smbios -smbios type=3,manufacturer=Cases,serial=0123456789,asset=A7"
smbios="$smbios -smbios type=17,loc_pfx=ChannelA-DIMM,bank=B0,manufacturer=Modules,part=P1,serial=0A1B,speed=3200"
truncate -s 16M "$work/small.img"
devices="-device pcie-root-port,id=rp,chassis=1 -device e1000e,bus=rp,mac=52:54:00:aa:bb:01"
devices="$devices -drive if=none,id=small,format=raw,file=$work/small.img -device nvme,drive=small,serial=N1"
machine() { # FILTER: true for both machine records
  echo "map(select(.type == \"machine\")) | length == 2 and all(.[]; $1)"
}
placement() { # PLACE FILTER: true for the two CPUs of the pipe test with that placement
  echo "[.[] | select(.type == \"result\" and .name == \"lmbench.lat_pipe_$1\")] | length == 1 and (.[0] | .value > 0 and
    (.notes.placement | [scan(\"[0-9]+\") | tonumber] | length == 2 and ($2)))"
}
boot "8 CPUs with SMT on two NUMA nodes" CPUS=8,sockets=2,cores=2,threads=2 MEM=1G \
  QEMU_EXTRA="$numa $smbios $devices" SET="tests=unixbench.pipe,memory.node_*,memory.core_to_core,lmbench.lat_pipe* copies=1,N countdown=0 certificate=off seed=1" TIMEOUT=600
check status=0 stick "$complete" 'any(.[]; .type == "result" and .copies == 8)' \
  "$(machine '.cpu | [.sockets, .cores, .threads] == [2, 4, 8]')" \
  '[.[] | select(.type == "result" and .nodes_away != null)] |
    (map(.name) | sort) == ["memory.node_latency_0", "memory.node_latency_1", "memory.node_read_0",
      "memory.node_read_1"] and
    all(.[]; .value > 0 and ([.per_copy[].cpu] | sort) == [range(8)])' \
  '[.[] | select(.type == "result" and .pairs != null)] | length == 1 and (.[0].pairs |
    .cpus as $cpus | ($cpus | sort) == [range(8)] and (.rows | map(length)) == [range(1; 8)] and
    all(.rows[][]; . > 0))' \
  "$(placement same_cpu '.[0] == .[1]')" \
  "$(placement sibling '.[0] != .[1] and (map(. / 2 | floor) | .[0] == .[1])')" \
  "$(placement same_node '(map(. / 2 | floor) | .[0] != .[1]) and (map(. / 4 | floor) | .[0] == .[1])')" \
  "$(placement other_node '(map(. / 4 | floor) | .[0] != .[1])')" \
  "$(machine '[.numa[] | .cpus, .distances] == ["0-3", "10 25", "4-7", "25 10"]')" \
  "$(machine '.system.serial == "QEMU-0001" and .board.vendor == "Boards" and .chassis.asset_tag == "A7"')" \
  "$(machine '.placeholders == ["board.serial", "chassis.serial"]')" \
  "$(machine '.dimms | length == 1 and (.[0] | .size_bytes == 1073741824 and .part == "P1" and
    .serial == "0A1B" and .configured_transfers_per_s == 3200000000)')" \
  "$(machine '.memory_slots | .channels == 1 and .bandwidth_bytes_per_s == 25600000000')" \
  "$(machine 'any(.pci[]; .id == "8086:10d3" and .driver == "e1000e" and .link.width == 1 and
    (.name | test("82574L")))')" \
  "$(machine 'any(.network[]; .mac == "52:54:00:aa:bb:01" and .driver == "e1000e")')" \
  "$(machine 'any(.disks[]; .serial == "N1" and .bus == "nvme" and .read_only and
    .health.media_errors == 0 and .temperature_c > 0)')" \
  "$(machine '(.kernel.config_gz_sha256 | length) == 64 and (.program.image_id | length) == 8')" \
  'any(.[]; .type == "change" and .text == "0 sectors written to 1 disk that nothing may write to")' \
  'all(.[]; .type != "change" or .severity == "info")'

# Many more CPUs than the host has: nothing crashes, although the kernel rewrites its code while so many run
# (it gives up the TSC here), and no score is above what the CPUs can give: one thread of the host emulates
# them all, so that 64 copies do what one does.
boot "64 CPUs" CPUS=64 MEM=2G TIMEOUT=900 NO_STICK=1 \
  SET="tests=unixbench.dhrystone,unixbench.pipe,sysbench.cpu,cpu.verify copies=1,N countdown=0 certificate=off"
check status=0 serial "$complete" '[.[] | select(.type == "machine") | .cpu.threads] == [64, 64]' \
  '[.[] | select(.type == "result")] | length == 7 and
    all(.[]; (.status == "ok" or .status == "noisy") and .value > 0)' \
  '[.[] | select(.type == "result" and .name == "sysbench.cpu")] |
    (map(select(.copies == 1))[0].value * 2) > map(select(.copies == 64))[0].value'

# A disk of somebody's, on each bus: a partition table, a file system, and something in it
disk=$work/disk.img
truncate -s 32M "$disk"
printf 'label: dos\nstart=2048, size=30720, type=83\nstart=32768, size=30720, type=c\n' |
  /sbin/sfdisk --quiet "$disk"
/sbin/mke2fs -q -t ext4 -F -E offset=$((2048 * 512)) "$disk" 15M
mformat -i "$disk@@$((32768 * 512))" -T 30720 -h 64 -s 32 ::
for bus in nvme ahci virtio; do
  cp "$disk" "$work/$bus.img"
done
cp --sparse=always "$image" "$work/twin.img"
before=$(cd "$work" && sha256sum nvme.img ahci.img virtio.img twin.img)
drives=
for bus in nvme ahci virtio twin; do
  drives="$drives -drive if=none,id=$bus,format=raw,file=$work/$bus.img"
done
drives="$drives -device nvme,drive=nvme,serial=N1 -device nvme,drive=twin,serial=N2"
drives="$drives -device ide-hd,drive=ahci -device virtio-blk-pci,drive=virtio"
boot "other disks" QEMU_EXTRA="$drives"
check status=0 stick "$complete" "$measured" "$(finding info '^4 internal disks set read-only: ')" \
  "$(finding warn '2 disks carry .* was chosen because it is removable')"
disks_are_same() { # the images of the boot before
  local after
  after=$(cd "$work" && sha256sum nvme.img ahci.img virtio.img twin.img)
  if [ "$before" = "$after" ]; then
    ok "$name are the same before and after"
  else
    not_ok "$name are the same before and after" "$before / $after"
  fi
}
disks_are_same

# Load on everything, disks read as well
boot "disks under a burn-in" QEMU_EXTRA="$drives" TIMEOUT=600 \
  SET="tests=unixbench.pipe copies=1 countdown=0 certificate=off burnin=40s"
check status=0 stick "$complete" "$measured" \
  'any(.[]; .type == "result" and .after_load and .value > 0)' \
  '[.[] | select(.type == "load" and (.rested | not))] | length > 0 and
    all(.[]; (.status == "ok" or .status == "noisy") and .rounds_per_s > 0 and .disk_read_errors == 0 and
      (.wrong | not)) and
    any(.[]; (.disks | split(", ") | length == 4) and .disk_read_bytes_per_s > 0)'
disks_are_same

finish

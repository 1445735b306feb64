# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# init as PID 1 of namespaces of its own, its root a made-up machine below $root: sysfs, devices,
# command line and bootmark are plain files there, and with --test init only logs what it would
# do to the machine (initramfs/os.c). Nothing of the real machine is in reach. Sourced by the tests.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
init=$(realpath "${O:-$here/../../out}/bin/init")
busybox=${BUSYBOX:-/bin/busybox}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# A user namespace even for root: whatever goes wrong, init has no rights over the real machine
namespaces=(unshare --user --map-root-user --mount --pid --net --uts --ipc --fork --kill-child)

ok() {
  echo "ok - $1"
}

not_ok() { # NAME WHY
  echo "not ok - $1: $2"
  failures=$((failures + 1))
}

skip_all() { # WHY
  echo "skip - $(basename "$0"): $1"
  exit 0
}

finish() {
  [ "$failures" -eq 0 ]
  exit
}

[ -x "$init" ] || skip_all "$init is not built"
[ -x "$busybox" ] || skip_all "$busybox is not installed"
"${namespaces[@]}" true 2> /dev/null || skip_all "this user may not make namespaces"

machine() { # a fresh one: a screen, a serial line, a bootmark that passes, no disk
  root=$work/root
  rm -rf "$root"
  mkdir -p "$root"/{bin,dev,fake,proc,run/store,run/ram,tmp,sys/class/tty/console,sys/class/block}
  cp "$init" "$root/init"
  cp "$busybox" "$root/bin/busybox"
  for applet in sh sleep cat echo kill reboot poweroff ps setsid mkdir touch rm; do
    ln -s busybox "$root/bin/$applet"
  done
  touch "$root"/dev/{null,tty0,ttyS0} "$root/os.log"
  mkfifo "$root/uevents"
  printf 'tty0 ttyS0\n' > "$root/sys/class/tty/console/active"
  printf 'quiet bootmark.countdown=0\n' > "$root/proc/cmdline"
  bootmark 'exit 0'
  # for filesystem "$root/run/store"; an ordinary directory will do for most tests
  setup=:
}

bootmark() { # SHELL: what bootmark does in this test, after it noted its arguments
  cat > "$root/bin/bootmark" << EOS
#!/bin/sh
for word; do echo "\$word"; done > /args
$1
EOS
  chmod 755 "$root/bin/bootmark"
}

cmdline() { # WORD...: replaces the kernel command line
  echo "$*" > "$root/proc/cmdline"
}

conf() { # TEXT: bootmark.conf on the stick
  printf '%b' "$1" > "$root/run/store/bootmark.conf"
}

# NAME REMOVABLE BUS [ID] [PARTITION...]: a disk of 64 MiB; ID is its MBR signature, "-" = none
disk() {
  local name=$1 removable=$2 bus=$3 id=${4:--} dir part n=0
  shift 4 || shift $#
  dir=$root/sys/devices/$bus/block/$name
  mkdir -p "$dir"
  echo "$removable" > "$dir/removable"
  echo 0 > "$dir/ro"
  echo 131072 > "$dir/size"
  ln -s "../../devices/$bus/block/$name" "$root/sys/class/block/$name"
  truncate -s 512 "$root/dev/$name"
  if [ "$id" != - ]; then
    printf '%b' "\\x${id:6:2}\\x${id:4:2}\\x${id:2:2}\\x${id:0:2}" |
      dd of="$root/dev/$name" bs=1 seek=440 conv=notrunc status=none
    printf '\x55\xaa' | dd of="$root/dev/$name" bs=1 seek=510 conv=notrunc status=none
  fi
  for part; do
    n=$((n + 1))
    mkdir -p "$dir/$part"
    echo "$n" > "$dir/$part/partition"
    echo 0 > "$dir/$part/ro"
    echo 65536 > "$dir/$part/size"
    ln -s "../../devices/$bus/block/$name/$part" "$root/sys/class/block/$part"
    touch "$root/dev/$part"
  done
}

# shellcheck disable=SC2034 # for the tests
usb=pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0/host2/target2:0:0/2:0:0:0
# shellcheck disable=SC2034 # same
ata=pci0000:00/0000:00:1f.2/ata1/host0/target0:0:0/0:0:0:0

uevent() { # as the kernel sends it for a block device
  printf 'add@/devices/x\0ACTION=add\0SUBSYSTEM=block\0' > "$root/uevents"
}

# Runs init to its end; sets status, and the file $root/console to what both consoles showed.
boot() {
  status=0
  timeout 60 "${namespaces[@]}" sh -c "$setup; exec chroot '$root' /init --test" \
    > "$work/out" 2>&1 < /dev/null || status=$?
  cat "$root/dev/tty0" "$root/dev/ttyS0" > "$root/console" 2> /dev/null || true
}

# The same with a terminal in the place of console $1: then "text to wait for" "keys to send" ...
boot_with_keys() {
  local console=$1
  shift
  status=0
  timeout 90 python3 "$here/keys.py" "$root/dev/$console.log" "$@" -- \
    "${namespaces[@]}" sh -c "mount --bind \"\$TERMINAL\" '$root/dev/$console' && $setup &&
      exec chroot '$root' /init --test" > "$work/out" 2>&1 < /dev/null || status=$?
  cat "$root/dev/$console.log" "$root/dev/tty0" "$root/dev/ttyS0" > "$root/console" 2> /dev/null || true
}

# NAME, then conditions, each one word: status=N, shows=TEXT, hides=TEXT, arg=TEXT, log=LINE, nolog=LINE
check() {
  local name=$1 condition text
  shift
  for condition; do
    text=${condition#*=}
    case $condition in
      status=*) [ "$status" = "$text" ] ;;
      shows=*) grep -qF -- "$text" "$root/console" ;;
      hides=*) ! grep -qF -- "$text" "$root/console" ;;
      arg=*) grep -qxF -- "$text" "$root/args" ;;
      noarg=*) ! grep -qF -- "$text" "$root/args" ;;
      log=*) sed 's/ *$//' "$root/os.log" | grep -qxF -- "$text" ;;
      nolog=*) ! grep -qF -- "$text" "$root/os.log" ;;
      *) false ;;
    esac || {
      not_ok "$name" "$condition (status $status)"
      sed 's/^/# /' "$root/console" "$root/os.log" "$work/out" 2> /dev/null
      return
    }
  done
  ok "$name"
}

#!/usr/bin/env bash
# run.sh: boots the image as a machine would, from a USB stick, and collects what it wrote.
# Exit status: 0 the machine passed, 1 it failed, 2 error (QEMU failed, timeout, no results).
#
# Everything is set by environment variables; `make run` hands them on.
#   IMAGE        the disk image                  [out/bootmark-x86_64.img]
#   RESULTS      where results are put           [out/results]
#   BOOTMARK     program that makes the reports  [out/bin/bootmark]
#   FIRMWARE     bios or uefi                    [bios]
#   CPUS         as QEMU's -smp takes it: 2, or 8,sockets=2,cores=2,threads=2   [2]
#   MEM          memory                          [1G]
#   ACCEL        tcg, or kvm if this machine has it. Not found out by looking: a /dev/kvm that
#                opens but cannot run a BIOS is common inside of clouds    [tcg]
#   PROFILE      quick, standard, full           [quick]
#   REBOOT=1     the machine restarts when it wants to, as it does for SET="boots=3"
#   SET          more configuration: "key=value key=value"
#   QEMU_DISPLAY none, gtk, curses ...           [none]
#   VGA          graphics card of -vga           [std]
#   TIMEOUT      seconds until QEMU is ended     [somewhat more than the profile's own cap]
#   STICK        use this stick and keep it; it is made from IMAGE if it does not exist
#   READONLY=1   the stick is write-protected
#   NO_STICK=1   no USB disk: kernel and initramfs are handed over by QEMU, id and all
#   LATE_STICK=1 like NO_STICK, but the stick waits to be plugged in through MONITOR:
#                device_add driver=usb-storage drive=stick removable=true
#   NO_SERIAL=1  the machine has no serial port
#   MONITOR      path of a QMP socket to open
#   QEMU_EXTRA   more arguments for QEMU, separated by blanks
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
ARCH=${ARCH:-x86_64}
IMAGE=${IMAGE:-out/bootmark-$ARCH.img}
RESULTS=${RESULTS:-out/results}
BOOTMARK=${BOOTMARK:-out/bin/bootmark}
FIRMWARE=${FIRMWARE:-bios}
CPUS=${CPUS:-2}
MEM=${MEM:-1G}
PROFILE=${PROFILE:-quick}
VGA=${VGA:-std}
ACCEL=${ACCEL:-tcg}
ovmf=/usr/share/OVMF

# shellcheck source=qemu/stick.sh
. "$here/stick.sh"

die() {
  echo "run: $*" >&2
  exit 2
}

end() { # PID...: and wait until they are gone
  local pid
  for pid in "$@"; do
    kill "$pid" 2> /dev/null || true
    wait "$pid" 2> /dev/null || true
  done
}

# shellcheck disable=SC2317 # called by trap
cleanup() {
  trap - EXIT INT TERM HUP
  # shellcheck disable=SC2086 # empty ones vanish
  end ${qemu_pid:-} ${clock_pid:-} ${show_pid:-}
  [ -z "${tty_state:-}" ] || stty "$tty_state" < /dev/tty 2> /dev/null || true
  rm -rf "$work"
}

default_timeout() { # emulation can be slow; a run that needs longer than this hangs
  local boots seconds
  case $PROFILE in
    quick) seconds=2400 ;;      # cap 30 min
    standard) seconds=7800 ;;   # cap 2 h
    *) seconds=87000 ;;         # cap 24 h
  esac
  boots=$(printf '%s\n' "${settings[@]}" | sed -n 's/^boots=\([0-9]*\)$/\1/p' | tail -n 1)
  echo $((seconds * ${boots:-1}))
}

prepare_stick() {
  stick=${STICK:-$work/stick.img}
  if [ ! -e "$stick" ]; then
    cp --sparse=always "$IMAGE" "$stick"
  fi
  stick_configure "$stick" "${settings[@]}"
  before=$(stick_runs "$stick")
}

firmware_arguments() {
  case $FIRMWARE in
    bios) ;;
    uefi)
      cp "$ovmf/OVMF_VARS.fd" "$work/vars.fd"
      arguments+=(-drive "if=pflash,format=raw,readonly=on,file=$ovmf/OVMF_CODE.fd"
        -drive "if=pflash,format=raw,file=$work/vars.fd")
      ;;
    *) die "FIRMWARE is bios or uefi, not $FIRMWARE" ;;
  esac
}

# No stick: the same kernel and command line, taken out of the image
direct_arguments() {
  local word extra=
  stick_boot_file "$IMAGE" vmlinuz "$work/vmlinuz"
  stick_boot_file "$IMAGE" initramfs.zst "$work/initramfs.zst"
  stick_boot_file "$IMAGE" syslinux.cfg "$work/syslinux.cfg"
  for word in "${settings[@]}"; do
    extra="$extra bootmark.$word"
  done
  arguments+=(-kernel "$work/vmlinuz" -initrd "$work/initramfs.zst"
    -append "$(sed -n 's/^ *APPEND //p' "$work/syslinux.cfg" | head -n 1 | sed 's/ bootmark.boot=0$//')$extra")
}

stick_arguments() {
  local drive="if=none,id=stick,format=raw,file=$stick"
  # A write-protected stick is also one for QEMU: nothing can slip through
  [ -z "${READONLY:-}" ] || drive="$drive,readonly=on"
  arguments+=(-drive "$drive")
  [ -n "${LATE_STICK:-}" ] ||
    arguments+=(-device "usb-storage,drive=stick,bootindex=1,removable=on")
}

accelerator() {
  case $ACCEL in
    kvm) arguments+=(-accel kvm -cpu host) ;;
    # One host thread for all CPUs: with one for each, QEMU 7.2 can go on with a stale translation
    # of code that another CPU has just rewritten, and the kernel, which rewrites its own, dies of
    # "int3" in about one boot of ten. The boots take the same time. Five-level page tables would
    # cost the emulator a step in each look-up.
    tcg) arguments+=(-accel "tcg,thread=single" -cpu "max,la57=off") ;;
    *) die "ACCEL is tcg or kvm, not $ACCEL" ;;
  esac
}

build_arguments() {
  # No defaults: QEMU would add a CD drive, a network card and a floppy
  arguments=(-machine q35 -nodefaults -smp "$CPUS" -m "$MEM" -nic none
    -smbios "type=1,manufacturer=Bootmark,product=QEMU,serial=QEMU-0001"
    -display "${QEMU_DISPLAY:-none}" -vga "$VGA" -device "qemu-xhci,id=xhci" -device usb-kbd)
  # What should have switched itself off must not start again, unless several boots were asked for
  [ -n "${REBOOT:-}" ] || arguments+=(-no-reboot)
  accelerator
  firmware_arguments
  [ -z "${NO_STICK:-}${LATE_STICK:-}" ] || direct_arguments
  [ -n "${NO_STICK:-}" ] || stick_arguments
  if [ -n "${NO_SERIAL:-}" ]; then
    arguments+=(-serial none)
  else
    arguments+=(-chardev "stdio,id=com,signal=on,logfile=$RESULTS/serial.log" -serial chardev:com)
  fi
  [ -z "${MONITOR:-}" ] || arguments+=(-qmp "unix:$MONITOR,server=on,wait=off")
  arguments+=("${extra_arguments[@]}")
}

# People see the text, programs read serial.log: records are framed lines that begin with @R.
# UEFI firmware paints with escape sequences, which would wipe the person's own screen.
show() {
  sed -u -e '/^@R /d' -e 's/\x1b\[[0-9;=?]*[A-Za-z]//g' -e 's/\r$//'
}

run_qemu() { # sets status: QEMU's, or 124 after the timeout
  local first
  : > "$RESULTS/serial.log"
  if [ -t 0 ]; then
    tty_state=$(stty -g) # QEMU sets the terminal raw and, when killed, leaves it so
  else
    exec < /dev/null # a script's input is not the machine's keyboard
  fi
  mkfifo "$work/line"
  show < "$work/line" &
  show_pid=$!
  qemu-system-x86_64 "${arguments[@]}" <&0 > "$work/line" &
  qemu_pid=$!
  sleep "${TIMEOUT:-$(default_timeout)}" < /dev/null > /dev/null 2>&1 &
  clock_pid=$!
  status=0
  wait -n -p first "$qemu_pid" "$clock_pid" || status=$?
  if [ "$first" = "$clock_pid" ]; then
    status=124
  fi
  end "$qemu_pid" "$clock_pid"
  qemu_pid=
  clock_pid=
  wait "$show_pid" || true # the last lines
  show_pid=
}

# Each fresh stick counts its runs from 1: what an earlier boot left here under the same name stays,
# as NAME.~1~ and so on. A kept stick brings its old runs again; those are here already.
keep_results() {
  local run
  for run in $(stick_runs "$stick"); do
    mkdir -p "$RESULTS/${run%/*}"
    diff -rq "$work/results/$run" "$RESULTS/$run" > /dev/null 2>&1 ||
      mv -T --backup=numbered "$work/results/$run" "$RESULTS/$run"
  done
}

# The run this boot made: on the stick, or else told over the serial line. Sets run_dir.
collect() {
  local new=
  run_dir=
  if [ -z "${NO_STICK:-}" ]; then
    new=$(comm -13 <(echo "$before") <(stick_runs "$stick") | tail -n 1)
    stick_take_results "$stick" "$work/results"
    keep_results
  fi
  if [ -n "$new" ] && [ -s "$RESULTS/$new/results.jsonl" ]; then
    run_dir=$RESULTS/$new
  elif grep -aq '^@R ' "$RESULTS/serial.log"; then
    echo "run: no results on the stick; rebuilding them from the serial line"
    run_dir=$RESULTS/from-serial
    rm -rf "$run_dir"
    mkdir -p "$run_dir"
    "$BOOTMARK" report --from-serial "$RESULTS/serial.log" --out "$run_dir" || run_dir=
  fi
}

main() {
  [ -f "$IMAGE" ] || die "$IMAGE does not exist: make image"
  mkdir -p "$RESULTS"
  RESULTS=$(realpath "$RESULTS")
  read -r -a settings <<< "profile=$PROFILE ${SET:-}"
  case " ${settings[*]} " in
    *" boots="* | *" tick=tickless "* | *" sweep="*) REBOOT=${REBOOT-1} ;;
  esac
  read -r -a extra_arguments <<< "${QEMU_EXTRA:-}"
  work=$(mktemp -d)
  trap cleanup EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  [ -n "${NO_STICK:-}" ] || prepare_stick
  build_arguments
  run_qemu
  collect
  [ "$status" -ne 124 ] || die "the machine did not switch itself off in time; what there is lies in $RESULTS"
  [ "$status" -eq 0 ] || die "QEMU ended with status $status"
  [ -n "$run_dir" ] || die "no results, neither on the stick nor in $RESULTS/serial.log"
  echo "run: results in $run_dir"
  verdict=0
  "$BOOTMARK" report --verdict "$run_dir/results.jsonl" || verdict=$?
  exit "$verdict"
}

# A function is read as a whole: whoever edits this file during a run does not derail that run
main

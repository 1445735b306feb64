#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# proof.sh: is our kernel with our init quieter than a Debian? {our kernel, Debian's} x {our init, Debian's
# services}, the same program on the same emulated machine. Its clock counts instructions (-icount), so that
# what the host does is not in it. Fifth, a control: an injected disturber must be seen.
# The host's time of day and random numbers are kept out too: boot N of one archive leaves the same records
# each time. Its number is the seed, so that boots of an arm differ.
#
# Two CPUs take turns on that clock, so only one is kept busy: CPU 1 is measured, CPU 0 has the rest.
#
# Environment: O, CACHE; BOOTS of each arm [3]; TESTS [ten of the index]; SHIFT: one instruction takes
# 2^SHIFT ns [2]; PROFILE [quick]: standard takes longer and has enough pieces of work for p99.9; JOBS at
# once [all CPUs]; ARMS [all]; TIMEOUT in seconds of a boot [1500]; PROOF where it goes [$O/proof].
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
O=${O:-out}
cache=${CACHE:-$HOME/.cache/bootmark}/proof
BOOTS=${BOOTS:-3}
SHIFT=${SHIFT:-2}
ARMS=${ARMS:-ours debian-kernel debian-services debian control}
proof=${PROOF:-$O/proof}
tests=${TESTS:-dhrystone whetstone execl fcopy_1024 fcopy_4096 pipe context1 spawn syscall shell1}
tests=noise,$(for t in $tests; do printf 'unixbench.%s,' "$t"; done | sed 's/,$//')
# Each test takes all its time beside the disturber: two are enough
control_tests=noise,unixbench.dhrystone,unixbench.syscall

# A machine whose clock counts instructions is not disturbed by a second one beside it
jobs_at_once=${JOBS:-$(nproc)}
PROFILE=${PROFILE:-quick}

# shellcheck disable=SC2317 # called by trap
end() {
  local pids
  pids=$(jobs -p)
  # shellcheck disable=SC2086 # several words
  [ -z "$pids" ] || kill $pids 2> /dev/null || true
}
trap end EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# A layer over our archive (later files take the place of earlier ones): bootmark on CPU 1 alone, and for
# the control with the disturber beside it
make_layer() { # TARGET SCRIPT
  local work
  work=$(mktemp -d)
  mkdir -p "$work/bin"
  cp "$O/bin/bootmark" "$work/bin/bootmark.real"
  install -m 755 "$here/$2" "$work/bin/bootmark"
  (cd "$work" && find bin -print0 | cpio --quiet -0 -o -H newc) | zstd -q > "$work/over.zst"
  cat "$O/initramfs.cpio.zst" "$work/over.zst" > "$1"
  rm -rf "$work"
}

boot() { # ARM NUMBER
  local kernel=$O/vmlinuz initrd=$proof/ours.cpio.zst dir=$proof/$1/$2
  local ours="bootmark.copies=1 bootmark.profile=$PROFILE bootmark.countdown=0"
  local debian="proof.tests=$tests proof.profile=$PROFILE"
  local line="console=ttyS0,115200 quiet loglevel=1 panic=-1"
  ours="$ours bootmark.seed=1 bootmark.stick_wait=0 bootmark.end=poweroff"
  case $1 in
    ours) line="$line skew_tick=1 bootmark.tests=$tests $ours" ;;
    control) line="$line skew_tick=1 bootmark.tests=$control_tests $ours" initrd=$proof/control.cpio.zst ;;
    # Not in the table: what the tick costs and quiets, ARMS="ours tickless"
    tickless) line="$line skew_tick=1 nohz_full=1-N rcu_nocbs=1-N bootmark.tick=tickless bootmark.tests=$tests $ours" ;;
    debian-kernel) line="$line bootmark.tests=$tests $ours" kernel=$cache/vmlinuz ;;
    debian) line="$line $debian" kernel=$cache/vmlinuz initrd=$cache/debian.cpio ;;
    debian-services)
      line="$line skew_tick=1 $debian rdinit=/opt/bootmark/services" initrd=$cache/debian.cpio ;;
  esac
  rm -rf "$dir"
  mkdir -p "$dir"
  qemu-system-x86_64 -machine q35 -nodefaults -smp 2 -m 3G -nic none -display none -no-reboot \
    -accel tcg -cpu max,la57=off -icount "shift=$SHIFT,sleep=off" \
    -seed "$2" -rtc base=2026-12-01T12:00:00,clock=vm -kernel "$kernel" -initrd "$initrd" \
    -append "$line" -serial "file:$dir/serial.log" < /dev/null > "$dir/qemu.log" 2>&1 &
  qemu=$!
  trap 'kill "$qemu" 2> /dev/null' EXIT # of the subshell
  timeout "${TIMEOUT:-1500}" tail --pid="$qemu" -f /dev/null || echo "proof: $1, boot $2: took too long" >&2
  kill "$qemu" 2> /dev/null || true
  wait "$qemu" 2> /dev/null || true
  "$O/bin/bootmark" report --from-serial "$dir/serial.log" --out "$dir" > /dev/null ||
    echo "proof: $1, boot $2 left no results: $dir/serial.log" >&2
}

mkdir -p "$proof"
"$here/debian.sh" "$O" "$cache"
make_layer "$proof/ours.cpio.zst" pinned.sh
make_layer "$proof/control.cpio.zst" disturb.sh
for number in $(seq "$BOOTS"); do
  for arm in $ARMS; do # in turns: what drifts is in all of them
    while [ "$(jobs -rp | wc -l)" -ge "$jobs_at_once" ]; do
      wait -n || true
    done
    echo "proof: boot $number of $arm"
    (boot "$arm" "$number") &
  done
done
wait
"$here/table.py" "$proof" "$BOOTS"

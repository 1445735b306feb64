#!/usr/bin/env bash
# figures.sh OUT_DIR: the README's figures, from the boot files and the newest run in OUT_DIR/results.
set -euo pipefail
out=${1:?usage: figures.sh OUT_DIR}

newest=$(find "$out/results" -name results.jsonl -printf '%T@ %p\n' 2> /dev/null | sort -n | tail -n 1 | cut -d ' ' -f 2-)
if [ -z "$newest" ]; then
  echo "figures: no run below $out/results yet: make run" >&2
  exit 2
fi

size() { # FILE...: bytes of all, and in MiB
  stat -c %s "$@" | awk '{ n += $1 } END { printf "%d bytes (%.1f MiB)", n, n / 1048576 }'
}

# The first begin record stands right before the first benchmark starts
first() { jq -s -r "map(select(.type == \"$1\"))[0] | $2" "$newest"; }

cat << END
run                                 $newest
boot files, BIOS                    $(size "$out/vmlinuz" "$out/initramfs.cpio.zst")
boot file, UEFI                     $(size "$out/bootmark.efi")
kernel start to first test          $(first begin '.uptime_s * 10 | round / 10') s, countdown and 2 s of watching included
memory of the machine               $(first machine '.memory.total_bytes / 1048576 | round') MiB
  not available before the tests    $(first machine '(.memory.total_bytes - .memory.available_bytes) / 1048576 | round') MiB
programs                            $(first machine .quiet.programs)
kernel threads                      $(first machine .quiet.kernel_threads)
interrupts per second while idle    $(first machine '.quiet.interrupts_per_s') (all CPUs)
context switches per second         $(first machine '.quiet.context_switches_per_s')
END

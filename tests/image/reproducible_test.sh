#!/usr/bin/env bash
# The whole image, built twice from this tree into two directories: the same bytes.
# The kernel comes from its cache both times; that it is the same bytes anywhere is shown by
# `CACHE=$(mktemp -d) kernel-config/build.sh DIR`, which takes 20 minutes.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shellcheck disable=SC2317 # called through check
build() { # DIR: in a clean environment, not below the make that runs the tests
  env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make O="$work/$1" image
}

sums() { # DIR
  (cd "$work/$1" && sha256sum bin/* NOTICE vmlinuz initramfs.cpio.zst bootmark.efi ./*.img)
}

boot_files() { # the larger of the two sets, in bytes
  local bios efi
  bios=$(($(stat -c %s "$work/a/vmlinuz") + $(stat -c %s "$work/a/initramfs.cpio.zst")))
  efi=$(stat -c %s "$work/a/bootmark.efi")
  echo $((bios > efi ? bios : efi))
}

check "first build" build a
sleep 2.1 # FAT and others count time in steps
check "second build, other directory" build b
check "both are the same bytes" is "$(sums a)" "$(sums b)"
check "boot files fit 10 MiB" test "$(boot_files)" -le $((10 * 1024 * 1024))
finish

#!/usr/bin/env bash
# mkimage.sh with stand-ins for kernel and initramfs: layout, equality, and the same bytes each time.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
# shellcheck source=qemu/stick.sh
. "$top/qemu/stick.sh"

is() { # TITLE GOT WANTED
  if [ "$2" = "$3" ]; then
    echo "ok - image: $1"
  else
    echo "not ok - image: $1: got '$2', wanted '$3'"
    failed=$((failed + 1))
  fi
}

make_image() { # DIR INITRAMFS_TEXT
  mkdir -p "$1"
  head -c 3000000 /dev/zero > "$1/vmlinuz"
  echo "$2" > "$1/initramfs.cpio.zst"
  echo notice > "$1/NOTICE"
  echo '# profile = quick' > "$1/bootmark.conf"
  VERSION=1 ARCH=x86_64 "$top/image/mkimage.sh" "$1" > /dev/null
}

make_image "$work/a" one
sleep 2.1 # FAT counts time in steps of two seconds
(cd / && umask 077 && TZ=Asia/Tokyo make_image "$work/b" one)
make_image "$work/c" two
img=$work/a/bootmark-x86_64.img
is "same input, same image" "$(sha256sum < "$work/b/bootmark-x86_64.img")" "$(sha256sum < "$img")"
is "same input, same EFI file" "$(sha256sum < "$work/b/bootmark.efi")" "$(sha256sum < "$work/a/bootmark.efi")"

signature() {
  sfdisk --disk-id "$1"
}
id=$(signature "$img")
is "another initramfs, another id" "$([ "$id" != "$(signature "$work/c/bootmark-x86_64.img")" ] && echo yes)" yes

stick_boot_file "$img" syslinux.cfg "$work/syslinux.cfg"
stick_boot_file "$img" EFI/bootmark/bootmark.efi "$work/efi"
stick_boot_file "$img" EFI/BOOT/BOOTX64.EFI "$work/boot.efi"
stick_boot_file "$img" loader/entries/bootmark.conf "$work/usual.conf"
stick_boot_file "$img" loader/entries/tickless.conf "$work/tickless.conf"
appended() { # N: the command line of syslinux's Nth entry
  sed -n 's/^ *APPEND //p' "$work/syslinux.cfg" | sed -n "$1p"
}
options() { # FILE: that of an entry of systemd-boot's
  sed -n 's/^options //p' "$1"
}
bios=$(appended 1)
objcopy -O binary -j .cmdline --set-section-flags .cmdline=alloc "$work/efi" "$work/cmdline"
is "BIOS and UEFI have one command line" "$bios" "$(options "$work/usual.conf")"
is "the EFI file alone knows of no loader" "$bios" "$(tr -d "\0" < "$work/cmdline") bootmark.boot=0"
is "tickless is alike for BIOS and UEFI" "$(appended 2)" "$(options "$work/tickless.conf")"
is "tickless is what the knob says" \
  "$(grep -c "\"$(grep -o 'nohz_full=[^ ]* rcu_nocbs=[^ ]*' <<< "$(appended 2)")\"" "$top/bench/tune/knob.c")" 1
is "UEFI starts systemd-boot" "$(grep -ac 'systemd-boot' "$work/boot.efi" | sed 's/[1-9][0-9]*/yes/')" yes
# They are overwritten in place: one sector each, for any boot that may be asked for
for file in next.cfg loader/loader.conf loader/entries/next.conf; do
  stick_boot_file "$img" "$file" "$work/sector"
  is "$file is one sector" "$(stat -c %s "$work/sector")" 512
done
is "no other file makes systemd-boot write a variable" \
  "$(mdir -b -i "$img@@$(stick_offset "$img" 2)" ::loader | sort | tr -d '\n')" "::/loader/entries/::/loader/loader.conf"
is "it names the disk signature" "0x$(grep -o 'bootmark.id=[0-9a-f]*' <<< "$bios" | cut -d = -f 2)" "$id"
is "nothing is left to fill in" "$(grep -c '[@#]' <<< "$bios" || true)" 0
for section in linux:vmlinuz initrd:initramfs.cpio.zst; do
  objcopy -O binary -j ".${section%:*}" "$work/efi" "$work/part"
  is "the EFI file holds ${section#*:}" "$(sha256sum < "$work/part")" "$(sha256sum < "$work/a/${section#*:}")"
done

is "partitions" "$(sfdisk -d "$img" | sed -n 's/.*start= *\([0-9]*\), size= *\([0-9]*\), type=\([0-9a-f]*\)/\1 \2 \3/p')" \
  "$(printf '%s\n' '2048 131072 e' '133120 81920 ef, bootable')"
is "files of the results partition" \
  "$(mdir -b -i "$(stick_results "$img")" :: | sort | tr -d '\n')" \
  "::/NOTICE.txt::/README.txt::/bootmark.conf::/results/"
mcopy -i "$(stick_results "$img")" ::bootmark.conf "$work/conf"
is "every line of bootmark.conf is a comment" "$(grep -vc '^#\|^$' "$work/conf" || true)" 0

stick_configure "$img" profile=quick 'label=a'
mcopy -n -o -i "$(stick_results "$img")" ::bootmark.conf "$work/conf"
is "settings are appended" "$(tail -n 2 "$work/conf" | tr '\n' ' ')" "profile = quick label = a "
is "no run yet" "$(stick_runs "$img")" ""
mmd -i "$(stick_results "$img")" ::results/M-1 ::results/M-1/0002 ::results/M-1/0001
is "runs are listed in order" "$(stick_runs "$img" | tr '\n' ' ')" "M-1/0001 M-1/0002 "

[ "$failed" -eq 0 ]

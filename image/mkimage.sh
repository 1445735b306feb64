#!/usr/bin/env bash
# mkimage.sh OUT_DIR: vmlinuz, initramfs.cpio.zst, bootmark.conf and NOTICE from there become bootmark.efi and
# bootmark-ARCH.img. Needs no root and no loop devices; the same input gives the same bytes anywhere.
#
# Environment: VERSION, ARCH, SOURCE_DATE_EPOCH.
#
# The disk:  MBR   boot code, disk signature = the image's id
#            p1    FAT16, label BOOTMARK: results. First, because Windows shows the first partition only
#            p2    FAT16, type EF, active: syslinux, kernel, initramfs for BIOS; systemd-boot and one EFI
#                  file for UEFI. next.cfg and loader/ say what is started next: initramfs/loader.c
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: mkimage.sh OUT_DIR}
VERSION=${VERSION:-0.0.0}
ARCH=${ARCH:-x86_64}
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-1790812800} # mtools stamps files with it
export TZ=UTC LC_ALL=C                                    # FAT keeps local time
export MTOOLS_SKIP_CHECK=1                                # our geometry is made up, like every stick's
export MTOOLSRC=/dev/null                                 # a person's own drive letters stay out

mbr_code=/usr/lib/syslinux/mbr/mbr.bin
stub=/usr/lib/systemd/boot/efi/linuxx64.efi.stub
systemd_boot=/usr/lib/systemd/boot/efi/systemd-bootx64.efi

# As the knob "tickless" has it (bench/tune/knob.c)
tickless="nohz_full=1-N rcu_nocbs=1-N bootmark.tick=tickless"
sector=512 # files that are overwritten in place have this size

mib=2048                      # sectors in 1 MiB; partitions start on whole MiB, as flash likes it
results_start=$((1 * mib))    # the first MiB is for the partition table
results_size=$((64 * mib))    # some hundred runs; FAT16, which every firmware and system reads
boot_start=$((results_start + results_size))
boot_size=$((40 * mib))       # both sets of boot files (aim: 10 MiB each), and room for an update

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

image_id() { # 8 hex digits from the content: what is booted knows its own stick among several
  {
    echo "$VERSION"
    cat "$out/vmlinuz" "$out/initramfs.cpio.zst" "$here/cmdline"
  } | sha256sum | cut -c 1-8
}

command_line() { # ID
  sed 's/#.*//' "$here/cmdline" | tr -s ' \n' ' ' | sed "s/@ID@/$1/; s/^ //; s/ \$//"
}

# Unified kernel image: sections appended to systemd's stub. Their addresses follow each other behind
# the stub's own; page alignment is what the PE loader asks for.
make_efi() { # COMMAND_LINE TARGET
  local at name args=()
  printf '%s' "$1" > "$work/cmdline"
  printf 'NAME="Bootmark"\nID=bootmark\nVERSION_ID="%s"\nPRETTY_NAME="Bootmark %s"\n' \
    "$VERSION" "$VERSION" > "$work/osrel"
  ln -s "$(realpath "$out/vmlinuz")" "$work/linux"
  ln -s "$(realpath "$out/initramfs.cpio.zst")" "$work/initrd"
  at=$(objdump -h "$stub" | awk '$1 ~ /^[0-9]+$/ { print "0x" $4, "0x" $3 }' |
    while read -r address size; do echo $((address + size)); done | sort -n | tail -n 1)
  for name in osrel cmdline linux initrd; do
    at=$(((at + 4095) / 4096 * 4096))
    args+=(--add-section ".$name=$work/$name" --change-section-vma ".$name=$at")
    at=$((at + $(stat -L -c %s "$work/$name")))
  done
  # -p keeps the stub's own build date in the PE header, where objcopy would put the clock's
  objcopy -p "${args[@]}" "$stub" "$2"
  touch "$2"
}

format() { # START SIZE SERIAL LABEL
  # 64 heads x 32 sectors = 1 MiB cylinders: whole ones in each partition
  mformat -i "$image@@$(($1 * 512))" -T "$2" -h 64 -s 32 -H "$1" -N "$3" -v "$4" ::
}

put() { # START SOURCE TARGET: always dated SOURCE_DATE_EPOCH
  cp "$2" "$work/put"
  touch -d "@$SOURCE_DATE_EPOCH" "$work/put"
  mcopy -m -i "$image@@$(($1 * 512))" "$work/put" "::$3"
}

partition() { # ID
  truncate -s $(((boot_start + boot_size + mib) * 512)) "$image"
  sfdisk --quiet --no-reread --no-tell-kernel "$image" << END
label: dos
label-id: 0x$1
start=$results_start, size=$results_size, type=e
start=$boot_start, size=$boot_size, type=ef, bootable
END
  dd if="$mbr_code" of="$image" bs=440 count=1 conv=notrunc status=none
}

fill_results() { # ID
  format "$results_start" "$results_size" "$1" BOOTMARK
  put "$results_start" "$out/bootmark.conf" bootmark.conf
  put "$results_start" "$here/README.txt" README.txt
  put "$results_start" "$out/NOTICE" NOTICE.txt
  mmd -i "$image@@$((results_start * 512))" ::results
}

put_text() { # START TARGET [SIZE]: standard input, padded with newlines
  local size
  cat > "$work/text"
  size=$(stat -c %s "$work/text")
  [ -z "${3:-}" ] || printf '%*s' $(($3 - size)) '' | tr ' ' '\n' >> "$work/text"
  put "$1" "$work/text" "$2"
}

# systemd-boot starts an entry of the one EFI file, with the entry's command line. It writes no
# variable of the firmware's but volatile ones: there is no random-seed file, and the mode is off.
fill_loader() { # COMMAND_LINE
  mmd -i "$image@@$((boot_start * 512))" ::loader ::loader/entries ::EFI/bootmark
  put "$boot_start" "$systemd_boot" EFI/BOOT/BOOTX64.EFI
  put "$boot_start" "$work/bootmark.efi" EFI/bootmark/bootmark.efi
  printf 'default bootmark.conf\ntimeout 0\nrandom-seed-mode off\n' |
    put_text "$boot_start" loader/loader.conf "$sector"
  printf 'title %s\nefi /EFI/bootmark/bootmark.efi\noptions %s\n' \
    Bootmark "$1 bootmark.boot=0" | put_text "$boot_start" loader/entries/bootmark.conf
  printf 'title %s\nefi /EFI/bootmark/bootmark.efi\noptions %s\n' \
    "Bootmark, tickless" "$1 $tickless bootmark.boot=0" |
    put_text "$boot_start" loader/entries/tickless.conf
  printf '# nothing else is wanted\n' | put_text "$boot_start" loader/entries/next.conf "$sector"
}

fill_boot() { # ID COMMAND_LINE
  local id=$1
  # Another serial than the results partition's: two volumes with one number confuse systems
  format "$boot_start" "$boot_size" "$(printf %08x $((0x$id ^ 1)))" BOOT
  syslinux --offset $((boot_start * 512)) --install "$image"
  sed "s|@CMDLINE@|$2|; s|@TICKLESS@|$tickless|" "$here/syslinux.cfg" > "$work/syslinux.cfg"
  put "$boot_start" "$work/syslinux.cfg" syslinux.cfg
  printf '# nothing else is wanted\n' | put_text "$boot_start" next.cfg "$sector"
  put "$boot_start" "$out/vmlinuz" vmlinuz
  put "$boot_start" "$out/initramfs.cpio.zst" initramfs.zst
  mmd -i "$image@@$((boot_start * 512))" ::EFI ::EFI/BOOT
  fill_loader "$2"
}

image=$work/image
id=$(image_id)
cmdline=$(command_line "$id")
make_efi "$cmdline" "$work/bootmark.efi"
partition "$id"
fill_results "$id"
fill_boot "$id" "$cmdline"

mv "$work/bootmark.efi" "$out/bootmark.efi"
mv "$image" "$out/bootmark-$ARCH.img"
echo "image: $out/bootmark-$ARCH.img, id $id; boot files: BIOS $(($(stat -c %s "$out/vmlinuz") +
  $(stat -c %s "$out/initramfs.cpio.zst"))) bytes, UEFI $(stat -c %s "$out/bootmark.efi") bytes"

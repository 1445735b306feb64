#!/usr/bin/env bash
# notice.sh LINUX_SOURCE_PACKAGE > NOTICE: what in the image comes from others.
# Package, version and licence come from the build machine's own dpkg, because that is what was built in.
set -euo pipefail

linux=${1:?usage: notice.sh LINUX_SOURCE_PACKAGE}

# part: package: what of it lies where in the image
parts=(
  "Linux kernel:$linux:vmlinuz and bootmark.efi, built with our configuration (/proc/config.gz)"
  "busybox:busybox-static:/bin/busybox in the initramfs"
  "syslinux:syslinux-common:boot code of the stick, ldlinux.sys, ldlinux.c32"
  "systemd EFI stub and boot loader:systemd-boot-efi:BOOTX64.EFI and the first part of bootmark.efi"
  "musl:musl:linked into bootmark, exec_target and init"
  "PCI ids:pci.ids:/usr/share/misc/pci.ids in the initramfs"
)

licence_of() { # PACKAGE: the licence of its main part
  local file=/usr/share/doc/$1/copyright name
  name=$(awk '/^Files:( \*)?$/ { main = 1 } main && /^License:/ { print $2; exit }' "$file")
  # An old free-text file names its licence by the path of the full text
  [ -n "$name" ] || name=$(grep -o -m 1 'common-licenses/[A-Za-z0-9.-]*[0-9]' "$file" | cut -d / -f 2)
  [ -n "$name" ] || { echo "notice: no licence found in $file" >&2; return 1; }
  echo "$name"
}

field() { # PACKAGE FORMAT
  dpkg-query -W -f "$2" "$1"
}

# shellcheck disable=SC2016 # dpkg-query's own fields, not the shell's
table() {
  local part package where inside
  for entry in "${parts[@]}"; do
    IFS=: read -r part package where <<< "$entry"
    echo "$part"
    echo "  where    $where"
    echo "  source   $(field "$package" '${source:Package} ${source:Version}') (Debian)"
    echo "  package  $(field "$package" '${Package} ${Version}')"
    echo "  licence  $(licence_of "$package")"
    inside=$(field "$package" '${Built-Using}${Static-Built-Using}')
    [ -z "$inside" ] || echo "  contains $inside"
    echo
  done
}

texts() {
  local package
  for entry in "${parts[@]}"; do
    IFS=: read -r _ package _ <<< "$entry"
    printf '\n==== %s: copyright file ====\n\n' "$package"
    cat "/usr/share/doc/$package/copyright"
  done
  for licence in GPL-2 LGPL-2.1; do
    printf '\n==== %s ====\n\n' "$licence"
    cat "/usr/share/common-licenses/$licence"
  done
}

cat << 'END'
Bootmark itself is under the MIT licence. The image also carries these programs of others. Their
sources: `apt-get source NAME=VERSION` on Debian 12, or https://snapshot.debian.org/.

END
table
texts

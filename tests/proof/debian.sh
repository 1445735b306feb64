#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# debian.sh OUT CACHE: makes the other side of the proof in CACHE: vmlinuz of Debian's kernel, and
# debian.cpio, a Debian 12 with the services that an installation has, as one archive in memory (no
# disk driver is needed, and none is measured). OUT has our programs.
set -euo pipefail

out=$(realpath "$1")
cache=$2
here=$(cd "$(dirname "$0")" && pwd)
services=systemd-sysv,dbus,cron,rsyslog,openssh-server,chrony,unattended-upgrades

# Of the same version as ours: what differs is the configuration. (Debian 12's first kernel, 6.1, does not
# get through its start on two CPUs that take turns, as -icount has them.)
kernel=$(apt-cache search --names-only '^linux-image-6\.12\.[0-9]*\+deb12-amd64(-unsigned)?$' |
  cut -d ' ' -f 1 | sort -V | tail -n 1)
[ -n "$kernel" ] || { echo "proof: apt knows no linux-image-6.12: run 'apt-get update'" >&2; exit 2; }
root=$cache/root-$(echo "$services" | sha256sum | cut -c 1-8)
mkdir -p "$cache"

if [ ! -e "$cache/$kernel" ]; then
  echo "proof: Debian's kernel, $kernel"
  work=$(mktemp -d)
  (cd "$work" && apt-get download -q "$kernel" > /dev/null 2>&1 && dpkg-deb -x ./*.deb x)
  cp "$work"/x/boot/vmlinuz-* "$cache/$kernel"
  rm -rf "$work"
fi
ln -sf "$kernel" "$cache/vmlinuz"

if [ ! -e "$root/done" ]; then
  echo "proof: Debian 12 with $services (some minutes)"
  rm -rf "$root"
  debootstrap --variant=minbase --include="$services" bookworm "$root" > "$cache/debootstrap.log"
  rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}
  touch "$root/done"
fi

mkdir -p "$root/opt/bootmark"
cp "$out/bin/bootmark" "$out/bin/exec_target" "$root/opt/bootmark/"
install -m 755 "$here/measure.sh" "$root/opt/bootmark/measure"
install -m 755 "$here/services.sh" "$root/opt/bootmark/services"
# The shell benchmarks look for busybox beside the program, as in the image
cp /bin/busybox "$root/opt/bootmark/busybox"
install -m 644 "$here/measure.service" "$root/etc/systemd/system/measure.service"
ln -sf /etc/systemd/system/measure.service "$root/etc/systemd/system/multi-user.target.wants/measure.service"
ln -sf /lib/systemd/systemd "$root/init"
echo proof > "$root/etc/hostname"
(cd "$root" && find . -print0 | cpio --quiet -0 -o -H newc) > "$cache/debian.cpio"

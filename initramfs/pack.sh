#!/bin/sh
# SPDX-License-Identifier: MIT
# Packs the archive that initramfs.list describes: the same input is the same bytes.
# Usage: pack.sh LIST OUT_DIR BUSYBOX ARCHIVE    (SOURCE_DATE_EPOCH set, no root needed)
set -eu

list=$1 out=$2 busybox=$3 archive=$4
: "${SOURCE_DATE_EPOCH:?is the date of all entries}"
stage=$(mktemp -d)
trap 'chmod -R u+w "$stage"; rm -rf "$stage"' EXIT
trap 'exit 1' HUP INT TERM

die() {
  echo "pack.sh: $*" >&2
  exit 1
}

applet() {
  "$busybox" --list | grep -qx "$1" || die "$busybox has no applet '$1'"
  ln -s busybox "$stage/bin/$1"
}

add() {
  case $1 in
  dir)
    mkdir "$stage$2"
    # a directory that its owner cannot write into takes its mode when it is full
    modes="$modes $3:$2"
    ;;
  file)
    source=$(echo "$4" | sed "s|@O@|$out|; s|@BUSYBOX@|$busybox|")
    [ -f "$source" ] || die "$source is missing"
    install -m "$3" "$source" "$stage$2"
    ;;
  applets)
    shift
    for name; do applet "$name"; done
    ;;
  *) die "'$1' is no kind of entry" ;;
  esac
}

umask 022
modes=
while read -r kind rest; do
  case $kind in '' | '#'*) continue ;; esac
  # shellcheck disable=SC2086 # words are what a line is made of
  add "$kind" $rest
done <"$list"
for m in $modes; do
  chmod "${m%%:*}" "$stage${m#*:}"
done

find "$stage" -mindepth 1 -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
(cd "$stage" && find . -mindepth 1 | LC_ALL=C sort |
  cpio --quiet --create --format=newc --reproducible --owner=+0:+0) >"$stage.cpio" || die "cpio failed"
trap 'chmod -R u+w "$stage"; rm -rf "$stage" "$stage.cpio"' EXIT
zstd --quiet --force -19 -T1 "$stage.cpio" -o "$archive"

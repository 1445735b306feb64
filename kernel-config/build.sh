#!/usr/bin/env bash
# build.sh OUT_DIR: puts vmlinuz and kernel.config there, from the cache or freshly built.
#
# Environment: LINUX (Debian's source package), CACHE (cached results), ARCH, SOURCE_DATE_EPOCH;
#   JOBS         parallel compilers, default: one a CPU
#   KERNEL_WORK  keep source and objects in this directory: a changed symbol then costs little.
#                For work on the configuration; what it yields is cached like any other build.
#
# The cache entry is named by everything that decides the bytes: source, configuration, compiler, date.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUT_DIR}
LINUX=${LINUX:-linux-source-6.12}
CACHE=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bootmark}
ARCH=${ARCH:-x86_64}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-1790812800}
JOBS=${JOBS:-$(nproc)}
tarball=/usr/src/$LINUX.tar.xz
recipe=1 # counts up when this script begins to build other bytes from the same inputs

# Order matters to readers only: no symbol stands in two fragments (tests/lint checks it)
fragments=()
for name in base quiet console storage net sensors "$ARCH" must-not; do
  fragments+=("$here/$name.config")
done

merged() { # all fragments as kconfig reads them
  cat "${fragments[@]}" | sed 's/[[:space:]]*#.*//; /^$/d'
}

cache_key() {
  {
    echo "$recipe $ARCH $SOURCE_DATE_EPOCH"
    sha256sum < "$tarball"
    gcc --version | head -n 1
    ld --version | head -n 1
    merged
  } | sha256sum | cut -c 1-16
}

# The kernel's make sees nothing of our make and environment: no flags, no O=, no V=, no ARCH=
set_kernel_make() {
  kernel_make=(env -i PATH="$PATH" HOME="$HOME" LC_ALL=C TZ=UTC
    KBUILD_BUILD_TIMESTAMP="$(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH")"
    KBUILD_BUILD_USER=bootmark KBUILD_BUILD_HOST=bootmark KBUILD_BUILD_VERSION=1
    nice make -C "$work/$LINUX" O="$work/build")
}

unpack() {
  [ -f "$work/$LINUX/Makefile" ] && return 0
  echo "kernel: unpacking $LINUX"
  mkdir -p "$work"
  tar -C "$work" -xf "$tarball"
}

configure() {
  mkdir -p "$work/build"
  "${kernel_make[@]}" -s tinyconfig > "$log" 2>&1
  merged >> "$work/build/.config"
  "${kernel_make[@]}" -s olddefconfig >> "$log" 2>&1
  "$here/check.sh" "$work/build/.config" "${fragments[@]}"
}

compile() { # in the background, so that a signal ends it at once and not after the last compiler
  echo "kernel: building with $JOBS jobs, about 35 CPU-minutes; log: $log"
  "${kernel_make[@]}" -j "$JOBS" bzImage > >(progress) 2>&1 &
  make_pid=$!
  wait "$make_pid" || { tail -n 20 "$log"; echo "kernel: build failed" >&2; exit 2; }
  make_pid=
}

progress() { # everything into the log, a sign of life on the screen
  awk -v log_file="$log" '{ print >> log_file; fflush(log_file) }
    NR % 500 == 0 { print "kernel: " NR " steps of about 3,000"; fflush() }'
}

cleanup() {
  if [ -n "$make_pid" ]; then
    kill "$make_pid" 2> /dev/null || true
    wait "$make_pid" 2> /dev/null || true # it may still be writing what is removed next
  fi
  [ -n "${KERNEL_WORK:-}" ] || rm -rf "$work"
  rm -rf "$entry.new"
}

build() {
  work=${KERNEL_WORK:-$entry.work}
  log=$entry.log
  make_pid=
  set_kernel_make
  trap cleanup EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  [ -n "${KERNEL_WORK:-}" ] || rm -rf "$work" # left behind by a build that was killed
  unpack
  configure
  compile
  rm -rf "$entry.new"
  mkdir "$entry.new"
  cp "$work/build/arch/x86/boot/bzImage" "$entry.new/vmlinuz"
  cp "$work/build/.config" "$entry.new/kernel.config"
  cp "$work/build/System.map" "$entry.new/System.map"
  mv "$log" "$entry.new/build.log"
  mv "$entry.new" "$entry" # complete or absent, never half
  cleanup
  trap - EXIT INT TERM HUP
}

main() {
  [ -f "$tarball" ] || { echo "kernel: $tarball is missing: make deps" >&2; exit 2; }
  mkdir -p "$CACHE/kernel" "$out"
  entry=$CACHE/kernel/$(cache_key)
  if [ ! -d "$entry" ]; then
    exec 9> "$entry.lock" # a second build of the same kernel waits, and then finds the entry
    flock 9
    [ -d "$entry" ] || build
    exec 9>&-
  fi
  cp "$entry/vmlinuz" "$out/vmlinuz"
  cp "$entry/kernel.config" "$out/kernel.config"
  echo "kernel: $out/vmlinuz, $(stat -c %s "$out/vmlinuz") bytes, cache entry ${entry##*/}"
}

# A function is read as a whole: whoever edits this file during a build does not derail that build
main; exit

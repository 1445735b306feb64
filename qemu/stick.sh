# shellcheck shell=bash
# Looks into a stick image through mtools: no root, no mounts. Sourced by run.sh and by tests.

export MTOOLS_SKIP_CHECK=1 MTOOLSRC=/dev/null

# First byte of partition N: read from the table, so that it need not be said twice
stick_offset() { # IMAGE N
  local start
  start=$(od -A n -t u4 -j $((446 + 16 * ($2 - 1) + 8)) -N 4 "$1" | tr -d ' ')
  echo $((start * 512))
}

stick_results() { # IMAGE: the results partition as mtools names it
  echo "$1@@$(stick_offset "$1" 1)"
}

stick_boot_file() { # IMAGE NAME TARGET
  mcopy -n -i "$1@@$(stick_offset "$1" 2)" "::$2" "$3"
}

# Settings are appended: the last one of a key wins, and what a person wrote stays readable
stick_configure() { # IMAGE KEY=VALUE...
  local image=$1 file
  shift
  file=$(mktemp)
  mcopy -n -o -i "$(stick_results "$image")" ::bootmark.conf "$file"
  printf '%s\n' '' '# set by qemu/run.sh' "$@" | sed 's/=/ = /' >> "$file"
  mcopy -D o -i "$(stick_results "$image")" "$file" ::bootmark.conf
  rm -f "$file"
}

stick_runs() { # IMAGE: "machine/run" of each run, sorted
  { mdir -b -/ -i "$(stick_results "$1")" ::results 2> /dev/null || true; } |
    sed -n 's|^::/results/\([^/]*/[^/]*\)/$|\1|p' | sort
}

stick_take_results() { # IMAGE DIR: everything below results/
  mkdir -p "$2"
  [ -n "$(stick_runs "$1")" ] || return 0
  mcopy -s -n -m -i "$(stick_results "$1")" '::results/*' "$2/"
}

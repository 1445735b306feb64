#!/usr/bin/env bash
# check.sh FINAL_CONFIG FRAGMENT...
# Kconfig drops a wanted symbol without a word when a dependency is missing, and turns unwanted ones
# on behind your back through `select`. Name every such symbol and fail.
set -euo pipefail

final=${1:?usage: check.sh FINAL_CONFIG FRAGMENT...}
shift
bad=0

check_line() { # FRAGMENT LINE
  local fragment=${1##*/} symbol=${2%%=*} value=${2#*=}
  if [ "$value" = n ]; then
    if grep -q "^$symbol=" "$final"; then
      echo "$fragment: $symbol must be off, but is: $(grep "^$symbol=" "$final")"
      bad=$((bad + 1))
    fi
  elif ! grep -qxF -- "$2" "$final"; then
    echo "$fragment: wanted $2, got: $(grep -E "^(# )?${symbol}[= ]" "$final" || echo "no such symbol")"
    bad=$((bad + 1))
  fi
}

for fragment in "$@"; do
  while IFS= read -r line; do
    check_line "$fragment" "$line"
  done < <(sed 's/[[:space:]]*#.*//; /^$/d' "$fragment")
done

if [ "$bad" -gt 0 ]; then
  echo "kernel configuration: $bad symbols are not as asked" >&2
  exit 1
fi

#!/usr/bin/env bash
# kernel-config/check.sh names what Kconfig lost or smuggled in; the fragments keep their own rules.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
config=$here/../../kernel-config
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

result() { # TITLE STATUS
  if [ "$2" -eq 0 ]; then
    echo "ok - kernel-config: $1"
  else
    echo "not ok - kernel-config: $1"
    failed=$((failed + 1))
  fi
}

printf '%s\n' 'CONFIG_A=y  # why' 'CONFIG_N=16 # why' 'CONFIG_OFF=n # why' > "$work/fragment"

check() { # TITLE STATUS TEXT: with the .config on standard input
  local got=0
  cat > "$work/final"
  "$config/check.sh" "$work/final" "$work/fragment" > "$work/output" 2>&1 || got=$?
  result "$1" "$([ "$got" -eq "$2" ] && { [ -z "$3" ] || grep -q -- "$3" "$work/output"; } && echo 0 || echo 1)"
}

check "all as asked" 0 "" << 'END'
CONFIG_A=y
CONFIG_N=16
END
check "wanted symbol is off" 1 'CONFIG_A=y, got: # CONFIG_A is not set' << 'END'
# CONFIG_A is not set
CONFIG_N=16
END
check "wanted symbol does not exist" 1 'CONFIG_A=y, got: no such symbol' << 'END'
CONFIG_AB=y
CONFIG_N=16
END
check "number was cut" 1 'CONFIG_N=16, got: CONFIG_N=8' << 'END'
CONFIG_A=y
CONFIG_N=8
END
check "unwanted symbol appeared" 1 'CONFIG_OFF must be off, but is: CONFIG_OFF=y' << 'END'
CONFIG_A=y
CONFIG_N=16
CONFIG_OFF=y
END

lines=$(grep -h '^CONFIG_' "$config"/*.config)
result "each symbol has its reason" "$(grep -vcE '=[^#]+ # .+' <<< "$lines" || true)"
result "no symbol stands twice" "$(cut -d = -f 1 <<< "$lines" | sort | uniq -d | wc -l)"
result "must-not.config only takes away" "$(grep -h '^CONFIG_' "$config/must-not.config" | grep -vcE '=n +#' || true)"

[ "$failed" -eq 0 ]

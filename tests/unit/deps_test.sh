#!/usr/bin/env bash
# deps.sh with stand-ins for dpkg, apt and sudo: installs what is missing, or says how.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
mkdir "$work/bin"
export PATH=$work/bin:$PATH WORK=$work

script() { # NAME: a stand-in, its body on standard input
  { echo '#!/bin/sh'; cat; } > "$work/bin/$1"
  chmod +x "$work/bin/$1"
}

is() { # TITLE GOT WANTED
  if [ "$2" = "$3" ]; then
    echo "ok - deps: $1"
  else
    echo "not ok - deps: $1: got '$2', wanted '$3'"
    failed=$((failed + 1))
  fi
}

deps() { # sets status, output, and what apt-get was told
  status=0
  : > "$work/apt"
  output=$("$top/image/deps.sh" "$work/list" 2>&1) || status=$?
  apt=$(tr '\n' ';' < "$work/apt")
}

printf '%s\n' '# a comment' '' 'here  # reason' 'gone # reason' 'removed' > "$work/list"
# "removed" is what dpkg still knows from its configuration files
script dpkg-query << 'END'
case $4 in here) echo installed ;; removed) echo config-files ;; *) exit 1 ;; esac
END
script apt-get << 'END'
echo "$*" >> "$WORK/apt"
END

echo 'echo 0' | script id
deps
is "root: installs what is missing" "$status $apt" \
  "0 update -q;install -q -y --no-install-recommends gone removed;"
echo 'echo 1000' | script id
echo 'shift; exec "$@"' | script sudo
deps
is "sudo without a password" "$status $apt" "0 update -q;install -q -y --no-install-recommends gone removed;"
echo 'exit 1' | script sudo
deps
is "neither: exit 2" "$status $apt" "2 "
is "and prints the command" "$(grep -c 'sudo apt-get install --no-install-recommends gone removed$' <<< "$output")" 1
echo here > "$work/list"
deps
is "nothing is missing: apt is left alone" "$status $apt" "0 "
deps_names=$(sed 's/[[:space:]]*#.*//; /^$/d' "$top/packages.txt")
is "packages.txt: no package twice" "$(sort <<< "$deps_names" | uniq -d)" ""
is "packages.txt: each with a reason" "$(grep -v '^#\|^$' "$top/packages.txt" | grep -vcE '^[a-z0-9.+-]+ +# .+' || true)" 0

[ "$failed" -eq 0 ]

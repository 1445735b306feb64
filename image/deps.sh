#!/usr/bin/env bash
# deps.sh packages.txt: installs the Debian packages that are missing, and nothing else.
# As root directly, else through sudo if it asks no password; else it prints the command and exits 2.
set -euo pipefail

list=${1:?usage: deps.sh PACKAGES_FILE}

missing=()
while read -r package; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done < <(sed 's/[[:space:]]*#.*//; /^$/d' "$list")

if [ "${#missing[@]}" -eq 0 ]; then
  echo "deps: all packages are there"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo -n)
  if ! sudo -n true 2> /dev/null; then
    echo "deps: not root and sudo wants a password; please run:" >&2
    echo "  sudo apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
fi
echo "deps: installing ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -q -y --no-install-recommends "${missing[@]}"

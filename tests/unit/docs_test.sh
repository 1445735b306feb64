#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The manual pages name every verb, option and key that the program knows, and none besides.
# shellcheck disable=SC2317 # check() calls the functions
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/lib.sh
. tests/lib.sh

# The words of a list, sorted, on one line.
words() { sort -u | tr '\n' ' '; }

keys_in_code() { sed -n 's/^\t\[CONFIG_[A-Z_]*\] = { "\([a-z_]*\)".*/\1/p' bench/core/config.c; }
# Keys are documented as items of their own; values stand behind the word that names them.
keys_in_manual() { sed -n 's/^\.It Cm \([a-z_]*\)$/\1/p' docs/bootmark.conf.5; }

options_in_help() { "$O/bin/bootmark" help | grep -oE -- '--[a-z-]+' | sed 's/^--//'; }
options_in_manual() { sed -n 's/^\.It Fl -\([a-z-]*\).*/\1/p' docs/bootmark.1; echo markdown; }

verbs_in_help() { "$O/bin/bootmark" help | sed -n 's/^\(usage:\)\{0,1\} *bootmark \([a-z]*\).*/\2/p'; }
verbs_in_manual() { sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/s/^\.Cm \([a-z]*\)$/\1/p' docs/bootmark.1; }

defaults_agree() {
  local key default
  # "# key = value" lines of the commented file that the program prints
  "$O/bin/bootmark" conf | sed -n 's/^# \([a-z_]*\) = \(..*\)$/\1 \2/p' | while read -r key default; do
    sed -n "/^\.It Cm $key\$/,/^\.It/p" docs/bootmark.conf.5 | grep -qF ".Cm $default" ||
      { printf "%s: default '%s' is not in its paragraph" "$key" "$default"; exit 1; }
  done
}

check 'manual: keys' is "$(keys_in_manual | words)" "$(keys_in_code | words)"
check 'manual: options' is "$(options_in_manual | words)" "$(options_in_help | words)"
check 'manual: verbs' is "$(verbs_in_manual | words)" "$(verbs_in_help | words)"
check 'manual: defaults' defaults_agree
for section in 'EXIT STATUS' FILES EXAMPLES; do
  check "manual: $section" grep -q "^\.Sh $section\$" docs/bootmark.1
done
finish

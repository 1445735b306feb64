#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Renders each tests/golden/NAME.jsonl and compares with NAME.txt and NAME.html beside it. UPDATE=1 writes
# the expectations anew: look at the difference before you commit it.
# shellcheck disable=SC2317 # check() calls the functions
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/lib.sh
. tests/lib.sh
golden=tests/golden
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

render() { "$O/bin/bootmark" report "$1" --out "$2"; }

# same NAME SUFFIX: the rendered report is the expected one
same() {
  if [ "${UPDATE:-0}" = 1 ]; then
    cp "$work/$1/report.$2" "$golden/$1.$2"
  else
    diff -u "$golden/$1.$2" "$work/$1/report.$2"
  fi
}

# Nothing of the records may act: no tag or attribute but ours. All text is escaped, so what stands
# between < and > is a tag.
only_our_tags() {
  local tags attributes strange
  tags='!DOCTYPE|/?(html|head|title|style|body|header|footer|section|div|h1|h2|h3|p|b|ul|ol|li|dl|dt|dd'
  tags+='|small|span|details|summary|table|thead|tbody|tr|th|td|svg|text|circle|rect)|meta|path'
  attributes='html|lang|charset|http-equiv|name|content|class|scope|colspan|title|role|viewBox'
  attributes+='|preserveAspectRatio|aria-hidden|aria-label|data-label|x|y|width|height|d|cx|cy|r'
  strange=$(grep -oE '<[^>]*>?' "$1" | sed 's/"[^"]*"/""/g' |
    grep -vE "^<($tags)( ($attributes)(=\"\")?)*/?>\$" | head -n 3)
  is "$strange" ''
}

no_control_characters() { ! LC_ALL=C grep -n "$(printf '[\001-\010\013-\037\177]')" "$@"; }

# What lies beside the reports holds the run's records, and renders to the same; lost lines stay lost.
renders_again() {
  render "$work/$1" "$work/again" || return 1
  for report in report.txt report.html; do
    diff <(grep -v 'torn or damaged\|another version, ' "$work/$1/$report") \
      <(grep -v 'torn or damaged\|another version, ' "$work/again/$report") || return 1
  done
}

for input in "$golden"/*.jsonl; do
  name=$(basename "$input" .jsonl)
  if ! log=$(render "$input" "$work/$name" 2>&1); then
    not_ok "golden $name" "bootmark report failed: $log"
    continue
  fi
  check "golden $name.txt" same "$name" txt
  check "golden $name.html" same "$name" html
  check "golden $name: only our tags" only_our_tags "$work/$name/report.html"
  check "golden $name: no control characters" no_control_characters "$work/$name"/report.{txt,html}
  check "golden $name: renders again" renders_again "$name"
done
finish

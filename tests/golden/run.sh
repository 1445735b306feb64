#!/bin/sh
# SPDX-License-Identifier: MIT
# Renders each tests/golden/NAME.jsonl and compares with NAME.txt and NAME.html beside it. UPDATE=1 writes
# the expectations anew: look at the difference before you commit it. BOOTMARK= says which program.
cd "$(dirname "$0")" || exit 2
bootmark=${BOOTMARK:-../../out/bin/bootmark}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

ok()
{
	echo "ok - golden $1"
}

not_ok()
{
	echo "not ok - golden $1: $2"
	failed=1
}

# check NAME SUFFIX: the rendered report against the expected one
check()
{
	if [ "${UPDATE:-0}" = 1 ]; then
		cp "$work/$1/report.$2" "$1.$2"
		echo "written - $1.$2"
	elif diff -u "$1.$2" "$work/$1/report.$2" >"$work/diff"; then
		ok "$1.$2"
	else
		not_ok "$1.$2" "$(sed -n 3,8p "$work/diff" | tr '\n' '|')"
	fi
}

# Nothing of the records may act: no tag or attribute but ours, no control character. All text is escaped,
# so what stands between < and > is a tag.
inert()
{
	tags='!DOCTYPE|/?(html|head|title|style|body|header|footer|section|div|h1|h2|h3|p|b|ul|ol|li|dl|dt|dd|
		|small|span|details|summary|table|thead|tbody|tr|th|td|svg)|meta|rect|path'
	attributes='html|lang|charset|http-equiv|name|content|class|scope|colspan|title|role|viewBox|
		|preserveAspectRatio|aria-hidden|aria-label|data-label|x|y|width|height|d'
	pattern=$(printf '^<(%s)( (%s)(="")?)*/?>$' "$tags" "$attributes" | tr -d '\n\t' | sed 's/||/|/g')
	strange=$(grep -oE '<[^>]*>?' "$work/$1/report.html" | sed 's/"[^"]*"/""/g' | grep -vE "$pattern" | head -n 3)
	if [ "$strange" ]; then
		not_ok "$1 is inert" "the page has a tag or an attribute that is not ours: $strange"
	elif LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$work/$1/report.html" "$work/$1/report.txt"; then
		not_ok "$1 is inert" "a control character came through"
	else
		ok "$1 is inert"
	fi
}

for input in *.jsonl; do
	name=${input%.jsonl}
	mkdir "$work/$name"
	if ! "$bootmark" report "$input" --out "$work/$name" >"$work/log" 2>&1; then
		not_ok "$name" "bootmark report ended with an error: $(tail -n 1 "$work/log")"
		continue
	fi
	check "$name" txt
	check "$name" html
	inert "$name"
	# What it wrote beside the reports is a run's records again, and renders to the same.
	if "$bootmark" report "$work/$name" --out "$work/again" >/dev/null 2>&1 &&
		cmp -s "$work/$name/report.html" "$work/again/report.html"; then
		ok "$name again"
	elif grep -q 'torn or damaged' "$work/$name/report.txt"; then
		ok "$name again (lost lines are lost)"
	else
		not_ok "$name again" "the copied records give another page"
	fi
done
exit $failed

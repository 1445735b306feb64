#!/usr/bin/env bash
# qemu/run.sh with a stand-in for QEMU: exit status, where results come from, and that nothing stays behind.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
mkdir "$work/bin" "$work/tmp" "$work/image"
export TMPDIR=$work/tmp PATH=$work/bin:$PATH TOP=$top WORK=$work
# shellcheck source=qemu/stick.sh
. "$top/qemu/stick.sh"

# What the machine does is in $work/machine; it sees: stick, say TEXT (on the serial line)
cat > "$work/bin/qemu-system-x86_64" << 'END'
#!/usr/bin/env bash
set -euo pipefail
printf '%s\n' "$@" > "$WORK/arguments"
log=$(sed -n 's/.*logfile=//p' "$WORK/arguments")
stick=$(sed -n 's/.*id=stick.*file=\([^,]*\).*/\1/p' "$WORK/arguments")
echo $$ > "$WORK/pid"
say() { printf '%s\r\n' "$1" | tee -a "$log"; }
. "$TOP/qemu/stick.sh"
. "$WORK/machine"
END
# The verdict is whatever the record says; a serial log is rebuilt as one record
cat > "$work/bin/bootmark" << 'END'
#!/usr/bin/env bash
case $2 in
  --verdict) exit "$(cat "$3")" ;;
  --from-serial) sed -n 's/^@R \([0-9]*\).*/\1/p' "$3" > "$5/results.jsonl" ;;
esac
END
chmod +x "$work/bin/"*
head -c 100000 /dev/zero > "$work/image/vmlinuz"
echo initramfs > "$work/image/initramfs.cpio.zst"
echo notice > "$work/image/NOTICE"
echo "# profile = quick" > "$work/image/bootmark.conf"
VERSION=1 "$top/image/mkimage.sh" "$work/image" > /dev/null
export IMAGE=$work/image/bootmark-x86_64.img RESULTS=$work/results BOOTMARK=$work/bin/bootmark

is() { # TITLE GOT WANTED
  if [ "$2" = "$3" ]; then
    echo "ok - run: $1"
  else
    echo "not ok - run: $1: got '$2', wanted '$3'"
    failed=$((failed + 1))
  fi
}

run() { # SETTING=...: status and output of one run
  status=0
  env "$@" "$top/qemu/run.sh" > "$work/output" 2>&1 < /dev/null || status=$?
}

writes_result() { # VERDICT: a machine that leaves one run on its stick
  cat > "$work/machine" << END
say "hello"
say "@R 0 {}"
echo $1 > "\$WORK/record"
mmd -i "\$(stick_results "\$stick")" ::results/M ::results/M/0001
mcopy -i "\$(stick_results "\$stick")" "\$WORK/record" ::results/M/0001/results.jsonl
mcopy -n -o -i "\$(stick_results "\$stick")" ::bootmark.conf "\$WORK/conf"
END
}

for verdict in 0 1 2; do
  writes_result "$verdict"
  run SET="seed=5 copies=1" PROFILE=standard
  is "verdict $verdict" "$status" "$verdict"
done
is "earlier results of the same name stay" \
  "$(cd "$work/results/M" && cat 0001/*.jsonl 0001.~1~/*.jsonl 0001.~2~/*.jsonl | tr '\n' ' ')" "2 0 1 "
is "results taken off the stick" "$(cat "$work/results/M/0001/results.jsonl")" 2
is "configuration on the stick" "$(tail -n 3 "$work/conf" | tr '\n' ' ')" "profile = standard seed = 5 copies = 1 "
is "text is shown, records are not" "$(grep -c '^hello$' "$work/output") $(grep -c '^@R' "$work/output" || true)" "1 0"
is "all bytes are in serial.log" "$(grep -c '^@R' "$work/results/serial.log")" 1

echo 'say "@R 1 {}"' > "$work/machine"
run NO_STICK=1
is "without a stick: from the serial line" "$status" 1
is "kernel and id are handed over" "$(grep -c 'bootmark.id=[0-9a-f]\{8\} bootmark.profile=quick$' "$work/arguments")" 1

echo 'say "firmware only"' > "$work/machine"
run
is "no results" "$status" 2
echo 'exit 3' > "$work/machine"
run
is "QEMU fails" "$status" 2
echo 'exec sleep 100' > "$work/machine"
run TIMEOUT=1
is "timeout" "$status" 2
is "timeout ends QEMU" "$(kill -0 "$(cat "$work/pid")" 2>&1 | grep -c 'No such process')" 1
run FIRMWARE=coreboot
is "unknown firmware" "$status" 2

rm -f "$work/pid"
"$top/qemu/run.sh" > "$work/output" 2>&1 < /dev/null &
run_pid=$!
until [ -s "$work/pid" ]; do sleep 0.1; done
kill -TERM "$run_pid"
status=0
wait "$run_pid" || status=$?
is "a signal ends it" "$status" 143
is "and QEMU" "$(kill -0 "$(cat "$work/pid")" 2>&1 | grep -c 'No such process')" 1

writes_result 0
run STICK="$work/kept.img"
is "a stick can be kept" "$status" 0
echo : > "$work/machine"
run STICK="$work/kept.img"
is "a run of an earlier boot is not this boot's" "$status" 2
is "no temporary files are left" "$(find "$TMPDIR" -mindepth 1 | wc -l)" 0

[ "$failed" -eq 0 ]

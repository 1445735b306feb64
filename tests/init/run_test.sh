#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Verify what init hands to bootmark, and what it makes of every way in which that can end.
# shellcheck disable=SC2016 # expanded by the machine's shell
set -euo pipefail
# shellcheck source=tests/init/lib.sh
. "$(dirname "$0")/lib.sh"

machine
boot
check "a run that passes" status=0 "log=end poweroff" "arg=run" "arg=--cmdline" "arg=/proc/cmdline" \
  "arg=--screen" "arg=/dev/tty0" "arg=--serial" "arg=/dev/ttyS0" \
  "arg=--store" "arg=/run/ram" "arg=RAM, lost at power-off" "noarg=--config" "noarg=--set" \
  "shows=bootmark: finished, verdict PASS, results in RAM only"

machine
bootmark 'exit 1'
boot
check "a run that fails" status=1 "shows=verdict FAIL"

machine
bootmark 'echo no tests given >&2; exit 2'
boot
check "a run that is an error, with its reason" status=2 "shows=verdict ERROR" "shows=no tests given"

machine
bootmark 'kill -SEGV $$'
boot
check "bootmark crashes" status=2 "shows=ended by signal 11" "shows=verdict ERROR" "log=end poweroff"

machine
rm "$root/bin/bootmark"
boot
check "no bootmark" status=2 "shows=/bin/bootmark cannot be executed: No such file" "shows=verdict ERROR"

machine
cmdline bootmark.countdown=0 bootmark.deadline=1s
bootmark 'trap "echo term >/got; exit 1" TERM; while :; do sleep 0.1; done'
boot
check "the deadline: SIGTERM, and bootmark ends in time" status=1 \
  "shows=the deadline of 1 s has passed" "hides=is killed"
[ "$(cat "$root/got")" = term ] || not_ok "SIGTERM arrives" "no"

machine
cmdline bootmark.countdown=0 bootmark.deadline=1s
bootmark 'trap "" TERM; while :; do sleep 0.1; done'
boot
check "the deadline: bootmark does not end and is killed" status=2 "shows=is killed" "log=end poweroff"

machine
cmdline bootmark.countdown=0 bootmark.deadline=1s
bootmark 'setsid sh -c "trap \"\" TERM; while :; do touch /alive; sleep 0.1; done" & sleep 0.5; exit 0'
boot
rm "$root/alive"
sleep 0.3
check "what bootmark leaves behind is killed" status=0
[ ! -e "$root/alive" ] || not_ok "left behind" "still alive"

machine
mkdir "$root/realproc"
setup="mount -t proc proc '$root/realproc'"
bootmark 'i=0; while [ $i -lt 200 ]; do (sleep 0 &); i=$((i+1)); done; sleep 0.5
  cat /realproc/[0-9]*/stat >/stat; exit 0'
boot
check "orphans are reaped" status=0
! grep -q ') Z ' "$root/stat" || not_ok "orphans" "$(grep -c ') Z ' "$root/stat") zombies"

machine
bootmark 'for s in HUP TERM USR1 USR2 PIPE ALRM; do kill -$s 1; done; sleep 0.2; exit 0'
boot
check "signals do not end PID 1" status=0 "shows=verdict PASS" "log=end poweroff"

machine
bootmark 'trap "exit 1" INT; kill -INT 1; while :; do sleep 0.1; done'
boot
check "Ctrl-Alt-Del ends the run and reboots" status=1 "shows=Ctrl-Alt-Del" "log=end reboot"

for end in poweroff reboot halt; do
  machine
  cmdline bootmark.countdown=0 bootmark.end=$end
  boot
  check "end = $end" status=0 "log=end $end"
done

machine
cmdline bootmark.countdown=0 bootmark.profile=quick bootmark.end=reboot bootmark.id=b00710fa
disk sdb 1 "$usb" b00710fa sdb1 sdb2
conf 'profile = full\nlabel = from file\nprofle = quick\nend = halt\n'
boot
check "precedence: command line over file over default" status=0 "shows=profile    quick (cmdline)" \
  "shows=label      from file (file)" "shows=copies     1,N (default)" "log=end reboot" \
  "shows=warning: bootmark.conf line 3: unknown key 'profle', did you mean 'profile'?" \
  "arg=--config" "arg=/run/store/bootmark.conf"

machine
cmdline bootmark.countdown=0 bootmark.id=b00710fa
disk sdb 1 "$usb" b00710fa sdb1 sdb2
head -c 100000 /dev/urandom > "$root/run/store/bootmark.conf"
boot
check "a configuration of rubbish" status=0 "shows=this is not text" "shows=more of these"

machine
rm "$root/sys/class/tty/console/active" "$root/dev/tty0" "$root/dev/ttyS0"
boot
check "no console at all" status=0 "noarg=--screen" "noarg=--serial" "log=end poweroff"

machine
printf 'ttyS0\n' > "$root/sys/class/tty/console/active"
boot
check "no screen" status=0 "noarg=--screen" "arg=--serial"

machine
printf 'tty0\n' > "$root/sys/class/tty/console/active"
boot
check "no serial line" status=0 "noarg=--serial" "shows=RAM only, and are lost at power-off"

machine
status=0
"$root/init" > "$work/out" 2>&1 || status=$?
check "on an ordinary system it does nothing" status=2 "nolog=mount"

machine
status=0
"${namespaces[@]}" sh -c "mkdir '$work/ram' && mount -t tmpfs tmpfs '$work/ram' && cp '$root/init' \
  '$work/ram' && exec chroot '$work/ram' /init" > "$work/out" 2>&1 || status=$?
check "as PID 1 of a container in RAM it does nothing" status=2
grep -q 'does nothing elsewhere' "$work/out" || not_ok "container" "$(cat "$work/out")"

finish

#!/bin/sh
# SPDX-License-Identifier: MIT
# In the Debian of the proof: measures what proof.tests= of the command line says, and ends the machine.
tests=$(sed -n 's/.*proof\.tests=\([^ ]*\).*/\1/p' /proc/cmdline | tr , ' ')
profile=$(sed -n 's/.*proof\.profile=\([^ ]*\).*/\1/p' /proc/cmdline)
sleep 10 # what starts late has started
# shellcheck disable=SC2086 # names without blanks
/opt/bootmark/busybox taskset 2 /opt/bootmark/bootmark run --profile "$profile" --copies 1 --set seed=1 --store /run/bootmark --workdir /tmp \
  --serial /dev/ttyS0 $tests > /dev/null 2>&1
/opt/bootmark/busybox poweroff -f

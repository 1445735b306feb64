#!/bin/sh
# SPDX-License-Identifier: MIT
# Stands in for /bin/bootmark in the control arm: a program beside it takes CPU 1 for about 1 ms some
# hundred times a second. An instrument that does not see that proves nothing.
#
# It waits on a pipe that nobody writes to: starting a program to sleep would take more than the 1 ms.
# 20 rounds are 1.1 ms at SHIFT=2: 103 ms/s lost, as noise.fwq of the control shows.
# shellcheck disable=SC2016 # for the shell that is started
/bin/busybox mkfifo /run/disturb
/bin/busybox taskset 2 /bin/busybox sh -c '
  exec 3<> /run/disturb
  while :; do
    read -r -t 0.009 nothing <&3
    i=0
    while [ $i -lt 20 ]; do i=$((i + 1)); done
  done' &
exec /bin/busybox taskset 2 /bin/bootmark.real "$@"

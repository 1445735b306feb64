#!/bin/sh
# SPDX-License-Identifier: MIT
# Stands in for /bin/bootmark in the control arm: a program beside it takes CPU 1 for about 1 ms some
# hundred times a second. An instrument that does not see that proves nothing.
# shellcheck disable=SC2016 # for the shell that is started
/bin/busybox taskset 2 /bin/busybox sh -c '
  while :; do
    /bin/busybox usleep 9000
    i=0
    while [ $i -lt 300 ]; do i=$((i + 1)); done
  done' &
exec /bin/busybox taskset 2 /bin/bootmark.real "$@"

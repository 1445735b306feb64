/* SPDX-License-Identifier: MIT */
/* An earlier run that never reached its end: power lost, reset, or the stick pulled. */
#ifndef INTERRUPTED_H
#define INTERRUPTED_H

/*
 * If that run has no end record, appends a failing verdict and an end to it, renders its reports
 * and returns a sentence about it, which the caller frees. NULL if it ended in order or was never
 * begun.
 */
char *interrupted_close(const char *store, const char *machine_id, int number);

#endif

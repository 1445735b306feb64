/* SPDX-License-Identifier: MIT */
#ifndef CLOSING_H
#define CLOSING_H

#include "core/record.h"

/*
 * After the second machine record: records what changed since the first, from the records alone. A
 * counter that must not move is a finding too, and shown.
 */
void closing_changes(struct recorder *);

/* Records and shows what the results say about parts that do not deliver what they should. */
void closing_rules(struct recorder *);

#endif

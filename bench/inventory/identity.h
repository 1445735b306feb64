/* SPDX-License-Identifier: MIT */
#ifndef IDENTITY_TEXT_H
#define IDENTITY_TEXT_H

#include <stdbool.h>

/* True for what vendors leave in fields that nobody filled: "To be filled by O.E.M.", "0000". */
bool identity_is_junk(const char *text);

#endif

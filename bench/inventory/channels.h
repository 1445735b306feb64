/* SPDX-License-Identifier: MIT */
/* Which memory channel a slot is on, as far as its names tell: SMBIOS has no field for it. */
#ifndef CHANNELS_H
#define CHANNELS_H

#include <stdbool.h>

enum { CHANNEL_NAME = 64 };

/*
 * A name of the channel, the same for all slots on it, from the slot's device and bank locator.
 * False if neither tells: "DIMM 3", "BANK 0", or Dell's "A1", where the letter is the processor.
 */
bool channel_of(const char *slot, const char *bank, char name[CHANNEL_NAME]);

#endif

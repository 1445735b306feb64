/* SPDX-License-Identifier: MIT */
#include "inventory/channels.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_word(char c)
{
	return isalnum((unsigned char)c) != 0;
}

/* Everything up to there, in one case. */
static void copy_name(char name[CHANNEL_NAME], const char *text, const char *end)
{
	size_t length = 0;

	for (; text < end && length + 1 < CHANNEL_NAME; text++)
		name[length++] = (char)toupper((unsigned char)*text);
	name[length] = '\0';
}

/* "P0 CHANNEL A", "ChannelA-DIMM0", "Controller1-ChannelB", "NODE 0 CHANNEL 2 DIMM 1": what stands
 * before counts, it tells sockets and controllers apart. */
static bool from_word(const char *text, char name[CHANNEL_NAME])
{
	static const char word[] = "channel";
	const char *end = strcasestr(text, word), *token;

	if (!end)
		return false;
	end += sizeof(word) - 1;
	token = end;
	while (*end == ' ' || *end == '_' || *end == '-')
		end++;
	if (isdigit((unsigned char)*end))
		while (isdigit((unsigned char)*end))
			end++;
	else if (isalpha((unsigned char)*end) && !is_word(end[1]) &&
		 (end > token || isupper((unsigned char)*end))) /* not "Channels" */
		end++;
	else
		return false;
	copy_name(name, text, end);
	return true;
}

/* "DIMM_A1", "P1-DIMMA1", "CPU1_DIMM_A1", "DIMM_P0_A0": a letter for the channel, digits for the
 * slot in it, at the end and with DIMM somewhere before. */
static bool from_letter(const char *text, char name[CHANNEL_NAME])
{
	const char *dimm = strcasestr(text, "dimm"), *end = text + strlen(text), *letter = end;

	while (letter > text && isdigit((unsigned char)letter[-1]))
		letter--;
	if (!dimm || letter == end || letter - 1 < dimm + 4)
		return false;
	letter--;
	if (!isalpha((unsigned char)*letter))
		return false;
	/* Before the letter: DIMM itself or a separator, not the middle of some other word. */
	if (letter != dimm + 4 && is_word(letter[-1]))
		return false;
	copy_name(name, text, letter + 1);
	return true;
}

bool channel_of(const char *slot, const char *bank, char name[CHANNEL_NAME])
{
	char other[CHANNEL_NAME];

	name[0] = '\0';
	if (from_word(slot, name) || from_letter(slot, name))
		return true;
	if (!from_word(bank, other))
		return false;
	/* A bank says the channel, but may leave the socket to the slot's name. */
	snprintf(name, CHANNEL_NAME, "%s", other);
	return true;
}

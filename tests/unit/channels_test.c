/* SPDX-License-Identifier: MIT */
/* Memory channels by the names that boards give to their slots. */
#include "inventory/channels.h"
#include "test.h"

static const char *channel(const char *slot, const char *bank)
{
	static char name[CHANNEL_NAME];

	return channel_of(slot, bank, name) ? name : "unknown";
}

TEST(channels_by_name)
{
	CHECK_STR(channel("DIMM 0", "P0 CHANNEL A"), "P0 CHANNEL A");
	CHECK_STR(channel("ChannelB-DIMM1", "BANK 3"), "CHANNELB");
	CHECK_STR(channel("NODE 1 CHANNEL 11 DIMM 0", ""), "NODE 1 CHANNEL 11");
	CHECK_STR(channel("P1-DIMMA1", "P0_Node0_Channel0_Dimm0"), "P1-DIMMA");
	CHECK_STR(channel("CPU1_DIMM_C2", "NODE 1"), "CPU1_DIMM_C");
	CHECK_STR(channel("DIMM_P0_A0", "BANK 0"), "DIMM_P0_A");
	CHECK_STR(channel("A1", ""), "unknown");
	CHECK_STR(channel("PROC 1 DIMM 12", ""), "unknown");
	CHECK_STR(channel("DIMM 3", "BANK 3"), "unknown");
	CHECK_STR(channel("DIMM", ""), "unknown");
	CHECK_STR(channel("Channel", "channel"), "unknown");
	CHECK_STR(channel("Channels-4", ""), "unknown");
	CHECK_STR(channel("", ""), "unknown");
}

int main(void)
{
	RUN(channels_by_name);
	return test_end();
}

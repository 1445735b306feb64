/* SPDX-License-Identifier: MIT */
#include "inventory/inventory.h"
#include "inventory/sysfile.h"

#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define PORT "%s/sys/class/net/%s/%s"

/* From linux/ethtool.h and linux/sockios.h, which musl does not carry. */
enum { GET_DRIVER_INFO = 3, ETHTOOL_REQUEST = 0x8946 };
struct driver_info {
	uint32_t command;
	char driver[32], version[32], firmware[32], bus[32], rom[32], reserved[12];
	uint32_t counts[5];
};

/* Asks the driver; brings nothing up. */
static void write_firmware(struct json_writer *w, const char *name)
{
	struct driver_info info = { .command = GET_DRIVER_INFO };
	struct ifreq request = { .ifr_data = (char *)&info };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", name);
	if (ioctl(fd, ETHTOOL_REQUEST, &request) == 0) {
		info.firmware[sizeof(info.firmware) - 1] = '\0';
		/* What drivers say that have none to tell. */
		if (info.firmware[0] && strcmp(info.firmware, "N/A") != 0)
			json_string(w, "firmware", info.firmware);
	}
	close(fd);
}

static void write_port(struct json_writer *w, const char *root, const char *name)
{
	char text[SYSFILE_LINE];
	long long carrier = sysfile_number(-1, PORT, root, name, "carrier");
	long long megabits = sysfile_number(-1, PORT, root, name, "speed");

	json_object(w, NULL);
	json_string(w, "name", name);
	sysfile_member(w, "mac", PORT, root, name, "address");
	if (sysfile_link(text, PORT, root, name, "device/driver"))
		json_string(w, "driver", text);
	if (sysfile_link(text, PORT, root, name, "device"))
		json_string(w, "device", text);
	/* A made-up machine has no drivers to ask. */
	if (!*root)
		write_firmware(w, name);
	/* A port that is not brought up does not say whether a cable is in it. */
	json_string(w, "link",
		carrier < 0 ? "unknown: the port is not up"
		: carrier   ? "up"
			    : "down");
	if (megabits > 0)
		json_integer(w, "speed_bits_per_s", megabits * 1000000);
	if (carrier > 0)
		sysfile_member(w, "duplex", PORT, root, name, "duplex");
	sysfile_integer(w, "mtu_bytes", PORT, root, name, "mtu");
	json_object_end(w);
}

void inventory_network(struct json_writer *w, const char *root)
{
	char line[SYSFILE_LINE], **names;
	int count = sysfile_names(&names, "", "%s/sys/class/net", root);

	json_array(w, "network");
	for (int i = 0; i < count; i++)
		/* Only real cards have a device behind them. */
		if (sysfile_line(line, PORT, root, names[i], "device/uevent"))
			write_port(w, root, names[i]);
	json_array_end(w);
	sysfile_free_names(names, count);
}

/* SPDX-License-Identifier: MIT */
/* Source: ACPI specification 6.4, 5.2.9 (FADT) and 4.8.2.1 (power management timer). */
#include "family/noise.h"

#include <fcntl.h>
#include <string.h>
#include <sys/io.h>
#include <unistd.h>

/* Offsets in the FADT. */
enum { FADT_PM_TIMER_BLOCK = 76, FADT_PM_TIMER_LENGTH = 91, FADT_FLAGS = 112, FADT_SIZE = 116 };
enum { FLAG_TIMER_IS_32_BITS = 1 << 8 };

bool acpi_timer_open(struct acpi_timer *timer, const char **why)
{
	uint8_t fadt[FADT_SIZE];
	uint32_t port, flags;
	int fd = open("/sys/firmware/acpi/tables/FACP", O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, fadt, sizeof(fadt));

	if (fd >= 0)
		close(fd);
	*why = "the ACPI table FADT cannot be read (it takes root)";
	if (got != sizeof(fadt))
		return false;
	memcpy(&port, fadt + FADT_PM_TIMER_BLOCK, sizeof(port));
	memcpy(&flags, fadt + FADT_FLAGS, sizeof(flags));
	*why = "this machine has no ACPI timer";
	if (!port || port > 0xfffc || fadt[FADT_PM_TIMER_LENGTH] != 4)
		return false;
	*why = "the ACPI timer's port is out of reach (it takes root and CONFIG_X86_IOPL_IOPERM)";
	if (ioperm(port, 4, 1))
		return false;
	timer->port = port;
	timer->wide = (flags & FLAG_TIMER_IS_32_BITS) != 0;
	return true;
}

uint32_t acpi_timer_read(const struct acpi_timer *timer)
{
	return inl((unsigned short)timer->port);
}

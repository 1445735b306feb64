/* SPDX-License-Identifier: MIT */
/* Source: NVM Express Base Specification, "Get Log Page command" and "SMART / Health Information".
 */
#include "inventory/disk_health.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* From linux/nvme_ioctl.h, which musl does not carry. */
struct nvme_admin_command {
	uint8_t opcode, flags;
	uint16_t reserved;
	uint32_t namespace_id, cdw2, cdw3;
	uint64_t metadata, address;
	uint32_t metadata_length, data_length;
	uint32_t cdw10, cdw11, cdw12, cdw13, cdw14, cdw15;
	uint32_t timeout_ms, result;
};
#define NVME_ADMIN_COMMAND _IOWR('N', 0x41, struct nvme_admin_command)

enum { GET_LOG_PAGE = 0x02, LOG_SMART = 0x02, TIMEOUT_MS = 2000 };
static const uint32_t ALL_NAMESPACES = 0xffffffff;
/* Retain asynchronous event: reading leaves the controller as it was. */
static const uint32_t RETAIN_EVENT = 1u << 15;

int disk_health_read(const char *device, uint8_t log[NVME_SMART_SIZE])
{
	struct nvme_admin_command command = {
		.opcode = GET_LOG_PAGE,
		.namespace_id = ALL_NAMESPACES,
		.address = (uintptr_t)log,
		.data_length = NVME_SMART_SIZE,
		/* The length in dwords, less one. */
		.cdw10 = (NVME_SMART_SIZE / 4 - 1) << 16 | RETAIN_EVENT | LOG_SMART,
		.timeout_ms = TIMEOUT_MS,
	};
	int fd = open(device, O_RDONLY | O_NONBLOCK | O_CLOEXEC), status, error;

	if (fd < 0)
		return errno;
	memset(log, 0, NVME_SMART_SIZE);
	status = ioctl(fd, NVME_ADMIN_COMMAND, &command);
	error = status < 0 ? errno : status > 0 ? EIO : 0;
	close(fd);
	return error;
}

/* Numbers of 16 bytes: what does not fit eight is not a count of anything real. */
static int64_t number(const uint8_t log[NVME_SMART_SIZE], size_t offset, size_t bytes)
{
	uint64_t value = 0;

	for (size_t i = 0; i < bytes && i < 8; i++)
		value |= (uint64_t)log[offset + i] << 8 * i;
	return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

double disk_health_temperature(const uint8_t log[NVME_SMART_SIZE])
{
	int64_t kelvin = number(log, 1, 2);

	return (double)(kelvin ? kelvin : -1) - 273;
}

void disk_health_write(struct json_writer *w, const uint8_t log[NVME_SMART_SIZE])
{
	static const struct {
		const char *key;
		size_t offset, bytes;
	} fields[] = { { "critical_warning", 0, 1 }, { "spare_percent", 3, 1 },
		{ "spare_threshold_percent", 4, 1 }, { "used_percent", 5, 1 },
		{ "power_cycles", 112, 16 }, { "power_on_hours", 128, 16 },
		{ "unsafe_shutdowns", 144, 16 }, { "media_errors", 160, 16 },
		{ "error_log_entries", 176, 16 } };

	json_object(w, "health");
	json_string(w, "from", "NVMe SMART log");
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		json_integer(w, fields[i].key, number(log, fields[i].offset, fields[i].bytes));
	/* Counted in thousands of 512 bytes. */
	json_number(w, "written_bytes", (double)number(log, 48, 16) * 512000, 9);
	json_object_end(w);
}

/* SPDX-License-Identifier: MIT */
/* What a disk says about its own health, read without writing anything to it. */
#ifndef DISK_HEALTH_H
#define DISK_HEALTH_H

#include "core/json.h"

enum { NVME_SMART_SIZE = 512 };

/* The SMART log of an NVMe disk, by its block device, opened read-only. 0, or an errno; NVMe's own
 * refusals are EIO. */
int disk_health_read(const char *device, uint8_t log[NVME_SMART_SIZE]);

/* Writes the member "health" from a log; the temperature in degrees Celsius, below -273 if unknown.
 */
void disk_health_write(struct json_writer *, const uint8_t log[NVME_SMART_SIZE]);
double disk_health_temperature(const uint8_t log[NVME_SMART_SIZE]);

#endif

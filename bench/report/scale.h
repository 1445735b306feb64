/* SPDX-License-Identifier: MIT */
/* Base units -> what people read. Records never hold any of these texts. */
#ifndef SCALE_H
#define SCALE_H

#include <stddef.h>

/* Enough for all of the texts below, whatever the value; the unit is cut if it is longer. */
enum { SCALE_LENGTH = 64 };

/*
 * A value in a record's unit with three significant digits: "12.3 Mops/s", "1.23 GB/s" (decimal
 * prefixes), "4346 MWIPS", "812 ns/op". An unknown unit is printed as it is, behind a plain number.
 */
void scale_value(char *out, size_t size, double value, const char *unit);

/* Memory and caches: "15.6 GiB" (binary prefixes). */
void scale_bytes(char *out, size_t size, double bytes);

/* Disks, as their makers count: "512 GB" (decimal prefixes). */
void scale_bytes_decimal(char *out, size_t size, double bytes);

/* A forecast: "8 s", "about 2 min", "about 1 h 20 min". */
void scale_duration(char *out, size_t size, double seconds);

/* A measured or remaining time: "1:23", "1:02:03". */
void scale_clock(char *out, size_t size, double seconds);

/* A share: 0.00412 -> "0.41 %", 0.123 -> "12.3 %", 3 -> "300 %". */
void scale_percent(char *out, size_t size, double share);

#endif

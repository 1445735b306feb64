/* SPDX-License-Identifier: MIT */
/*
 * Where a person and a serial log see the run: text goes to screens and serial lines, framed
 * records to serial lines only. Plain lines, no cursor control. A line that nobody reads can't hold
 * up the run: writes and drains wait a bounded time, after that the line is given up and named.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>

/* With no line added, text goes to standard output. Returns -1 and sets errno if it can't be
 * opened. */
int console_add_screen(const char *path);
int console_add_serial(const char *path);

/* Text for people; may hold several lines or a part of one. */
void console_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "@R <crc32> <json>", on a line of its own even if text stands in the middle of a line. */
void console_frame(const char *json);

/* Waits until the lines have sent everything (bounded), so that nothing is sent during a sample. */
void console_drain(void);

/* CRC-32 as in Ethernet and zip. */
uint32_t crc32_of(const void *data, unsigned long length);

#endif

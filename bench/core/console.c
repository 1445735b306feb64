/* SPDX-License-Identifier: MIT */
#include "core/console.h"

#include "core/die.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* A machine has a handful at most: VGA, two UARTs, a virtio console. */
enum { MAX_LINES = 8 };

/* A line that takes nothing for this long is dead: the slowest baud rate in use (9600) moves a byte
 * in 1 ms, a slow terminal server with flow control may pause for seconds. */
enum { STALL_MS = 10000, DRAIN_STEP_MS = 20 };

static struct line {
	int fd;
	bool serial, dead,
		middle; /* middle: text stands in the line, a frame needs a newline first */
} lines[MAX_LINES];
static int line_count;

static int add_line(const char *path, bool serial)
{
	int fd;

	if (line_count == MAX_LINES) {
		errno = ENOSPC;
		return -1;
	}
	fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC | O_APPEND);
	if (fd < 0)
		return -1;
	lines[line_count++] = (struct line){ .fd = fd, .serial = serial };
	return 0;
}

int console_add_screen(const char *path)
{
	return add_line(path, false);
}

int console_add_serial(const char *path)
{
	return add_line(path, true);
}

static void put(struct line *line, const char *text, size_t length)
{
	struct pollfd ready = { .fd = line->fd, .events = POLLOUT };

	while (length && !line->dead) {
		ssize_t written = write(line->fd, text, length);

		if (written > 0) {
			line->middle = text[written - 1] != '\n';
			text += written;
			length -= (size_t)written;
		} else if (written < 0 && errno == EINTR) {
			continue;
		} else if (written == 0 || errno != EAGAIN || poll(&ready, 1, STALL_MS) <= 0) {
			line->dead = true;
		}
	}
}

static void put_all(const char *text, bool serial_only)
{
	for (int i = 0; i < line_count; i++)
		if (lines[i].serial || !serial_only)
			put(&lines[i], text, strlen(text));
}

void console_text(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		die("out of memory for a line of text");
	va_end(args);
	if (line_count == 0) {
		fputs(text, stdout);
		fflush(stdout);
	}
	put_all(text, false);
	free(text);
}

void console_frame(const char *json)
{
	char head[32];

	snprintf(head, sizeof(head), "@R %08x ", crc32_of(json, strlen(json)));
	for (int i = 0; i < line_count; i++)
		if (lines[i].serial && lines[i].middle)
			put(&lines[i], "\n", 1);
	put_all(head, true);
	put_all(json, true);
	put_all("\n", true);
}

void console_drain(void)
{
	const struct timespec step = { 0, DRAIN_STEP_MS * 1000000L };

	for (int i = 0; i < line_count; i++) {
		int left, before = 0, waited_ms = 0;

		/* Not tcdrain(): it has no limit, and a line that nobody reads never drains. */
		while (!lines[i].dead && ioctl(lines[i].fd, TIOCOUTQ, &left) == 0 && left > 0) {
			waited_ms = left == before ? waited_ms + DRAIN_STEP_MS : 0;
			lines[i].dead = waited_ms >= STALL_MS;
			before = left;
			nanosleep(&step, NULL);
		}
	}
}

uint32_t crc32_of(const void *data, unsigned long length)
{
	const unsigned char *byte = data;
	uint32_t crc = 0xffffffffu;

	while (length--) {
		crc ^= *byte++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

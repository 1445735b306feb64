/* SPDX-License-Identifier: MIT */
/*
 * Everything that changes the machine goes through here: mounts, read-only flags, the end.
 * In test mode these calls only write a line to /os.log of the test's own root; tests make them
 * fail by putting an errno into /fake/NAME.
 */
#ifndef INITRAMFS_OS_H
#define INITRAMFS_OS_H

#include <stdint.h>

struct os {
	int test; /* 1: log, don't act */
};

enum os_end { OS_POWEROFF, OS_REBOOT, OS_HALT };

/* Ready to be PID 1: true if this is the image's init (or a test of it), false on any other host.
 */
int os_is_ours(const struct os *os);

/* proc, sys, devtmpfs, /run, /tmp, the host name; Ctrl-Alt-Del becomes SIGINT. Goes on at errors.
 */
void os_prepare(const struct os *os);

/* As mount(2), the target is made. 0, or -1 with errno. */
int os_mount(const struct os *os, const char *source, const char *target, const char *type,
	unsigned long flags, const char *data);

/* As umount2(2). 0, or -1 with errno. */
int os_umount(const struct os *os, const char *target, int flags);

/* Sets the kernel's read-only flag on a block device (its name in /dev). 0, or -1 with errno. */
int os_set_readonly(const struct os *os, const char *name);

/* A file descriptor that becomes readable when the kernel reports a device. -1 with errno. */
int os_open_uevents(const struct os *os);

/* Ends the machine; in a test exits with status. Never returns. */
_Noreturn void os_end(const struct os *os, enum os_end how, int status);

/* A minute in milliseconds; three seconds in a test. */
int64_t os_minute(const struct os *os);

/* Milliseconds on a clock that nobody sets. */
int64_t os_now_ms(void);

/* Reads a small file into buf as a string without its last newline. Its length, -1 with errno. */
int os_read(const char *path, char *buf, int size);

#endif

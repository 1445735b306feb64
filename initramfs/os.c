/* SPDX-License-Identifier: MIT */
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <time.h>
#include <unistd.h>

/* From linux/magic.h and linux/netlink.h, which musl does not carry. */
#define RAMFS_MAGIC	       0x858458f6
#define TMPFS_MAGIC	       0x01021994
#define NETLINK_KOBJECT_UEVENT 15
struct netlink_address {
	unsigned short family;
	unsigned short pad;
	uint32_t port;	 /* 0: the kernel chooses */
	uint32_t groups; /* bit 0: events from the kernel itself */
};

/* In a test: a line for the test to read, and the errno that it asked for in /fake/NAME. */
static int pretend(const char *name, const char *a, const char *b, const char *c)
{
	char path[64], number[16];
	int fd = open("/os.log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);

	if (fd >= 0) {
		dprintf(fd, "%s %s %s %s\n", name, a, b, c);
		close(fd);
	}
	snprintf(path, sizeof(path), "/fake/%s", name);
	if (os_read(path, number, sizeof(number)) <= 0)
		return 0;
	errno = atoi(number);
	return -1;
}

int os_is_ours(const struct os *os)
{
	struct statfs root;

	if (getpid() != 1)
		return 0;
	if (os->test)
		return 1;
	/*
	 * The kernel unpacks the archive into ramfs or tmpfs, where no installed system lives. And
	 * process 2 is the kernel's own, in group 0; in a container there is none at this point.
	 */
	return statfs("/", &root) == 0 && getpgid(2) == 0 &&
	       ((unsigned long)root.f_type == RAMFS_MAGIC ||
		       (unsigned long)root.f_type == TMPFS_MAGIC);
}

void os_prepare(const struct os *os)
{
	const unsigned long safe = MS_NOSUID | MS_NODEV;

	os_mount(os, "proc", "/proc", "proc", safe | MS_NOEXEC, NULL);
	os_mount(os, "sysfs", "/sys", "sysfs", safe | MS_NOEXEC, NULL);
	os_mount(os, "devtmpfs", "/dev", "devtmpfs", MS_NOSUID, "mode=0755");
	os_mount(os, "tmpfs", "/run", "tmpfs", safe, "mode=0755");
	/* the file benchmarks' place; they run programs there */
	os_mount(os, "tmpfs", "/tmp", "tmpfs", safe, "mode=1777");
	if (os->test)
		return;
	reboot(RB_DISABLE_CAD);
	(void)!sethostname("bootmark", 8);
}

int os_mount(const struct os *os, const char *source, const char *target, const char *type,
	unsigned long flags, const char *data)
{
	mkdir(target, 0755);
	if (!os->test)
		return mount(source, target, type, flags, data);
	return pretend(flags & MS_RDONLY ? "mount-ro" : "mount-rw", source ? source : "-", target,
		type ? type : "-");
}

int os_umount(const struct os *os, const char *target, int flags)
{
	if (!os->test)
		return umount2(target, flags);
	return pretend(flags ? "umount-lazy" : "umount", target, "", "");
}

int os_set_readonly(const struct os *os, const char *name)
{
	char path[80];
	int fd, result, on = 1, error;

	if (os->test) {
		if (pretend("readonly", name, "", "") < 0)
			return -1;
		snprintf(path, sizeof(path), "/sys/class/block/%s/ro", name);
		fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
		result = fd >= 0 && write(fd, "1\n", 2) == 2 ? 0 : -1;
		close(fd);
		return result;
	}
	snprintf(path, sizeof(path), "/dev/%s", name);
	/* O_NONBLOCK opens a drive without a medium, too */
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -1;
	result = ioctl(fd, BLKROSET, &on);
	error = errno;
	close(fd);
	errno = error;
	return result;
}

int os_open_uevents(const struct os *os)
{
	const struct netlink_address kernel = { .family = AF_NETLINK, .groups = 1 };
	int fd, size = 1 << 20; /* a server's disks report within one burst */

	if (os->test)
		return open("/uevents", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	if (bind(fd, (const struct sockaddr *)&kernel, sizeof(kernel)) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

_Noreturn void os_end(const struct os *os, enum os_end how, int status)
{
	static const struct {
		const char *name;
		int command;
	} ends[] = {
		[OS_POWEROFF] = { "poweroff", RB_POWER_OFF },
		[OS_REBOOT] = { "reboot", RB_AUTOBOOT },
		[OS_HALT] = { "halt", RB_HALT_SYSTEM },
	};

	if (os->test) {
		pretend("end", ends[how].name, "", "");
		exit(status);
	}
	reboot(ends[how].command);
	for (;;) /* it failed: an init that returns would be a panic on top */
		pause();
}

int64_t os_minute(const struct os *os)
{
	return os->test ? 3000 : 60000;
}

int64_t os_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

int os_read(const char *path, char *buf, int size)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ssize_t n;

	buf[0] = '\0';
	if (fd < 0)
		return -1;
	n = read(fd, buf, (size_t)size - 1);
	close(fd);
	if (n < 0)
		return -1;
	while (n > 0 && buf[n - 1] == '\n')
		n--;
	buf[n] = '\0';
	return (int)n;
}

/* SPDX-License-Identifier: MIT */
#include "family/load.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

/* As much as disks take at once without a queue; a multiple of every block size. */
enum { READ_BYTES = 1 << 20, SECTOR = 512, MAX_DISKS = 64 };

/* After an error the disk may be busy with itself. */
enum { ERROR_PAUSE_US = 100000 };

static uint64_t disk_bytes(const char *name)
{
	char path[PATH_MAX];
	unsigned long long sectors = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/sys/block/%s/size", name);
	file = fopen(path, "re");
	if (file && fscanf(file, "%llu", &sectors) != 1)
		sectors = 0;
	if (file)
		fclose(file);
	return sectors * SECTOR;
}

/* Not the stick, which takes the results meanwhile, and nothing that is made of memory or files. */
static int is_internal(const char *name)
{
	char path[PATH_MAX], real[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/block/%s", name);
	return realpath(path, real) && !strstr(real, "/usb") && !strstr(real, "/virtual/") &&
	       strncmp(name, "sr", 2) != 0;
}

_Noreturn static void read_for_ever(struct disk_load *load, int fd, uint64_t bytes)
{
	void *buffer = aligned_alloc(4096, READ_BYTES);
	uint64_t state = bytes, blocks = bytes / READ_BYTES;

	for (; buffer && blocks;) {
		ssize_t got;

		/* Knuth's generator is good enough to reach every part of a disk. */
		state = state * 6364136223846793005u + 1442695040888963407u;
		got = pread(fd, buffer, READ_BYTES, (off_t)((state >> 20) % blocks * READ_BYTES));
		if (got > 0) {
			load->read_bytes += (uint64_t)got;
			continue;
		}
		load->errors++;
		usleep(ERROR_PAUSE_US);
	}
	_exit(0);
}

static void start_reader(struct disk_load *load, int fd, uint64_t bytes)
{
	pid_t parent = getpid();

	if (fork() != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	read_for_ever(load, fd, bytes);
}

/* The reader goes wherever there is room, not on its parent's CPU. */
static void leave_cpu(void)
{
	cpu_set_t all;

	memset(&all, 0xff, sizeof(all));
	sched_setaffinity(0, sizeof(all), &all);
}

struct disk_load *disk_load_start(char *names, unsigned size)
{
	struct disk_load *load = mmap(
		NULL, sizeof(*load), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	DIR *directory = opendir("/sys/block");
	cpu_set_t mine;

	if (load == MAP_FAILED || sched_getaffinity(0, sizeof(mine), &mine))
		return NULL;
	snprintf(names, size, "no internal disk can be read");
	leave_cpu();
	for (struct dirent *entry; directory && (entry = readdir(directory));) {
		char path[PATH_MAX];
		uint64_t bytes = is_internal(entry->d_name) ? disk_bytes(entry->d_name) : 0;
		int fd;

		snprintf(path, sizeof(path), "/dev/%s", entry->d_name);
		if (bytes < READ_BYTES || load->disks == MAX_DISKS)
			continue;
		fd = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);
		if (fd < 0)
			continue;
		snprintf(names + (load->disks ? strlen(names) : 0),
			size - (load->disks ? (unsigned)strlen(names) : 0), "%s%s",
			load->disks ? ", " : "", entry->d_name);
		load->disks++;
		start_reader(load, fd, bytes);
		close(fd);
	}
	if (directory)
		closedir(directory);
	sched_setaffinity(0, sizeof(mine), &mine);
	return load;
}

/* SPDX-License-Identifier: MIT */
#include "tune/setting.h"

#include "core/die.h"
#include "inventory/sysfile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int write_file(const char *root, const char *path, const char *value)
{
	char *full = xasprintf("%s%s", root, path);
	int fd = open(full, O_WRONLY | O_CLOEXEC | O_TRUNC), error = fd < 0 ? errno : 0;

	free(full);
	if (fd < 0)
		return error;
	if (write(fd, value, strlen(value)) < 0)
		error = errno;
	close(fd);
	return error;
}

/* The watcher has the list from lines "PATH VALUE". When the pipe ends without a last line "." the
 * one that wrote has died. */
static _Noreturn void watch(int from, const char *root)
{
	FILE *lines = fdopen(from, "r");
	char line[4096 + SETTING_VALUE], **list = NULL;
	size_t count = 0;

	/* What ends the run by a signal to its group must not end the one that cleans up after it.
	 */
	setsid();
	for (int signal = SIGHUP; signal <= SIGTERM; signal++)
		sigaction(signal, &(struct sigaction){ .sa_handler = SIG_IGN }, NULL);
	while (lines && fgets(line, sizeof(line), lines)) {
		line[strcspn(line, "\n")] = '\0';
		if (strcmp(line, ".") == 0)
			_exit(0);
		list = xrealloc(list, (count + 1) * sizeof(*list));
		list[count++] = xstrdup(line);
	}
	while (count--) {
		char *blank = strchr(list[count], ' ');

		if (!blank)
			continue;
		*blank = '\0';
		write_file(root, list[count], blank + 1);
	}
	_exit(0);
}

/* A grandchild: it is nobody's to wait for. */
static void start_watcher(struct settings *s)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return;
	pid = fork();
	if (pid == 0) {
		close(ends[1]);
		if (fork() == 0)
			watch(ends[0], s->root);
		_exit(0);
	}
	close(ends[0]);
	if (pid < 0)
		close(ends[1]);
	else
		s->watcher = ends[1];
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

void settings_init(struct settings *s, const char *root, bool watched)
{
	*s = (struct settings){ .root = root, .watcher = -1, .held = -1 };
	if (watched)
		start_watcher(s);
}

bool settings_read(const struct settings *s, const char *path, char value[SETTING_VALUE])
{
	char line[SYSFILE_LINE], *open, *close;

	value[0] = '\0';
	if (!sysfile_line(line, "%s%s", s->root, path))
		return false;
	open = strchr(line, '[');
	close = open ? strchr(open, ']') : NULL;
	if (close) {
		*close = '\0';
		memmove(line, open + 1, strlen(open + 1) + 1);
	}
	snprintf(value, SETTING_VALUE, "%.*s", SETTING_VALUE - 1, line);
	return true;
}

static void remember(struct settings *s, const char *path, const char *found)
{
	for (size_t i = 0; i < s->count; i++)
		if (strcmp(s->list[i].path, path) == 0)
			return;
	s->list = xrealloc(s->list, (s->count + 1) * sizeof(*s->list));
	s->list[s->count++] = (struct setting){ xstrdup(path), xstrdup(found) };
	if (s->watcher >= 0)
		dprintf(s->watcher, "%s %s\n", path, found);
}

bool settings_write(struct settings *s, const char *path, const char *value, char why[SETTING_WHY])
{
	char found[SETTING_VALUE];
	int error;

	why[0] = '\0';
	if (!settings_read(s, path, found)) {
		snprintf(why, SETTING_WHY, "%.150s is not there", path);
		return false;
	}
	if (strcmp(found, value) == 0)
		return true;
	/* Before the change: who dies in between leaves a restoration of what is there anyway. */
	remember(s, path, found);
	error = write_file(s->root, path, value);
	if (error)
		snprintf(why, SETTING_WHY, "%.120s: %s", path, strerror(error));
	return !error;
}

bool settings_hold_awake(struct settings *s, bool awake, char why[SETTING_WHY])
{
	const int32_t latency_us = 0;
	char *path;

	why[0] = '\0';
	if (s->held >= 0)
		close(s->held);
	s->held = -1;
	if (!awake)
		return true;
	path = xasprintf("%s/dev/cpu_dma_latency", s->root);
	s->held = open(path, O_WRONLY | O_CLOEXEC);
	free(path);
	if (s->held >= 0 && write(s->held, &latency_us, sizeof(latency_us)) == sizeof(latency_us))
		return true;
	snprintf(why, SETTING_WHY, "/dev/cpu_dma_latency: %s", strerror(errno));
	return false;
}

size_t settings_restore(struct settings *s)
{
	char value[SETTING_VALUE], why[SETTING_WHY];
	size_t failed = 0;

	settings_hold_awake(s, false, why);
	while (s->count) {
		struct setting *last = &s->list[--s->count];

		/* One that was refused when it was set is as it was. */
		if (settings_read(s, last->path, value) && strcmp(value, last->found) != 0)
			failed += write_file(s->root, last->path, last->found) != 0;
		free(last->path);
		free(last->found);
	}
	free(s->list);
	s->list = NULL;
	if (s->watcher >= 0) {
		dprintf(s->watcher, ".\n");
		close(s->watcher);
		s->watcher = -1;
	}
	return failed;
}

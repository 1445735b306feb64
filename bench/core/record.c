/* SPDX-License-Identifier: MIT */
#include "core/record.h"

#include "core/console.h"
#include "core/die.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int recorder_open(struct recorder *r, const char *path)
{
	memset(r, 0, sizeof(*r));
	r->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
	r->error = r->fd < 0 ? errno : 0;
	return r->fd < 0 ? -1 : 0;
}

int recorder_reopen(struct recorder *r, const char *path, int64_t next_seq)
{
	memset(r, 0, sizeof(*r));
	r->next_seq = next_seq;
	r->unframed = true;
	r->fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (r->fd < 0 || write(r->fd, "\n", 1) != 1) {
		r->error = errno;
		return -1;
	}
	return 0;
}

struct json_writer *record_begin(struct recorder *r, const char *type)
{
	r->json = (struct json_writer){ .out = xmemstream(&r->line, &r->length) };
	json_object(&r->json, NULL);
	json_integer(&r->json, "v", RECORD_VERSION);
	json_string(&r->json, "type", type);
	json_integer(&r->json, "seq", r->next_seq++);
	return &r->json;
}

static int write_all(int fd, const char *data, size_t length)
{
	while (length) {
		ssize_t written = write(fd, data, length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return -1;
		data += written;
		length -= (size_t)written;
	}
	return 0;
}

void record_commit(struct recorder *r)
{
	json_object_end(&r->json);
	xclose(r->json.out);
	if (!r->unframed)
		console_frame(r->line);
	/* One write, newline included: a torn record is a torn last line and nothing else. */
	r->line[r->length] = '\n';
	r->all = xrealloc(r->all, r->all_length + r->length + 1);
	memcpy(r->all + r->all_length, r->line, r->length + 1);
	r->all_length += r->length + 1;
	if (r->fd >= 0 && !r->error) {
		if (write_all(r->fd, r->line, r->length + 1) || fsync(r->fd))
			r->error = errno;
	}
	free(r->line);
	r->line = NULL;
}

void recorder_close_file(struct recorder *r)
{
	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
}

void recorder_close(struct recorder *r)
{
	recorder_close_file(r);
	free(r->all);
	r->all = NULL;
}

/* SPDX-License-Identifier: MIT */
#include "render.h"

#include "core/die.h"
#include "core/rundir.h"
#include "report/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int render(const struct writer *writer, const struct run_view *view, const char *directory)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = xmemstream(&text, &length);
	int failed;

	failed = writer->write(out, view);
	xclose(out);
	if (!failed)
		failed = rundir_write(directory, writer->file, text, length);
	free(text);
	return failed ? -1 : 0;
}

int render_reports(const struct records *records, const char *directory)
{
	struct run_view view;
	int failed = 0, error = 0;

	run_view_make(&view, records);
	for (const struct writer *writer = writers; writer->name; writer++) {
		if (render(writer, &view, directory)) {
			failed = -1;
			error = errno;
		}
	}
	run_view_free(&view);
	errno = error;
	return failed;
}

/* Names come from a file that anybody may have made: they must not lead out of the directory. */
static int write_attachment(const struct json *record, const char *directory)
{
	const char *name = json_get_string(record, "name", ""),
		   *text = json_get_string(record, "text", "");

	if (strcmp(name, "env.txt") && strcmp(name, "dmesg.txt"))
		return 0;
	return rundir_write(directory, name, text, strlen(text));
}

int render_all(const struct records *records, const char *directory)
{
	if (rundir_write(directory, "results.jsonl", records->lines, strlen(records->lines)))
		return -1;
	for (size_t i = 0; i < records->count; i++)
		if (strcmp(json_get_string(records->record[i], "type", ""), "attachment") == 0 &&
			write_attachment(records->record[i], directory))
			return -1;
	return render_reports(records, directory);
}

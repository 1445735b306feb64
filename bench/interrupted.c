/* SPDX-License-Identifier: MIT */
#include "interrupted.h"

#include "core/die.h"
#include "core/rundir.h"
#include "render.h"
#include "run_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

static void count_results(const struct run_view *view, unsigned counts[STATUS_TIMEOUT + 1])
{
	for (size_t i = 0; i < view->result_count; i++)
		for (int status = STATUS_OK; status <= STATUS_TIMEOUT; status++)
			if (strcmp(view->results[i].status, status_name((enum status)status)) == 0)
				counts[status]++;
}

static void append_end(const char *path, const struct records *records)
{
	const struct json *last = records->count ? records->record[records->count - 1] : NULL;
	unsigned counts[STATUS_TIMEOUT + 1] = { 0 };
	struct judgement judgement;
	struct recorder recorder;
	struct run_view view;

	if (recorder_reopen(
		    &recorder, path, last ? (int64_t)json_get_count(last, "seq", 0) + 1 : 0))
		return;
	run_view_make(&view, records);
	verdict_judge_ended(&judgement, &view);
	record_verdict(&recorder, &judgement);
	count_results(&view, counts);
	record_end(&recorder, "interrupted", counts, 0);
	judgement_free(&judgement);
	run_view_free(&view);
	recorder_close(&recorder);
}

char *interrupted_close(const char *store, const char *machine_id, int number)
{
	char directory[PATH_SIZE], path[PATH_SIZE + 16], *sentence = NULL;
	struct records records;
	struct run_view view;

	rundir_path(store, machine_id, number, directory, sizeof(directory));
	snprintf(path, sizeof(path), "%s/results.jsonl", directory);
	if (records_load(&records, path, false))
		return NULL;
	run_view_make(&view, &records);
	if (!view.end && view.in_flight)
		sentence = xasprintf("run %04d: power lost or reset during %s (%u %s)", number,
			view.in_flight, view.in_flight_copies,
			view.in_flight_copies == 1 ? "copy" : "copies");
	else if (!view.end)
		sentence = xasprintf("run %04d: power lost or reset between two tests", number);
	if (sentence)
		append_end(path, &records);
	run_view_free(&view);
	records_free(&records);
	if (sentence && records_load(&records, path, false) == 0) {
		render_reports(&records, directory);
		records_free(&records);
	}
	return sentence;
}

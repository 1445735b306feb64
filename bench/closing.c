/* SPDX-License-Identifier: MIT */
#include "closing.h"

#include "accept/memory_rules.h"
#include "core/console.h"
#include "report/model.h"
#include "run_records.h"

#include <string.h>

void closing_changes(struct recorder *recorder)
{
	struct changes changes;
	struct records records;
	struct run_view view;

	records_parse(&records, recorder->all, recorder->all_length, false);
	run_view_make(&view, &records);
	changes_find(&changes, view.before, view.after);
	for (size_t i = 0; i < changes.count; i++) {
		const struct change *change = changes.change[i];

		record_change(recorder, change);
		if (strcmp(change->severity, "info") == 0)
			continue;
		console_text("WARNING: %s\n", change->text);
		record_finding(recorder, change->severity, change->text);
	}
	changes_free(&changes);
	run_view_free(&view);
	records_free(&records);
}

void closing_memory(struct recorder *recorder)
{
	struct memory_finding findings[MEMORY_FINDINGS];
	struct records records;
	struct run_view view;
	size_t count;

	records_parse(&records, recorder->all, recorder->all_length, false);
	run_view_make(&view, &records);
	count = memory_findings(&view, findings);
	for (size_t i = 0; i < count; i++) {
		console_text("%s: %s\n", strcmp(findings[i].severity, "info") ? "WARNING" : "note",
			findings[i].text);
		record_finding(recorder, findings[i].severity, findings[i].text);
	}
	run_view_free(&view);
	records_free(&records);
}

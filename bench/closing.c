/* SPDX-License-Identifier: MIT */
#include "closing.h"

#include "accept/core_rules.h"
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

void closing_rules(struct recorder *recorder)
{
	static struct findings findings;
	struct records records;
	struct run_view view;

	records_parse(&records, recorder->all, recorder->all_length, false);
	run_view_make(&view, &records);
	findings.count = 0;
	memory_findings(&findings, &view);
	core_findings(&findings, &view);
	for (size_t i = 0; i < findings.count; i++) {
		const struct finding *finding = &findings.list[i];

		console_text("%s: %s\n", strcmp(finding->severity, "info") ? "WARNING" : "note",
			finding->text);
		record_finding(recorder, finding->severity, finding->text);
	}
	run_view_free(&view);
	records_free(&records);
}

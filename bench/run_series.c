/* SPDX-License-Identifier: MIT */
/* A run as one boot of a series. */
#include "run_progress.h"

#include "core/console.h"
#include "core/die.h"
#include "core/rundir.h"
#include "identity.h"
#include "interrupted.h"
#include "report/model.h"
#include "series/combine.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *kernel_cmdline(void)
{
	size_t length;
	char *text = read_file("/proc/cmdline", &length);

	return text ? text : xstrdup("");
}

/* Init reads this after us. False if it can't be written: then there is no next boot. */
static bool ask_for(struct run *run, int number)
{
	char *words = boots_words(&run->boots, number);
	FILE *file = fopen(run->options->next, "we");
	bool done = file && fprintf(file, "%s\n", words) > 0;

	if (file && fclose(file))
		done = false;
	if (!done)
		console_text("WARNING: %s cannot be written (%s): no other boot follows\n",
			run->options->next, strerror(errno));
	free(words);
	return done;
}

bool run_find_boot(struct run *run, enum verdict *verdict)
{
	const struct run_options *options = run->options;
	int previous = rundir_last(options->store, run->machine_id);
	char *cmdline = kernel_cmdline();

	boots_find(&run->boots,
		&(struct series_request){
			.config = &options->config,
			.version = BOOTMARK_VERSION,
			.store = options->store,
			.machine_id = run->machine_id,
			.previous = previous,
			.cmdline = cmdline,
			/* Only a boot by the stick's own loader knows its number. */
			.can_restart =
				options->next && config_string(&options->config, CONFIG_BOOT)[0],
		});
	free(cmdline);
	if (run->boots.give_up) {
		/* No next boot is asked for: init puts the usual start back and ends the machine.
		 */
		console_text("WARNING: %s. Nothing is measured in this one.\n", run->boots.why);
		free(interrupted_close(options->store, run->machine_id, previous));
		console_drain();
		*verdict = VERDICT_ERROR;
		return true;
	}
	if (!run->boots.restart)
		return false;
	console_text("The machine restarts with another kernel command line, as asked for.\n");
	if (ask_for(run, run->boots.number)) {
		console_drain();
		*verdict = VERDICT_PASS;
		return true;
	}
	run->boots.of = 1;
	return false;
}

/* The records of an earlier run on the store; those of another series are none, and those of a boot
 * that lost its power: another one was made in its place. */
static bool load_boot(const struct run *run, int number, struct records *records)
{
	char directory[PATH_SIZE], path[PATH_SIZE + 16];
	struct run_view view;
	bool same;

	rundir_path(run->options->store, run->machine_id, number, directory, sizeof(directory));
	snprintf(path, sizeof(path), "%s/results.jsonl", directory);
	if (records_load(records, path, false))
		return false;
	run_view_make(&view, records);
	same = view.end && strcmp(json_get_string(view.end, "reason", ""), "interrupted") &&
	       strcmp(json_get_string(json_get(view.run, "boot"), "key", ""), run->boots.key) == 0;
	run_view_free(&view);
	if (!same)
		records_free(records);
	return same;
}

static void combine(struct run *run)
{
	size_t count = (size_t)(run->number - run->boots.series) + 1, used = 0;
	struct records *records = xcalloc(count, sizeof(*records));
	struct run_view *views = xcalloc(count, sizeof(*views));

	for (int number = run->boots.series; number < run->number; number++)
		if (load_boot(run, number, &records[used]))
			used++;
	records_parse(&records[used++], run->recorder.all, run->recorder.all_length, false);
	for (size_t i = 0; i < used; i++)
		run_view_make(&views[i], &records[i]);
	series_combine(&run->recorder, views, used);
	for (size_t i = 0; i < used; i++) {
		run_view_free(&views[i]);
		records_free(&records[i]);
	}
	free(views);
	free(records);
	run_check_store(run);
}

void run_end_boot(struct run *run)
{
	const struct series_boot *boots = &run->boots;

	if (boots->of < 2)
		return;
	/* Somebody at the machine ended it (Ctrl-Alt-Del): the series ends with it. */
	if (boots->number == boots->of || run->engine.cancelled == SIGINT)
		combine(run);
	else if (run->directory[0] && ask_for(run, boots->number + 1))
		console_text("Boot %d of %d is done: the machine restarts for the next one.\n",
			boots->number, boots->of);
}

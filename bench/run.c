/* SPDX-License-Identifier: MIT */
#include "run_progress.h"

#include "closing.h"
#include "core/console.h"
#include "core/cpus.h"
#include "core/nodes.h"
#include "core/die.h"
#include "core/rundir.h"
#include "interrupted.h"
#include "identity.h"
#include "inventory/inventory.h"
#include "progress.h"
#include "render.h"
#include "report/scale.h"
#include "run_records.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The machine settles and is watched before the first test: long enough to see a timer of 1 Hz
 * twice. */
enum { QUIET_MS = 2000 };

static void open_store(struct run *run)
{
	const char *store = run->options->store;
	char path[PATH_SIZE];

	run->number = rundir_create(
		store, run->machine_id, run->directory, sizeof(run->directory), &run->previous);
	if (run->number > 0) {
		snprintf(path, sizeof(path), "%.*s/results.jsonl", (int)sizeof(path) - 16,
			run->directory);
		if (recorder_open(&run->recorder, path) == 0)
			return;
	} else {
		memset(&run->recorder, 0, sizeof(run->recorder));
		run->recorder.fd = -1;
		run->recorder.error = errno;
	}
	run->directory[0] = '\0';
}

static void attach(struct run *run, const char *name, char *text)
{
	record_attachment(&run->recorder, name, text);
	if (run->directory[0] && rundir_write(run->directory, name, text, strlen(text)))
		run->recorder.error = run->recorder.error ? run->recorder.error : errno;
	run_check_store(run);
	free(text);
}

static void record_findings(struct run *run)
{
	const struct run_options *options = run->options;
	char *interrupted = NULL;

	if (run->plan.problem[0])
		run_find_trouble(run, "warn", run->plan.problem);
	if (run->boots.why[0])
		run_find_trouble(run, "warn", run->boots.why);
	else if (strcmp(config_string(&options->config, CONFIG_TICK), "tickless") == 0 &&
		 !boots_is_tickless(""))
		run_find_trouble(run, "warn",
			"tick = tickless was asked for, but every CPU ticks: it takes two CPUs and "
			"Bootmark's kernel");
	for (size_t i = 0; i < run->tuning.finding_count; i++) {
		char *finding = run->tuning.findings[i], *colon = strchr(finding, ':');

		*colon = '\0';
		run_find_trouble(run, finding, colon + 1);
	}
	for (size_t i = 0; i < options->finding_count; i++) {
		const char *colon = strchr(options->findings[i], ':');
		char severity[8];

		/* init has shown these already. */
		snprintf(severity, sizeof(severity), "%.*s",
			colon ? (int)(colon - options->findings[i]) : 4,
			colon ? options->findings[i] : "warn");
		record_finding(&run->recorder, severity, colon ? colon + 1 : options->findings[i]);
	}
	if (run->directory[0] && run->previous > 0)
		interrupted = interrupted_close(options->store, run->machine_id, run->previous);
	if (interrupted)
		run_find_trouble(run, "fail", interrupted);
	free(interrupted);
}

static void begin(struct run *run)
{
	const struct run_options *options = run->options;
	char duration[32];
	struct settle settle;
	bool waited;

	open_store(run);
	scale_duration(duration, sizeof(duration), run->plan.expected_s);
	console_text("Bootmark %s, profile %s: %zu result%s, %s\n", BOOTMARK_VERSION,
		config_string(&options->config, CONFIG_PROFILE), run->plan.count,
		run->plan.count == 1 ? "" : "s", duration);
	if (run->directory[0])
		console_text("Results: %s (%s)\n", run->directory, options->store_note);
	if (!run->boots.series)
		run->boots.series = run->number;
	record_run(&run->recorder, options, &run->plan,
		(struct run_identity){ run->machine_id, run->number > 0 ? run->number : 0,
			run->engine.seed, &run->boots });
	for (int i = 0; i < options->config.warnings; i++)
		console_text("WARNING: %s\n", options->config.warning[i]);
	run_check_store(run);
	record_findings(run);
	console_drain();
	waited = tuning_begin(&run->tuning, &run->recorder, run->engine.cpu_count,
		(enum profile)profile_from_name(config_string(&options->config, CONFIG_PROFILE)),
		&settle);
	record_machine(&run->recorder, "before", QUIET_MS, waited ? &settle : NULL);
	attach(run, "env.txt", inventory_environment(""));
	attach(run, "dmesg.txt", inventory_kernel_log());
	if (run->directory[0])
		rundir_sync(run->directory);
}

/* The verdict is computed from the records, as a laptop would. */
static enum verdict judge(struct run *run)
{
	struct judgement judgement;
	struct records records;
	struct run_view view;
	enum verdict verdict;

	records_parse(&records, run->recorder.all, run->recorder.all_length, false);
	run_view_make(&view, &records);
	verdict_judge(&judgement, &view);
	record_verdict(&run->recorder, &judgement);
	verdict = judgement.verdict;
	console_text("\n");
	progress_scores(&view);
	console_text("Verdict: %s\n", verdict == VERDICT_PASS	? "PASS"
				      : verdict == VERDICT_FAIL ? "FAIL"
								: "ERROR");
	for (size_t i = 0; i < judgement.reason_count; i++)
		console_text("  %s\n", judgement.reasons[i]);
	judgement_free(&judgement);
	run_view_free(&view);
	records_free(&records);
	return verdict;
}

static void finish(struct run *run)
{
	/* init sends SIGTERM when the deadline passes, and SIGINT for Ctrl-Alt-Del. */
	const char *reason = !run->engine.cancelled		? "complete"
			     : run->engine.cancelled == SIGTERM ? "deadline"
								: "interrupted";
	struct records records;

	record_end(&run->recorder, reason, run->counts,
		(double)(clock_now_ns() - run->start_ns) * 1e-9);
	run_check_store(run);
	if (!run->directory[0])
		return;
	records_parse(&records, run->recorder.all, run->recorder.all_length, false);
	if (render_reports(&records, run->directory))
		console_text("WARNING: the reports cannot be written to %s (%s): make them from "
			     "results.jsonl with "
			     "'bootmark report'\n",
			run->directory, strerror(errno));
	else
		console_text("Reports: %s/report.html, report.txt\n", run->directory);
	rundir_sync(run->directory);
	records_free(&records);
}

static uint64_t clock_reader(void *context)
{
	(void)context;
	return clock_now_ns();
}

/* In the last boot of a series: the boots before it tell what the machine does without. */
static uint64_t burnin_s(const struct run *run)
{
	const struct config *config = &run->options->config;
	uint64_t seconds = config_seconds(config, CONFIG_BURNIN);
	enum profile profile =
		(enum profile)profile_from_name(config_string(config, CONFIG_PROFILE));

	if (run->boots.number != run->boots.of)
		return 0;
	return seconds ? seconds : plan_default_burnin_s(profile);
}

static void prepare(struct run *run)
{
	const struct config *config = &run->options->config;
	struct timespec now;

	engine_init(&run->engine);
	run->engine.cpu_count = cpus_usable(&run->engine.cpus);
	run->engine.clock = clock_measure(clock_reader, NULL);
	run->engine.seed = config_integer(config, CONFIG_SEED);
	clock_gettime(CLOCK_REALTIME, &now);
	if (!run->engine.seed)
		run->engine.seed = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	plan_make(&run->plan,
		&(struct plan_request){
			.profile = (enum profile)profile_from_name(
				config_string(config, CONFIG_PROFILE)),
			.tests = config_string(config, CONFIG_TESTS),
			.copies = config_string(config, CONFIG_COPIES),
			.certificate = strcmp(config_string(config, CONFIG_CERTIFICATE), "on") == 0,
			.copies_given = config->origin[CONFIG_COPIES] != CONFIG_DEFAULT,
			.cpus = (unsigned)run->engine.cpu_count,
			.burnin_s = burnin_s(run),
			.cores = (unsigned)cpus_cores(
				"/sys", run->engine.cpus, run->engine.cpu_count),
			.nodes = (unsigned)nodes_with_memory(),
			.seed = run->engine.seed,
		});
	boots_mark_plan(&run->boots, &run->plan);
	tuning_plan(&run->tuning, &run->plan, config_string(config, CONFIG_SWEEP));
	run->engine.limits = run->plan.limits;
	run->engine.visit = run->plan.visit;
	run->engine.trials = run->plan.trials;
	run->start_ns = clock_now_ns();
}

int run_main(const struct run_options *options)
{
	struct run run = { .options = options };
	char workdir[PATH_SIZE];
	enum verdict verdict;

	inventory_machine_id(run.machine_id, "");
	if (run_find_boot(&run, &verdict))
		return (int)verdict;
	snprintf(workdir, sizeof(workdir), "%s/bootmark.XXXXXX", options->workdir);
	if (!mkdtemp(workdir))
		die("make a working directory in %s:", options->workdir);
	tuning_init(&run.tuning, "", options->tune, config_string(&options->config, CONFIG_SWEEP));
	prepare(&run);
	run.engine.workdir = workdir;
	begin(&run);
	run.start_ns = clock_now_ns();
	progress_heading();
	run_all_steps(&run);
	record_machine(&run.recorder, "after", 0, NULL);
	closing_changes(&run.recorder);
	closing_rules(&run.recorder);
	tuning_end(&run.tuning, &run.recorder);
	run_end_boot(&run);
	verdict = judge(&run);
	finish(&run);
	console_drain();
	rmdir(workdir);
	recorder_close(&run.recorder);
	plan_free(&run.plan);
	free(run.engine.cpus);
	return (int)verdict;
}

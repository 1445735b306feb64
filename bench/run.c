/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "closing.h"
#include "core/console.h"
#include "core/cpus.h"
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

enum { PATH_SIZE = 4096 };

/* The machine settles and is watched before the first test: long enough to see a timer of 1 Hz
 * twice. */
enum { QUIET_MS = 2000 };

/* A run in progress. */
struct run {
	const struct run_options *options;
	struct plan plan;
	struct engine engine;
	struct recorder recorder;
	char machine_id[MACHINE_ID_SIZE];
	char directory[PATH_SIZE]; /* empty = nothing can be stored */
	int number, previous;
	uint64_t start_ns;
	unsigned counts[STATUS_TIMEOUT + 1];
};

static void find_trouble(struct run *run, const char *severity, const char *text)
{
	console_text("%s: %s\n", strcmp(severity, "info") ? "WARNING" : "note", text);
	record_finding(&run->recorder, severity, text);
}

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

/* What could not be stored is said once, and where it went instead. */
static void check_store(struct run *run)
{
	char text[512];

	if (!run->recorder.error)
		return;
	snprintf(text, sizeof(text),
		"results cannot be written to %.300s (%s): from here on they are only on "
		"the serial line; free some space or use another stick",
		run->options->store, strerror(run->recorder.error));
	run->recorder.error = 0;
	recorder_close_file(&run->recorder);
	run->directory[0] = '\0';
	find_trouble(run, "warn", text);
}

static void attach(struct run *run, const char *name, char *text)
{
	record_attachment(&run->recorder, name, text);
	if (run->directory[0] && rundir_write(run->directory, name, text, strlen(text)))
		run->recorder.error = run->recorder.error ? run->recorder.error : errno;
	check_store(run);
	free(text);
}

static void record_findings(struct run *run)
{
	const struct run_options *options = run->options;
	char *interrupted = NULL;

	if (run->plan.problem[0])
		find_trouble(run, "warn", run->plan.problem);
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
		find_trouble(run, "fail", interrupted);
	free(interrupted);
}

static void begin(struct run *run)
{
	const struct run_options *options = run->options;
	char duration[32];

	open_store(run);
	scale_duration(duration, sizeof(duration), run->plan.expected_s);
	console_text("Bootmark %s, profile %s: %zu results, %s\n", BOOTMARK_VERSION,
		config_string(&options->config, CONFIG_PROFILE), run->plan.count, duration);
	if (run->directory[0])
		console_text("Results: %s (%s)\n", run->directory, options->store_note);
	record_run(&run->recorder, options, &run->plan,
		(struct run_identity){
			run->machine_id, run->number > 0 ? run->number : 0, run->engine.seed });
	for (int i = 0; i < options->config.warnings; i++)
		console_text("WARNING: %s\n", options->config.warning[i]);
	check_store(run);
	record_findings(run);
	console_drain();
	record_machine(&run->recorder, "before", QUIET_MS);
	attach(run, "env.txt", inventory_environment(""));
	attach(run, "dmesg.txt", inventory_kernel_log());
	if (run->directory[0])
		rundir_sync(run->directory);
}

static void run_step(struct run *run, size_t i)
{
	const struct step *step = &run->plan.steps[i];
	struct outcome out;

	record_start(&run->recorder, step, i + 1, run->plan.count);
	progress_begin(step, i + 1, run->plan.count);
	console_drain();
	if (run->engine.cancelled) {
		memset(&out, 0, sizeof(out));
		out.status = STATUS_SKIPPED;
		snprintf(out.why, sizeof(out.why), "the run was ended before it came to this");
	} else {
		engine_run(&run->engine, step->benchmark, step->copies, &out);
	}
	progress_result(&out, step, i + 1, run->plan.count,
		(double)(clock_now_ns() - run->start_ns) * 1e-9);
	record_result(&run->recorder, step, &out);
	check_store(run);
	run->counts[out.status]++;
	outcome_free(&out);
}

/* Computed from the records, as a laptop would: what was measured so far. */
static void certify(struct run *run)
{
	static struct certificate certificate;
	struct records records;
	struct run_view view;

	records_parse(&records, run->recorder.all, run->recorder.all_length, false);
	run_view_make(&view, &records);
	certificate_make(&certificate, &view);
	record_certificate(&run->recorder, &certificate);
	run_view_free(&view);
	records_free(&records);
	check_store(run);
	console_text("Noise certificate: %s\n", quiet_name(certificate.grade));
	for (size_t i = 0; i < certificate.reason_count; i++)
		console_text("  %s\n", certificate.reasons[i]);
}

/* The noise benchmarks come first; after the last of them the machine can be judged. */
static bool is_last_of_noise(const struct plan *plan, size_t i)
{
	return plan->steps[i].benchmark->noise &&
	       (i + 1 == plan->count || !plan->steps[i + 1].benchmark->noise);
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
	check_store(run);
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
			.cpus = (unsigned)run->engine.cpu_count,
			.seed = run->engine.seed,
		});
	run->engine.limits = run->plan.limits;
	run->engine.trials = run->plan.trials;
	inventory_machine_id(run->machine_id, "");
	run->start_ns = clock_now_ns();
}

int run_main(const struct run_options *options)
{
	struct run run = { .options = options };
	char workdir[PATH_SIZE];
	enum verdict verdict;

	snprintf(workdir, sizeof(workdir), "%s/bootmark.XXXXXX", options->workdir);
	if (!mkdtemp(workdir))
		die("make a working directory in %s:", options->workdir);
	prepare(&run);
	run.engine.workdir = workdir;
	begin(&run);
	run.start_ns = clock_now_ns();
	progress_heading();
	for (size_t i = 0; i < run.plan.count; i++) {
		run_step(&run, i);
		if (is_last_of_noise(&run.plan, i) && !run.engine.cancelled)
			certify(&run);
	}
	record_machine(&run.recorder, "after", 0);
	closing_changes(&run.recorder);
	verdict = judge(&run);
	finish(&run);
	console_drain();
	rmdir(workdir);
	recorder_close(&run.recorder);
	plan_free(&run.plan);
	free(run.engine.cpus);
	return (int)verdict;
}

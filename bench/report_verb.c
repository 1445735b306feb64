/* SPDX-License-Identifier: MIT */
#include "report_verb.h"

#include "accept/verdict.h"
#include "core/die.h"
#include "render.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Standing verdict of the records: what the run itself said, unless what is left can't bear it out.
 */
static int print_verdict(const struct records *records)
{
	struct judgement judgement;
	struct run_view view;
	int status;

	run_view_make(&view, records);
	verdict_judge_ended(&judgement, &view);
	if (judgement.verdict == VERDICT_PASS && view.verdict)
		for (int v = VERDICT_PASS; v <= VERDICT_ERROR; v++)
			if (strcmp(json_get_string(view.verdict, "verdict", "error"),
				    verdict_name((enum verdict)v)) == 0)
				judgement.verdict = (enum verdict)v;
	printf("%s\n", verdict_name(judgement.verdict));
	for (size_t i = 0; i < judgement.reason_count; i++)
		printf("  %s\n", judgement.reasons[i]);
	status = (int)judgement.verdict;
	judgement_free(&judgement);
	run_view_free(&view);
	return status;
}

static void warn_of_losses(const struct records *records, const char *path)
{
	if (records->bad_lines)
		warn("%s: %zu lines are torn or have a wrong checksum: skipped", path,
			records->bad_lines);
	if (records->bad_versions)
		warn("%s: %zu records are of another version: use the bootmark that wrote them",
			path, records->bad_versions);
	if (records->missing)
		warn("%s: %zu records are missing", path, records->missing);
}

/* A run's directory stands for the results.jsonl in it. */
static char *records_path(const char *path)
{
	struct stat status;

	if (stat(path, &status))
		die("open %s:", path);
	return S_ISDIR(status.st_mode) ? xasprintf("%s/results.jsonl", path) : xstrdup(path);
}

static void render_to(const struct records *records, const char *out, bool everything)
{
	if (mkdir(out, 0755) && errno != EEXIST)
		die("make the directory %s:", out);
	if (everything ? render_all(records, out) : render_reports(records, out))
		die("write the reports to %s:", out);
	printf("%s/report.html\n%s/report.txt\n", out, out);
}

int report_main(int argc, char **argv)
{
	static const struct option known[] = { { "from-serial", 0, 0, 's' }, { "out", 1, 0, 'o' },
		{ "verdict", 0, 0, 'v' }, { 0 } };
	bool serial = false, verdict = false;
	char *path, *beside, *slash;
	const char *out = NULL;
	struct records records;
	int option, status = EXIT_PASS;

	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (option == '?')
			die("report takes --from-serial, --out DIR and --verdict; see 'bootmark "
			    "help'");
		serial = serial || option == 's';
		verdict = verdict || option == 'v';
		out = option == 'o' ? optarg : out;
	}
	if (optind + 1 != argc)
		die("report takes one results.jsonl, run directory or serial log");
	path = records_path(argv[optind]);
	beside = xstrdup(path);
	slash = strrchr(beside, '/');
	strcpy(slash ? slash : beside, slash ? "" : ".");
	if (records_load(&records, path, serial))
		die("read %s:", path);
	warn_of_losses(&records, path);
	if (records.count == 0)
		die("%s holds no records of a run%s", path,
			serial ? "" : "; is it a serial log? then use --from-serial");
	if (verdict)
		status = print_verdict(&records);
	else
		render_to(&records, out ? out : beside, serial || out);
	records_free(&records);
	free(beside);
	free(path);
	return status;
}

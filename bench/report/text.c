/* SPDX-License-Identifier: MIT */
/* report.txt: the layout that users of UnixBench know, and what stands behind the numbers. */
#include "report/writer.h"

#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"
#include "report/text_parts.h"

#include <stdlib.h>
#include <string.h>

static const char RULE[] =
	"------------------------------------------------------------------------\n";

/* One line of the header, if there is anything to say. */
static void header_line(FILE *out, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "   %s: ", name);
	plain_wrap(out, (int)strlen(name) + 5, 6, "%s", text);
}

static void write_machine(FILE *out, const struct run_view *view)
{
	static const struct {
		const char *name;
		void (*fact)(const struct run_view *, char *, size_t);
	} facts[] = { { "System", facts_system }, { "CPUs", facts_cpu }, { "Caches", facts_caches },
		{ "Memory", facts_memory }, { "Firmware", facts_firmware } };
	const char *release = facts_string(view, "kernel", "release");
	const char *build = facts_string(view, "kernel", "version");
	char text[FACT_LENGTH];

	if (!facts_machine(view)) {
		header_line(out, "Machine", "unknown (the run left no machine record)");
		return;
	}
	header_line(out, "Machine", facts_platform(view));
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++) {
		facts[i].fact(view, text, sizeof(text));
		header_line(out, facts[i].name, text);
		if (i == 0)
			header_line(out, "CPU", facts_string(view, "cpu", "model"));
	}
	snprintf(text, sizeof(text), "Linux -- %s -- %s", release ? release : "unknown",
		build ? build : "unknown");
	header_line(out, "OS", text);
}

static void write_header(FILE *out, const struct run_view *view)
{
	const char *version = facts_run(view, "version"), *started = facts_run(view, "started_utc");
	char text[FACT_LENGTH];

	fputs("   Bootmark ", out);
	plain_put(out, *version ? version : "(version unknown)");
	fputs(": UnixBench 6.0.0 definitions, independent implementation\n\n", out);
	write_machine(out, view);
	snprintf(text, sizeof(text), "%s, run %.0f of machine %s, profile %s, seed %s",
		*started ? started : "unknown", json_get_number(view->run, "run_number", 0),
		facts_run(view, "machine_id"), facts_run(view, "profile"), facts_run(view, "seed"));
	header_line(out, "Started", view->run ? text : "unknown (the run record is missing)");
	header_line(out, "Label", facts_run(view, "label"));
	header_line(out, "Results on", facts_run(view, "store"));
}

static void write_verdict(FILE *out, const struct run_view *view)
{
	const char *verdict = json_get_string(view->verdict, "verdict", "");
	const struct json *reasons = json_get(view->verdict, "reasons");
	char text[FACT_LENGTH];

	fputs("\n   Verdict: ", out);
	plain_put(out, strcmp(verdict, "pass") == 0   ? "PASS"
		       : strcmp(verdict, "fail") == 0 ? "FAIL"
		       : *verdict		      ? "ERROR"
						      : "none: the run did not come to one");
	fputc('\n', out);
	for (const struct json *r = reasons ? reasons->child : NULL; r; r = r->next)
		if (r->type == JSON_STRING) {
			fputs("      - ", out);
			plain_wrap(out, 8, 8, "%s", r->string);
		}
	facts_tally(view, text, sizeof(text));
	header_line(out, "Measured", text);
	facts_unfinished(view, text, sizeof(text));
	header_line(out, "Unfinished", text);
	facts_losses(view, text, sizeof(text));
	header_line(out, "Records", text);
}

/* The head of a section for one number of copies. */
static void write_run_head(FILE *out, const struct run_view *view, unsigned copies)
{
	const char *started = facts_run(view, "started_utc");
	unsigned cpus = facts_cpus(view);
	char elapsed[SCALE_LENGTH];

	scale_clock(elapsed, sizeof(elapsed), facts_elapsed(view, copies));
	fprintf(out, "\n%sBenchmark Run: ", RULE);
	plain_put(out, *started ? started : "start unknown");
	fprintf(out, "; %s of measuring\n", elapsed);
	if (cpus)
		fprintf(out, "%u CPU%s", cpus, cpus == 1 ? "" : "s");
	else
		fputs("unknown CPUs", out);
	fprintf(out, " in system; running %u parallel %s of tests\n\n", copies,
		copies == 1 ? "copy" : "copies");
}

int text_write(FILE *out, const struct run_view *view)
{
	unsigned *copies;
	size_t count = run_view_copies(view, &copies);

	write_header(out, view);
	write_verdict(out, view);
	text_certificate(out, view);
	text_wrong(out, view);
	text_series(out, view);
	text_sweep(out, view);
	text_burnin(out, view);
	for (size_t i = 0; facts_index_asked(view) && i < count; i++) {
		write_run_head(out, view, copies[i]);
		text_raw(out, view, copies[i], true);
		text_index(out, view, copies[i]);
	}
	for (size_t i = 0; i < count; i++)
		text_others(out, view, copies[i]);
	for (size_t i = 0; i < count; i++)
		if (copies[i] > 1)
			text_scaling(out, view, copies[i]);
	text_curves(out, view);
	text_cores(out, view);
	text_nodes(out, view);
	text_pairs(out, view);
	text_charts(out, view);
	text_lmbench(out, view);
	text_flags(out, view);
	text_caveats(out, view);
	text_findings(out, view);
	text_tuning(out, view);
	text_conditions(out, view);
	free(copies);
	return ferror(out) ? -1 : 0;
}

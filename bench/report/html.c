/* SPDX-License-Identifier: MIT */
/* report.html: the frame of the page and its top; see html_parts.h. */
#include "report/writer.h"

#include "report/certificate_facts.h"
#include "report/escape.h"
#include "report/facts.h"
#include "report/html_parts.h"
#include "report/scale.h"

#include <stdlib.h>
#include <string.h>

/* Longer facts take a line of their own. */
enum { WIDE_FACT = 90 };

void html_element(FILE *out, const char *tag, const char *class, const char *text)
{
	fprintf(out, "<%s", tag);
	if (class)
		fprintf(out, " class=\"%s\"", class);
	fputc('>', out);
	html_put(out, text);
	fprintf(out, "</%s>\n", tag);
}

void html_fact(FILE *out, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	fputs(strlen(text) > WIDE_FACT ? "<div class=\"wide\">" : "<div>", out);
	html_element(out, "dt", NULL, name);
	html_element(out, "dd", NULL, text);
	fputs("</div>\n", out);
}

static void write_head(FILE *out, const struct run_view *view)
{
	char system[FACT_LENGTH];

	facts_system(view, system, sizeof(system));
	/* The policy is a second wall behind the escaping: whatever got in could neither run nor
	 * load. */
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Bootmark: ",
		out);
	html_put(out, *system ? system : facts_run(view, "machine_id"));
	fputs(", ", out);
	html_put(out, facts_run(view, "started_utc"));
	fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", html_style);
}

static void write_masthead(FILE *out, const struct run_view *view)
{
	const char *version = facts_run(view, "version"), *label = facts_run(view, "label");
	char text[FACT_LENGTH];

	fputs("<header>\n<p class=\"brand\"><b>Bootmark</b> ", out);
	html_put(out, *version ? version : "(version unknown)");
	fputs("</p>\n", out);
	facts_system(view, text, sizeof(text));
	html_element(out, "h1", NULL,
		*text				 ? text
		: *facts_run(view, "machine_id") ? facts_run(view, "machine_id")
						 : "Unknown machine");
	if (*label)
		html_element(out, "p", "label", label);
	if (view->run)
		snprintf(text, sizeof(text), "%s, profile %s, run %.0f of machine %s",
			facts_run(view, "started_utc"), facts_run(view, "profile"),
			json_get_number(view->run, "run_number", 0), facts_run(view, "machine_id"));
	else
		snprintf(text, sizeof(text), "The run record is missing.");
	html_element(out, "p", "soft", text);
	fputs("</header>\n", out);
}

static void write_banner(FILE *out, const struct run_view *view)
{
	const char *verdict = json_get_string(view->verdict, "verdict", "");
	const struct json *reasons = json_get(view->verdict, "reasons");
	bool pass = strcmp(verdict, "pass") == 0, fail = strcmp(verdict, "fail") == 0;
	char text[FACT_LENGTH];

	fprintf(out, "<section class=\"banner %s\">\n<p class=\"verdict\">%s</p>\n<div>\n",
		pass   ? "pass"
		: fail ? "fail"
		       : "error",
		pass	   ? "PASS"
		: fail	   ? "FAIL"
		: *verdict ? "ERROR"
			   : "NO VERDICT");
	facts_tally(view, text, sizeof(text));
	html_element(out, "p", NULL, text);
	if (facts_is_virtual(view))
		html_element(out, "p", NULL, facts_platform(view));
	if (view->certificate) {
		snprintf(text, sizeof(text), "Noise certificate %s: %s", certificate_word(view),
			certificate_meaning(view));
		html_element(out, "p", NULL, text);
	}
	facts_unfinished(view, text, sizeof(text));
	if (*text)
		html_element(out, "p", NULL, text);
	facts_losses(view, text, sizeof(text));
	if (*text)
		html_element(out, "p", NULL, text);
	if (reasons && reasons->child)
		fputs("<ul>\n", out);
	for (const struct json *r = reasons ? reasons->child : NULL; r; r = r->next)
		if (r->type == JSON_STRING)
			html_element(out, "li", NULL, r->string);
	fprintf(out, "%s</div>\n</section>\n", reasons && reasons->child ? "</ul>\n" : "");
}

static void write_missing(FILE *out, const struct run_view *view, unsigned copies,
	const struct unixbench_index *index)
{
	char why[FACT_LENGTH];

	if (facts_all_missing(view, copies, why, sizeof(why))) {
		fputs("<p class=\"none\">No index</p>\n<p class=\"soft\">None of the twelve tests "
		      "has a "
		      "number: ",
			out);
		html_put(out, why);
		fputs(".</p>\n", out);
		return;
	}
	fprintf(out,
		"<p class=\"none\">No index</p>\n<p class=\"soft\">%u of the %d tests %s missing; "
		"a "
		"mean over the others compares with nothing.</p>\n<ul>\n",
		index->missing, UNIXBENCH_TESTS, index->missing == 1 ? "is" : "are");
	for (int i = 0; i < UNIXBENCH_TESTS; i++) {
		if (index->index[i] > 0)
			continue;
		facts_why_missing(view, unixbench_tests[i].name, copies, why, sizeof(why));
		fputs("<li><b>", out);
		html_put(out, unixbench_tests[i].title);
		fputs("</b>: ", out);
		html_put(out, why);
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

static unsigned count_noisy(const struct run_view *view, unsigned copies)
{
	unsigned count = 0;

	for (int i = 0; i < UNIXBENCH_TESTS; i++) {
		const struct result_view *r = run_view_find(view, unixbench_tests[i].name, copies);

		count += r && strcmp(r->status, "noisy") == 0;
	}
	return count;
}

static void write_score(FILE *out, const struct run_view *view, unsigned copies)
{
	struct unixbench_index index, one;
	unsigned noisy = count_noisy(view, copies);

	facts_index(view, copies, &index);
	facts_index(view, 1, &one);
	fprintf(out, "<div class=\"card\">\n<h2>UnixBench index, %u %s</h2>\n", copies,
		copies == 1 ? "copy" : "copies");
	if (index.missing) {
		write_missing(out, view, copies, &index);
		fputs("</div>\n", out);
		return;
	}
	fprintf(out, "<p class=\"score\">%.1f</p>\n<p class=\"soft\">", index.score);
	if (copies > 1 && !one.missing)
		fprintf(out, "%.2f\xc3\x97 one copy; ", index.score / one.score);
	if (noisy)
		fprintf(out, "<b class=\"unsure\">%u of the twelve tests noisy</b>", noisy);
	else
		fputs("all twelve tests steady", out);
	fputs("</p>\n</div>\n", out);
}

static void write_scores(
	FILE *out, const struct run_view *view, const unsigned *copies, size_t count)
{
	fputs("<section class=\"scores\">\n", out);
	for (size_t i = 0; i < count; i++)
		write_score(out, view, copies[i]);
	fputs("</section>\n", out);
}

static void write_portrait(FILE *out, const struct run_view *view)
{
	const struct json *disks = json_get(facts_machine(view), "disks");
	char text[FACT_LENGTH];

	fputs("<section class=\"card\">\n<h2>The machine</h2>\n<dl>\n", out);
	if (!facts_machine(view))
		html_fact(out, "Machine", "unknown: the run left no machine record");
	else
		html_fact(out, "Platform", facts_platform(view));
	html_fact(out, "CPU", facts_string(view, "cpu", "model"));
	facts_cpu(view, text, sizeof(text));
	html_fact(out, "Topology", text);
	facts_caches(view, text, sizeof(text));
	html_fact(out, "Caches", text);
	facts_memory(view, text, sizeof(text));
	html_fact(out, "Memory", text);
	facts_firmware(view, text, sizeof(text));
	html_fact(out, "Firmware", text);
	html_fact(out, "Serial number", facts_string(view, "system", "serial"));
	html_fact(out, "Kernel", facts_string(view, "kernel", "release"));
	for (const struct json *d = disks ? disks->child : NULL; d; d = d->next) {
		facts_disk(view, d, text, sizeof(text));
		html_fact(out, json_get_string(d, "name", "disk"), text);
	}
	facts_quiet(view, text, sizeof(text));
	html_fact(out, "Idle before the run", text);
	html_fact(out, "Results on", facts_run(view, "store"));
	fputs("</dl>\n</section>\n", out);
}

int html_write(FILE *out, const struct run_view *view)
{
	unsigned *copies;
	size_t count = run_view_copies(view, &copies);

	write_head(out, view);
	write_masthead(out, view);
	write_banner(out, view);
	if (facts_index_asked(view))
		write_scores(out, view, copies, count);
	html_wrong(out, view);
	html_certificate(out, view);
	html_series(out, view);
	html_sweep(out, view);
	html_burnin(out, view);
	html_findings(out, view);
	write_portrait(out, view);
	for (size_t i = 0; i < count; i++)
		html_results(out, view, copies[i], true);
	for (size_t i = 0; i < count; i++)
		if (copies[i] > 1)
			html_scaling(out, view, copies[i]);
	html_curves(out, view);
	html_cores(out, view);
	html_nodes(out, view);
	html_pairs(out, view);
	html_charts(out, view);
	html_lmbench(out, view);
	for (size_t i = 0; i < count; i++)
		html_results(out, view, copies[i], false);
	html_machine(out, view);
	html_guide(out);
	html_conditions(out, view);
	fputs("<footer class=\"soft\">Made from results.jsonl by bootmark. UnixBench 6.0.0 "
	      "definitions, "
	      "independent implementation.</footer>\n</body>\n</html>\n",
		out);
	free(copies);
	return ferror(out) ? -1 : 0;
}

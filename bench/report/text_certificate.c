/* SPDX-License-Identifier: MIT */
/* The noise certificate at the head of report.txt. */
#include "report/text_parts.h"

#include "report/certificate_facts.h"
#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"

#include <string.h>

enum { FIGURE_WIDTH = 42 };

static void write_row(FILE *out, const struct json *row)
{
	char value[SCALE_LENGTH], quiet[SCALE_LENGTH], usable[SCALE_LENGTH];

	certificate_value(row, "value", value, sizeof(value));
	certificate_value(row, "quiet", quiet, sizeof(quiet));
	certificate_value(row, "usable", usable, sizeof(usable));
	plain_pad(out, certificate_figure(row), FIGURE_WIDTH);
	fprintf(out, "%11s %8s %8s ", value, quiet, usable);
	plain_put(out, json_get_string(row, "grade", ""));
	fputc('\n', out);
}

static void write_distribution(FILE *out, const struct result_view *result)
{
	char text[SCALE_LENGTH], figures[FACT_LENGTH];

	plain_pad(out, result->name, 18);
	if (!facts_counts(result)) {
		fputc(' ', out);
		plain_wrap(out, 19, 19, "%s: %s", result->status, result->why);
		return;
	}
	scale_value(text, sizeof(text), result->value, result->unit);
	fprintf(out, "%11s", text);
	for (int i = 0; certificate_percentiles[i]; i++) {
		certificate_percentile(result, certificate_percentiles[i], text, sizeof(text));
		fprintf(out, " %9s", text);
	}
	fputc('\n', out);
	certificate_figures(result, figures, sizeof(figures));
	if (*figures) {
		fputs("    ", out);
		plain_wrap(out, 4, 4, "%s", figures);
	}
}

static void write_distributions(FILE *out, const struct run_view *view)
{
	bool any = false;

	for (size_t i = 0; i < view->result_count; i++) {
		if (!view->results[i].noise)
			continue;
		if (!any) {
			fprintf(out, "\n%-18s%11s", "Noise benchmarks", "VALUE");
			for (int k = 0; certificate_headings[k]; k++)
				fprintf(out, " %9s", certificate_headings[k]);
			fputc('\n', out);
		}
		any = true;
		write_distribution(out, &view->results[i]);
	}
}

void text_certificate(FILE *out, const struct run_view *view)
{
	const struct json *rows = json_get(view->certificate, "rows");
	const struct json *reasons = json_get(view->certificate, "reasons");

	fputs("   Noise: ", out);
	if (!view->certificate) {
		plain_wrap(out, 10, 6,
			"no certificate: the noise benchmarks were not run to their end");
		write_distributions(out, view);
		return;
	}
	plain_wrap(out, 10, 6, "%s: %s", certificate_word(view), certificate_meaning(view));
	for (const struct json *r = reasons ? reasons->child : NULL; r; r = r->next)
		if (r->type == JSON_STRING) {
			fputs("      - ", out);
			plain_wrap(out, 8, 8, "%s", r->string);
		}
	if (rows && rows->child)
		fprintf(out, "\n%-*s%11s %8s %8s\n", FIGURE_WIDTH,
			"Noise certificate (the worst CPU)", "VALUE", "QUIET", "USABLE");
	for (const struct json *row = rows ? rows->child : NULL; row; row = row->next)
		write_row(out, row);
	write_distributions(out, view);
}

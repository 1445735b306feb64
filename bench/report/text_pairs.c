/* SPDX-License-Identifier: MIT */
/* Values of pairs of CPUs in report.txt. */
#include "report/text_parts.h"

#include "report/escape.h"
#include "report/pairs.h"

#include <math.h>

/* As many as a line of 80 columns has room for. */
enum { SHOWN = 12 };

static void put_row(FILE *out, const struct pairs *p, size_t row)
{
	fprintf(out, "  CPU %3d", p->cpu[row]);
	for (size_t k = 0; k < row; k++) {
		double value = pairs_value(p, row, k);

		if (isnan(value))
			fprintf(out, " %5s", "-");
		else
			fprintf(out, " %5.*f", value < 99.95 ? 1 : 0, value);
	}
	fputc('\n', out);
}

static void put_pairs(FILE *out, const struct pairs *p)
{
	char text[FACT_LENGTH];

	fputs("\nBetween CPUs: ", out);
	plain_put(out, facts_title(p->result));
	fputs("\n   ", out);
	pairs_sentence(p, text, sizeof(text));
	plain_wrap(out, 3, 3, "%s", text);
	if (p->cpus > SHOWN) {
		fputs("   All pairs stand in results.jsonl, and in report.html as a picture.\n",
			out);
		return;
	}
	fprintf(out, "   %-6s", p->result->unit);
	for (size_t i = 0; i + 1 < p->cpus; i++)
		fprintf(out, " %5d", p->cpu[i]);
	fputc('\n', out);
	for (size_t i = 1; i < p->cpus; i++)
		put_row(out, p, i);
}

void text_pairs(FILE *out, const struct run_view *view)
{
	static struct pairs p;

	for (size_t i = 0; i < view->result_count; i++) {
		if (!pairs_make(&p, &view->results[i]))
			continue;
		put_pairs(out, &p);
		pairs_free(&p);
	}
}

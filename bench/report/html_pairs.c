/* SPDX-License-Identifier: MIT */
/* Values of pairs of CPUs in report.html: a map of heat. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/pairs.h"
#include "report/scale.h"

#include <math.h>

/* Of the picture: at most so many fields across, each the mean of a block of CPUs if these are
 * more; and of a field's heat. */
enum { SIDE = 640, FIELDS = 64, HEATS = 8, MARGIN = 40 };

/* The mean of the pairs of two blocks of CPUs; NaN if none was measured. */
static double block_mean(const struct pairs *p, size_t block, size_t row, size_t column)
{
	double sum = 0;
	unsigned count = 0;

	for (size_t i = row * block; i < (row + 1) * block && i < p->cpus; i++)
		for (size_t k = column * block; k < (column + 1) * block && k < p->cpus; k++)
			if (!isnan(pairs_value(p, i, k))) {
				sum += pairs_value(p, i, k);
				count++;
			}
	return count ? sum / count : NAN;
}

static int heat(const struct pairs *p, double value)
{
	double range = p->most.value - p->least.value;
	double share = range > 0 ? (value - p->least.value) / range : 0;

	return (int)fmin(HEATS - 1, share * HEATS);
}

static void put_names(char *text, size_t size, const struct pairs *p, size_t block, size_t at)
{
	size_t last = (at + 1) * block < p->cpus ? (at + 1) * block - 1 : p->cpus - 1;

	if (last == at * block)
		snprintf(text, size, "CPU %d", p->cpu[last]);
	else
		snprintf(text, size, "CPUs %d to %d", p->cpu[at * block], p->cpu[last]);
}

static void put_field(FILE *out, const struct pairs *p, size_t block, size_t row, size_t column)
{
	size_t fields = (p->cpus + block - 1) / block;
	int width = SIDE / (int)fields;
	double value = block_mean(p, block, row, column);
	char one[FACT_LENGTH], other[FACT_LENGTH], text[SCALE_LENGTH];

	if (isnan(value))
		return;
	put_names(one, sizeof(one), p, block, row);
	put_names(other, sizeof(other), p, block, column);
	scale_value(text, sizeof(text), value, p->result->unit);
	fprintf(out,
		"<rect class=\"heat%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"><title>%s, "
		"%s: %s</title></rect>\n",
		heat(p, value), MARGIN + (int)column * width, MARGIN + (int)row * width, width,
		width, one, other, text);
}

static void put_map(FILE *out, const struct pairs *p)
{
	size_t block = (p->cpus + FIELDS - 1) / FIELDS, fields = (p->cpus + block - 1) / block;
	size_t step = (fields + 15) / 16;
	int width = SIDE / (int)fields;

	fprintf(out, "<svg class=\"chart map\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
		SIDE + MARGIN, SIDE + MARGIN);
	html_put(out, facts_title(p->result));
	fputs("\">\n", out);
	for (size_t i = 0; i < fields; i += step) {
		int middle = MARGIN + (int)i * width + width / 2;

		fprintf(out,
			"<text class=\"below\" x=\"%d\" y=\"%d\">%d</text><text class=\"beside\" "
			"x=\"%d\" y=\"%d\">%d</text>\n",
			middle, MARGIN - 8, p->cpu[i * block], MARGIN - 8, middle + 5,
			p->cpu[i * block]);
	}
	for (size_t i = 0; i < fields; i++)
		for (size_t k = 0; k < fields; k++)
			put_field(out, p, block, i, k);
	fputs("</svg>\n", out);
}

static void put_key(FILE *out, const struct pairs *p)
{
	fputs("<p class=\"soft\">", out);
	for (int i = 0; i < HEATS; i++) {
		double low = p->least.value + (p->most.value - p->least.value) * i / HEATS;
		char text[SCALE_LENGTH];

		scale_value(text, sizeof(text), low, p->result->unit);
		fprintf(out,
			"<span class=\"key\"><span class=\"heat%d\">\xe2\x96\xa0</span> from "
			"%s</span> ",
			i, text);
	}
	fputs("</p>\n", out);
}

void html_pairs(FILE *out, const struct run_view *view)
{
	static struct pairs p;

	for (size_t i = 0; i < view->result_count; i++) {
		char text[FACT_LENGTH];

		if (!pairs_make(&p, &view->results[i]))
			continue;
		fputs("<section class=\"card\">\n<h2>Between CPUs: ", out);
		html_put(out, facts_title(p.result));
		fputs("</h2>\n", out);
		pairs_sentence(&p, text, sizeof(text));
		html_element(out, "p", NULL, text);
		if (p.count) {
			put_map(out, &p);
			put_key(out, &p);
		}
		fputs("</section>\n", out);
		pairs_free(&p);
	}
}

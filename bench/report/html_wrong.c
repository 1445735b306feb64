/* SPDX-License-Identifier: MIT */
/* Wrong answers in report.html. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/wrong_facts.h"

static void put_cell(FILE *out, const char *class, const char *label, const char *text)
{
	fprintf(out, "<td class=\"%s\" data-label=\"%s\">", class, label);
	html_put(out, *text ? text : "\xe2\x80\x94");
	fputs("</td>\n", out);
}

static void put(FILE *out, const struct wrong_row *row)
{
	char address[FACT_LENGTH];

	snprintf(address, sizeof(address), "%s%s%s", *row->address ? row->address_kind : "",
		*row->address ? " " : "", row->address);
	fputs("<tr>\n<th scope=\"row\" class=\"test\">", out);
	html_put(out, row->where);
	fputs("</th>\n", out);
	put_cell(out, "num", "CPU", row->cpu);
	put_cell(out, "num", "What", row->what);
	put_cell(out, "num", "Expected", row->expected);
	put_cell(out, "num low", "Found", row->found);
	put_cell(out, "num", "Differ", row->bits);
	put_cell(out, "num", "Address", address);
	put_cell(out, "num", "Seed", row->seed);
	fputs("</tr>\n", out);
}

void html_wrong(FILE *out, const struct run_view *view)
{
	char text[FACT_LENGTH];

	if (!wrong_any(view))
		return;
	wrong_summary(view, text, sizeof(text));
	fputs("<section class=\"card\">\n<h2>Wrong answers</h2>\n", out);
	html_element(out, "p", "soft", text);
	fputs("<table class=\"results numbers\">\n<thead><tr><th>Test</th><th>CPU</th><th>What</th>"
	      "<th>Expected</th><th>Found</th><th>Differ</th><th>Address</th><th>Seed</th></tr>"
	      "</thead>\n<tbody>\n",
		out);
	wrong_each(view, out, put);
	fputs("</tbody>\n</table>\n", out);
	html_element(out, "p", "soft", wrong_guide);
	fputs("</section>\n", out);
}

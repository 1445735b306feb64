/* SPDX-License-Identifier: MIT */
/* A sweep in report.html. */
#include "report/html_parts.h"

#include "report/escape.h"
#include "report/sweep_facts.h"

static void put_cell(FILE *out, const char *class, const char *label, const char *text)
{
	fprintf(out, "<td class=\"%s\" data-label=\"%s\">", class, label);
	html_put(out, text);
	fputs("</td>\n", out);
}

static void put_row(FILE *out, const struct sweep_row *row)
{
	char text[FACT_LENGTH];

	snprintf(text, sizeof(text), "%s, %u %s", facts_title(row->result), row->result->copies,
		row->result->copies == 1 ? "copy" : "copies");
	fputs("<tr>\n<th scope=\"row\" class=\"test\">", out);
	html_put(out, text);
	fputs("</th>\n", out);
	put_cell(out, "state", "Knob", row->knob);
	snprintf(text, sizeof(text), "%s%s", row->state,
		row->result == row->found ? " (found)" : "");
	put_cell(out, "state", "State", text);
	put_cell(out, "value", "Value", row->value);
	put_cell(out, "num", "Change", row->change);
	put_cell(out, "num", "Interval", row->judgement);
	fputs("</tr>\n", out);
}

void html_sweep(FILE *out, const struct run_view *view)
{
	struct sweep_row row;
	bool any = false;

	for (size_t i = 0; i < view->result_count; i++) {
		if (!sweep_row_make(&row, view, i))
			continue;
		if (!any)
			fputs("<section class=\"card\">\n<h2>Sweep</h2>\n<table "
			      "class=\"results\">\n"
			      "<thead><tr><th>Test</th><th>Knob</th><th>State</th><th>Value</th>"
			      "<th>Change</th><th>95 % interval</th></tr></thead>\n<tbody>\n",
				out);
		any = true;
		put_row(out, &row);
	}
	if (!any)
		return;
	fputs("</tbody>\n</table>\n", out);
	html_element(out, "p", "soft", sweep_guide);
	fputs("</section>\n", out);
}

void html_tuning(FILE *out, const struct run_view *view)
{
	char text[FACT_LENGTH];

	facts_settled(view, text, sizeof(text));
	html_fact(out, "Settled", text);
	for (size_t i = 0; i < view->records->count; i++) {
		const struct json *r = view->records->record[i];

		if (!facts_setting(r, text, sizeof(text)))
			continue;
		html_fact(out, json_get_string(r, "knob", ""), text);
	}
}

/* SPDX-License-Identifier: MIT */
/* The CPUs beside each other in report.html. */
#include "report/html_parts.h"

#include "report/cores.h"
#include "report/escape.h"
#include "report/scale.h"

static void put_cell(FILE *out, const char *class, const char *label, const char *text)
{
	fprintf(out, "<td class=\"%s\" data-label=\"%s\">", class, label);
	html_put(out, text);
	fputs("</td>\n", out);
}

static void put_extreme(FILE *out, const char *label, const struct core *core)
{
	char text[FACT_LENGTH];

	snprintf(text, sizeof(text), "CPU %d %+.1f %%", core->cpu, core->difference * 100);
	put_cell(out, core->slow ? "num low" : "num", label, text);
}

static void put_class(FILE *out, const struct core_class *c)
{
	char text[FACT_LENGTH];

	fputs("<tr>\n<th scope=\"row\" class=\"test\">", out);
	html_put(out, facts_title(c->result));
	if (c->name) {
		fputs(", ", out);
		html_put(out, c->name);
	}
	fputs("</th>\n", out);
	scale_value(text, sizeof(text), c->typical, c->result->unit);
	put_cell(out, "value", "Median", text);
	put_extreme(out, "Slowest", &c->cores[0]);
	put_extreme(out, "Quickest", &c->cores[c->count - 1]);
	core_class_slow(c, text, sizeof(text));
	put_cell(out, c->slow ? "num low" : "num", "Do not keep up", text);
	fputs("</tr>\n", out);
}

void html_cores(FILE *out, const struct run_view *view)
{
	struct core_class c;
	bool any = false;

	for (size_t r = 0; r < view->result_count; r++)
		for (unsigned i = 0; core_class_make(&c, view, &view->results[r], i); i++) {
			if (c.count > 1) {
				if (!any)
					fputs("<section class=\"card\">\n<h2>CPU by CPU</h2>\n"
					      "<table class=\"results "
					      "numbers\">\n<thead><tr><th>Test</th>"
					      "<th>Median</th><th>Slowest</th><th>Quickest</th>"
					      "<th>Do not keep up</th></tr></thead>\n<tbody>\n",
						out);
				any = true;
				put_class(out, &c);
			}
			core_class_free(&c);
		}
	if (!any)
		return;
	fputs("</tbody>\n</table>\n", out);
	html_element(out, "p", "soft", cores_guide);
	fputs("</section>\n", out);
}

/* SPDX-License-Identifier: MIT */
/* The CPUs beside each other in report.txt. */
#include "report/text_parts.h"

#include "report/cores.h"
#include "report/escape.h"
#include "report/scale.h"

enum { TEST_WIDTH = 28, VALUE_WIDTH = 12, CPU_WIDTH = 18 };

static void put_extreme(FILE *out, const struct core *core)
{
	char text[FACT_LENGTH];

	snprintf(text, sizeof(text), "CPU %d %+.1f %%", core->cpu, core->difference * 100);
	fprintf(out, " %*s", CPU_WIDTH, text);
}

static void put_class(FILE *out, const struct core_class *c)
{
	char text[FACT_LENGTH];

	snprintf(text, sizeof(text), "%.20s%s%.20s", c->result->name, c->name ? ", " : "",
		c->name ? c->name : "");
	plain_pad(out, text, TEST_WIDTH);
	scale_value(text, sizeof(text), c->typical, c->result->unit);
	fprintf(out, " %*s", VALUE_WIDTH, text);
	put_extreme(out, &c->cores[0]);
	put_extreme(out, &c->cores[c->count - 1]);
	fputc('\n', out);
	if (!c->slow)
		return;
	core_class_slow(c, text, sizeof(text));
	fputs("    ", out);
	plain_wrap(out, 4, 6, "does not keep up: %s", text);
}

void text_cores(FILE *out, const struct run_view *view)
{
	struct core_class c;
	bool any = false;

	for (size_t r = 0; r < view->result_count; r++)
		for (unsigned i = 0; core_class_make(&c, view, &view->results[r], i); i++) {
			if (c.count > 1) {
				if (!any)
					fprintf(out, "\n%-*s %*s %*s %*s\n", TEST_WIDTH,
						"CPU by CPU", VALUE_WIDTH, "MEDIAN", CPU_WIDTH,
						"SLOWEST", CPU_WIDTH, "QUICKEST");
				any = true;
				put_class(out, &c);
			}
			core_class_free(&c);
		}
	if (any) {
		fputc('\n', out);
		plain_wrap(out, 0, 0, "%s", cores_guide);
	}
}

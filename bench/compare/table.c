/* SPDX-License-Identifier: MIT */
#include "compare/table.h"

#include "report/escape.h"
#include "report/facts.h"
#include "report/scale.h"

#include <math.h>
#include <string.h>

enum { NAME_WIDTH = 38, VALUE_WIDTH = 14, PERCENT_LENGTH = 24 };

static void put_side(FILE *out, const char *name, const struct side *side)
{
	const struct run_view *run = &side->runs[0];
	const char *release = facts_string(run, "kernel", "release");
	double last = json_get_number(side->runs[side->run_count - 1].run, "run_number", 0);
	const char *label = facts_run(run, "label");
	char runs[64];

	snprintf(runs, sizeof(runs), side->run_count > 1 ? "runs %.0f to %.0f" : "run %.0f",
		json_get_number(run->run, "run_number", 0), last);
	fprintf(out, "%s   ", name);
	plain_wrap(out, 4, 4, "machine %s, %s (%zu boot%s), %s, Linux %s%s%s",
		facts_run(run, "machine_id"), runs, side->boot_count,
		side->boot_count == 1 ? "" : "s", facts_run(run, "started_utc"),
		release ? release : "unknown", *label ? ", " : "", label);
}

void table_head(FILE *out, const struct side *a, const struct side *b, const struct differences *d)
{
	put_side(out, "A", a);
	put_side(out, "B", b);
	for (size_t i = 0; i < d->note_count; i++) {
		fputs("    ", out);
		plain_wrap(out, 4, 6, "note: %s", d->notes[i]);
	}
	if (!d->refused_count)
		return;
	fputs("\nNot compared: more than the machines differs. Name what you compare with\n"
	      "--factor (see bootmark(1)), if it is this:\n\n",
		out);
	for (size_t i = 0; i < d->refused_count; i++) {
		fputs("    ", out);
		plain_wrap(out, 4, 6, "%s", d->refused[i]);
	}
}

/* A difference of logarithms as a change in percent. */
static void percent(char text[PERCENT_LENGTH], double difference, const char *sign)
{
	double change = 100 * expm1(difference);
	int digits = fabs(change) < 9.995 ? 2 : fabs(change) < 99.95 ? 1 : 0;

	if (fabs(change) > 1e6)
		snprintf(text, PERCENT_LENGTH, "over 10000x");
	else
		snprintf(text, PERCENT_LENGTH, *sign ? "%+.*f %%" : "%.*f %%", digits, change);
}

static const char *word(const struct row *row)
{
	const char *better = json_get_string(row->of->record, "better", "higher");
	bool up = row->difference.verdict == DIFFERENCE_HIGHER;
	bool good = up == (strcmp(better, "higher") == 0);

	switch (row->difference.verdict) {
	case DIFFERENCE_NONE:
		return "no difference";
	case DIFFERENCE_INCONCLUSIVE:
		return "inconclusive";
	default:
		/* What is no speed (time lost in a second) gets better or worse. */
		if (strcmp(better, "higher") == 0 || strcmp(row->of->unit, "ns") == 0)
			return good ? "faster" : "slower";
		return good ? "better" : "worse";
	}
}

static void put_values(FILE *out, const struct row *row)
{
	char name[256], a[SCALE_LENGTH], b[SCALE_LENGTH], change[PERCENT_LENGTH];

	side_metric_name(row->of, name, sizeof(name));
	scale_value(a, sizeof(a), row->a.value, row->of->unit);
	scale_value(b, sizeof(b), row->b.value, row->of->unit);
	percent(change, row->difference.effect, "+");
	plain_pad(out, name, NAME_WIDTH);
	if (strlen(name) > NAME_WIDTH)
		fprintf(out, "\n%*s", NAME_WIDTH, "");
	fprintf(out, " %*s %*s %9s\n", VALUE_WIDTH, a, VALUE_WIDTH, b, change);
}

static void put_advice(char *text, size_t size, const struct difference *d)
{
	if (d->may_be_chance)
		snprintf(text, size,
			"; beyond by itself, but among so many metrics that may be "
			"chance");
	else if (d->verdict != DIFFERENCE_INCONCLUSIVE)
		*text = '\0';
	else if (d->basis == BASIS_TRIALS)
		snprintf(text, size, "; 3 boots on each side would tell more");
	else if (d->boots_needed >= DIFFERENCE_MAX_BOOTS)
		snprintf(text, size, "; too close to the limit for any number of boots to tell");
	else
		snprintf(text, size, "; about %u boots on each side would tell", d->boots_needed);
}

static void put_verdict(FILE *out, const struct row *row)
{
	const struct difference *d = &row->difference;
	char low[PERCENT_LENGTH], high[PERCENT_LENGTH], seen[PERCENT_LENGTH], advice[128];

	fputs("    ", out);
	if (d->basis == BASIS_NOTHING) {
		plain_wrap(out, 4, 6, "no verdict: one boot each, of %zu and %zu trials",
			row->a.boots.trial_count[0], row->b.boots.trial_count[0]);
		return;
	}
	percent(low, d->low, "+");
	percent(high, d->high, "+");
	percent(seen, d->smallest_seen, "");
	put_advice(advice, sizeof(advice), d);
	plain_wrap(out, 4, 6, "%s%s, interval %s to %s, could have seen %s%s",
		d->basis == BASIS_BOOTS ? "" : "indicative: ", word(row), low, high, seen, advice);
}

static void put_graded_x(FILE *out, const struct row *row)
{
	fputs("    ", out);
	plain_wrap(out, 4, 6, "not judged: %s graded X, unusable (%s)",
		row->a.graded_x && row->b.graded_x ? "both are"
		: row->a.graded_x		   ? "A is"
						   : "B is",
		row->a.graded_x ? row->a.of->why : row->b.of->why);
}

static void put_other(FILE *out, const struct row *row)
{
	char name[256];

	side_metric_name(row->of, name, sizeof(name));
	if (row->kind == ROW_REFUSED)
		plain_wrap(out, 0, 4, "%s: not compared: %s", name, row->why);
	else
		plain_wrap(out, 0, 4, "%s: only in %s", name, row->kind == ROW_ONLY_A ? "A" : "B");
}

struct counts {
	unsigned verdicts[DIFFERENCE_INCONCLUSIVE + 1], nothing, graded_x, refused, only;
	bool indicative;
};

static struct counts count_rows(const struct row *rows, size_t count)
{
	struct counts c = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct row *row = &rows[i];

		c.graded_x += row->kind == ROW_GRADED_X;
		c.refused += row->kind == ROW_REFUSED;
		c.only += row->kind == ROW_ONLY_A || row->kind == ROW_ONLY_B;
		if (row->kind != ROW_COMPARED)
			continue;
		c.nothing += row->difference.basis == BASIS_NOTHING;
		c.verdicts[row->difference.verdict] += row->difference.basis != BASIS_NOTHING;
		c.indicative = c.indicative || row->difference.basis == BASIS_TRIALS ||
			       row->difference.basis == BASIS_ONE_SIDE;
	}
	return c;
}

static void put_counts(FILE *out, const struct row *rows, size_t count)
{
	struct counts c = count_rows(rows, count);

	fputc('\n', out);
	plain_wrap(out, 0, 0,
		"%u different, %u without a difference, %u inconclusive, %u without a verdict, %u "
		"graded X, %u not compared, %u on one side only.",
		c.verdicts[DIFFERENCE_HIGHER] + c.verdicts[DIFFERENCE_LOWER],
		c.verdicts[DIFFERENCE_NONE], c.verdicts[DIFFERENCE_INCONCLUSIVE], c.nothing,
		c.graded_x, c.refused, c.only);
	plain_wrap(out, 0, 0,
		"Intervals are of at least 95 %%. Different: wholly beyond +-1 %%, or beyond what "
		"boots of one side differ by if that is more; none: wholly within. A difference of "
		"the size that could have been seen is found in 9 of 10 comparisons.");
	if (c.nothing)
		plain_wrap(out, 0, 0,
			"No verdict: a rank test of so few trials cannot reach p < 0.05 (of 3 and "
			"3: 0.10 at best). Take 5 trials (profile standard) or, better, 3 boots on "
			"each side.");
	if (c.indicative)
		plain_wrap(out, 0, 0,
			"Indicative: how much boots differ by themselves is not known, or known of "
			"one side only. Equal machines can look different; take 3 boots or more on "
			"each side.");
}

void table_rows(FILE *out, const struct row *rows, size_t count)
{
	fprintf(out, "\n%-*s %*s %*s %9s\n", NAME_WIDTH, "", VALUE_WIDTH, "A", VALUE_WIDTH, "B",
		"CHANGE");
	for (size_t i = 0; i < count; i++) {
		if (rows[i].kind != ROW_COMPARED && rows[i].kind != ROW_GRADED_X)
			continue;
		put_values(out, &rows[i]);
		if (rows[i].kind == ROW_COMPARED)
			put_verdict(out, &rows[i]);
		else
			put_graded_x(out, &rows[i]);
	}
	for (size_t i = 0; i < count; i++)
		if (rows[i].kind != ROW_COMPARED && rows[i].kind != ROW_GRADED_X)
			put_other(out, &rows[i]);
	put_counts(out, rows, count);
}

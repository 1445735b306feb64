/* SPDX-License-Identifier: MIT */
#include "report/wrong_facts.h"

#include <stdlib.h>

const char wrong_guide[] = "The same bit at many addresses points to a data line of a module, the "
			   "same address again and "
			   "again to a cell, one CPU alone to that core. Repeat with the seed, "
			   "then with one module or "
			   "one core at a time.";

/* More runs of bits than this say no more than their number. */
enum { MAX_BIT_RUNS = 4 };

static uint64_t hex_of(const struct json *wrong, const char *member)
{
	return strtoull(json_get_string(wrong, member, "0"), NULL, 16);
}

static void name_bits(uint64_t bits, char *text, size_t size)
{
	int count = __builtin_popcountll(bits), runs = 0;

	snprintf(text, size, "%s", count == 0 ? "" : count == 1 ? "bit" : "bits");
	for (int i = 0; i < 64;) {
		int first = i;

		while (i < 64 && bits >> i & 1)
			i++;
		if (i == first) {
			i++;
			continue;
		}
		if (++runs > MAX_BIT_RUNS) {
			snprintf(text, size, "%d bits", count);
			return;
		}
		facts_append(text, size, runs > 1 ? ", " : " ", "%d", first);
		if (i - first > 1)
			facts_append(text, size, " to ", "%d", i - 1);
	}
}

static void fill(struct wrong_row *row, const struct json *wrong)
{
	const char *physical = json_get_string(wrong, "physical_address", "");

	row->what = json_get_string(wrong, "what", "");
	row->address_kind = *physical ? "physical" : "virtual";
	row->address = *physical ? physical : json_get_string(wrong, "virtual_address", "");
	row->expected = json_get_string(wrong, "expected", "");
	row->found = json_get_string(wrong, "found", "");
	row->seed = json_get_string(wrong, "seed", "");
	snprintf(row->cpu, sizeof(row->cpu), "%.0f", json_get_number(wrong, "cpu", -1));
	name_bits(hex_of(wrong, "expected") ^ hex_of(wrong, "found"), row->bits, sizeof(row->bits));
}

static void put_list(const struct json *record, struct wrong_row *row, FILE *out,
	void (*put)(FILE *, const struct wrong_row *))
{
	const struct json *listed = json_get(json_get(record, "wrong"), "listed");

	for (const struct json *w = listed ? listed->child : NULL; w; w = w->next) {
		fill(row, w);
		put(out, row);
	}
}

void wrong_each(
	const struct run_view *view, FILE *out, void (*put)(FILE *, const struct wrong_row *))
{
	struct wrong_row row;

	for (size_t i = 0; i < view->result_count; i++) {
		const struct result_view *r = &view->results[i];

		snprintf(row.where, sizeof(row.where), "%s x%u%s", r->name, r->copies,
			r->after_load ? ", after the load" : "");
		put_list(r->record, &row, out, put);
	}
	for (size_t i = 0; i < view->load_count; i++) {
		snprintf(row.where, sizeof(row.where), "burn-in, from %.0f s",
			json_get_number(view->loads[i], "t_s", 0));
		put_list(view->loads[i], &row, out, put);
	}
}

struct tally {
	double count, listed;
};

static void add(struct tally *tally, const struct json *record)
{
	const struct json *wrong = json_get(record, "wrong"), *listed = json_get(wrong, "listed");

	tally->count += json_get_number(wrong, "count", 0);
	for (const struct json *w = listed ? listed->child : NULL; w; w = w->next)
		tally->listed++;
}

static struct tally tally_of(const struct run_view *view)
{
	struct tally tally = { 0, 0 };

	for (size_t i = 0; i < view->result_count; i++)
		add(&tally, view->results[i].record);
	for (size_t i = 0; i < view->load_count; i++)
		add(&tally, view->loads[i]);
	return tally;
}

bool wrong_any(const struct run_view *view)
{
	return tally_of(view).count > 0;
}

void wrong_summary(const struct run_view *view, char *text, size_t size)
{
	struct tally tally = tally_of(view);

	snprintf(text, size, "%.0f wrong answer%s", tally.count, tally.count == 1 ? "" : "s");
	if (tally.listed < tally.count)
		facts_append(text, size, ", ", "of which the first %.0f are listed", tally.listed);
}

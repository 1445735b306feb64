/* SPDX-License-Identifier: MIT */
#include "report/bandwidth.h"

#include "report/facts.h"
#include "report/scale.h"

bool bandwidth_of(
	const struct run_view *view, const struct result_view *result, struct bandwidth *b)
{
	double moved = json_get_number(result->record, "moved_per_byte", 0);
	double exact = facts_number(view, "memory_slots", "bandwidth_bytes_per_s", 0);
	double at_most = facts_number(view, "memory_slots", "bandwidth_at_most_bytes_per_s", 0);

	*b = (struct bandwidth){ .at_most = !(exact > 0) };
	if (!(moved > 0) || !facts_counts(result))
		return false;
	b->moved_bytes_per_s = moved * result->value;
	b->promised_bytes_per_s = exact > 0 ? exact : at_most > 0 ? at_most : 0;
	if (b->promised_bytes_per_s > 0)
		b->share = b->moved_bytes_per_s / b->promised_bytes_per_s;
	return true;
}

void bandwidth_text(
	const struct run_view *view, const struct result_view *result, char *text, size_t size)
{
	char moved[SCALE_LENGTH], promised[SCALE_LENGTH], share[SCALE_LENGTH];
	struct bandwidth b;

	*text = '\0';
	if (!bandwidth_of(view, result, &b))
		return;
	scale_value(moved, sizeof(moved), b.moved_bytes_per_s, "bytes/s");
	if (!(b.share > 0)) {
		snprintf(text, size, "moved %s; the share of what the modules promise is not known",
			moved);
		return;
	}
	scale_value(promised, sizeof(promised), b.promised_bytes_per_s, "bytes/s");
	scale_percent(share, sizeof(share), b.share);
	snprintf(text, size, "moved %s, %s%s of the modules' %s%s", moved,
		b.at_most ? "at least " : "", share, b.at_most ? "at most " : "", promised);
}

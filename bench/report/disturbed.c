/* SPDX-License-Identifier: MIT */
/* What disturbed a result's samples, in one sentence. */
#include "report/facts.h"
#include "report/scale.h"

#include <string.h>

/* Causes that anybody ever recorded; a later version may know more, they are counted all the same.
 */
enum { MAX_CAUSES = 16 };

struct tally {
	const char *cause;
	unsigned samples;
};

static size_t count_causes(const struct json *trials, struct tally *tally)
{
	size_t count = 0;

	for (const struct json *t = trials ? trials->child : NULL; t; t = t->next)
		for (const struct json *c = t->child; c; c = c->next) {
			size_t i = 0;

			while (i < count && c->key && strcmp(tally[i].cause, c->key))
				i++;
			if (!c->key || i == MAX_CAUSES)
				continue;
			if (i == count)
				tally[count++] = (struct tally){ c->key, 0 };
			for (const struct json *sample = c->child; sample; sample = sample->next)
				tally[i].samples++;
		}
	return count;
}

void facts_disturbed(const struct result_view *result, char *text, size_t size)
{
	double share = json_get_number(result->record, "disturbed", 0);
	const struct json *clean = json_get(result->record, "clean");
	struct tally tally[MAX_CAUSES];
	char percent[SCALE_LENGTH], value[SCALE_LENGTH];
	size_t count = count_causes(json_get(result->record, "disturbances"), tally);
	int length;

	*text = '\0';
	if (!(share > 0) || !count)
		return;
	scale_percent(percent, sizeof(percent), share);
	length = snprintf(text, size, "%s of the samples disturbed (", percent);
	for (size_t i = 0; i < count && length < (int)size; i++)
		length += snprintf(text + length, size - (size_t)length, "%s%s %u", i ? ", " : "",
			tally[i].cause, tally[i].samples);
	if (length >= (int)size)
		return;
	scale_value(value, sizeof(value), json_get_number(clean, "value", 0), result->unit);
	if (json_get_number(clean, "n", 0) > 0)
		snprintf(text + length, size - (size_t)length, "); the others alone: %s", value);
	else
		snprintf(text + length, size - (size_t)length, ")");
}

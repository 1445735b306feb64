/* SPDX-License-Identifier: MIT */
/* The part of a result record of a machine that gave wrong answers. */
#include "run_records.h"

#include <inttypes.h>
#include <stdio.h>

/* Numbers of 64 bits go as text: JSON's have 53. */
static void hex(struct json_writer *w, const char *key, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%" PRIx64, value);
	json_string(w, key, text);
}

void record_wrong(struct json_writer *w, const struct wrong_list *list)
{
	json_object(w, "wrong");
	json_integer(w, "count", (int64_t)list->count);
	json_array(w, "listed");
	for (uint64_t i = 0; i < list->count && i < WRONG_LISTED; i++) {
		const struct wrong *wrong = &list->listed[i];

		json_object(w, NULL);
		json_string(w, "what", wrong->what);
		json_integer(w, "cpu", wrong->cpu);
		if (wrong->has_address)
			hex(w, wrong->is_physical ? "physical_address" : "virtual_address",
				wrong->address);
		hex(w, "expected", wrong->expected);
		hex(w, "found", wrong->found);
		if (wrong->seed)
			hex(w, "seed", wrong->seed);
		json_object_end(w);
	}
	json_array_end(w);
	json_object_end(w);
}

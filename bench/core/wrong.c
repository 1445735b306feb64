/* SPDX-License-Identifier: MIT */
#include "core/wrong.h"

#include <inttypes.h>
#include <stdio.h>

void wrong_add(struct wrong_list *list, const struct wrong *wrong)
{
	if (list->count < WRONG_LISTED)
		list->listed[list->count] = *wrong;
	list->count++;
}

void wrong_merge(struct wrong_list *into, const struct wrong_list *from)
{
	uint64_t listed = from->count < WRONG_LISTED ? from->count : WRONG_LISTED;

	for (uint64_t i = 0; i < listed; i++)
		wrong_add(into, &from->listed[i]);
	into->count += from->count - listed;
}

void wrong_text(const struct wrong *wrong, char *text, size_t size)
{
	int length = snprintf(text, size, "CPU %d: %s: 0x%" PRIx64 " instead of 0x%" PRIx64,
		wrong->cpu, wrong->what, wrong->found, wrong->expected);

	if (wrong->has_address)
		length +=
			snprintf(text + length, size - (size_t)length, " at %s address 0x%" PRIx64,
				wrong->is_physical ? "physical" : "virtual", wrong->address);
	if (wrong->seed)
		snprintf(text + length, size - (size_t)length, ", seed 0x%" PRIx64, wrong->seed);
}

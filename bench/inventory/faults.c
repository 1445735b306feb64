/* SPDX-License-Identifier: MIT */
/* The same files as the machine record's, through its own writer: one place knows where they are.
 */
#include "inventory/faults.h"

#include "core/die.h"
#include "inventory/inventory.h"

#include <stdlib.h>

static void add(long long *sum, const struct json *object, const char *key)
{
	double count = json_get_number(object, key, -1);

	if (count >= 0)
		*sum = (*sum < 0 ? 0 : *sum) + (long long)count;
}

struct fault_counts fault_counts_read(const char *root)
{
	struct fault_counts counts = { -1, -1, -1 };
	size_t length;
	char *text;
	struct json_writer w = { .out = xmemstream(&text, &length) };
	const struct json *controllers;
	struct json *errors;

	json_object(&w, NULL);
	inventory_errors(&w, root);
	json_object_end(&w);
	fclose(w.out);
	errors = json_parse(text, length);
	add(&counts.machine_checks, json_get(errors, "machine_checks"), "exceptions");
	add(&counts.corrected, json_get(errors, "machine_checks"), "corrected");
	controllers = json_get(errors, "memory_controllers");
	for (const struct json *c = controllers ? controllers->child : NULL; c; c = c->next) {
		add(&counts.corrected, c, "corrected");
		add(&counts.uncorrected, c, "uncorrected");
	}
	json_free(errors);
	free(text);
	return counts;
}

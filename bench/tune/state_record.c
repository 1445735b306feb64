/* SPDX-License-Identifier: MIT */
#include "tune/state_record.h"

void state_record(struct recorder *r, const struct state_change *change)
{
	struct json_writer *w = record_begin(r, "state");

	json_string(w, "knob", change->knob);
	json_string(w, "value", change->value);
	if (change->from)
		json_string(w, "from", change->from);
	if (change->sweep)
		json_bool(w, "sweep", true);
	json_bool(w, "restored", change->restored);
	if (change->files) {
		json_integer(w, "files", change->files);
		json_integer(w, "set", change->set);
	}
	if (change->why)
		json_string(w, "unavailable", change->why);
	record_commit(r);
}

/* SPDX-License-Identifier: MIT */
/* A run as the writers, the verdict and the tests see it: a typed view of its records. */
#ifndef MODEL_H
#define MODEL_H

#include "core/json.h"
#include "core/reader.h"

struct result_view {
	const char *name, *title, *what, *caveat, *unit, *status, *why,
		*grade; /* never NULL but title and caveat */
	unsigned copies;
	bool has_value, noise; /* noise: one of those that the certificate is made of */
	double value, low, high, min, max, robust_cv; /* base units; cv relative */
	unsigned n, trials;
	double elapsed_s, batch_ns;
	const char *copies_rule; /* what gave it its number of copies: "asked", "scale", ... */
	bool swept; /* measured in a state of a knob: no part of index, scaling and plain tables */
	bool after_load;	   /* of a burn-in: swept as well */
	const struct json *record; /* for notes, flags, samples */
};

struct planned {
	const struct json *entry; /* of the run record's plan; for its state */
	const char *name;
	unsigned copies;
	bool noise;
	bool own_copies; /* its number of copies comes from the machine, not from the request */
};

struct run_view {
	const struct records *records;
	const struct json *run, *before, *after, *certificate, *verdict,
		*end; /* NULL where there is no such record */
	struct planned *plan;
	size_t plan_count;
	struct result_view *results;
	size_t result_count;
	const struct json **findings;
	size_t finding_count;
	const struct json **series; /* one for each metric; in the last run of a series */
	size_t series_count;
	const struct json **loads; /* slices of a burn-in, in time */
	size_t load_count;
	const struct json **changes; /* of the machine during the run */
	size_t change_count;
	const char *in_flight; /* benchmark that began and has no result, or NULL */
	unsigned in_flight_copies;
};

/* The view points into the records, which must stay. */
void run_view_make(struct run_view *, const struct records *);
void run_view_free(struct run_view *);

/* The result of that benchmark with that many copies, outside sweeps, or NULL. */
const struct result_view *run_view_find(const struct run_view *, const char *name, unsigned copies);

/* The numbers of copies that were asked for, ascending, from plan and results: not those that
 * benchmarks have from the machine (noise, curves); the caller frees. */
size_t run_view_copies(const struct run_view *, unsigned **copies);

/* True for a point of a curve of copies. */
bool result_is_scale(const struct result_view *);

/* True for a point of a chart: see report/chart.h. */
bool result_is_charted(const struct result_view *);

/* A note of the result ("file_system"), or the fallback. */
const char *result_note(const struct result_view *, const char *key, const char *fallback);

#endif

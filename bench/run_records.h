/* SPDX-License-Identifier: MIT */
/* The records of a run, one function each; ARCHITECTURE.md lists their members. */
#ifndef RUN_RECORDS_H
#define RUN_RECORDS_H

#include "accept/certificate.h"
#include "accept/verdict.h"
#include "core/engine.h"
#include "core/plan.h"
#include "core/record.h"
#include "inventory/changes.h"
#include "inventory/faults.h"
#include "run.h"
#include "series/boots.h"
#include "tune/settle.h"

/* A part of a burn-in's load; counters are those at its end. */
struct load_slice {
	double t_s;  /* its begin, since that of the load */
	bool rested; /* the machine was idle before it */
	const struct outcome *outcome;
	struct thermal thermal;
	struct fault_counts faults;
};

struct run_identity {
	const char *machine_id;
	int number; /* of the run on its store; 0 = not stored */
	uint64_t seed;
	const struct series_boot *boots;
};

void record_run(
	struct recorder *, const struct run_options *, const struct plan *, struct run_identity);
/* quiet_ms: how long to watch the idle machine; 0 = not. settle: NULL if it did not wait. */
void record_machine(
	struct recorder *, const char *when, unsigned quiet_ms, const struct settle *settle);
void record_change(struct recorder *, const struct change *);
void record_attachment(struct recorder *, const char *name, const char *text);
void record_start(struct recorder *, const struct step *, size_t number, size_t steps);
void record_result(struct recorder *, const struct step *, const struct outcome *);
/* Part of that: distribution over all copies, and each copy for itself. */
void record_distribution(struct json_writer *, const struct outcome *);
/* "wrong": {count, listed [..]}. */
void record_wrong(struct json_writer *, const struct wrong_list *);
/* "state": {knob: state} of a sweep's step; nothing for others. */
void record_step_state(struct json_writer *, const struct step *);
void record_load(struct recorder *, const struct load_slice *);
/* "copies_rule": what gave a benchmark its number of copies; nothing if it was as asked. */
void record_copies_rule(struct json_writer *, const struct benchmark *);
void record_finding(struct recorder *, const char *severity, const char *text);
void record_certificate(struct recorder *, const struct certificate *);
void record_verdict(struct recorder *, const struct judgement *);
/* counts: results by status. */
void record_end(struct recorder *, const char *reason, const unsigned counts[STATUS_TIMEOUT + 1],
	double elapsed_s);

#endif

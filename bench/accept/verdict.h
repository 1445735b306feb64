/* SPDX-License-Identifier: MIT */
/* The judgement of a run: a pure function of its records. */
#ifndef VERDICT_H
#define VERDICT_H

#include "core/die.h"
#include "report/model.h"

/* The values are the exit statuses. */
enum verdict { VERDICT_PASS = EXIT_PASS, VERDICT_FAIL = EXIT_FAIL, VERDICT_ERROR = EXIT_ERROR };

struct judgement {
	enum verdict verdict;
	char **reasons; /* one sentence each */
	size_t reason_count;
};

/*
 * Without rules of the user's: fail if a planned result is missing, failed, crashed or timed out,
 * or if a finding is of severity fail; error if nothing was measured. Noisy and skipped results
 * pass: a virtual machine is noisy, and a skipped test says what the machine lacks.
 */
void verdict_judge(struct judgement *, const struct run_view *);

/* The same, for records that are read back: a run that did not reach its end has failed. */
void verdict_judge_ended(struct judgement *, const struct run_view *);

void judgement_free(struct judgement *);

/* "pass", "fail", "error". */
const char *verdict_name(enum verdict);

#endif

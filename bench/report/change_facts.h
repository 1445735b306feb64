/* SPDX-License-Identifier: MIT */
/* What reports say about one result against another of the same benchmark. */
#ifndef CHANGE_FACTS_H
#define CHANGE_FACTS_H

#include "core/difference.h"
#include "report/model.h"

/* Logs of the values of the trials that count, in the order of the rounds; the caller frees. */
double *change_trials(const struct result_view *, size_t *count);

/* "-1.20 %"; and "-2.10 % to -0.31 %, slower". */
void change_say(const struct difference *, const struct result_view *, char *change,
	size_t change_size, char *judgement, size_t judgement_size);

/* True if the verdict is that it got worse. */
bool change_is_worse(const struct difference *, const struct result_view *);

#endif

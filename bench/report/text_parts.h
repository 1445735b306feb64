/* SPDX-License-Identifier: MIT */
/* The sections of report.txt, in their order; private to text*.c. Each prints nothing if it is
 * empty. */
#ifndef TEXT_PARTS_H
#define TEXT_PARTS_H

#include "report/model.h"

#include <stdio.h>

/* How quiet the machine was: grade, reasons, figures against their gates. */
void text_certificate(FILE *, const struct run_view *);

/* Result lines of one number of copies: the index tests by title, or the others in run order. */
void text_raw(FILE *, const struct run_view *, unsigned copies, bool in_index);

/* The index table with its score, or what is missing for one. */
void text_index(FILE *, const struct run_view *, unsigned copies);

/* Results that don't count for the index. */
void text_others(FILE *, const struct run_view *, unsigned copies);

/* N copies against one, and how to read it. */
void text_scaling(FILE *, const struct run_view *, unsigned copies);

/* Bandwidth and latency from the CPUs of each node to the memory of each. */
void text_nodes(FILE *, const struct run_view *);

/* Values of pairs of CPUs, as a matrix. */
void text_pairs(FILE *, const struct run_view *);

/* Results that depend on something, as tables: latency by size, ... */
void text_charts(FILE *, const struct run_view *);

/* The tables of lmbench's summary. */
void text_lmbench(FILE *, const struct run_view *);

/* Results in which each CPU has a value: which of them does not keep up. */
void text_cores(FILE *, const struct run_view *);

/* Benchmarks with 1, 2, 4, ... copies: how many cores the machine is worth. */
void text_curves(FILE *, const struct run_view *);

/* The combined values of a series of boots. */
void text_series(FILE *, const struct run_view *);

/* The states of knobs against those that were found. */
void text_sweep(FILE *, const struct run_view *);

/* Wrong answers that the machine gave, one by one. */
void text_wrong(FILE *, const struct run_view *);

/* The load of a burn-in, and the tests after it against those before. */
void text_burnin(FILE *, const struct run_view *);

/* What was set on the machine for the run. */
void text_tuning(FILE *, const struct run_view *);

/* What the flags behind noisy results mean. */
void text_flags(FILE *, const struct run_view *);

/* How results differ from the known tool's by nature, referred to by the [n] behind result lines.
 */
void text_caveats(FILE *, const struct run_view *);
/* The n of that result, 0 if it has none. */
unsigned text_caveat_number(const struct run_view *, const struct result_view *);

/* Findings and warnings about the configuration. */
void text_findings(FILE *, const struct run_view *);

/* A name, padded, and what there is to say about it. */
void text_condition(FILE *, const char *name, const char *value);

/* Lists about the machine: modules, links, ports, sensors, what changed. */
void text_machine(FILE *, const struct run_view *);

/* Everything that a comparison with another run must hold constant. */
void text_conditions(FILE *, const struct run_view *);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The sections of report.html, private to html*.c; each prints nothing if it is empty. The page
 * needs no script and no other file. All text of records goes through html_put().
 */
#ifndef HTML_PARTS_H
#define HTML_PARTS_H

#include "report/model.h"

#include <stdio.h>

/* The style sheet; holds no text of records. */
extern const char html_style[];

/* <tag class="class">text</tag>, text escaped; class may be NULL. */
void html_element(FILE *, const char *tag, const char *class, const char *text);

/* <dt>name</dt><dd>text</dd> if there is text. */
void html_fact(FILE *, const char *name, const char *text);

/* How quiet the machine was: grade, reasons, figures against their gates. */
void html_certificate(FILE *, const struct run_view *);

/* One number of copies: the table of the index tests, or of the others. */
void html_results(FILE *, const struct run_view *, unsigned copies, bool in_index);

/* All samples in measured order around the value, with its interval: an inline SVG. */
void html_strip(FILE *, const struct result_view *);

/* N copies against one: bars and how to read them. */
void html_scaling(FILE *, const struct run_view *, unsigned copies);

/* Bandwidth and latency from the CPUs of each node to the memory of each. */
void html_nodes(FILE *, const struct run_view *);

/* Values of pairs of CPUs, as a map. */
void html_pairs(FILE *, const struct run_view *);

/* Results that depend on something, as curves: latency on size, ... */
void html_charts(FILE *, const struct run_view *);

/* The tables of lmbench's summary. */
void html_lmbench(FILE *, const struct run_view *);

/* Results in which each CPU has a value: which of them does not keep up. */
void html_cores(FILE *, const struct run_view *);

/* Benchmarks with 1, 2, 4, ... copies: how many cores the machine is worth. */
void html_curves(FILE *, const struct run_view *);

/* The combined values of a series of boots. */
void html_series(FILE *, const struct run_view *);

/* The states of knobs against those that were found. */
void html_sweep(FILE *, const struct run_view *);

/* Wrong answers that the machine gave, one by one. */
void html_wrong(FILE *, const struct run_view *);

/* The load of a burn-in over time, and the tests after it against those before. */
void html_burnin(FILE *, const struct run_view *);

/* What was set on the machine for the run, as facts in an open list. */
void html_tuning(FILE *, const struct run_view *);

/* Findings and warnings about the configuration. */
void html_findings(FILE *, const struct run_view *);

void html_guide(FILE *); /* how to read the page */

/* Lists about the machine: modules, links, ports, sensors, what changed. */
void html_machine(FILE *, const struct run_view *);

/* Everything that a comparison with another run must hold constant. */
void html_conditions(FILE *, const struct run_view *);

#endif

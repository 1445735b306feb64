/* SPDX-License-Identifier: MIT */
/*
 * What all reports say about a run, found once: looked up or put together from its records. Nothing
 * of the machine record must be there; what is missing is NULL, 0 or left out.
 */
#ifndef FACTS_H
#define FACTS_H

#include "report/model.h"
#include "report/unixbench.h"

/* Room for one sentence or one line of facts; longer ones are cut. */
enum { FACT_LENGTH = 512 };

/* The machine record that counts: from before the tests if there is one. NULL if there is none. */
const struct json *facts_machine(const struct run_view *);

/* A member of it: facts_string(view, "cpu", "model"). NULL if missing, empty, or a text that the
 * machine's maker forgot to fill in. */
const char *facts_string(const struct run_view *, const char *group, const char *member);
double facts_number(
	const struct run_view *, const char *group, const char *member, double fallback);

/* A member of the run record; "" if missing. */
const char *facts_run(const struct run_view *, const char *member);

/* Adds to a text, with a separator if something stands there already; what is too long is cut. */
void facts_append(char *text, size_t size, const char *separator, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Online CPUs, 0 if unknown. */
unsigned facts_cpus(const struct run_view *);

/* Lines about the machine: text is empty if nothing is known. */
void facts_system(const struct run_view *, char *text, size_t size);   /* vendor, product */
void facts_cpu(const struct run_view *, char *text, size_t size);      /* sockets, cores, threads */
void facts_caches(const struct run_view *, char *text, size_t size);   /* L1d 32 KiB, ... */
void facts_memory(const struct run_view *, char *text, size_t size);   /* size, NUMA nodes */
void facts_firmware(const struct run_view *, char *text, size_t size); /* vendor, version, date */
void facts_quiet(const struct run_view *, char *text, size_t size);    /* what ran while idle */
const char *facts_platform(const struct run_view *); /* "Bare machine", or that it is none */
bool facts_is_virtual(const struct run_view *);

/* A NUMA node of the machine record: "CPUs 0-15, 62.7 GiB, distances 10 21". */
void facts_node(const struct json *node, char *text, size_t size);

/* A disk of the machine record: "Samsung SSD 980, 512 GB, read-only, 0 sectors written by the run".
 */
void facts_disk(const struct run_view *, const struct json *disk, char *text, size_t size);

/* A state record of something that was set for the whole run: "1, was 50000". False for others. */
bool facts_setting(const struct json *record, char *text, size_t size);

/* How long the machine took to be steady before the first test; empty if it was not waited for. */
void facts_settled(const struct run_view *, char *text, size_t size);

/* A condition of the run: kernel, governor, ... */
struct condition {
	const char *name;
	const char *group, *member; /* in the machine record */
};
extern const struct condition facts_conditions[]; /* ends with a NULL name */

/* The title that the known tool prints, else the name. */
const char *facts_title(const struct result_view *);

/* True for a number to show: status ok or noisy, and a value. */
bool facts_counts(const struct result_view *);

/* Why that benchmark has no number with that many copies: one sentence. */
void facts_why_missing(
	const struct run_view *, const char *name, unsigned copies, char *why, size_t size);

/* True if any test of the index is part of the run: else nobody misses its score. */
bool facts_index_asked(const struct run_view *);

/* True if no index test has a number with that many copies, all of them for the same reason. */
bool facts_all_missing(const struct run_view *, unsigned copies, char *why, size_t size);

/* The figure in the known tool's unit; sets its label. 0 and "" if it has no number or no such
 * unit. */
double facts_figure(const struct result_view *, const char **label);

/* "the best sample; median 12.3 GB/s": empty where the value is the median. */
void facts_statistic(const struct result_view *, char *text, size_t size);

/* Index of all tests with that many copies. */
void facts_index(const struct run_view *, unsigned copies, struct unixbench_index *);

/* True for one of the twelve; and for a result that is neither one of them nor has a place of its
 * own.
 */
bool facts_in_index(const char *name);
bool facts_is_other(const struct result_view *);

/* What a flag of a noisy result means; "" for one that this program does not know. */
const char *facts_flag(const char *flag);
/* The flags that it knows, in order; NULL beyond the last. */
const char *facts_flag_name(unsigned i);

/* "12 % of the samples disturbed (preempted 30, interrupts 2); the others alone: 98.3 Mops/s";
 * empty if none was. */
void facts_disturbed(const struct result_view *, char *text, size_t size);

/* True if an earlier result of that benchmark has the same note: it need not be shown again. */
bool facts_note_is_known(
	const struct run_view *, const struct result_view *, const struct json *note);

/* "24 results: 1 ok, 23 noisy" */
void facts_tally(const struct run_view *, char *text, size_t size);

/* Seconds spent on all results with that many copies. */
double facts_elapsed(const struct run_view *, unsigned copies);

/* What the records lost on their way, one sentence; empty if nothing. */
void facts_losses(const struct run_view *, char *text, size_t size);

/* How the run ended if not as planned, one sentence; empty if it did. */
void facts_unfinished(const struct run_view *, char *text, size_t size);

#endif

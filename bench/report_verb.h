/* SPDX-License-Identifier: MIT */
/* The verb report: files and verdict of a run from its records, on any machine. */
#ifndef REPORT_VERB_H
#define REPORT_VERB_H

/* Returns the exit status: with --verdict that of the run, else whether the reports could be made.
 */
int report_main(int argc, char **argv);

#endif

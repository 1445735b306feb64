/* SPDX-License-Identifier: MIT */
/* What may stand as a value: pure functions behind config.c. */
#ifndef BENCH_CORE_CONFIG_CHECK_H
#define BENCH_CORE_CONFIG_CHECK_H

enum config_kind { CHOICE, NAMES, COPIES, INTEGER, BOOTS, COUNTER, TEXT, DURATION, DISK_ID };

/* True if text is a value of this kind; a CHOICE must be one of "a, b, c". */
int config_is_value(const char *text, enum config_kind kind, const char *choices);

/* Bytes of the printable character at text (UTF-8 or a tab), 0 if there is none. */
int config_text_length(const char *text);

/* Levenshtein's distance, blind to case and to - against _; 99 above 32 bytes. b: lower case. */
int config_distance(const char *a, const char *b);

#endif

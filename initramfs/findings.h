/* SPDX-License-Identifier: MIT */
/* What init found out about the machine, for --finding SEVERITY:TEXT of `bootmark run`. */
#ifndef INITRAMFS_FINDINGS_H
#define INITRAMFS_FINDINGS_H

enum { FINDINGS_MAX = 24, FINDING_BYTES = 512 };

struct findings {
	char text[FINDINGS_MAX][FINDING_BYTES]; /* "warn:The stick ..." */
	int n;
};

/* Adds one; severity is "info", "warn" or "fail". The last one is overwritten when all are used. */
__attribute__((format(printf, 3, 4))) void findings_add(
	struct findings *f, const char *severity, const char *format, ...);

#endif

/* SPDX-License-Identifier: MIT */
#include "findings.h"

#include <stdarg.h>
#include <stdio.h>

void findings_add(struct findings *f, const char *severity, const char *format, ...)
{
	char *text = f->text[f->n < FINDINGS_MAX ? f->n++ : FINDINGS_MAX - 1];
	int n = snprintf(text, FINDING_BYTES, "%s:", severity);
	va_list args;

	va_start(args, format);
	vsnprintf(text + n, (size_t)(FINDING_BYTES - n), format, args);
	va_end(args);
}

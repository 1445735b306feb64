/* SPDX-License-Identifier: MIT */
/* What makes a number noisy. Source of conditions and limits: reference/method.md P7. */
#ifndef QUALITY_H
#define QUALITY_H

#include "core/outcome.h"

/* The flags of an outcome whose estimates are there; sorted: all n samples that count. */
unsigned quality_flags(
	const struct outcome *, const struct benchmark *, const double *sorted, size_t n);

#endif

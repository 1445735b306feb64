/* SPDX-License-Identifier: MIT */
/* Every file of a run, rendered from its records alone. */
#ifndef RENDER_H
#define RENDER_H

#include "core/reader.h"

/* Writes each writer's report into the directory. -1 and errno if one of them failed. */
int render_reports(const struct records *, const char *directory);

/* The same, and results.jsonl and the attachments: all that lies on a stick. */
int render_all(const struct records *, const char *directory);

#endif

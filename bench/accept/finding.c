/* SPDX-License-Identifier: MIT */
#include "accept/finding.h"

struct finding *findings_add(struct findings *findings, const char *severity)
{
	struct finding *finding;

	if (findings->count == FINDINGS_MAX)
		return NULL;
	finding = &findings->list[findings->count++];
	*finding = (struct finding){ .severity = severity };
	return finding;
}

/* SPDX-License-Identifier: MIT */
/* The inside of one copy's process. */
#ifndef COPY_H
#define COPY_H

#include "core/team.h"

/* The barrier: a copy writes a byte to ready_fd, then waits until the other end of go_fd is closed.
 */
struct barrier {
	int ready_fd, go_fd;
};

/* Sets up, waits, measures, tears down. Leaves its status in the area and never returns. */
_Noreturn void copy_main(const struct team_plan *, unsigned copy, struct sampling_team *,
	struct copy_area *, struct barrier);

#endif

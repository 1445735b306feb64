/* SPDX-License-Identifier: MIT */
#include "report/writer.h"

int text_write(FILE *out, const struct run_view *view)
{
	fprintf(out, "%zu results\n", view->result_count);
	return ferror(out) ? -1 : 0;
}

/* SPDX-License-Identifier: MIT */
#include "report/writer.h"

const struct writer writers[] = {
	{ "text", "report.txt", text_write },
	{ "html", "report.html", html_write },
	{ NULL, NULL, NULL },
};

/* SPDX-License-Identifier: MIT */
/* A configuration from a text, through a file, for the configuration's tests. */
#ifndef CONFIG_LOAD_H
#define CONFIG_LOAD_H

#include "../../bench/core/config.h"

#include "test.h"

#include <stdlib.h>
#include <unistd.h>

static char dir[] = "/tmp/config_test.XXXXXX";
static char path[64]; /* dir/bootmark.conf */

static void write_file(const char *bytes, size_t n)
{
	FILE *f = fopen(path, "w");

	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f) != 0)
		abort();
}

static int load(struct config *c, const char *text)
{
	config_init(c);
	write_file(text, strlen(text));
	return config_load_file(c, path);
}

static const char *warning(const struct config *c, int i)
{
	return i < c->warnings ? c->warning[i] : "(none)";
}

#endif

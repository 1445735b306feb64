/* SPDX-License-Identifier: MIT */
#include "benchmark.h"
#include "compare/compare.h"
#include "core/console.h"
#include "core/die.h"
#include "core/plan.h"
#include "list.h"
#include "report_verb.h"
#include "run.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
	"usage: bootmark list [--markdown]            what it can measure\n"
	"       bootmark run [options] [TEST...]      measure this machine; TEST is a name or a "
	"glob\n"
	"       bootmark report [options] PATH        make the reports of a run anew\n"
	"       bootmark compare [--factor LIST] A B  what differs between two runs, or boots\n"
	"       bootmark conf                         print a commented bootmark.conf\n"
	"       bootmark help\n"
	"\n"
	"run:    --profile quick|standard|full        how long to measure (standard)\n"
	"        --copies LIST                        numbers and N, the number of CPUs (1,N)\n"
	"        --config FILE, --cmdline FILE, --set KEY=VALUE\n"
	"        --store DIR                          results go to DIR/results/MACHINE/NUMBER "
	"(.)\n"
	"        --workdir DIR                        files are copied here (TMPDIR, /tmp)\n"
	"        --tune                               quiet the machine first, as root, and put "
	"back after\n"
	"        --screen DEV, --serial DEV, --store-note TEXT, --finding SEVERITY:TEXT, --next "
	"FILE\n"
	"                                             for init: see bootmark(1)\n"
	"report: --from-serial                        PATH is a log of the serial line\n"
	"        --out DIR                            write there instead of beside PATH\n"
	"        --verdict                            print the verdict, write nothing\n"
	"compare: A, B: results.jsonl, run directory, directory of a machine, or several with "
	"commas\n"
	"        --factor LIST                        what differs on purpose: kernel, thp, tick, "
	"...\n"
	"\n"
	"exit status: 0 pass, 1 fail, 2 error\n";

static _Noreturn void usage_error(void)
{
	fputs(usage, stderr);
	exit(EXIT_ERROR);
}

static void set(struct run_options *options, const char *key, const char *value)
{
	char *assignment = xasprintf("%s=%s", key, value);

	if (config_set(&options->config, assignment))
		die("%s", options->config.warning[options->config.warnings - 1]);
	free(assignment);
}

static void add_finding(struct run_options *options, const char *finding)
{
	options->findings = xrealloc(
		options->findings, (options->finding_count + 1) * sizeof(*options->findings));
	options->findings[options->finding_count++] = finding;
}

static void run_option(struct run_options *options, int option, const char *value)
{
	switch (option) {
	case 'p':
		set(options, "profile", value);
		break;
	case 'c':
		set(options, "copies", value);
		break;
	case 'f':
		config_load_file(&options->config, value);
		break;
	case 'k':
		config_load_cmdline(&options->config, value);
		break;
	case 's':
		if (config_set(&options->config, value))
			die("%s", options->config.warning[options->config.warnings - 1]);
		break;
	case 'd':
		options->store = value;
		break;
	case 'n':
		options->store_note = value;
		break;
	case 'w':
		options->workdir = value;
		break;
	case 'v':
		if (console_add_screen(value))
			warn("open the screen %s:", value);
		break;
	case 'l':
		if (console_add_serial(value))
			warn("open the serial line %s:", value);
		break;
	case 'i':
		add_finding(options, value);
		break;
	case 't':
		options->tune = true;
		break;
	case 'x':
		options->next = value;
		break;
	default:
		usage_error();
	}
}

static int run_verb(int argc, char **argv)
{
	static const struct option known[] = { { "profile", 1, 0, 'p' }, { "copies", 1, 0, 'c' },
		{ "config", 1, 0, 'f' }, { "cmdline", 1, 0, 'k' }, { "set", 1, 0, 's' },
		{ "store", 1, 0, 'd' }, { "store-note", 1, 0, 'n' }, { "workdir", 1, 0, 'w' },
		{ "screen", 1, 0, 'v' }, { "serial", 1, 0, 'l' }, { "finding", 1, 0, 'i' },
		{ "tune", 0, 0, 't' }, { "next", 1, 0, 'x' }, { 0 } };
	struct run_options options = {
		.store = ".", .store_note = "this directory", .argc = argc, .argv = argv
	};
	int option, status;

	options.workdir = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
	config_init(&options.config);
	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1)
		run_option(&options, option, optarg);
	if (optind < argc) {
		char *tests = xstrdup(argv[optind]);

		while (++optind < argc) {
			char *longer = xasprintf("%s,%s", tests, argv[optind]);

			free(tests);
			tests = longer;
		}
		set(&options, "tests", tests);
		free(tests);
	}
	status = run_main(&options);
	free(options.findings);
	return status;
}

/* Started by an init, the standard descriptors may be closed: what is opened next must not become
 * them. */
static void hold_standard_descriptors(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

int main(int argc, char **argv)
{
	const char *verb = argc > 1 ? argv[1] : "";

	hold_standard_descriptors();
	if (strcmp(verb, "list") == 0)
		return list_main(argc - 1, argv + 1);
	if (strcmp(verb, "run") == 0)
		return run_verb(argc - 1, argv + 1);
	if (strcmp(verb, "report") == 0)
		return report_main(argc - 1, argv + 1);
	if (strcmp(verb, "compare") == 0)
		return compare_main(argc - 1, argv + 1);
	if (strcmp(verb, "conf") == 0) {
		config_print_template(stdout);
		return EXIT_PASS;
	}
	if (strcmp(verb, "help") == 0 || strcmp(verb, "--help") == 0) {
		fputs(usage, stdout);
		return EXIT_PASS;
	}
	usage_error();
}

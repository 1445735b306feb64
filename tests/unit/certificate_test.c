/* SPDX-License-Identifier: MIT */
/* Records of the noise benchmarks -> quiet, usable, noisy. Gates: method.md section 5. */
#include "accept/certificate.h"
#include "core/die.h"
#include "test.h"

#include <stdlib.h>

/* A machine of two CPUs; each test changes what it is about. */
static struct machine {
	double interrupts, lost, detour_p999, detour_max, gaps, gap_max, clock_ns, backwards, skew,
		drift;
	double programs, switches;
	const char *clocksource, *hypervisor;
} machine;

static const struct machine still = { .interrupts = 0.2,
	.lost = 5000,
	.detour_p999 = 4000,
	.detour_max = 9000,
	.gaps = 3,
	.gap_max = 8000,
	.clock_ns = 25,
	.skew = 90,
	.drift = -4,
	.programs = 1,
	.switches = 9,
	.clocksource = "tsc",
	.hypervisor = "" };

static char *records_of(const struct machine *m)
{
	return xasprintf(
		"{\"v\":1,\"type\":\"machine\",\"seq\":0,\"when\":\"before\",\"cpu\":{\"model\":"
		"\"x\"%s},"
		"\"kernel\":{\"clocksource\":\"%s\"},\"quiet\":{\"programs\":%g,\"context_switches_"
		"per_s\":%g}}\n"
		"{\"v\":1,\"type\":\"result\",\"seq\":1,\"name\":\"noise.clock\",\"noise\":true,"
		"\"status\":\"ok\","
		"\"copies\":1,\"value\":%g,\"figures\":{\"tick_hz\":100,\"backward_steps\":%g,"
		"\"tsc_skew_ns\":%g,"
		"\"tsc_skew_uncertainty_ns\":100,\"drift_against_acpi_ppm\":%g}}\n"
		"{\"v\":1,\"type\":\"result\",\"seq\":2,\"name\":\"noise.hwlat\",\"noise\":true,"
		"\"status\":\"ok\","
		"\"copies\":2,\"value\":0,\"per_copy\":[{\"cpu\":0,\"n\":0,\"time_s\":1,"
		"\"interrupts_per_s\":0},"
		"{\"cpu\":7,\"n\":%g,\"time_s\":10,\"interrupts_per_s\":%g,\"max_ns\":%g}]}\n"
		"{\"v\":1,\"type\":\"result\",\"seq\":3,\"name\":\"noise.fwq\",\"noise\":true,"
		"\"status\":\"ok\","
		"\"copies\":2,\"value\":%g,\"per_copy\":[{\"cpu\":0,\"value\":1,\"interrupts_per_"
		"s\":0,"
		"\"p999_ns\":1,\"max_ns\":2},{\"cpu\":7,\"value\":%g,\"interrupts_per_s\":%g,"
		"\"p999_ns\":%g,"
		"\"max_ns\":%g}]}\n",
		m->hypervisor, m->clocksource, m->programs, m->switches, m->clock_ns, m->backwards,
		m->skew, m->drift, m->gaps * 10, m->interrupts, m->gap_max, m->lost / 2, m->lost,
		m->interrupts, m->detour_p999, m->detour_max);
}

static struct certificate certificate_of(const struct machine *m)
{
	static struct certificate certificate;
	char *text = records_of(m);
	struct records records;
	struct run_view view;

	records_parse(&records, text, strlen(text), false);
	run_view_make(&view, &records);
	certificate_make(&certificate, &view);
	run_view_free(&view);
	records_free(&records);
	free(text);
	return certificate;
}

static const struct certificate_row *row_of(const struct certificate *c, const char *figure)
{
	for (size_t i = 0; i < c->row_count; i++)
		if (strcmp(c->rows[i].figure, figure) == 0)
			return &c->rows[i];
	return NULL;
}

TEST(a_still_machine_is_quiet)
{
	struct certificate c = certificate_of(&still);

	CHECK_STR(quiet_name(c.grade), "usable");
	CHECK_INT(c.row_count, 12);
	/* 3 gaps/s against 0.2 interrupts/s: not explained. */
	CHECK_NEAR(row_of(&c, "unexplained_gaps_per_s")->value, 2.8, 1e-9);
	CHECK_INT(row_of(&c, "unexplained_gaps_per_s")->cpu, 7);
	machine = still;
	machine.gaps = 1;
	c = certificate_of(&machine);
	CHECK_STR(quiet_name(c.grade), "quiet");
	CHECK_INT(c.reason_count, 0);
	for (size_t i = 0; i < c.row_count; i++)
		CHECK_INT(c.rows[i].grade, QUIET);
}

/* One figure over its gate at a time: the certificate says which, and on what CPU. */
TEST(each_figure_can_spoil_it)
{
	static const struct {
		size_t offset;
		double usable, noisy; /* values of these grades; 0 = there is none */
		const char *figure;
	} cases[] = {
		{ offsetof(struct machine, lost), 2e4, 6e6, "lost_ns_per_s" },
		{ offsetof(struct machine, detour_p999), 2e4, 4e4, "detour_p999_ns" },
		{ offsetof(struct machine, detour_max), 1e5, 2e5, "detour_max_ns" },
		{ offsetof(struct machine, gap_max), 1e5, 2e5, "gap_max_ns" },
		{ offsetof(struct machine, clock_ns), 0, 61, "clock_read_ns" },
		{ offsetof(struct machine, backwards), 0, 1, "clock_backward_steps" },
		{ offsetof(struct machine, skew), 300, 1200, "tsc_skew_ns" },
		{ offsetof(struct machine, drift), 0, -101, "clock_drift_ppm" },
		{ offsetof(struct machine, programs), 3, 6, "programs" },
		{ offsetof(struct machine, switches), 21, 101, "idle_context_switches_per_s" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const double values[] = { cases[i].usable, cases[i].noisy };

		for (int k = 0; k < 2; k++) {
			enum quiet want = k ? NOISY : USABLE;
			struct certificate c;

			if (values[k] == 0)
				continue;
			machine = still;
			machine.gaps = 0;
			*(double *)((char *)&machine + cases[i].offset) = values[k];
			c = certificate_of(&machine);
			CHECK_INT(c.grade, want);
			CHECK_INT(row_of(&c, cases[i].figure)->grade, want);
			CHECK_INT(c.reason_count, 1);
		}
	}
}

/* The tick may come, and 5 more a second. */
TEST(a_ticking_machine_is_usable)
{
	struct certificate c;

	machine = still;
	machine.interrupts = 104;
	machine.gaps = 104;
	c = certificate_of(&machine);
	CHECK_STR(quiet_name(c.grade), "usable");
	CHECK(strstr(c.reasons[0], "104 on CPU 7") != NULL);
	machine.interrupts = machine.gaps = 106;
	CHECK_STR(quiet_name(certificate_of(&machine).grade), "noisy");
}

TEST(another_clock_source_is_no_instrument)
{
	struct certificate c;

	machine = still;
	machine.gaps = 0;
	machine.clocksource = "hpet";
	c = certificate_of(&machine);
	CHECK_STR(quiet_name(c.grade), "noisy");
	CHECK(strstr(c.reasons[0], "hpet") != NULL);
}

TEST(a_virtual_machine_is_never_quiet)
{
	machine = still;
	machine.gaps = 0;
	machine.hypervisor = ",\"hypervisor\":true";
	CHECK_STR(quiet_name(certificate_of(&machine).grade), "usable");
}

TEST(without_results_nothing_is_certified)
{
	static struct certificate c;
	struct records records;
	struct run_view view;

	records_parse(&records, "", 0, false);
	run_view_make(&view, &records);
	certificate_make(&c, &view);
	CHECK_STR(quiet_name(c.grade), "unknown");
	CHECK(strstr(c.reasons[0], "noise.clock") != NULL);
	run_view_free(&view);
	records_free(&records);
}

int main(void)
{
	RUN(a_still_machine_is_quiet);
	RUN(each_figure_can_spoil_it);
	RUN(a_ticking_machine_is_usable);
	RUN(another_clock_source_is_no_instrument);
	RUN(a_virtual_machine_is_never_quiet);
	RUN(without_results_nothing_is_certified);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
/*
 * Whetstone, double precision, in Longbottom's form with its eight sections. Source:
 * reference/unixbench.md 1.4. UnixBench runs section 1 ten times as often and then counts a tenth
 * of its time; running it once gives the same rate and needs no clock inside.
 */
#include "benchmark.h"

#include <math.h>

enum {
	X100 = 100,
	N1 = 12 * X100,
	N1_CHECKED = 10, /* the check values are for ten times N1 */
	N2 = 14 * X100,
	N3 = 345 * X100,
	N4 = 210 * X100,
	N5 = 32 * X100,
	N6 = 899 * X100,
	N7 = 616 * X100,
	N8 = 93 * X100,
	SECTIONS = 8,
};

/* A pass is X100 x 100,000 Whetstone instructions. */
static const double INSTRUCTIONS_PER_PASS = X100 * 1e5;

static const double T = 0.49999975, T1 = 0.50000025, T2 = 2.0;

/* Of one pass with ten times N1 in strict IEEE arithmetic; other flags change the last digits. */
static const double check_values[SECTIONS] = { -1.12398255667391900, -1.12187079889284425, 1, 12,
	0.49902937281518261, 0.99999987890802811, 3, 0.75100163018458665 };
static const double CHECK_TOLERANCE = 1e-9;

double whet_array[4];
static int index_j, index_k, index_l;

void whet_procedure_array(double e[4], double t, double t2);
void whet_procedure_order(void);
void whet_procedure_3(double *x, double *y, double *z, double t, double t1, double t2);

void whet_procedure_array(double e[4], double t, double t2)
{
	for (int j = 0; j < 6; j++) {
		e[0] = (e[0] + e[1] + e[2] - e[3]) * t;
		e[1] = (e[0] + e[1] - e[2] + e[3]) * t;
		e[2] = (e[0] - e[1] + e[2] + e[3]) * t;
		e[3] = (-e[0] + e[1] + e[2] + e[3]) / t2;
	}
}

void whet_procedure_order(void)
{
	whet_array[index_j] = whet_array[index_k];
	whet_array[index_k] = whet_array[index_l];
	whet_array[index_l] = whet_array[index_j];
}

void whet_procedure_3(double *x, double *y, double *z, double t, double t1, double t2)
{
	*x = *y;
	*y = *z;
	*x = t * (*x + *y);
	*y = t1 * (*x + *y);
	*z = (*x + *y) / t2;
}

static double arrays(uint64_t passes, int iterations)
{
	double *e = whet_array, t = T;

	e[0] = 1;
	e[1] = e[2] = e[3] = -1;
	for (uint64_t pass = 0; pass < passes; pass++) {
		for (int i = 0; i < iterations; i++) {
			e[0] = (e[0] + e[1] + e[2] - e[3]) * t;
			e[1] = (e[0] + e[1] - e[2] + e[3]) * t;
			e[2] = (e[0] - e[1] + e[2] + e[3]) * t;
			e[3] = (-e[0] + e[1] + e[2] + e[3]) * t;
		}
		t = 1 - t;
	}
	return e[3];
}

static double array_as_parameter(uint64_t passes)
{
	double t = T;

	for (uint64_t pass = 0; pass < passes; pass++) {
		for (int i = 0; i < N2; i++)
			whet_procedure_array(whet_array, t, T2);
		t = 1 - t;
	}
	return whet_array[3];
}

static double conditional_jumps(uint64_t passes)
{
	int j = 1;

	for (uint64_t pass = 0; pass < passes; pass++) {
		for (int i = 0; i < N3; i++) {
			j = j == 1 ? 2 : 3;
			j = j > 2 ? 0 : 1;
			j = j < 1 ? 1 : 0;
		}
	}
	return j;
}

static double integers(uint64_t passes)
{
	long j = 1, k = 2, l = 3;

	for (uint64_t pass = 0; pass < passes; pass++) {
		for (int i = 0; i < N4; i++) {
			j = j * (k - j) * (l - k);
			k = l * k - (l - j) * k;
			l = (l - k) * (k + j);
			whet_array[l - 2] = (double)(j + k + l);
			whet_array[k - 2] = (double)(j * k * l);
		}
	}
	return whet_array[0] + whet_array[1];
}

static double trigonometry(uint64_t passes)
{
	double x = 0.5, y = 0.5, t = T;

	for (uint64_t pass = 0; pass < passes; pass++) {
		for (int i = 1; i < N5; i++) {
			x = t * atan(T2 * sin(x) * cos(x) / (cos(x + y) + cos(x - y) - 1));
			y = t * atan(T2 * sin(y) * cos(y) / (cos(x + y) + cos(x - y) - 1));
		}
		t = 1 - t;
	}
	return y;
}

static double procedure_calls(uint64_t passes)
{
	double x = 1, y = 1, z = 1;

	for (uint64_t pass = 0; pass < passes; pass++)
		for (int i = 0; i < N6; i++)
			whet_procedure_3(&x, &y, &z, T, T1, T2);
	return z;
}

static double array_references(uint64_t passes)
{
	index_j = 0;
	index_k = 1;
	index_l = 2;
	whet_array[0] = 1;
	whet_array[1] = 2;
	whet_array[2] = 3;
	for (uint64_t pass = 0; pass < passes; pass++)
		for (int i = 0; i < N7; i++)
			whet_procedure_order();
	return whet_array[2];
}

static double standard_functions(uint64_t passes)
{
	double x = 0.75;

	for (uint64_t pass = 0; pass < passes; pass++)
		for (int i = 0; i < N8; i++)
			x = sqrt(exp(log(x) / T1));
	return x;
}

static void all_sections(uint64_t passes, int n1, double result[SECTIONS])
{
	result[0] = arrays(passes, n1);
	result[1] = array_as_parameter(passes);
	result[2] = conditional_jumps(passes);
	result[3] = integers(passes);
	result[4] = trigonometry(passes);
	result[5] = procedure_calls(passes);
	result[6] = array_references(passes);
	result[7] = standard_functions(passes);
}

static int whetstone_setup(struct bench *b)
{
	double result[SECTIONS];

	all_sections(1, N1 * N1_CHECKED, result);
	for (int i = 0; i < SECTIONS; i++)
		if (!(fabs(result[i] / check_values[i] - 1) < CHECK_TOLERANCE))
			return bench_fail(b,
				"section %d gives %.15g, not %.15g: this CPU miscomputes", i + 1,
				result[i], check_values[i]);
	b->work_per_op = INSTRUCTIONS_PER_PASS;
	return BENCH_OK;
}

static int whetstone_run(struct bench *b, uint64_t n)
{
	double result[SECTIONS];

	all_sections(n, N1, result);
	/* The other sections' values depend on the number of passes. */
	for (int i = 0; i < SECTIONS; i++)
		if ((i == 2 || i == 3 || i == 6) && result[i] != check_values[i])
			return bench_fail(b,
				"section %d gives %.15g, not %.15g: this CPU miscomputes", i + 1,
				result[i], check_values[i]);
	keep(result);
	return BENCH_OK;
}

const struct benchmark bench_whetstone = {
	.name = "unixbench.whetstone",
	.title = "Double-Precision Whetstone",
	.what = "one pass of the eight Whetstone sections: floating point and the C library's "
		"mathematical functions; the check values are verified first",
	.unit = UNIT_WI_PER_S,
	.profile = PROFILE_QUICK,
	.tolerance = 0.01,
	.setup = whetstone_setup,
	.run = whetstone_run,
};

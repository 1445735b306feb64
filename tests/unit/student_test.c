/* SPDX-License-Identifier: MIT */
#include "core/student.h"
#include "test.h"

/* One degree of freedom is Cauchy's distribution: t = tan(pi (p - 1/2)). Two: with a = 2p - 1,
 * t = a sqrt(2 / (1 - a^2)). */
TEST(one_and_two_degrees_have_closed_forms)
{
	CHECK_NEAR(student_quantile(0.975, 1), tan(M_PI * 0.475), 1e-8);
	CHECK_NEAR(student_quantile(0.025, 1), -tan(M_PI * 0.475), 1e-8);
	CHECK_NEAR(student_quantile(0.9999, 1), tan(M_PI * 0.4999), 1e-5);
	CHECK_NEAR(student_quantile(0.975, 2), 0.95 * sqrt(2 / (1 - 0.95 * 0.95)), 1e-9);
	CHECK_NEAR(student_tail(1, 1), 0.5, 1e-12);
	CHECK_NEAR(student_tail(-1, 1), 0.5, 1e-12);
	CHECK_NEAR(student_tail(0, 3.7), 1, 1e-12);
}

/* NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2. */
TEST(the_printed_tables)
{
	static const struct {
		double df, p90, p975, p999;
	} row[] = { { 3, 1.638, 3.182, 10.215 }, { 4, 1.533, 2.776, 7.173 },
		{ 8, 1.397, 2.306, 4.501 }, { 30, 1.310, 2.042, 3.385 },
		{ 60, 1.296, 2.000, 3.232 }, { 100, 1.290, 1.984, 3.174 } };

	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
		CHECK_NEAR(student_quantile(0.9, row[i].df), row[i].p90, 6e-4);
		CHECK_NEAR(student_quantile(0.975, row[i].df), row[i].p975, 6e-4);
		CHECK_NEAR(student_quantile(0.999, row[i].df), row[i].p999, 6e-4);
	}
	CHECK_NEAR(student_quantile(0.975, 1e7), 1.959964, 1e-6);
}

/* The area under the density between -t and t, by Simpson's rule. */
static double area(double t, double df)
{
	enum { STEPS = 2000 };
	double scale = exp(lgamma((df + 1) / 2) - lgamma(df / 2)) / sqrt(df * M_PI), sum = 0;

	for (int i = 0; i <= STEPS; i++) {
		double x = -t + 2 * t * i / STEPS;
		double weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;

		sum += weight * scale * pow(1 + x * x / df, -(df + 1) / 2);
	}
	return sum * 2 * t / STEPS / 3;
}

/* Welch's degrees of freedom are no whole numbers. */
TEST(any_real_df)
{
	const double df[] = { 1.3, 2.31, 4.07547, 17.5, 250.25 };

	for (size_t i = 0; i < sizeof(df) / sizeof(*df); i++)
		for (double t = 0.5; t < 5; t += 0.9) {
			CHECK_NEAR(student_tail(t, df[i]), 1 - area(t, df[i]), 1e-9);
			CHECK_NEAR(student_quantile(1 - student_tail(t, df[i]) / 2, df[i]), t,
				1e-8 * t);
		}
}

int main(void)
{
	RUN(one_and_two_degrees_have_closed_forms);
	RUN(the_printed_tables);
	RUN(any_real_df);
	return test_end();
}

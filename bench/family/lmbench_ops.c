/* SPDX-License-Identifier: MIT */
/*
 * lmbench's basic operations (lat_ops): chains in which each operation waits for the one before.
 * Chains and constants: reference/lmbench.md 1.6.
 */
#include "benchmark.h"
#include "family/fix.h"

#define TIMES_10(body)	body body body body body body body body body body
#define TIMES_100(body) TIMES_10(TIMES_10(body))

/* Operations in an iteration, as the known tool counts them. */
enum {
	BIT_OPS = 300,
	ADD_OPS = 20000,
	MUL_OPS = 20,
	DIV_OPS = 100,
	MOD_OPS = 100,
	REAL_ADD_OPS = 22,
	REAL_MUL_OPS = 40,
	REAL_DIV_OPS = 100,
	ELEMENTS = 1000
};

static int ops_setup(struct bench *b)
{
	b->work_per_op = *(const double *)b->benchmark->arg;
	return BENCH_OK;
}

/* The same chains for both sizes of integers; the constants are parameters. */
#define INTEGER_CHAINS(id, type, mul_r, mul_s, div_r, div_s, mod_s)                                \
	static int id##_bit(struct bench *b, uint64_t n)                                           \
	{                                                                                          \
		type r = 1, s = (type)n;                                                           \
                                                                                                   \
		(void)b;                                                                           \
		for (type it = (type)n; n; n--, it--) {                                            \
			TIMES_100(r ^= it; FIX(r); s ^= r; FIX(s); r |= s; FIX(r);)                \
		}                                                                                  \
		keep(s);                                                                           \
		return BENCH_OK;                                                                   \
	}                                                                                          \
	static int id##_add(struct bench *b, uint64_t n)                                           \
	{                                                                                          \
		type a = 58;                                                                       \
                                                                                                   \
		(void)b;                                                                           \
		while (n--)                                                                        \
			for (type i = 1; i <= ADD_OPS / 20; i++) {                                 \
				TIMES_10(a = a + a + i; FIX(a);)                                   \
			}                                                                          \
		keep(a);                                                                           \
		return BENCH_OK;                                                                   \
	}                                                                                          \
	static int id##_mul(struct bench *b, uint64_t n)                                           \
	{                                                                                          \
		type r = mul_r, s = mul_s, t = r;                                                  \
                                                                                                   \
		(void)b;                                                                           \
		/* What is to be taken off for r to be what it was. */                             \
		TIMES_10(t *= s;)                                                                  \
		t -= r;                                                                            \
		FIX(s);                                                                            \
		while (n--) {                                                                      \
			TIMES_10(r *= s; FIX(r);)                                                  \
			r -= t;                                                                    \
			FIX(r);                                                                    \
			TIMES_10(r *= s; FIX(r);)                                                  \
			r -= t;                                                                    \
			FIX(r);                                                                    \
		}                                                                                  \
		keep(r);                                                                           \
		return BENCH_OK;                                                                   \
	}                                                                                          \
	static int id##_mul_without(struct bench *b, uint64_t n)                                   \
	{                                                                                          \
		type r = mul_r, t = mul_s;                                                         \
                                                                                                   \
		(void)b;                                                                           \
		FIX(t);                                                                            \
		while (n--) {                                                                      \
			r -= t;                                                                    \
			FIX(r);                                                                    \
			r -= t;                                                                    \
			FIX(r);                                                                    \
		}                                                                                  \
		keep(r);                                                                           \
		return BENCH_OK;                                                                   \
	}                                                                                          \
	static int id##_div(struct bench *b, uint64_t n)                                           \
	{                                                                                          \
		type r = div_r, s = div_s;                                                         \
                                                                                                   \
		(void)b;                                                                           \
		FIX(s);                                                                            \
		while (n--) {                                                                      \
			TIMES_100(r = s / r; FIX(r);)                                              \
		}                                                                                  \
		keep(r);                                                                           \
		return BENCH_OK;                                                                   \
	}                                                                                          \
	static int id##_mod(struct bench *b, uint64_t n)                                           \
	{                                                                                          \
		type s = mod_s, r = s;                                                             \
                                                                                                   \
		(void)b;                                                                           \
		FIX(s);                                                                            \
		while (n--) {                                                                      \
			TIMES_100(r %= s; FIX(r); r |= s; FIX(r);)                                 \
		}                                                                                  \
		keep(r);                                                                           \
		return BENCH_OK;                                                                   \
	}                                                                                          \
	static int id##_mod_without(struct bench *b, uint64_t n)                                   \
	{                                                                                          \
		type s = mod_s, r = s;                                                             \
                                                                                                   \
		(void)b;                                                                           \
		FIX(s);                                                                            \
		while (n--) {                                                                      \
			TIMES_100(r |= s; FIX(r);)                                                 \
		}                                                                                  \
		keep(r);                                                                           \
		return BENCH_OK;                                                                   \
	}

INTEGER_CHAINS(integer, uint32_t, 37432, 5, 37, (uint32_t)38 << 20, 63)
INTEGER_CHAINS(int64, uint64_t, 37421 + (7ull << 32), 5, 37 + (37ull << 33),
	(37 + (37ull << 33) + 17) << 13, (1ull << 56) + 1)

#define REAL_CHAINS(id, type)                                                                      \
	static int id##_add(struct bench *b, uint64_t n)                                           \
	{                                                                                          \
		type f = 1, g = -1023;                                                             \
                                                                                                   \
		(void)b;                                                                           \
		FIX_REAL(g);                                                                       \
		while (n--) {                                                                      \
			TIMES_10(f += f; FIX_REAL(f);)                                             \
			f += g;                                                                    \
			FIX_REAL(f);                                                               \
			TIMES_10(f += f; FIX_REAL(f);)                                             \
			f += g;                                                                    \
			FIX_REAL(f);                                                               \
		}                                                                                  \
		return f == 1 ? BENCH_OK : bench_fail(b, "1 became %g: miscomputed", (double)f);   \
	}                                                                                          \
	static int id##_mul(struct bench *b, uint64_t n)                                           \
	{                                                                                          \
		type f = 8, g = 0.125;                                                             \
                                                                                                   \
		(void)b;                                                                           \
		FIX_REAL(g);                                                                       \
		while (n--) {                                                                      \
			TIMES_10(f *= f; FIX_REAL(f); f *= g; FIX_REAL(f);)                        \
			TIMES_10(f *= f; FIX_REAL(f); f *= g; FIX_REAL(f);)                        \
		}                                                                                  \
		return f == 8 ? BENCH_OK : bench_fail(b, "8 became %g: miscomputed", (double)f);   \
	}                                                                                          \
	static int id##_div(struct bench *b, uint64_t n)                                           \
	{                                                                                          \
		type f = (type)1.41421356, g = (type)3.14159265;                                   \
                                                                                                   \
		(void)b;                                                                           \
		while (n--)                                                                        \
			for (int i = 0; i < 5; i++) {                                              \
				TIMES_10(f = g / f; FIX_REAL(f);)                                  \
				TIMES_10(g = f / g; FIX_REAL(g);)                                  \
			}                                                                          \
		keep(&f);                                                                          \
		return BENCH_OK;                                                                   \
	}                                                                                          \
	static int id##_bogomflops(struct bench *b, uint64_t n)                                    \
	{                                                                                          \
		static type x[ELEMENTS];                                                           \
                                                                                                   \
		(void)b;                                                                           \
		for (int i = 0; i < ELEMENTS; i++)                                                 \
			x[i] = 9;                                                                  \
		while (n--)                                                                        \
			for (int i = 0; i < ELEMENTS; i++) {                                       \
				type value = x[i];                                                 \
                                                                                                   \
				FIX_REAL(value);                                                   \
				value = (1 + value) * ((type)1.5 - value) / value;                 \
				FIX_REAL(value);                                                   \
				x[i] = value;                                                      \
			}                                                                          \
		keep(x);                                                                           \
		return BENCH_OK;                                                                   \
	}

REAL_CHAINS(float, float)
REAL_CHAINS(double, double)

#define OPS(kind, op, count, ...)                                                                  \
	const struct benchmark bench_lat_ops_##kind##_##op = { .name = "lmbench.lat_ops_" #kind    \
								       "_" #op,                    \
		.title = #kind " " #op,                                                            \
		.what = "one operation in a chain of them, in registers: its latency",             \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_ONE,                                                              \
		.profile = PROFILE_FULL,                                                           \
		.tolerance = 0.01,                                                                 \
		.arg = &(const double){ count },                                                   \
		.setup = ops_setup,                                                                \
		.run = kind##_##op,                                                                \
		__VA_ARGS__ };

#define INTEGER_ROWS(kind)                                                                         \
	OPS(kind, bit, BIT_OPS, )                                                                  \
	OPS(kind, add, ADD_OPS, )                                                                  \
	OPS(kind, mul, MUL_OPS, .without = kind##_mul_without)                                     \
	OPS(kind, div, DIV_OPS, )                                                                  \
	OPS(kind, mod, MOD_OPS, .without = kind##_mod_without)
#define REAL_ROWS(kind)                                                                            \
	OPS(kind, add, REAL_ADD_OPS, )                                                             \
	OPS(kind, mul, REAL_MUL_OPS, )                                                             \
	OPS(kind, div, REAL_DIV_OPS, )                                                             \
	OPS(kind, bogomflops, ELEMENTS, )

INTEGER_ROWS(integer)
INTEGER_ROWS(int64)
REAL_ROWS(float)
REAL_ROWS(double)

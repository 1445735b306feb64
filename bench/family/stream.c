/* SPDX-License-Identifier: MIT */
/*
 * STREAM's four kernels by its rules (not STREAM itself: the code is ours): arrays of doubles, four
 * times the last-level caches each, the best pass counts, results validated. Bytes count as STREAM
 * counts them: 8 for each element read or written, what a store reads before it writes does not.
 * Source: reference/tools.md 3.2.
 */
#include "benchmark.h"
#include "family/memory.h"
#include "family/stream.h"

#include <math.h>

enum { ARRAYS = 3, CACHES = 4 };

/* STREAM's limit of the relative error. */
static const double MAX_ERROR = 1e-13;

/* Elements differ, so that a wrong one is found; no power of two fits into a prime. */
enum { PERIOD = 1021 };

struct stream {
	struct stream_arrays arrays;
	struct memory_copier copier;
	struct stream_kernels kernels;
};

/* One kernel of the four, on one kind of pages. */
struct stream_kernel {
	enum pages pages;
	unsigned arrays; /* read and written */
	void (*pass)(const struct stream *);
	char result; /* 'a', 'b' or 'c' */
	double (*expected)(size_t element);
};

static double a_at(size_t i)
{
	return 1 + (double)(i % PERIOD) / PERIOD;
}

static double b_at(size_t i)
{
	return 2 + (double)(i % PERIOD) / PERIOD;
}

static double c_at(size_t i)
{
	return 4 + (double)(i % PERIOD) / PERIOD;
}

STREAM_KERNELS(portable, )

__attribute__((weak)) struct stream_kernels stream_kernels_of_cpu(void)
{
	return STREAM_KERNEL_SET("compiled for any CPU of the architecture", portable);
}

static void copy_pass(const struct stream *s)
{
	s->copier.copy(s->arrays.c, s->arrays.a, s->arrays.elements * sizeof(double));
}

static void scale_pass(const struct stream *s)
{
	s->kernels.scale(&s->arrays);
}

static void add_pass(const struct stream *s)
{
	s->kernels.add(&s->arrays);
}

static void triad_pass(const struct stream *s)
{
	s->kernels.triad(&s->arrays);
}

static double scaled_at(size_t i)
{
	return STREAM_FACTOR * c_at(i);
}

static double sum_at(size_t i)
{
	return a_at(i) + b_at(i);
}

static double triad_at(size_t i)
{
	return b_at(i) + STREAM_FACTOR * c_at(i);
}

static const struct stream_kernel copy = { PAGES_AS_SET, 2, copy_pass, 'c', a_at },
				  scale = { PAGES_AS_SET, 2, scale_pass, 'b', scaled_at },
				  add = { PAGES_AS_SET, 3, add_pass, 'c', sum_at },
				  triad = { PAGES_AS_SET, 3, triad_pass, 'a', triad_at },
				  triad_large = { PAGES_LARGE, 3, triad_pass, 'a', triad_at };

static int stream_setup(struct bench *b)
{
	static struct stream stream;
	const struct stream_kernel *kernel = b->benchmark->arg;
	struct stream_arrays *arrays = &stream.arrays;
	size_t bytes = memory_beyond_caches(b, ARRAYS, CACHES);

	if (!bytes || !(arrays->a = memory_take(b, bytes, kernel->pages)) ||
		!(arrays->b = memory_take(b, bytes, kernel->pages)) ||
		!(arrays->c = memory_take(b, bytes, kernel->pages)))
		return BENCH_SKIPPED;
	arrays->elements = bytes / sizeof(double);
	for (size_t i = 0; i < arrays->elements; i++) {
		arrays->a[i] = a_at(i);
		arrays->b[i] = b_at(i);
		arrays->c[i] = c_at(i);
	}
	stream.copier = memory_copier_glibc(b, bytes);
	stream.kernels = stream_kernels_of_cpu();
	bench_note(b, "kernel", "%s",
		kernel->pass == copy_pass ? stream.copier.name : stream.kernels.name);
	b->work_per_op = (double)(kernel->arrays * bytes);
	b->state = &stream;
	return BENCH_OK;
}

static int stream_run(struct bench *b, uint64_t n)
{
	const struct stream_kernel *kernel = b->benchmark->arg;

	while (n--) {
		kernel->pass(b->state);
		keep(b->state);
	}
	return BENCH_OK;
}

static int stream_check(struct bench *b)
{
	const struct stream_kernel *kernel = b->benchmark->arg;
	const struct stream_arrays *arrays = &((const struct stream *)b->state)->arrays;
	const double *result = kernel->result == 'a'   ? arrays->a
			       : kernel->result == 'b' ? arrays->b
						       : arrays->c;
	double worst = 0;

	for (size_t i = 0; i < arrays->elements; i++) {
		double error = fabs(result[i] / kernel->expected(i) - 1);

		/* A NaN is wrong as well. */
		if (!(error < MAX_ERROR))
			return bench_fail(b,
				"element %zu is %.17g, not %.17g: this machine miscomputes", i,
				result[i], kernel->expected(i));
		worst = error > worst ? error : worst;
	}
	bench_figure(b, "relative_error", worst);
	return BENCH_OK;
}

static const char caveat[] =
	"measured by STREAM's rules, with code of our own: not a STREAM benchmark result. Each "
	"kernel runs by itself, and N copies add up, each over its part of the arrays, where "
	"STREAM's threads wait for each other after every pass";

#define STREAM(id, kernel, smallest, words, ...)                                                   \
	const struct benchmark bench_stream_##id = { .name = "stream." #id,                        \
		.what = words " over arrays of doubles of 4 times the last-level caches; the "     \
			      "best pass; 8 bytes for each element read or written",               \
		.caveat = caveat,                                                                  \
		.unit = UNIT_BYTES_PER_S,                                                          \
		.profile = smallest,                                                               \
		.statistic = STATISTIC_BEST,                                                       \
		.moved_per_byte = 1,                                                               \
		.tolerance = 0.01,                                                                 \
		.arg = &kernel,                                                                    \
		.setup = stream_setup,                                                             \
		.run = stream_run,                                                                 \
		.check = stream_check,                                                             \
		__VA_ARGS__ }

STREAM(copy, copy, PROFILE_STANDARD, "c = a", );
STREAM(scale, scale, PROFILE_STANDARD, "b = q c", );
STREAM(add, add, PROFILE_STANDARD, "c = a + b", );
STREAM(triad, triad, PROFILE_QUICK, "a = b + q c", );
STREAM(triad_large, triad_large, PROFILE_FULL,
	"on large pages where the kernel has them, a = b + q c", );
/* The first to touch a page decides where it lies: each CPU's part is in its own node's memory. */
STREAM(node_triad, triad, PROFILE_FULL, "every CPU in its own node's memory, a = b + q c",
	.copies = COPIES_EACH_CPU, .by_node = "triad");

/* SPDX-License-Identifier: MIT */
/* STREAM's kernels: written once, compiled for each vector width. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>

/* STREAM's factor. */
#define STREAM_FACTOR 3.0

struct stream_arrays {
	double *a, *b, *c;
	size_t elements; /* of each */
};

/* Copy is no kernel here: compilers make it a call of memcpy. */
struct stream_kernels {
	const char *name;
	void (*scale)(const struct stream_arrays *); /* b = q c */
	void (*add)(const struct stream_arrays *);   /* c = a + b */
	void (*triad)(const struct stream_arrays *); /* a = b + q c */
};

/* For this CPU; where the architecture has no choice, those for any of its CPUs. */
struct stream_kernels stream_kernels_of_cpu(void);

/* The functions of one set, with the attributes that say for which CPU they are compiled. The
 * arrays do not overlap, as STREAM's do not. */
#define STREAM_KERNELS(set, attributes)                                                            \
	attributes static void scale_##set(const struct stream_arrays *s)                          \
	{                                                                                          \
		double *restrict b = s->b;                                                         \
		const double *restrict c = s->c;                                                   \
                                                                                                   \
		for (size_t i = 0; i < s->elements; i++)                                           \
			b[i] = STREAM_FACTOR * c[i];                                               \
	}                                                                                          \
	attributes static void add_##set(const struct stream_arrays *s)                            \
	{                                                                                          \
		const double *restrict a = s->a, *restrict b = s->b;                               \
		double *restrict c = s->c;                                                         \
                                                                                                   \
		for (size_t i = 0; i < s->elements; i++)                                           \
			c[i] = a[i] + b[i];                                                        \
	}                                                                                          \
	attributes static void triad_##set(const struct stream_arrays *s)                          \
	{                                                                                          \
		double *restrict a = s->a;                                                         \
		const double *restrict b = s->b, *restrict c = s->c;                               \
                                                                                                   \
		for (size_t i = 0; i < s->elements; i++)                                           \
			a[i] = b[i] + STREAM_FACTOR * c[i];                                        \
	}

#define STREAM_KERNEL_SET(words, set)                                                              \
	(struct stream_kernels)                                                                    \
	{                                                                                          \
		words, scale_##set, add_##set, triad_##set                                         \
	}

#endif

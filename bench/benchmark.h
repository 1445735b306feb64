/* SPDX-License-Identifier: MIT */
/* What a benchmark is. The only header that a family includes, besides the C library's. */
#ifndef BENCHMARK_H
#define BENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The unit of a result, always a base unit; it fixes the direction (see unit.c). Writers scale. */
enum unit {
	UNIT_OPS_PER_S,	  /* operations per second */
	UNIT_BYTES_PER_S, /* bytes per second */
	UNIT_WI_PER_S,	  /* Whetstone instructions per second */
	UNIT_HZ,	  /* cycles per second */
	UNIT_NS,	  /* time of an operation */
	UNIT_NS_PER_S,	  /* time lost in each second */
};

/* Where the copies run. */
enum placement {
	PLACE_PINNED, /* each copy on a CPU of its own, physical cores first */
	PLACE_FREE,   /* the scheduler decides: it is part of what is measured */
};

/* How many copies a plan gives it. */
enum copies {
	COPIES_ASKED,	 /* as the person asks: 1, N, ... */
	COPIES_EACH_CPU, /* one on every CPU: it tells something about each of them */
	COPIES_ONE,	 /* one copy, whatever is asked */
	COPIES_IN_TURN,	 /* one copy, which has every CPU in turn, alone: a sample for each CPU */
	COPIES_SCALE, /* a curve: 1, 2, 4, ... cores, all cores, all threads, unless asked else */
	COPIES_SCALE_TWICE, /* the same, in the full profile up to twice all threads */
	COPIES_RULES
};

/* What a machine must have for a row to say anything about it. */
enum needs {
	NEEDS_NOTHING,
	NEEDS_SMT,   /* a core with two threads */
	NEEDS_CORES, /* a second core */
	NEEDS_NODES, /* a second NUMA node */
};

/* Which of its samples a trial's value is. */
enum statistic {
	STATISTIC_MEDIAN,
	STATISTIC_BEST, /* where the known tool's rules say so; the median stands beside it */
};

/* The smallest profile that includes a benchmark. */
enum profile {
	PROFILE_QUICK,
	PROFILE_STANDARD,
	PROFILE_FULL,
	PROFILE_NONE, /* only when named: the self-tests of the engine */
};

/* A row's place in a chart: what its value depends on. */
struct chart_place {
	const char *chart;    /* "memory_latency": report/chart.c draws it; NULL = none */
	const char *line;     /* rows of the same line are joined: "large pages" */
	double x;	      /* in the base unit of the chart's axis */
	const char *x_figure; /* the figure that x is, where it is measured; else NULL */
};

/* What the callbacks return. */
enum { BENCH_OK = 0, BENCH_FAILED = -1, BENCH_SKIPPED = -2 };

struct histogram;

/* A machine computed or kept something wrongly. */
struct wrong {
	char what[24];	  /* "aes", "memory" */
	int cpu;	  /* that found it */
	bool has_address; /* of memory; physical if is_physical, else of the process */
	bool is_physical;
	uint64_t address;
	uint64_t expected, found;
	uint64_t seed; /* that the expected answer comes from; 0 = none */
};

/* One running copy of a benchmark, as its callbacks see it. */
struct bench {
	const struct benchmark *benchmark;
	unsigned copy, copies; /* 0 <= copy < copies */
	const char *workdir;   /* an empty directory of this copy's own; removed by the engine */
	void *state;	       /* the family's; set by setup() */
	uint64_t seed;	       /* of this trial, the same for all its copies */
	struct histogram *latency; /* if the benchmark has .latency: run() adds the time of each
				      operation, in ns; else NULL */
	double work_per_op; /* units of work in one operation; setup() may change it from 1 */
	struct bench_report *report; /* the engine's: where notes, figures and reasons go */
	const int *cpus;	     /* the engine's: see bench_cpus() */
	int cpu_count;
	float *pairs; /* the engine's: see bench_pair() */
	void *shared; /* shared_bytes that are the same in all copies, zeros at first, or NULL */
	size_t memory_bytes; /* that this copy may take: its part of what was free before the start
			      */
};

struct benchmark {
	const char *name;  /* "unixbench.pipe": stable, [a-z0-9_.] */
	const char *title; /* as the known tool prints it, or NULL */
	const char *what;  /* one sentence: what is, and is not, timed */
	const char *
		caveat; /* how it differs from the known tool by nature, with the factor; or NULL */
	enum unit unit;
	enum placement placement;
	enum copies copies;
	enum profile profile;
	enum needs needs; /* without it, it runs only when named exactly, and says what lacks */
	bool noise;   /* what disturbs is what it measures: a sample is never "disturbed", 0 is a
			 result */
	bool latency; /* run() times each operation itself as well: see struct bench */
	enum statistic statistic;
	double moved_per_byte; /* bytes that the program reads and writes in memory for each byte of
				  the result, where memory bounds it; else 0 */
	const char *by_node;   /* each copy works with the memory of a node: "read", "latency", ...,
				  the matrix that its values belong to; NULL = it does not */
	unsigned nodes_away;   /* that node lies so many after that of its CPU: see core/nodes.h */
	bool pairs;	       /* it has a value for each pair of CPUs: see bench_pair() */
	struct chart_place at; /* in a chart, beside its fellows */
	double tolerance;      /* stop when the interval of the median is +- this (0.01 = 1 %) */
	uint64_t min_ops; /* fewest operations in a batch: hides a cost paid once a batch; 0 = 1 */
	size_t shared_bytes; /* of memory that the copies share, from the start of a large page on
			      */
	const void *arg;     /* tells the members of a function group apart */
	int (*setup)(struct bench *);		/* may be NULL */
	int (*run)(struct bench *, uint64_t n); /* do n operations; the only timed call */
	/* May be NULL: makes ready for that many operations, before each batch and not timed. */
	int (*before)(struct bench *, uint64_t n);
	/* May be NULL: the same n times without what is measured. Timed after each batch of run(),
	 * and taken off its time. Only with COPIES_ONE. */
	int (*without)(struct bench *, uint64_t n);
	/* Or this: for about ns, time each operation into the histogram, and set the average of
	 * that time in the benchmark's unit. */
	int (*sample)(struct bench *, uint64_t ns, struct histogram *, double *value);
	/* After the last sample, not timed: was what run() did right? May be NULL. */
	int (*check)(struct bench *);
	void (*teardown)(struct bench *); /* may be NULL; also called when run() failed */
};

/* True if it fills a histogram, whichever way. */
bool benchmark_times_operations(const struct benchmark *);

/* Says why and returns BENCH_FAILED. A trailing ':' in the format appends strerror(errno). */
int bench_fail(struct bench *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says why and returns BENCH_SKIPPED; for setup() on a machine that lacks what it takes. */
int bench_skip(struct bench *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Attaches a fact to the result ("file_system", "tmpfs"). From copy 0 only; the last value wins. */
void bench_note(struct bench *, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Attaches a number to the result; the key ends in its unit ("resolution_ns"). As bench_note(). */
void bench_figure(struct bench *, const char *key, double value);

/* The same from every copy: the result has the sum. */
void bench_figure_sum(struct bench *, const char *key, double value);

/* One that the machine does not offer: the key, and why. */
void bench_figure_unavailable(struct bench *, const char *key, const char *why);

/*
 * Counts a wrong answer, from any copy: the result fails, whatever it measured. The first hundred
 * of a result are listed.
 */
void bench_wrong(struct bench *, const struct wrong *);

/* Where a word of this process lies: physical, if the kernel tells (it takes root). */
void bench_locate(struct wrong *, const void *word);

/* The time that samples are taken with, in ns, and what reading it costs at least. */
uint64_t bench_now_ns(void);

/* The online CPUs that this run may use, first one thread of each core. */
int bench_cpus(const struct bench *, const int **cpus);

/* The value between two CPUs, by their places in that list; the same in both directions, and
 * the least that comes counts. Only with .pairs. */
void bench_pair(struct bench *, int one, int other, double value);

/* Data caches of the CPUs that the copies of this trial run on; 0 where the machine does not tell.
 */
struct bench_caches {
	size_t last_level_bytes; /* of the last level, all of them */
	size_t share_bytes;	 /* of one of them, for each CPU that it serves */
};
struct bench_caches bench_caches(const struct bench *);

/* Moves this copy to a CPU. */
int bench_pin(struct bench *, int cpu);

/* Directory of the running program, where exec_target lies beside it. */
const char *bench_program_dir(void);

/* Keeps the compiler from removing or reordering a value or the memory behind a pointer. */
#define keep(value) __asm__ volatile("" : : "r"(value) : "memory")

extern const struct benchmark *const registry[]; /* in run order, ends with NULL */

/* The benchmark of that exact name, or NULL. */
const struct benchmark *registry_find(const char *name);

/* "ops/s" ..., and whether more is better. */
const char *unit_name(enum unit);
bool unit_higher_is_better(enum unit);

/* True for work in a time: it adds up over copies. Of the other units copies have a mean. */
bool unit_is_rate(enum unit);

/* What that many copies which do ops_per_s together amount to in that unit. */
double unit_value(enum unit, double ops_per_s, unsigned copies);

#endif

/* SPDX-License-Identifier: MIT */
/* What the trials of one benchmark amount to: value, interval, quality. Source: method.md P5-P8. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "core/aggregate.h"
#include "core/stats.h"
#include "core/team.h"
#include "core/thermal.h"

enum status {
	STATUS_OK,
	STATUS_NOISY,	/* a number, with flags that say why it is not to be relied on */
	STATUS_SKIPPED, /* the machine lacks what it takes, or the run was ended before */
	STATUS_FAILED,	/* it could not do its work */
	STATUS_CRASHED, /* a process of it died */
	STATUS_TIMEOUT, /* it hung, or the deadline of the run passed */
};

/* What makes a number noisy (reference/method.md P7). */
enum flag {
	FLAG_NOT_CONVERGED = 1 << 0,   /* a trial's interval stayed wider than the tolerance */
	FLAG_DISPERSED = 1 << 1,       /* 1.4826 MAD of the samples over 2 % of the median */
	FLAG_TRIALS_DISAGREE = 1 << 2, /* medians of the trials over 3 % apart */
	FLAG_WARMUP_TIMEOUT = 1 << 3,  /* still drifting when the warm-up ended */
	FLAG_TAIL = 1 << 4,	       /* one sample in a hundred is 25 % slower than the median */
	FLAG_DRIFT = 1 << 5,	       /* a trend within a trial */
	FLAG_BIMODAL = 1 << 6, /* the samples fall into two groups: the median means little */
	FLAG_INTERFERENCE =
		1 << 7,		 /* over 5 % of the samples disturbed, or these shift the result */
	FLAG_FREQ = 1 << 8,	 /* the clock frequency varied by over 1 % */
	FLAG_THROTTLED = 1 << 9, /* the CPU throttled itself */
	FLAG_SMI = 1 << 10,	 /* firmware took the CPU */
	FLAG_COUNT = 11,
};

struct trial {
	size_t n;
	double *samples;	 /* in measured order, in the benchmark's unit */
	unsigned *causes;	 /* of each sample's disturbance */
	struct fences fences;	 /* what lies beyond is marked as an outlier, never left out */
	double value, halfwidth; /* median; halfwidth of its 95 % interval, relative. Or the best,
				    and how near the next ones come */
	size_t clean_n;		 /* undisturbed samples */
	double clean_value, clean_halfwidth; /* of these; infinite halfwidth if they are too few */
	struct histogram *times; /* of its operations, all copies; NULL unless it times them */
	uint64_t batch_ns;
	bool superseded; /* repeated because it was disturbed: kept, but not part of the value */
};

/* What the sensors saw while sampling, all trials and copies together. */
struct conditions {
	const char *missing[SENSOR_COUNT]; /* why a sensor told nothing, else NULL */
	uint64_t preemptions, migrations, minor_faults, major_faults, interrupts, smi, steal_ns;
	double frequency_low_hz, frequency_hz, frequency_high_hz; /* of the samples; median */
	bool has_throttles, has_temperature;
	uint64_t core_throttles, package_throttles;
	double temperature_c; /* the highest after a trial */
	double instrument_ns; /* between one sample and the next, of copy 0; median */
};

/* What one copy, or one CPU in turn, tells for itself. */
struct copy_outcome {
	int cpu;	/* -1 = none of its own */
	double *values; /* one for each trial, also of those that do not count */
	double value;	/* their median, of those that count */
	uint64_t time_ns, interrupts;
	unsigned batches, disturbed_batches, causes;
	struct histogram histogram; /* empty unless it measures by sample() */
};

/*
 * One estimate; low and high are its 95 % interval within this boot. next_low and next_high: where
 * the value of another run of the same kind lies with 95 %; wider, since that one has an error of
 * its own.
 */
struct estimate {
	size_t n; /* samples */
	double value, low, high, next_low, next_high;
};

struct outcome {
	enum status status;
	char why[WHY_LENGTH]; /* empty if ok */
	unsigned flags;
	bool has_value; /* else there is no number, and the members below mean nothing */
	bool converged; /* all samples within the tolerance; clean_converged: the undisturbed ones
			 */
	bool clean_converged;
	struct estimate all, clean;				 /* clean.n < 30: too few to tell */
	double median, min, max, mean, cv, robust_cv, noise_tax; /* of all samples that count */
	double p5, p95, p99, p999; /* of the samples; NaN where there are too few */
	double disturbed;	   /* share of the samples */
	struct conditions conditions;
	unsigned trial_count;
	struct trial *trials;
	unsigned copy_count; /* 0 unless its copies tell for themselves */
	struct copy_outcome *copies;
	int pair_cpus; /* how many CPUs the pairs are of; 0 = the benchmark has none */
	int *pair_cpu; /* which */
	float *pairs;  /* of the last trial: pair_cpus times pair_cpus, 0 = not measured */
	struct bench_report report; /* copy 0's notes of the last trial */
	struct wrong_list wrong;    /* of all copies and trials */
	uint64_t elapsed_ns;
};

/* Puts a finished trial into the outcome. False if its copies never ran together. heat: before and
 * after. */
bool outcome_add_trial(struct outcome *, const struct copy_area *areas, const struct team_plan *,
	const struct thermal heat[2]);

/*
 * The same for a trial that visits the CPUs one after the other: a round, with a sample for each of
 * them. A visit has a team of its own; at: the place of the CPU in the list.
 */
void outcome_begin_round(struct outcome *, const struct team_plan *, size_t cpus);
bool outcome_add_visit(
	struct outcome *, const struct copy_area *areas, const struct team_plan *, size_t at);
void outcome_end_round(struct outcome *, const struct thermal heat[2]);
void outcome_drop_round(struct outcome *); /* instead: a visit failed */

/* Takes the wrong answers of a trial, also of one that failed. */
void outcome_add_wrong(struct outcome *, const struct copy_area *areas, unsigned copies);

/* Takes the values of pairs of CPUs, if the benchmark has them. */
void outcome_add_pairs(struct outcome *, const struct team_plan *);

/* Computes value, interval, flags and status from the trials. */
void outcome_evaluate(struct outcome *, const struct benchmark *);
void outcome_free(struct outcome *);

/* The times of all operations of the trials that count; false if the benchmark does not time them.
 */
bool outcome_times(const struct outcome *, struct histogram *);

/* Share of disturbed samples in a trial. */
double trial_disturbed(const struct trial *);

/* "A" takes three boots; "B", "C" (a flag, but a firm estimate), "X" (none). */
const char *outcome_grade(const struct outcome *);

const char *status_name(enum status);
/* Name of the lowest flag set in flags, NULL if none: "NOT_CONVERGED"; and what it means. */
const char *flag_name(unsigned flags);
const char *flag_meaning(unsigned flags);

#endif

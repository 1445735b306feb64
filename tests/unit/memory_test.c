/* SPDX-License-Identifier: MIT */
/* Memory: what the machine says of its caches, kernels that copy and compute, too little of it. */
#include "core/engine.h"
#include "core/memory.h"
#include "family/memory.h"
#include "family/peak.h"
#include "family/stream.h"
#include "family/sysbench_event.h"
#include "machine_tree.h"

#include <sys/wait.h>

/* Two pairs of CPUs, each pair with a last-level cache of its own. */
static void put_machine(void)
{
	for (int cpu = 0; cpu < 4; cpu++) {
		tree_cache(cpu, 0, 1, "Data\n", "48K\n", cpu < 2 ? "0-1\n" : "2-3\n");
		tree_cache(cpu, 1, 1, "Instruction\n", "32K\n", "0\n");
		tree_cache(cpu, 2, 3, "Unified\n", "32768K\n", cpu < 2 ? "0-1\n" : "2-3\n");
	}
	tree_put("proc/meminfo", "MemTotal:  65536 kB\nMemAvailable:   40960 kB\n");
}

TEST(last_level_caches_in_use)
{
	const int cpus[] = { 0, 2, 1, 3 };

	CHECK_INT(memory_caches(tree_root, cpus, 1).last_level_bytes, 32 << 20);
	CHECK_INT(memory_caches(tree_root, cpus, 2).last_level_bytes, 64 << 20);
	CHECK_INT(memory_caches(tree_root, cpus, 4).last_level_bytes, 64 << 20);
	CHECK_INT(memory_caches(tree_root, cpus, 4).share_bytes, 16 << 20);
	CHECK_INT(memory_caches("/nowhere", cpus, 4).last_level_bytes, 0);
}

TEST(memory_that_may_be_used)
{
	CHECK_INT(memory_usable(tree_root), 20 << 20);
	CHECK_INT(memory_usable("/nowhere"), 0);
	tree_put("proc/meminfo", "MemAvailable: 16777216 kB\n");
	CHECK_INT(memory_usable(tree_root), (15ull << 30) - (64 << 20));
	put_machine();
}

enum { COPY_BYTES = 3 * 8192 + 4096, GUARD = 64 };

static void check_copier(struct memory_copier copier)
{
	static _Alignas(4096) unsigned char from[COPY_BYTES + GUARD], to[COPY_BYTES + GUARD];

	for (int i = 0; i < COPY_BYTES + GUARD; i++)
		from[i] = (unsigned char)(i * 31 / 7);
	memset(to, 0, sizeof(to));
	copier.copy(to, from, COPY_BYTES);
	if (memcmp(to, from, COPY_BYTES) != 0)
		TEST_FAIL("%s: the copy differs", copier.name);
	for (int i = 0; i < GUARD; i++)
		if (to[COPY_BYTES + i])
			TEST_FAIL("%s: it wrote beyond the end", copier.name);
}

TEST(copiers_copy)
{
	check_copier(memory_copier_libc());
	check_copier(memory_copier_of_cpu(COPY_BYTES, false));
	check_copier(memory_copier_of_cpu(COPY_BYTES, true));
	CHECK(strcmp(memory_copier_of_cpu(1 << 20, true).name,
		      memory_copier_of_cpu(1 << 20, false).name) != 0);
}

TEST(stream_kernels_compute)
{
	enum { ELEMENTS = 1003 };
	static double a[ELEMENTS], b[ELEMENTS], c[ELEMENTS];
	const struct stream_arrays arrays = { a, b, c, ELEMENTS };
	struct stream_kernels kernels = stream_kernels_of_cpu();

	for (int i = 0; i < ELEMENTS; i++)
		c[i] = i;
	kernels.scale(&arrays);
	for (int i = 0; i < ELEMENTS; i++)
		CHECK(b[i] == 3.0 * i);
	kernels.triad(&arrays);
	for (int i = 0; i < ELEMENTS; i++)
		CHECK(a[i] == 6.0 * i);
	kernels.add(&arrays);
	for (int i = 0; i < ELEMENTS; i++)
		CHECK(c[i] == 9.0 * i);
}

enum { PEAK_BYTES = 2 * PEAK_UNIT, MOST_READS = 3 };
static _Alignas(4096) char peak_from[MOST_READS * PEAK_BYTES], peak_to[PEAK_BYTES + GUARD];

static unsigned long long xor_of(size_t bytes)
{
	unsigned long long sum = 0, word;

	for (size_t i = 0; i < bytes; i += sizeof(word)) {
		memcpy(&word, peak_from + i, sizeof(word));
		sum ^= word;
	}
	return sum;
}

static bool wrote_right(enum traffic traffic)
{
	for (int i = 0; i < PEAK_BYTES; i++) {
		char expected = traffic == TRAFFIC_READ	  ? 0
				: traffic == TRAFFIC_COPY ? peak_from[i]
							  : PEAK_FILL;

		if (peak_to[i] != expected)
			return false;
	}
	for (int i = 0; i < GUARD; i++)
		if (peak_to[PEAK_BYTES + i])
			return false;
	return true;
}

/* What it read is in its sum, what it had to write is there, and nothing behind that. */
static void check_peak_kernel(const struct peak_kernel *k)
{
	static const size_t reads[TRAFFICS] = { [TRAFFIC_READ] = 1,
		[TRAFFIC_MIX_1_1] = 1,
		[TRAFFIC_MIX_2_1] = 2,
		[TRAFFIC_MIX_3_1] = 3 };

	memset(peak_to, 0, sizeof(peak_to));
	if (k->pass(peak_to, peak_from, PEAK_BYTES) != xor_of(reads[k->traffic] * PEAK_BYTES))
		TEST_FAIL("%s, traffic %d: it did not read everything once", k->name, k->traffic);
	if (!wrote_right(k->traffic))
		TEST_FAIL("%s, traffic %d: it wrote something else", k->name, k->traffic);
}

TEST(peak_kernels_move_everything_once)
{
	const struct peak_kernel *lists[] = { peak_kernels_portable(), peak_kernels_of_cpu() };
	bool seen[TRAFFICS] = { false };
	uint64_t random = 7;

	for (size_t i = 0; i < sizeof(peak_from); i++)
		peak_from[i] = (char)random_next(&random);
	for (int i = 0; i < 2; i++)
		for (const struct peak_kernel *k = lists[i]; k->name; k++) {
			check_peak_kernel(k);
			seen[k->traffic] = true;
		}
	for (int i = 0; i < TRAFFICS; i++)
		CHECK(seen[i]);
}

TEST(shared_memory_is_shared)
{
	char *memory = memory_share(3 << 20);
	pid_t child;

	CHECK_INT((uintptr_t)memory % (2 << 20), 0);
	CHECK_INT(memory[0] + memory[(3 << 20) - 1], 0);
	child = fork();
	if (child == 0) {
		memory[(3 << 20) - 1] = 42;
		_exit(0);
	}
	waitpid(child, NULL, 0);
	CHECK_INT(memory[(3 << 20) - 1], 42);
	memory_unshare(memory, 3 << 20);
	CHECK(memory_share(0) == NULL);
}

/* Each event is in sysbench's histogram once, and its random numbers are uniform. */
TEST(events_are_counted_as_sysbench_does)
{
	enum { EVENTS = 1000 };
	struct event_histogram *histogram = xcalloc(1, sizeof(*histogram));
	unsigned long long counted = 0, slots = 0;
	struct events e;
	double sum = 0;

	events_init(&e, histogram, 42);
	for (int i = 0; i < EVENTS; i++) {
		CHECK(event_begin(&e));
		event_end(&e);
		sum += event_random_unit(&e.random);
	}
	CHECK_INT(e.count, EVENTS);
	CHECK(e.min_ns <= e.max_ns && e.sum_ns >= EVENTS * e.min_ns);
	for (int slot = 0; slot < EVENT_SLOTS; slot++) {
		unsigned long long before = counted;

		for (int i = 0; i < EVENT_BUCKETS; i++)
			counted += histogram->bucket[slot][i];
		slots += counted > before;
	}
	CHECK_INT(counted, EVENTS);
	CHECK(slots > EVENT_SLOTS / 2);
	CHECK_NEAR(sum / EVENTS, 0.5, 0.05);
	e.end_ns = 1;
	CHECK(!event_begin(&e));
	free(histogram);
}

static uint64_t now(void *context)
{
	(void)context;
	return clock_now_ns();
}

static struct outcome run_here(const char *name, unsigned copies, const char *root)
{
	static char workdir[] = "/tmp/memory_test.XXXXXX";
	static int cpu = 0;
	struct engine e = {
		.limits = { .warmup_min_ns = 1000000,
			.warmup_max_ns = 50000000,
			.time_min_ns = 20000000,
			.time_max_ns = 200000000,
			.batch_max_ns = 2000000,
			.samples_min = 3,
			.samples_max = 300 },
		.trials = 1,
		.seed = 1,
		.clock = clock_measure(now, NULL),
		.cpus = &cpu,
		.cpu_count = 1,
		.workdir = workdir,
		.root = root,
	};
	struct outcome out;

	if (!mkdtemp(workdir))
		die("make a directory:");
	engine_init(&e);
	engine_run(&e, registry_find(name), copies, &out);
	rmdir(workdir);
	snprintf(workdir, sizeof(workdir), "/tmp/memory_test.XXXXXX");
	return out;
}

/* 30 MiB may be used: two arrays of 16 are too much, and what one copy has is halved by a second.
 */
TEST(too_little_memory_is_skipped)
{
	static const char *const names[] = { "mbw.memcpy", "stream.triad", "memory.read" };

	for (int i = 0; i < 3; i++) {
		struct outcome out = run_here(names[i], 2, tree_root);

		CHECK_STR(status_name(out.status), "skipped");
		CHECK(strstr(out.why, "too little memory") != NULL);
		CHECK(strstr(out.why, "10 MiB a copy are free") != NULL);
		outcome_free(&out);
	}
}

/* The value is the best sample of the trial; how near the next two come is how firm it is. */
TEST(the_best_sample_counts_where_the_rules_say_so)
{
	static const double rates[] = { 100, 102, 204, 200, 199, 101 };
	const struct benchmark best = { .name = "a.best",
		.unit = UNIT_OPS_PER_S,
		.statistic = STATISTIC_BEST,
		.tolerance = 0.01 };
	const struct team_plan plan = { .benchmark = &best, .copies = 1 };
	const struct thermal same = { 0 };
	struct copy_area *area = team_alloc(1);
	struct outcome out = { 0 };

	for (uint64_t i = 0; i < 6; i++)
		batch_log_add(&area->log,
			(struct batch){ .start_ns = i * 1000000,
				.end_ns = i * 1000000 + 1000000,
				.ops = (uint64_t)(rates[i] * 1e6 + 0.5),
				.disturbance = { .causes = i == 2 ? CAUSE_PREEMPTED : 0 } });
	area->work_per_op = 1e-9;
	CHECK(outcome_add_trial(&out, area, &plan, (const struct thermal[2]){ same, same }));
	outcome_evaluate(&out, &best);
	CHECK_NEAR(out.all.value, 204, 1e-3);
	CHECK_NEAR(out.clean.value, 200, 1e-3);
	CHECK_NEAR(out.median, 150.5, 1e-3);
	CHECK_NEAR(out.trials[0].halfwidth, 5.0 / 204, 1e-6);
	CHECK(!out.converged);
	outcome_free(&out);
	team_free(area, 1);
}

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	put_machine();
	RUN(last_level_caches_in_use);
	RUN(memory_that_may_be_used);
	RUN(copiers_copy);
	RUN(stream_kernels_compute);
	RUN(peak_kernels_move_everything_once);
	RUN(shared_memory_is_shared);
	RUN(events_are_counted_as_sysbench_does);
	RUN(too_little_memory_is_skipped);
	RUN(the_best_sample_counts_where_the_rules_say_so);
	tree_wipe();
	rmdir(tree_root);
	return test_end();
}

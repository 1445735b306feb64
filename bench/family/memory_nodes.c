/* SPDX-License-Identifier: MIT */
/*
 * Every CPU with the memory of its own node, of the next one, of the one after that: bandwidth with
 * all CPUs at once, latency with each alone. Together they are the matrix of nodes.
 */
#include "core/nodes.h"
#include "family/chase.h"
#include "family/stretch.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of the kernel's interface (linux/mempolicy.h). PREFERRED: BIND would have the process killed
 * where the node has too little; where the pages came to lie is looked up afterwards. */
enum { POLICY_DEFAULT = 0, POLICY_PREFERRED = 1, MAX_NODE = 1023, WORD_BITS = 64 };

/* Pages of which is asked where they lie. */
enum { PROBES = 64, PAGE = 4096 };

/* A chase goes through all lines of the array once around; they have to be more than any
 * prefetcher or cache keeps, and few enough to be set up for each CPU anew. */
static const size_t CHASE_MAX_BYTES = (size_t)256 << 20;

static int prefer(int node)
{
	unsigned long mask[(MAX_NODE + 1) / WORD_BITS] = { 0 };

	if (node < 0)
		return (int)syscall(SYS_set_mempolicy, POLICY_DEFAULT, NULL, 0);
	mask[node / WORD_BITS] |= 1ul << node % WORD_BITS;
	return (int)syscall(SYS_set_mempolicy, POLICY_PREFERRED, mask, MAX_NODE + 2);
}

/* True if all of the pages that are asked for lie there, or the kernel does not tell. */
static bool lies_on(const void *memory, size_t bytes, int node)
{
	void *pages[PROBES];
	int nodes[PROBES];

	for (size_t i = 0; i < PROBES; i++) {
		pages[i] = (char *)(uintptr_t)memory + i * (bytes / PROBES) / PAGE * PAGE;
		nodes[i] = node;
	}
	if (syscall(SYS_move_pages, 0, (unsigned long)PROBES, pages, NULL, nodes, 0))
		return true;
	for (size_t i = 0; i < PROBES; i++)
		if (nodes[i] != node)
			return false;
	return true;
}

/* The node that this copy is to work with; -1 = the kernel knows of no nodes, -2 (and why) = there
 * is none so far away. */
static int choose_node(struct bench *b)
{
	struct node *nodes;
	int count = nodes_read("/sys", &nodes), target = -1;

	if (count > 0)
		target = nodes_further(nodes, count, nodes_of_cpu("/sys", sched_getcpu()),
			b->benchmark->nodes_away);
	free(nodes);
	if (target >= 0 || (count == 0 && b->benchmark->nodes_away == 0))
		return target;
	bench_skip(b, "this machine has %s node with memory",
		b->benchmark->nodes_away > 1 ? "no further" : "only one");
	return -2;
}

/* Memory of the chosen node, by take(). */
static int take_there(struct bench *b, bool (*take)(struct bench *, void **memory, size_t *bytes))
{
	int node = choose_node(b);
	size_t bytes;
	void *memory;
	bool taken;

	if (node == -2)
		return BENCH_SKIPPED;
	if (node >= 0 && prefer(node))
		return bench_fail(b, "prefer memory of node %d:", node);
	taken = take(b, &memory, &bytes);
	if (node >= 0)
		prefer(-1);
	if (!taken)
		return BENCH_SKIPPED;
	if (node >= 0 && !lies_on(memory, bytes, node))
		return bench_skip(b, "node %d has no %zu MiB of free memory", node, bytes >> 20);
	return BENCH_OK;
}

static struct stretch stretch;

static bool take_stretch(struct bench *b, void **memory, size_t *bytes)
{
	if (!stretch_take(b, &stretch))
		return false;
	*memory = stretch.words;
	*bytes = stretch.count * STRETCH_PIECE;
	return true;
}

static int read_setup(struct bench *b)
{
	b->work_per_op = STRETCH_PIECE;
	return take_there(b, take_stretch);
}

static int read_run(struct bench *b, uint64_t n)
{
	(void)b;
	stretch_read(&stretch, n);
	return BENCH_OK;
}

static void *place;

static bool take_chase(struct bench *b, void **memory, size_t *bytes)
{
	size_t wanted = memory_beyond_caches(b, 1, 2);

	*bytes = wanted < CHASE_MAX_BYTES ? wanted : CHASE_MAX_BYTES;
	if (!wanted || !(*memory = memory_take(b, *bytes, PAGES_LARGE)))
		return false;
	if (!chase_link_random(
		    *memory, *bytes / CHASE_LINE, CHASE_LINE, *bytes / CHASE_LINE, b->seed)) {
		bench_skip(b, "too little memory to set up the chase");
		return false;
	}
	place = *memory;
	return true;
}

static int chase_setup(struct bench *b)
{
	b->work_per_op = CHASE_LOADS;
	return take_there(b, take_chase);
}

static int chase_run(struct bench *b, uint64_t n)
{
	(void)b;
	place = chase_follow(place, n);
	return BENCH_OK;
}

#define AWAY(step, words, least)                                                                   \
	const struct benchmark bench_node_read_##step = {                                          \
		.name = "memory.node_read_" #step,                                                 \
		.what = "cache lines read in order, all CPUs at once, each from " words,           \
		.unit = UNIT_BYTES_PER_S,                                                          \
		.copies = COPIES_EACH_CPU,                                                         \
		.profile = least,                                                                  \
		.by_node = "read",                                                                 \
		.nodes_away = step,                                                                \
		.moved_per_byte = 1,                                                               \
		.tolerance = 0.02,                                                                 \
		.setup = read_setup,                                                               \
		.run = read_run,                                                                   \
	};                                                                                         \
	const struct benchmark bench_node_latency_##step = {                                       \
		.name = "memory.node_latency_" #step,                                              \
		.what = "a load whose address the load before it brought, at random beyond the "   \
			"caches, on large pages where there are any; each CPU alone in turn, "     \
			"from " words,                                                             \
		.unit = UNIT_NS,                                                                   \
		.copies = COPIES_IN_TURN,                                                          \
		.profile = least,                                                                  \
		.by_node = "latency",                                                              \
		.nodes_away = step,                                                                \
		.tolerance = 0.02,                                                                 \
		.setup = chase_setup,                                                              \
		.run = chase_run,                                                                  \
	}

AWAY(0, "the memory of its own node", PROFILE_STANDARD);
AWAY(1, "the node after its own, by number and around", PROFILE_STANDARD);
AWAY(2, "the second node after its own", PROFILE_FULL);
AWAY(3, "the third node after its own", PROFILE_FULL);
AWAY(4, "the fourth node after its own", PROFILE_FULL);
AWAY(5, "the fifth node after its own", PROFILE_FULL);
AWAY(6, "the sixth node after its own", PROFILE_FULL);
AWAY(7, "the seventh node after its own", PROFILE_FULL);

/* SPDX-License-Identifier: MIT */
/* NUMA nodes: which there are, which is how far away, and the matrix that results make. */
#include "core/nodes.h"
#include "machine_tree.h"
#include "report/node_matrix.h"

#include <math.h>

static struct node *nodes;
static int count;

static void machine(const char *online, const char *cpus, const char *memory)
{
	tree_wipe();
	tree_put("devices/system/node/online", online);
	tree_put("devices/system/node/has_cpu", cpus);
	tree_put("devices/system/node/has_memory", memory);
	free(nodes);
	count = nodes_read(tree_root, &nodes);
}

TEST(two_sockets)
{
	machine("0-1\n", "0-1\n", "0-1\n");
	CHECK_INT(count, 2);
	CHECK_INT(nodes_further(nodes, count, 0, 0), 0);
	CHECK_INT(nodes_further(nodes, count, 0, 1), 1);
	CHECK_INT(nodes_further(nodes, count, 1, 1), 0);
	CHECK_INT(nodes_further(nodes, count, 0, 2), -1);
}

TEST(eight_nodes_go_around)
{
	machine("0-7\n", "0-7\n", "0-7\n");
	for (int own = 0; own < 8; own++)
		for (unsigned step = 0; step < 8; step++)
			CHECK_INT(nodes_further(nodes, count, own, step), (own + (int)step) % 8);
}

/* Memory behind a link, without CPUs; ids with a hole. */
TEST(a_node_of_memory_alone_is_reached)
{
	machine("0,2,4\n", "0,2\n", "0,2,4\n");
	CHECK(!nodes[2].has_cpus && nodes[2].has_memory);
	CHECK_INT(nodes_further(nodes, count, 2, 1), 4);
	CHECK_INT(nodes_further(nodes, count, 0, 2), 4);
}

TEST(a_node_without_memory_has_the_next_ones)
{
	machine("0-3\n", "0-3\n", "0,2\n");
	CHECK_INT(nodes_further(nodes, count, 1, 0), 2);
	CHECK_INT(nodes_further(nodes, count, 3, 0), 0);
	CHECK_INT(nodes_further(nodes, count, 3, 1), 2);
	CHECK_INT(nodes_further(nodes, count, 3, 2), -1);
}

TEST(a_kernel_that_knows_of_no_nodes)
{
	tree_wipe();
	free(nodes);
	CHECK_INT(nodes_read(tree_root, &nodes), 0);
	CHECK_INT(nodes_further(nodes, 0, -1, 0), -1);
	CHECK_INT(nodes_of_cpu(tree_root, 0), -1);
}

TEST(the_node_of_a_cpu)
{
	tree_wipe();
	tree_put("devices/system/cpu/cpu5/node1/x", "");
	tree_put("devices/system/cpu/cpu5/cache/x", "");
	CHECK_INT(nodes_of_cpu(tree_root, 5), 1);
}

static struct node_matrix m;

static bool matrix(const char *text, const char *kind)
{
	struct records records;
	struct run_view view;
	bool made;

	records_parse(&records, text, strlen(text), false);
	run_view_make(&view, &records);
	made = node_matrix_make(&m, &view, node_matrix_kind(kind));
	run_view_free(&view);
	records_free(&records);
	return made;
}

#define MACHINE                                                                                    \
	"{\"v\":1,\"type\":\"machine\",\"when\":\"before\",\"numa\":["                             \
	"{\"node\":0,\"cpus\":\"0-1\",\"memory_bytes\":1e9},"                                      \
	"{\"node\":1,\"cpus\":\"2-3\",\"memory_bytes\":1e9},"                                      \
	"{\"node\":2,\"memory_bytes\":1e9}]}\n"
#define RESULT(away, kind, unit, a, b, c, d)                                                       \
	"{\"v\":1,\"type\":\"result\",\"name\":\"x\",\"copies\":4,\"status\":\"ok\",\"value\":1,"  \
	"\"unit\":\"" unit "\",\"by_node\":\"" kind "\",\"nodes_away\":" away                      \
	",\"per_copy\":[{\"cpu\":0,\"value\":" a "},"                                              \
	"{\"cpu\":1,\"value\":" b "},{\"cpu\":2,\"value\":" c "},{\"cpu\":3,\"value\":" d "}]}\n"

TEST(results_make_a_matrix)
{
	double least, most;

	CHECK(matrix(MACHINE RESULT("0", "read", "bytes/s", "10", "11", "12", "13")
			     RESULT("1", "read", "bytes/s", "5", "6", "3", "4")
				     RESULT("0", "latency", "ns", "80", "90", "100", "100"),
		"read"));
	CHECK_INT(m.rows, 2);
	CHECK_INT(m.columns, 3);
	CHECK_NEAR(m.cell[0][0], 21, 1e-9);
	CHECK_NEAR(m.cell[0][1], 11, 1e-9);
	CHECK(isnan(m.cell[0][2]));
	CHECK_NEAR(m.cell[1][1], 25, 1e-9);
	CHECK_NEAR(m.cell[1][2], 7, 1e-9);
	CHECK(node_matrix_ratios(&m, &least, &most));
	CHECK_NEAR(least, 7.0 / 25, 1e-9);
	CHECK_NEAR(most, 11.0 / 21, 1e-9);
}

TEST(latencies_are_means)
{
	CHECK(matrix(MACHINE RESULT("0", "latency", "ns", "80", "90", "100", "100"), "latency"));
	CHECK_NEAR(m.cell[0][0], 85, 1e-9);
	CHECK_NEAR(m.cell[1][1], 100, 1e-9);
}

TEST(one_node_has_no_matrix)
{
	CHECK(!matrix("{\"v\":1,\"type\":\"machine\",\"when\":\"before\",\"numa\":[{\"node\":0,"
		      "\"cpus\":\"0-3\",\"memory_bytes\":1e9}]}\n" RESULT(
			      "0", "read", "bytes/s", "1", "1", "1", "1"),
		"read"));
	CHECK(!matrix(MACHINE, "read"));
}

TEST(damaged_records_make_no_matrix)
{
	CHECK(!matrix(MACHINE RESULT("9", "read", "bytes/s", "1", "1", "1", "1"), "read"));
	CHECK(!matrix(MACHINE RESULT("0", "read", "bytes/s", "\"x\"", "-1", "0", "null"), "read"));
	CHECK(!matrix(RESULT("0", "read", "bytes/s", "1", "1", "1", "1"), "read"));
}

int main(void)
{
	if (!mkdtemp(tree_root))
		return 1;
	RUN(two_sockets);
	RUN(eight_nodes_go_around);
	RUN(a_node_of_memory_alone_is_reached);
	RUN(a_node_without_memory_has_the_next_ones);
	RUN(a_kernel_that_knows_of_no_nodes);
	RUN(the_node_of_a_cpu);
	RUN(results_make_a_matrix);
	RUN(latencies_are_means);
	RUN(one_node_has_no_matrix);
	RUN(damaged_records_make_no_matrix);
	tree_wipe();
	rmdir(tree_root);
	free(nodes);
	return test_end();
}

/* SPDX-License-Identifier: MIT */
#include "report/node_matrix.h"

#include "core/cpus.h"
#include "core/nodes.h"

#include <math.h>
#include <string.h>

const struct node_matrix_kind node_matrix_kinds[] = {
	{ "read", "Bandwidth by node, all CPUs of a node together, all nodes at once", "bytes/s" },
	{ "latency", "Latency by node, each CPU alone, mean of a node's CPUs", "ns" },
	{ "triad", "STREAM triad by node, all CPUs of a node together, all nodes at once",
		"bytes/s" },
	{ NULL, NULL, NULL },
};

const struct node_matrix_kind *node_matrix_kind(const char *name)
{
	for (const struct node_matrix_kind *kind = node_matrix_kinds; kind->name; kind++)
		if (strcmp(kind->name, name) == 0)
			return kind;
	return NULL;
}

enum { MAX_CPUS = 4096 };

/* What is known of the machine's nodes. */
struct map {
	struct node nodes[MATRIX_NODES];
	int count;
	int node_of[MAX_CPUS]; /* index into nodes; -1 = of none */
};

static void read_map(struct map *map, const struct run_view *view)
{
	static int cpus[MAX_CPUS];
	const struct json *numa = json_get(facts_machine(view), "numa");

	map->count = 0;
	for (int i = 0; i < MAX_CPUS; i++)
		map->node_of[i] = -1;
	for (const struct json *n = numa ? numa->child : NULL; n && map->count < MATRIX_NODES;
		n = n->next) {
		int listed = cpus_parse_list(json_get_string(n, "cpus", ""), cpus, MAX_CPUS);

		map->nodes[map->count] = (struct node){ .id = (int)json_get_number(n, "node", 0),
			.has_cpus = listed > 0,
			.has_memory = json_get_number(n, "memory_bytes", 0) > 0 };
		for (int i = 0; i < listed; i++)
			if (cpus[i] >= 0 && cpus[i] < MAX_CPUS)
				map->node_of[cpus[i]] = map->count;
		map->count++;
	}
}

static size_t place_of(const int *ids, size_t count, int id)
{
	size_t i = 0;

	while (i < count && ids[i] != id)
		i++;
	return i;
}

/* A CPU's value belongs into one cell: sums for what adds up, sums to be divided for the rest. */
static void add_copy(struct node_matrix *m, unsigned (*n)[MATRIX_NODES], const struct map *map,
	const struct json *copy, unsigned away)
{
	int cpu = (int)json_get_number(copy, "cpu", -1);
	double value = json_get_number(copy, "value", NAN);
	const struct node *own;
	size_t row, column;

	if (cpu < 0 || cpu >= MAX_CPUS || map->node_of[cpu] < 0 || !(value > 0))
		return;
	own = &map->nodes[map->node_of[cpu]];
	row = place_of(m->from, m->rows, own->id);
	column = place_of(m->to, m->columns, nodes_further(map->nodes, map->count, own->id, away));
	if (row == m->rows || column == m->columns)
		return;
	m->cell[row][column] = n[row][column] ? m->cell[row][column] + value : value;
	n[row][column]++;
}

bool node_matrix_make(
	struct node_matrix *m, const struct run_view *view, const struct node_matrix_kind *kind)
{
	static struct map map;
	static unsigned n[MATRIX_NODES][MATRIX_NODES];
	bool any = false, mean = strcmp(kind->unit, "ns") == 0;

	read_map(&map, view);
	memset(n, 0, sizeof(n));
	*m = (struct node_matrix){ .kind = kind };
	for (int i = 0; i < map.count; i++) {
		if (map.nodes[i].has_cpus)
			m->from[m->rows++] = map.nodes[i].id;
		if (map.nodes[i].has_memory)
			m->to[m->columns++] = map.nodes[i].id;
	}
	for (size_t i = 0; i < view->result_count; i++) {
		const struct result_view *r = &view->results[i];
		const struct json *copies = json_get(r->record, "per_copy");
		double away = json_get_number(r->record, "nodes_away", -1);

		if (!(away >= 0) || r->swept || !facts_counts(r) ||
			strcmp(r->unit, kind->unit) != 0 ||
			strcmp(json_get_string(r->record, "by_node", ""), kind->name) != 0)
			continue;
		for (const struct json *c = copies ? copies->child : NULL; c; c = c->next)
			add_copy(m, n, &map, c, (unsigned)away);
	}
	for (size_t r = 0; r < m->rows; r++)
		for (size_t c = 0; c < m->columns; c++) {
			any = any || n[r][c];
			m->cell[r][c] = n[r][c] ? m->cell[r][c] / (mean ? n[r][c] : 1) : NAN;
		}
	return any && m->rows * m->columns > 1;
}

bool node_matrix_ratios(const struct node_matrix *m, double *least, double *most)
{
	*least = INFINITY;
	*most = 0;
	for (size_t r = 0; r < m->rows; r++) {
		size_t own = place_of(m->to, m->columns, m->from[r]);

		for (size_t c = 0; own < m->columns && c < m->columns; c++) {
			double ratio = m->cell[r][c] / m->cell[r][own];

			if (c == own || !(ratio > 0))
				continue;
			*least = fmin(*least, ratio);
			*most = fmax(*most, ratio);
		}
	}
	return *most > 0;
}

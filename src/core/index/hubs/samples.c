/*
 * samples.c - which vertex lies on the most shortest paths not yet covered
 *
 * Invariants: a node that is cut off has live 0, and so has all below it; any other
 * has as many live nodes in its subtree as `live` says, itself among them.  weight
 * of a vertex is the sum of `live` over its nodes.
 */
#include "core/index/hubs/samples.h"

#include <string.h>

#include "core/base/error.h"

#define NO_NODE UINT32_MAX
#define GROUP 128 /* vertices */

static uint32_t
group_count(const fr_samples *s)
{
	return (s->count + GROUP - 1) / GROUP;
}

/* There is room for a quarter more nodes than are wanted, and the largest trees. */
void
fr_samples_init(fr_samples *s, uint32_t vertices, uint32_t target, const fr_arena *arena)
{
	size_t n = vertices;

	*s = (fr_samples){.count = vertices, .target = target};
	s->room = target + target / 4 + 2 * vertices;
	s->nodes = fr_take(arena, s->room * sizeof *s->nodes);
	s->newest = fr_take(arena, n * sizeof *s->newest);
	s->weight = fr_take(arena, n * sizeof *s->weight);
	s->taken = fr_take(arena, n * sizeof *s->taken);
	s->best = fr_take(arena, group_count(s) * sizeof *s->best);
	s->stale = fr_take(arena, group_count(s) * sizeof *s->stale);
	s->size = fr_take(arena, n * sizeof *s->size);
	s->place = fr_take(arena, n * sizeof *s->place);
	s->free = fr_take(arena, n * sizeof *s->free);
	s->moved = fr_take(arena, s->room * sizeof *s->moved);
	memset(s->newest, 0xff, n * sizeof *s->newest);
	memset(s->weight, 0, n * sizeof *s->weight);
	memset(s->taken, 0, n * sizeof *s->taken);
	memset(s->stale, 1, group_count(s) * sizeof *s->stale);
}

void
fr_samples_release(fr_samples *s, const fr_arena *arena)
{
	size_t n = s->count;

	fr_release(arena, s->nodes, s->room * sizeof *s->nodes);
	fr_release(arena, s->newest, n * sizeof *s->newest);
	fr_release(arena, s->weight, n * sizeof *s->weight);
	fr_release(arena, s->taken, n * sizeof *s->taken);
	fr_release(arena, s->best, group_count(s) * sizeof *s->best);
	fr_release(arena, s->stale, group_count(s) * sizeof *s->stale);
	fr_release(arena, s->size, n * sizeof *s->size);
	fr_release(arena, s->place, n * sizeof *s->place);
	fr_release(arena, s->free, n * sizeof *s->free);
	fr_release(arena, s->moved, s->room * sizeof *s->moved);
}

static void
change_weight(fr_samples *s, uint32_t vertex, uint64_t by)
{
	s->weight[vertex] += by;
	s->stale[vertex / GROUP] = true;
}

/* ---- adding a tree --------------------------------------------------------- */

/* Moves a live node up to where the last one that was kept ends. */
static void
keep_node(fr_samples *s, uint32_t to, uint32_t from)
{
	fr_sample *node = &s->nodes[to];

	*node = s->nodes[from];
	s->moved[from] = to;
	node->parent = s->moved[node->parent];
	node->size = node->live;
	node->next = s->newest[node->vertex];
	s->newest[node->vertex] = to;
}

/* Leaves out the nodes that are cut off; preorder remains. */
static void
compact(fr_samples *s)
{
	uint32_t kept = 0;

	memset(s->newest, 0xff, s->count * sizeof *s->newest);
	for (uint32_t i = 0; i < s->used; i++)
		if (s->nodes[i].live > 0)
			keep_node(s, kept++, i);
	s->used = kept;
}

static void
add_node(fr_samples *s, uint32_t vertex, uint32_t parent, uint32_t at)
{
	s->place[vertex] = at;
	s->free[vertex] = at + 1;
	s->nodes[at] =
		(fr_sample){vertex, parent, s->size[vertex], s->size[vertex], s->newest[vertex]};
	s->newest[vertex] = at;
	change_weight(s, vertex, s->size[vertex]);
}

/* A tree: its vertices, parents before children, and the parent of each vertex. */
void
fr_samples_add(fr_samples *s, const uint32_t *order, const uint32_t *parent,
			   uint32_t count)
{
	if (s->used + count > s->room)
		compact(s);
	for (uint32_t i = 0; i < count; i++)
		s->size[order[i]] = 1;
	for (uint32_t i = count; i-- > 1;)
		s->size[parent[order[i]]] += s->size[order[i]];
	add_node(s, order[0], s->used, s->used);
	for (uint32_t i = 1; i < count; i++)
	{
		uint32_t above = parent[order[i]];
		uint32_t at = s->free[above];

		s->free[above] += s->size[order[i]];
		add_node(s, order[i], s->place[above], at);
	}
	s->used += count;
	s->live += count;
}

/* ---- the next hub ----------------------------------------------------------- */

/* The vertex that counts most; groups are looked through only where they changed. */
static void
find_best(fr_samples *s, uint32_t group)
{
	uint32_t end = group * GROUP + GROUP < s->count ? group * GROUP + GROUP : s->count;
	uint32_t best = NO_NODE;

	for (uint32_t v = group * GROUP; v < end; v++)
		if (!s->taken[v] && (best == NO_NODE || s->weight[v] > s->weight[best]))
			best = v;
	s->best[group] = best;
	s->stale[group] = false;
}

static uint32_t
heaviest(fr_samples *s)
{
	uint32_t best = NO_NODE;

	for (uint32_t group = 0; group < group_count(s); group++)
	{
		uint32_t v;

		if (s->stale[group])
			find_best(s, group);
		v = s->best[group];
		if (v != NO_NODE && (best == NO_NODE || s->weight[v] > s->weight[best]))
			best = v;
	}
	return best;
}

/* Takes the subtree of a live node away from its tree. */
static void
cut_off(fr_samples *s, uint32_t at)
{
	uint32_t live = s->nodes[at].live;
	uint32_t end = at + s->nodes[at].size;

	for (uint32_t i = at; s->nodes[i].parent != i;)
	{
		i = s->nodes[i].parent;
		s->nodes[i].live -= live;
		change_weight(s, s->nodes[i].vertex, -(uint64_t) live);
	}
	for (uint32_t i = at; i < end; i++)
	{
		if (s->nodes[i].live > 0)
			change_weight(s, s->nodes[i].vertex, -(uint64_t) s->nodes[i].live);
		s->nodes[i].live = 0;
	}
	s->live -= live;
}

/* The next hub: called as many times as there are vertices. */
uint32_t
fr_samples_take(fr_samples *s)
{
	uint32_t vertex = heaviest(s);

	s->taken[vertex] = true;
	s->stale[vertex / GROUP] = true;
	for (uint32_t at = s->newest[vertex]; at != NO_NODE; at = s->nodes[at].next)
		if (s->nodes[at].live > 0)
			cut_off(s, at);
	return vertex;
}

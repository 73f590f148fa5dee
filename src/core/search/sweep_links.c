/*
 * sweep_links.c - sweeps where cells have links; and the method `sweep`, which is one
 *
 * Links lead anywhere at any cost, also at none, so the open list is a radix heap, and from
 * each cell all moves are tried: Dijkstra's algorithm as it is.
 */
#include "core/base/base.h"
#include "core/grid/route.h"
#include "core/search/open/radix.h"
#include "core/search/search.h"
#include "core/search/sweep.h"

/* How many nodes a sweep has: one a cell, and room for one a link. */
uint32_t
fr_sweep_nodes(const fr_grid *grid)
{
	return grid->cells + (grid->links ? grid->links->count : 0);
}

/* The node that tells by which hop a cell was reached: arrivals are hops to it, in reverse. */
uint32_t
fr_sweep_hop_node(const fr_grid *grid, const fr_hops *arrivals, uint32_t n)
{
	return grid->cells + fr_hops_first(grid->links, arrivals, n);
}

/* A sweep with links that runs. */
typedef struct linked
{
	fr_sweep *s;
	fr_radix open;
	const fr_hops *hops;	 /* to take */
	const fr_hops *arrivals; /* the same, in reverse */
	bool backward;
	int64_t waiting;
	fr_result *counters;
} linked;

static uint64_t
distance_of(const void *context, uint32_t n)
{
	const fr_workspace *workspace = context;

	return fr_key_g(workspace->nodes[n].key);
}

static void
count_wait(linked *l, bool first)
{
	fr_result *r = l->counters;

	if (r == NULL)
		return;
	r->opened++;
	l->waiting += first;
	r->open_peak = l->waiting > r->open_peak ? l->waiting : r->open_peak;
}

/* Has a cell wait at a distance, if that is better. A key's last bits are `how`. */
static bool
relax(linked *l, uint32_t m, uint64_t distance, uint64_t how)
{
	fr_workspace *workspace = l->s->workspace;
	uint64_t old = workspace->nodes[m].key;
	bool first = fr_distance(workspace, m) == FR_UNREACHED;
	uint64_t key;

	if (distance > l->s->cap)
		return false;
	key = fr_key(workspace, distance, 0) | how;
	if (!fr_key_improves(key, old))
		return false;
	if (!first)
		fr_radix_remove(&l->open, m, fr_key_g(old));
	fr_sweep_set(l->s, m, key);
	fr_radix_push(&l->open, m, distance);
	count_wait(l, first);
	return true;
}

static void
take_moves(linked *l, uint32_t n, uint64_t g)
{
	const fr_grid *grid = &l->s->grid;
	bool weighted = grid->terrain != NULL;

	for (unsigned moves = grid->moves[n]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t m = n + (uint32_t) grid->offset[d];
		uint64_t cost = l->backward ? fr_move_cost(grid, weighted, m, n, d)
									: fr_move_cost(grid, weighted, n, m, d);

		relax(l, m, g + cost, (uint64_t) d);
	}
}

static void
take_hops(linked *l, uint32_t n, uint64_t g)
{
	const fr_grid *grid = &l->s->grid;

	for (uint32_t i = fr_hops_first(grid->links, l->hops, n);
		 i < grid->links->count && l->hops->at[i].from == n; i++)
	{
		const fr_hop *hop = &l->hops->at[i];

		fr_poll_at(l->s->poll, i);
		if (relax(l, hop->to, g + (l->s->flood ? 1 : hop->cost / l->s->unit),
				  FR_KEY_LINKED))
			l->s->workspace->nodes[fr_sweep_hop_node(grid, l->arrivals, hop->to)].next =
				i;
	}
}

static void
note(linked *l, const fr_sweep_watch *watch, uint32_t n, uint64_t g)
{
	fr_result *r = l->counters;

	if (r == NULL)
		return;
	l->waiting--;
	r->iterations++;
	r->visited++;
	r->expanded++;
	if (watch->trace)
		watch->trace->visit(watch->trace->context, (int) r->iterations, n, g, g, true);
}

/*
 * Sets l->s->cap to the distance of the last awaited cell when that is settled: what is as
 * far may still be reached by links that cost nothing, and nothing else is wanted.
 */
static void
settle_awaited(linked *l, uint64_t key)
{
	fr_sweep *s = l->s;

	if (key & FR_KEY_AWAITED && s->awaited > 0 && --s->awaited == 0)
		s->cap = fr_key_g(key);
}

/* As fr_sweep_run, which has set what it is given. The grid may have no links. */
uint64_t
fr_sweep_linked(fr_sweep *s, bool backward, const fr_sweep_watch *watch)
{
	const fr_links *links = s->grid.links;
	linked l = {.s = s,
				.open = {s->workspace, 0},
				.backward = backward,
				.counters = watch->counters};
	uint64_t steps = 1;
	uint32_t n;

	if (links)
	{
		l.hops = backward ? &links->back : &links->ahead;
		l.arrivals = backward ? &links->ahead : &links->back;
	}
	for (size_t i = 0; i < s->count; i++)
		if (fr_sweep_begin_at(s, s->sources[i]))
		{
			fr_radix_push(&l.open, s->sources[i], 0);
			count_wait(&l, true);
		}
	while ((n = fr_radix_pop(&l.open, distance_of, s->workspace, s->poll)) != FR_NONE)
	{
		uint64_t key = s->workspace->nodes[n].key;

		fr_poll_at(s->poll, steps++);
		if (fr_key_g(key) > s->cap)
			break;
		settle_awaited(&l, key);
		note(&l, watch, n, fr_key_g(key));
		take_moves(&l, n, fr_key_g(key));
		if (links && fr_hops_begin(l.hops, n))
			take_hops(&l, n, fr_key_g(key));
	}
	return s->cap;
}

/* ---- the method ------------------------------------------------------------ */

static void
run(const fr_run *run)
{
	fr_sweep s;
	fr_sweep_watch watch = {run->result, run->trace};

	fr_sweep_prepare(&s, run->grid, 1, run->grid->costs.limit, run->workspace, run->poll);
	s.awaited = 0;
	s.sources = &run->start;
	s.count = 1;
	fr_sweep_await(&s, run->goal);
	fr_sweep_linked(&s, false, &watch);
	run->result->visited_last = run->result->visited;
	run->result->expanded_last = run->result->expanded;
	run->result->found = s.awaited == 0;
	run->result->cost = run->result->found ? fr_distance(run->workspace, run->goal) : 0;
}

const fr_search_row fr_search_sweep = {
	.name = "sweep",
	.nodes = fr_sweep_nodes,
	.reads = FR_READS_MOVES,
	.run = run,
};

/*
 * alternatives.c - other routes, which pass obstacles on their other sides
 *
 * The class of a route is its homology. Each obstacle has a random number of 59 bits and a ray:
 * from its first cell upwards to the map's edge. A step to the right that crosses the ray adds
 * the number, a step to the left subtracts it, and a link adds a number of its own. Two routes
 * with the same ends and the same sum are of one class: different classes have equal sums with a
 * probability of 2^-59. To walk out and back adds nothing.
 *
 * Two sweeps, from the start and to the goal, leave two trees of best paths. With the sums along
 * both, each cell tells the class and the cost of the route through it. The cheapest cell of each
 * class gives the candidate of the class (single-via paths: Abraham et al. 2013, "Alternative
 * routes in road networks", for another notion of an alternative).
 */
#include "core/query/alternatives.h"

#include "core/base/heap.h"
#include "core/base/random.h"
#include "core/grid/edges.h"
#include "core/grid/moves.h"
#include "core/grid/route.h"
#include "core/query/best_paths.h"
#include "core/query/grid_query.h"
#include "core/search/dijkstra.h"

/* ---- obstacles --------------------------------------------------------------------- */

/* A run of blocked cells in a row, and, if it is the first one of an obstacle, the obstacle. */
typedef struct blocked_run
{
	uint32_t begin;
	uint32_t end; /* the cell after it */
	uint32_t cells;
	bool at_edge;
} blocked_run;

typedef struct obstacles
{
	const fr_grid *grid;
	const fr_arena *arena;
	bool falling; /* does a blocked cell touch the blocked one to the south-east? */
	bool rising;  /* and the one to the south-west? */
	blocked_run *runs;
	uint32_t *parent; /* disjoint sets of runs */
	uint32_t count;
	size_t room;
	size_t parent_room;
} obstacles;

/*
 * Blocked cells touch if no diagonal step leads between them. They do not where it needs no
 * passable side cells, or where moves have six directions.
 */
static void
find_rules(obstacles *o)
{
	const fr_tables *tables = o->grid->tables;
	unsigned all = FR_AROUNDS - 1;
	unsigned north_east = tables->legal[all & ~FR_AROUND(0, -1) & ~FR_AROUND(1, 0)];
	unsigned north_west = tables->legal[all & ~FR_AROUND(0, -1) & ~FR_AROUND(-1, 0)];

	o->falling = !(north_east >> FR_NE & 1);
	o->rising = !(north_west >> FR_NW & 1);
}

/* The first cell from x on that is blocked, or free; the width if there is none. */
static uint32_t
next_cell(const uint64_t *row, uint32_t x, uint32_t width, bool blocked)
{
	uint64_t flip = blocked ? 0 : ~UINT64_C(0);

	while (x < width)
	{
		uint64_t bits = (row[x / 64] ^ flip) >> x % 64;

		if (bits)
		{
			x += (uint32_t) __builtin_ctzll(bits);
			return x < width ? x : width;
		}
		x = (x / 64 + 1) * 64;
	}
	return width;
}

static void
add_run(obstacles *o, blocked_run run)
{
	if (o->count == o->room)
	{
		o->runs = fr_grow(o->arena, o->runs, sizeof *o->runs, o->count,
						  (size_t) o->count + 1, &o->room);
		o->parent = fr_grow(o->arena, o->parent, sizeof *o->parent, o->count, o->room,
							&o->parent_room);
	}
	o->parent[o->count] = o->count;
	o->runs[o->count++] = run;
}

/* Adds the runs of a row. */
static void
add_runs(obstacles *o, uint32_t y)
{
	const uint64_t *row = fr_bits_line(&o->grid->rows, y);
	uint32_t width = o->grid->width;
	bool at_edge = y == 0 || y == o->grid->height - 1;
	uint32_t begin;

	for (uint32_t x = 0; (begin = next_cell(row, x, width, true)) < width;)
	{
		x = next_cell(row, begin, width, false);
		add_run(o, (blocked_run){.begin = begin,
								 .end = x,
								 .cells = x - begin,
								 .at_edge = at_edge || begin == 0 || x == width});
	}
}

/* Joins the runs of two rows, from `above` and `below` on, that touch. */
static void
join_rows(obstacles *o, uint32_t above, uint32_t below)
{
	uint32_t end_above = below;
	uint32_t end_below = o->count;

	while (above < end_above && below < end_below)
	{
		const blocked_run *a = &o->runs[above];
		const blocked_run *b = &o->runs[below];

		if (b->begin < a->end + o->falling && a->begin < b->end + o->rising)
			fr_disjoint_join(o->parent, above, below);
		if (a->end <= b->end)
			above++;
		else
			below++;
	}
}

/* Adds what each obstacle has to its first run, which has the least number of its set. */
static void
add_up(obstacles *o, const fr_poll *poll)
{
	for (uint32_t i = 0; i < o->count; i++)
	{
		blocked_run *first = &o->runs[fr_disjoint_root(o->parent, i)];

		fr_poll_at(poll, i);
		if (first == &o->runs[i])
			continue;
		first->cells += o->runs[i].cells;
		first->at_edge |= o->runs[i].at_edge;
	}
}

/*
 * The rays to the right of each cell. Many cells have the same ones: `at` has their number per cell,
 * and `sum` the sum of random numbers of each number.
 */
typedef struct rays
{
	uint32_t *at; /* NULL: there is no ray */
	uint64_t *sum;
} rays;

static bool
has_ray(const obstacles *o, uint32_t run, uint32_t pillar)
{
	return o->parent[run] == run && !o->runs[run].at_edge && o->runs[run].cells >= pillar;
}

/*
 * Row by row upwards: a row crosses the rays of the row below it, and those that begin there. There
 * is no ray if each obstacle touches the edge or has fewer than `pillar` cells.
 */
static rays
spread_rays(const obstacles *o, const uint32_t *row, uint32_t pillar, const fr_poll *poll)
{
	const fr_grid *grid = o->grid;
	size_t width = grid->width;
	uint32_t count = 0;
	rays r = {0};

	for (uint32_t i = 0; i < o->count; i++)
	{
		fr_poll_at(poll, i);
		count += has_ray(o, i, pillar);
	}
	if (count == 0)
		return r;
	r.at = fr_arena_alloc_numbers(o->arena, grid->cells);
	r.sum = fr_arena_alloc(o->arena, ((size_t) count + 1) * sizeof *r.sum);
	r.sum[0] = 0;
	count = 0;
	memset(r.at + grid->cells - width, 0, width * sizeof *r.at);
	for (uint32_t y = grid->height - 1; y > 0; y--)
	{
		uint32_t *below = r.at + y * width;
		uint32_t *at = below - width;

		fr_poll_now(poll);
		memcpy(at, below, width * sizeof *at);
		for (uint32_t i = row[y]; i < row[y + 1]; i++)
		{
			uint32_t x = o->runs[i].begin;

			if (!has_ray(o, i, pillar))
				continue;
			r.sum[++count] = r.sum[below[x]] + fr_random_mix(y * width + x);
			at[x] = count;
		}
	}
	return r;
}

static rays
build_rays(const fr_grid *grid, uint32_t pillar, const fr_arena *arena,
		   const fr_poll *poll)
{
	obstacles o = {.grid = grid, .arena = arena};
	uint32_t *row = fr_arena_alloc_numbers(arena, grid->height);
	rays r;

	find_rules(&o);
	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		row[y] = o.count;
		add_runs(&o, y);
		if (y > 0)
			join_rows(&o, row[y - 1], row[y]);
	}
	row[grid->height] = o.count;
	add_up(&o, poll);
	r = spread_rays(&o, row, pillar, poll);
	fr_arena_free(arena, o.runs, o.room * sizeof *o.runs);
	fr_arena_free(arena, o.parent, o.parent_room * sizeof *o.parent);
	fr_arena_free_numbers(arena, row, grid->height);
	return r;
}

/* ---- classes of routes --------------------------------------------------------------- */

/*
 * Both sweeps, and the sums along their trees. The flag of a cell says that its sum is known.
 * After the second sweep the links of nodes are unused: `next` and `prev` have the sum from a
 * cell to the goal. The sum from the start to a cell takes the place of its distance in the key.
 */
#define KEY_KNOWN FR_KEY_OPEN
#define SUM_SHIFT FR_KEY_G_SHIFT /* so 59 bits of a sum count */

typedef struct trees
{
	const fr_grid *grid;
	rays rays;
	fr_through through;
	uint32_t start;
	uint32_t goal;
} trees;

/* A step or link of a tree, away from its root: the cell where it begins, and its sum. */
typedef struct branch
{
	uint32_t from;
	int direction; /* of the route, towards the goal; FR_DIRECTIONS: a link */
	uint64_t sum;  /* of the route */
} branch;

static uint64_t
crossing(const trees *t, uint32_t from, uint32_t to, int d)
{
	if (t->rays.at == NULL || fr_dx[d] == 0)
		return 0;
	return fr_dx[d] > 0 ? t->rays.sum[t->rays.at[from]] : -t->rays.sum[t->rays.at[to]];
}

/* Links have other numbers than obstacles; the way back is the way in reverse. */
static uint64_t
sum_of_link(const fr_arc *arc)
{
	uint64_t number = fr_random_mix(~(uint64_t) (arc->link / 2));

	return arc->link & 1 ? -number : number;
}

/*
 * The last edge of the best path from the start to a cell. If `back`, the first one of the best
 * path from a cell to the goal; it leads to `from`.
 */
static branch
branch_of(const trees *t, uint32_t n, bool back)
{
	const fr_links *links = t->grid->links;
	const fr_node *nodes = t->through.to_goal->nodes;
	uint64_t key = back ? nodes[n].key : t->through.from_start[n];
	int d = (int) (key & FR_KEY_PARENT);
	uint32_t from = fr_grid_step_back(t->grid, n, d);

	if (links && key & FR_KEY_LINKED)
	{
		uint32_t node =
			fr_dijkstra_arc_node(t->grid, back ? &links->ahead : &links->back, n);
		const fr_arc *arc =
			back ? &links->back.at[nodes[node].next]
				 : &links->ahead.at[t->through.arcs[node - t->grid->cells]];

		return (branch){arc->from, FR_DIRECTIONS, sum_of_link(arc)};
	}
	if (back)
		return (branch){from, fr_opposite(d), crossing(t, n, from, fr_opposite(d))};
	return (branch){from, d, crossing(t, from, n, d)};
}

static uint64_t
sum_at(const fr_node *node)
{
	return (uint64_t) node->next << 32 | node->prev;
}

static uint64_t
sum_back(const trees *t, uint32_t cell, const fr_poll *poll)
{
	fr_node *nodes = t->through.to_goal->nodes;
	uint64_t sum = 0;
	uint64_t steps = 1;
	uint32_t n = cell;

	for (; !(nodes[n].key & KEY_KNOWN); fr_poll_at(poll, steps++))
	{
		branch b = branch_of(t, n, true);

		sum += b.sum;
		n = b.from;
	}
	sum += sum_at(&nodes[n]);
	for (n = cell; !(nodes[n].key & KEY_KNOWN); fr_poll_at(poll, steps++))
	{
		branch b = branch_of(t, n, true);

		nodes[n].next = (uint32_t) (sum >> 32);
		nodes[n].prev = (uint32_t) sum;
		nodes[n].key |= KEY_KNOWN;
		sum -= b.sum;
		n = b.from;
	}
	return sum_at(&nodes[cell]);
}

/* The bits of a sum that count. */
static uint64_t
sum_of_bits(uint64_t sum)
{
	return sum << SUM_SHIFT >> SUM_SHIFT;
}

/* The sum of a route of the query. */
static uint64_t
sum_of_route(const trees *t, const fr_route *route, const fr_poll *poll)
{
	fr_route_walk walk = fr_route_begin(route);
	uint64_t sum = 0;

	while (fr_route_next(&walk, poll))
	{
		uint32_t from = fr_grid_index(t->grid, walk.from);
		uint32_t to = fr_grid_index(t->grid, walk.to);
		fr_edges arcs = fr_edges_by(t->grid, from, 0, true, false);

		if (walk.direction < FR_DIRECTIONS)
		{
			sum += crossing(t, from, to, walk.direction);
			continue;
		}
		/* the first of several is the cheapest */
		do
			fr_edges_next(&arcs, poll);
		while (arcs.to != to);
		sum += sum_of_link(arcs.arc);
	}
	return sum_of_bits(sum);
}

/* ---- the candidate of each class ------------------------------------------------------- */

/* The cheapest cell of a class, the first one of several. */
typedef struct candidate
{
	uint64_t sum;
	uint64_t cost;
	uint32_t cell;
} candidate;

/* Candidates by class: a hash table; a slot is free where its cell is FR_NONE. */
typedef struct classes
{
	const fr_arena *arena;
	candidate *at;
	size_t mask;
	size_t count;
} classes;

static candidate *
slot_of(const classes *c, uint64_t sum)
{
	size_t i = (size_t) fr_random_mix(sum) & c->mask;

	while (c->at[i].cell != FR_NONE && c->at[i].sum != sum)
		i = (i + 1) & c->mask;
	return &c->at[i];
}

static void
make_slots(classes *c, size_t slots, const fr_poll *poll)
{
	c->at = fr_arena_alloc(c->arena, slots * sizeof *c->at);
	c->mask = slots - 1;
	for (size_t i = 0; i < slots; i++)
	{
		fr_poll_at(poll, i);
		c->at[i].cell = FR_NONE;
	}
}

static bool
is_cheaper(const void *first, const void *second)
{
	const candidate *a = first;
	const candidate *b = second;

	return a->cost < b->cost || (a->cost == b->cost && a->cell < b->cell);
}

static void
add_candidate(classes *c, candidate wanted, const fr_poll *poll)
{
	candidate *slot = slot_of(c, wanted.sum);

	if (slot->cell == FR_NONE)
	{
		candidate *old = c->at;
		size_t slots = c->mask + 1;

		*slot = wanted;
		if (2 * ++c->count <= slots)
			return;
		make_slots(c, 2 * slots, poll);
		for (size_t i = 0; i < slots; i++)
		{
			fr_poll_at(poll, i);
			if (old[i].cell != FR_NONE)
				*slot_of(c, old[i].sum) = old[i];
		}
		fr_arena_free(c->arena, old, slots * sizeof *old);
	}
	else if (is_cheaper(&wanted, slot))
		*slot = wanted;
}

/* Turns the table into a heap, the cheapest candidate first. */
static void
make_heap(classes *c, const fr_poll *poll)
{
	size_t count = 0;

	for (size_t i = 0; i <= c->mask; i++)
	{
		fr_poll_at(poll, i);
		if (c->at[i].cell != FR_NONE)
			c->at[count++] = c->at[i];
	}
	c->count = count;
	for (size_t i = count / 2; i-- > 0;)
	{
		fr_poll_at(poll, i);
		fr_heap_sink(c->at, sizeof *c->at, count, i, is_cheaper);
	}
}

static candidate
take_cheapest(classes *c)
{
	candidate first;

	fr_heap_pop(c->at, sizeof first, --c->count, &first, is_cheaper);
	return first;
}

/* ---- routes ----------------------------------------------------------------------------- */

/* Marks of cells. */
enum
{
	MARK_NEAR = 1, /* at most two moves away from a route that was kept */
	MARK_VISITED   /* by the route in hand */
};

/* The route by a cell, as the cells that it visits. */
typedef struct visited
{
	const fr_arena *arena;
	uint32_t *cells;
	size_t count;
	size_t room;
	size_t ahead; /* of these, from the cell back to the start */
} visited;

static void
visit(visited *v, uint32_t cell)
{
	if (v->count == v->room)
		v->cells = fr_grow(v->arena, v->cells, sizeof *v->cells, v->count, v->count + 1,
						   &v->room);
	v->cells[v->count++] = cell;
}

/* Lists the cells: those back to the start, then those on to the goal. */
static void
list_cells(const trees *t, uint32_t by, visited *v, const fr_poll *poll)
{
	v->count = 0;
	visit(v, by);
	for (uint32_t n = by; n != t->start; fr_poll_at(poll, v->count))
		visit(v, n = branch_of(t, n, false).from);
	v->ahead = v->count;
	for (uint32_t n = by; n != t->goal; fr_poll_at(poll, v->count))
		visit(v, n = branch_of(t, n, true).from);
}

/* The share of cells that are near other routes; more than 1: a cell is visited twice. */
static double
shared_part(uint8_t *marks, const visited *v, const fr_poll *poll)
{
	size_t near = 0;
	size_t i = 0;
	bool twice = false;

	for (; i < v->count && !twice; i++)
	{
		uint8_t *mark = &marks[v->cells[i]];

		fr_poll_at(poll, i);
		twice = *mark & MARK_VISITED;
		*mark |= MARK_VISITED;
		near += *mark & MARK_NEAR;
	}
	while (i-- > 0)
		marks[v->cells[i]] &= (uint8_t) ~MARK_VISITED;
	return twice ? 2 : (double) near / (double) v->count;
}

/* The moves from and to a cell. */
static unsigned
moves_at(const fr_grid *grid, uint32_t n)
{
	return grid->moves[n] | fr_grid_back(grid)[n];
}

/* Marks a cell and those that two moves lead to or come from: no obstacle is between. */
static void
mark_near(const fr_grid *grid, uint8_t *marks, uint32_t n, const fr_poll *poll)
{
	fr_edges one = fr_edges_by(grid, n, moves_at(grid, n), false, false);

	marks[n] |= MARK_NEAR;
	while (fr_edges_next(&one, poll))
	{
		fr_edges two = fr_edges_by(grid, one.to, moves_at(grid, one.to), false, false);

		marks[one.to] |= MARK_NEAR;
		while (fr_edges_next(&two, poll))
			marks[two.to] |= MARK_NEAR;
	}
}

/* Marks the cells near a route. */
static void
mark_route(const fr_grid *grid, uint8_t *marks, const fr_route *route,
		   const fr_poll *poll)
{
	fr_route_walk walk = fr_route_begin(route);

	do
		mark_near(grid, marks, fr_grid_index(grid, walk.to), poll);
	while (fr_route_next(&walk, poll));
}

/* The route through the cells that list_cells listed. */
static fr_route
route_of_cells(const trees *t, const visited *v, const fr_arena *arena,
			   const fr_poll *poll)
{
	fr_route_builder builder = {.arena = arena};

	for (size_t i = v->ahead - 1; i-- > 0;)
	{
		branch b = branch_of(t, v->cells[i], false);

		fr_poll_at(poll, i);
		fr_route_append_edge(&builder, t->grid, b.from, b.direction, v->cells[i]);
	}
	for (size_t i = v->ahead; i < v->count; i++)
	{
		uint32_t from = v->cells[i == v->ahead ? 0 : i - 1];

		fr_poll_at(poll, i);
		fr_route_append_edge(&builder, t->grid, from, branch_of(t, from, true).direction,
							 v->cells[i]);
	}
	return fr_route_finish(&builder, fr_grid_cell(t->grid, t->start), false);
}

static void
keep_route(fr_alternatives *found, const fr_arena *arena, fr_alternative alternative)
{
	if (found->count == found->room)
		found->at = fr_grow(arena, found->at, sizeof *found->at, found->count,
							found->count + 1, &found->room);
	found->at[found->count++] = alternative;
}

/* ---- all of it --------------------------------------------------------------------------- */

/* An upper bound of the costs of routes; the stretch may be infinite. */
static uint64_t
bound_of(const fr_costs *costs, uint64_t least, double stretch)
{
	return least == 0 ? 0 : fr_cost_bound(costs, fr_cost_value(costs, least) * stretch);
}

/* Does a cost stretch the least one too much? */
static bool
is_stretched(const fr_costs *costs, uint64_t cost, uint64_t least, double stretch)
{
	return fr_cost_value(costs, cost) > fr_cost_value(costs, least) * stretch;
}

/* Sets the sum of a cell, whose distance it replaces; its route may be the candidate of a class. */
static void
add_route_by(const trees *t, uint32_t n, uint64_t sum, uint64_t best, classes *c,
			 const fr_poll *poll)
{
	uint64_t *key = &t->through.from_start[n];
	candidate by = {.cost = fr_cost_through(&t->through, n), .cell = n};

	*key = sum << SUM_SHIFT | (*key & FR_KEY_FLAGS) | KEY_KNOWN;
	by.sum = sum_of_bits(sum + sum_back(t, n, poll));
	if (by.sum != best)
		add_candidate(c, by, poll);
}

/*
 * Adds the routes by a cell and by all cells before it on its best path, as far as they are
 * unknown. They cost no more than the route by the cell.
 */
static void
add_routes_to(const trees *t, uint32_t cell, uint64_t best, classes *c,
			  const fr_poll *poll)
{
	const uint64_t *keys = t->through.from_start;
	uint64_t sum = 0;
	uint64_t steps = 1;
	uint32_t n = cell;

	for (; !(keys[n] & KEY_KNOWN); fr_poll_at(poll, steps++))
	{
		branch b = branch_of(t, n, false);

		sum += b.sum;
		n = b.from;
	}
	sum += keys[n] >> SUM_SHIFT;
	for (n = cell; !(keys[n] & KEY_KNOWN); fr_poll_at(poll, steps++))
	{
		branch b = branch_of(t, n, false);

		add_route_by(t, n, sum, best, c, poll);
		sum -= b.sum;
		n = b.from;
	}
}

/* Finds the candidates of all classes except the class of the best route. */
static void
find_candidates(const trees *t, uint64_t best, classes *c, const fr_poll *poll)
{
	const uint64_t *keys = t->through.from_start;

	make_slots(c, 64, poll);
	add_route_by(t, t->start, 0, best, c, poll);
	for (uint32_t n = 0; n < t->grid->cells; n++)
	{
		fr_poll_at(poll, n);
		if (!(keys[n] & KEY_KNOWN) && keys[n] < FR_UNREACHED << FR_KEY_G_SHIFT &&
			fr_cost_through(&t->through, n) != FR_UNREACHED)
			add_routes_to(t, n, best, c, poll);
	}
	make_heap(c, poll);
}

/* Keeps candidates in order of cost, unless they share too much or visit a cell twice. */
static void
keep_candidates(const trees *t, const fr_alternatives_wanted *wanted, classes *c,
				const fr_arena *arena, const fr_poll *poll, fr_alternatives *found)
{
	uint8_t *marks = fr_arena_alloc(arena, t->grid->cells);
	visited v = {.arena = arena};
	uint64_t least = found->at[0].cost;

	fr_fill(marks, 0, t->grid->cells, poll);
	mark_route(t->grid, marks, &found->at[0].route, poll);
	while (c->count > 0 && found->count < wanted->most)
	{
		candidate next = take_cheapest(c);
		fr_alternative kept = {.cost = next.cost};

		fr_poll_now(poll);
		if (is_stretched(&t->grid->costs, next.cost, least, wanted->stretch))
			return;
		list_cells(t, next.cell, &v, poll);
		kept.shared = shared_part(marks, &v, poll);
		if (kept.shared > 1 || kept.shared > wanted->overlap)
			continue;
		kept.route = route_of_cells(t, &v, arena, poll);
		keep_route(found, arena, kept);
		mark_route(t->grid, marks, &kept.route, poll);
	}
}

fr_status
fr_find_alternatives(const fr_query *query, const fr_alternatives_wanted *wanted,
					 fr_sweep_workspace sweep, const fr_poll *poll,
					 fr_alternatives *found)
{
	const fr_grid *grid = query->grid;
	fr_query single = *query;
	classes c = {.arena = query->arena};
	trees t = {.grid = grid, .start = query->start, .goal = query->goal};
	fr_result best;
	fr_status status;

	*found = (fr_alternatives){0};
	single.uncounted = single.wants_route = true;
	status = fr_search(&single, sweep.workspace, poll, &best);
	if (status || !best.found)
		return status;
	keep_route(found, query->arena, (fr_alternative){best.cost, 0, best.route});
	if (wanted->most == 1 || query->start == query->goal)
		return FR_OK;
	t.rays = build_rays(grid, wanted->pillar, query->arena, poll);
	if (t.rays.at == NULL && grid->links == NULL)
		return FR_OK;
	status = fr_sweep_through(query, bound_of(&grid->costs, best.cost, wanted->stretch),
							  sweep, poll, &t.through);
	if (status)
		return status;
	sweep.workspace->nodes[query->goal].next = 0;
	sweep.workspace->nodes[query->goal].prev = 0;
	sweep.workspace->nodes[query->goal].key |= KEY_KNOWN;
	find_candidates(&t, sum_of_route(&t, &best.route, poll), &c, poll);
	keep_candidates(&t, wanted, &c, query->arena, poll, found);
	return FR_OK;
}

/*
 * grid_links.c - the links of a grid as arcs: open under the model, with passable ends
 */
#include "core/grid/grid_links.h"

#include <string.h>

#include "core/base/merge_sort.h"
#include "core/grid/grid_components.h"
#include "core/grid/moves.h"

/* ---- sorting ------------------------------------------------------------- */

static bool
is_before(const void *context, const void *first, const void *second)
{
	const fr_arc *a = first;
	const fr_arc *b = second;

	(void) context;
	if (a->from != b->from)
		return a->from < b->from;
	return a->to != b->to ? a->to < b->to : a->cost < b->cost;
}

/* ---- queries ------------------------------------------------------------- */

/* The place of the first arc that is not before the arcs between these two cells. */
static uint32_t
first_to(const fr_links *links, const fr_arcs *arcs, uint32_t from, uint32_t to)
{
	uint32_t low = 0;
	uint32_t high = links->count;

	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		const fr_arc *arc = &arcs->at[middle];

		if (arc->from < from || (arc->from == from && arc->to < to))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t
fr_arcs_first(const fr_links *links, const fr_arcs *arcs, uint32_t from)
{
	return first_to(links, arcs, from, 0);
}

bool
fr_links_connected(const fr_grid *grid, uint32_t a, uint32_t b)
{
	uint32_t from = fr_grid_component(grid, a);
	uint32_t to = fr_grid_component(grid, b);

	return from != 0 && to != 0 && grid->links->groups[from] == grid->links->groups[to];
}

uint32_t
fr_grid_group(const fr_grid *grid, uint32_t number)
{
	return grid->links ? grid->links->groups[number] : number;
}

uint32_t
fr_grid_link_count(const fr_grid *grid)
{
	return grid->links ? grid->links->count : 0;
}

bool
fr_grid_is_oneway(const fr_grid *grid)
{
	return grid->oneway || (grid->links && grid->links->oneway);
}

static uint64_t
cost_of_link(const fr_grid *grid, uint32_t from, uint32_t to)
{
	const fr_links *links = grid->links;
	const fr_arc *arc;
	uint32_t i;

	if (links == NULL)
		return FR_UNREACHED;
	i = first_to(links, &links->ahead, from, to);
	arc = &links->ahead.at[i];
	return i < links->count && arc->from == from && arc->to == to ? arc->cost
																  : FR_UNREACHED;
}

/* The cost of the cheapest step over joined edges; FR_UNREACHED: none leads there. */
static uint64_t
cost_over_edges(const fr_grid *grid, uint32_t from, uint32_t to)
{
	unsigned moves = fr_legal_moves(grid, fr_grid_cell(grid, from));
	uint64_t least = FR_UNREACHED;

	for (; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint64_t cost;

		if (!fr_grid_crosses(grid, from, d) || fr_grid_step(grid, from, d) != to)
			continue;
		cost = fr_step_cost(grid, from, d);
		least = cost < least ? cost : least;
	}
	return least;
}

uint64_t
fr_links_cost(const fr_grid *grid, uint32_t from, uint32_t to)
{
	uint64_t cost = cost_of_link(grid, from, to);
	uint64_t over_edges;

	if (!grid->costs.wraps)
		return cost;
	over_edges = cost_over_edges(grid, from, to);
	return over_edges < cost ? over_edges : cost;
}

/* Is there a link back, at the same cost? */
static bool
leads_back(const fr_grid *grid, const fr_arc *arc)
{
	return fr_links_cost(grid, arc->from, arc->to) ==
		   fr_links_cost(grid, arc->to, arc->from);
}

bool
fr_arcs_asymmetric(const fr_grid *grid, const fr_poll *poll)
{
	for (uint32_t i = 0; grid->links && i < grid->links->count; i++)
	{
		fr_poll_at(poll, i);
		if (!leads_back(grid, &grid->links->ahead.at[i]))
			return true;
	}
	return false;
}

/* Does some arc cost a multiple of sqrt(2)? */
static bool
some_diagonal(const fr_grid *grid, const fr_poll *poll)
{
	for (uint32_t i = 0; grid->links && grid->costs.root2 && i < grid->links->count; i++)
	{
		uint64_t cost = grid->links->ahead.at[i].cost;

		fr_poll_at(poll, i);
		if (cost <= grid->costs.limit && cost % FR_ROOT2_STRAIGHT != 0)
			return true;
	}
	return false;
}

void
fr_links_name_rules(fr_grid *grid, const fr_poll *poll)
{
	if (grid->links == NULL)
		grid->costs.rules &= ~FR_LINK_RULES;
	else if (some_diagonal(grid, poll))
		grid->costs.rules |= FR_RULE(SQRT2_LINKS);
	else
		grid->costs.rules &= ~FR_RULE(SQRT2_LINKS);
}

/* ---- groups of components ---------------------------------------------------- */

/* By component, the least number of a component that arcs join with it. */
static const uint32_t *
join_components(const fr_grid *grid, const fr_links *links, const fr_arena *arena,
				const fr_poll *poll)
{
	uint32_t count = grid->components.count + 1;
	uint32_t *groups = fr_arena_alloc(arena, count * sizeof *groups);

	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		groups[i] = i;
	}
	for (uint32_t i = 0; i < links->count; i++)
	{
		const fr_arc *arc = &links->ahead.at[i];

		fr_poll_at(poll, i);
		fr_disjoint_join(groups, fr_grid_component(grid, arc->from),
						 fr_grid_component(grid, arc->to));
	}
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		groups[i] = fr_disjoint_root(groups, i);
	}
	return groups;
}

/* ---- building ------------------------------------------------------------ */

/* Adds the directions of link `number` that an agent can take; returns how many. */
static uint32_t
add_link(const fr_grid *grid, const fr_model *model, const fr_link *link, uint32_t number,
		 fr_arc *arcs)
{
	fr_arc arc = {fr_grid_index(grid, link->from), fr_grid_index(grid, link->to), 0,
				  2 * number};

	if (!fr_link_open(model, link) || fr_grid_component(grid, arc.from) == 0 ||
		fr_grid_component(grid, arc.to) == 0)
		return 0;
	arc.cost = fr_link_units(&grid->costs, model, link);
	arcs[0] = arc;
	if (link->both)
		arcs[1] = (fr_arc){arc.to, arc.from, arc.cost, 2 * number + 1};
	return link->both ? 2 : 1;
}

/* Sorts arcs, and marks the cells where they begin; `other` has room for as many. */
static fr_arcs
order_arcs(const fr_grid *grid, fr_arc *arcs, uint32_t count, fr_arc *other,
		   const fr_arena *arena, const fr_poll *poll)
{
	size_t words = grid->cells / 64 + 2; /* fr_arcs_word reads two */
	uint64_t *begins = fr_arena_alloc(arena, words * sizeof *begins);
	const fr_arc *sorted =
		fr_merge_sort(arcs, other, count, sizeof *arcs, is_before, NULL, poll);

	memset(begins, 0, words * sizeof *begins);
	if (sorted != arcs)
		memcpy(arcs, sorted, count * sizeof *arcs);
	for (uint32_t i = 0; i < count; i++)
		begins[arcs[i].from / 64] |= UINT64_C(1) << arcs[i].from % 64;
	return (fr_arcs){arcs, begins};
}

/* Has each arc one that leads back, at any cost? */
static bool
lead_back(const fr_links *links)
{
	uint32_t i = 0;
	uint32_t k = 0;

	while (i < links->count && k < links->count)
	{
		const fr_arc *a = &links->ahead.at[i];
		const fr_arc *b = &links->back.at[k];

		if (a->from != b->from || a->to != b->to)
			return false;
		while (i < links->count && links->ahead.at[i].from == b->from &&
			   links->ahead.at[i].to == b->to)
			i++;
		while (k < links->count && links->back.at[k].from == a->from &&
			   links->back.at[k].to == a->to)
			k++;
	}
	return i == links->count && k == links->count;
}

/*
 * Does the cheapest arc from one cell to another always cost a whole number of straight
 * steps, and lead back at the same cost?
 */
static bool
cost_whole_steps(const fr_grid *grid, const fr_poll *poll)
{
	uint64_t straight = grid->costs.step[FR_N];

	for (uint32_t i = 0; i < grid->links->count; i++)
	{
		const fr_arc *arc = &grid->links->ahead.at[i];

		fr_poll_at(poll, i);
		if (arc->cost == 0 || arc->cost % straight != 0 || !leads_back(grid, arc))
			return false;
	}
	return true;
}

static const uint8_t *
copy_links(const fr_map *map, const fr_arena *arena)
{
	size_t size = (size_t) map->link_count * FR_LINK_BYTES;
	uint8_t *copy = fr_arena_alloc(arena, size);

	memcpy(copy, map->links, size);
	return copy;
}

/* The links of a grid by its arcs, and these reversed; NULL: there are none. No arc counts as whole steps. */
static fr_links *
link_up(const fr_grid *grid, fr_arc *ahead, fr_arc *back, uint32_t count,
		const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll)
{
	fr_links *links;
	fr_arc *other;

	if (count == 0)
		return NULL;
	links = fr_arena_alloc(arena, sizeof *links);
	other = fr_arena_alloc(scratch, count * sizeof *other);
	*links = (fr_links){.count = count};
	links->ahead = order_arcs(grid, ahead, count, other, arena, poll);
	links->back = order_arcs(grid, back, count, other, arena, poll);
	links->oneway = !lead_back(links);
	links->groups = join_components(grid, links, arena, poll);
	return links;
}

void
fr_links_build(fr_grid *grid, const fr_map *map, const fr_model *model,
			   const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll)
{
	size_t room = 2 * (size_t) map->link_count;
	fr_arc *ahead = fr_arena_alloc(arena, room * sizeof *ahead);
	fr_arc *back = fr_arena_alloc(arena, room * sizeof *back);
	uint32_t count = 0;
	fr_links *links;

	for (uint32_t i = 0; i < map->link_count; i++)
	{
		fr_link link = fr_link_unpack(map->links + (size_t) i * FR_LINK_BYTES);

		fr_poll_at(poll, i);
		count += add_link(grid, model, &link, i, ahead + count);
	}
	for (uint32_t i = 0; i < count; i++)
		back[i] = (fr_arc){ahead[i].to, ahead[i].from, ahead[i].cost, ahead[i].link};
	if (grid->costs.linked)
	{
		grid->packed_links = copy_links(map, arena);
		grid->packed_link_count = map->link_count;
	}
	links = link_up(grid, ahead, back, count, arena, scratch, poll);
	grid->links = links;
	if (links)
		links->whole_steps = cost_whole_steps(grid, poll);
}

const fr_links *
fr_links_without(const fr_grid *grid,
				 bool (*forbids)(const void *context, const fr_arc *arc),
				 const void *context, const fr_arena *arena, const fr_arena *scratch,
				 const fr_poll *poll)
{
	size_t room = grid->links->count * sizeof(fr_arc);
	fr_arc *ahead = fr_arena_alloc(arena, room);
	fr_arc *back = fr_arena_alloc(arena, room);
	uint32_t count = 0;

	for (uint32_t i = 0; i < grid->links->count; i++)
	{
		const fr_arc *arc = &grid->links->ahead.at[i];

		fr_poll_at(poll, i);
		if (forbids(context, arc))
			continue;
		ahead[count] = *arc;
		back[count++] = (fr_arc){arc->to, arc->from, arc->cost, arc->link};
	}
	return link_up(grid, ahead, back, count, arena, scratch, poll);
}

/* ---- finer units ------------------------------------------------------------- */

static const fr_arc *
reprice_arcs(const fr_grid *grid, const fr_arcs *arcs, const fr_costs *old, bool rounded,
			 const fr_arena *arena, const fr_poll *poll)
{
	uint32_t count = grid->links->count;
	uint32_t parts = grid->costs.parts / old->parts;
	uint64_t limit = grid->costs.limit;
	fr_arc *priced = fr_arena_alloc(arena, count * sizeof *priced);

	for (uint32_t i = 0; i < count; i++)
	{
		uint64_t cost = arcs->at[i].cost;

		fr_poll_at(poll, i);
		priced[i] = arcs->at[i];
		priced[i].cost = rounded				? fr_cost_rounded(old, cost, &grid->costs)
						 : cost > limit / parts ? limit + 1
												: cost * parts;
	}
	return priced;
}

const fr_links *
fr_links_repriced(const fr_grid *grid, const fr_costs *old, bool rounded,
				  const fr_arena *arena, const fr_poll *poll)
{
	fr_links *links = fr_arena_alloc(arena, sizeof *links);

	*links = *grid->links;
	links->ahead.at = reprice_arcs(grid, &links->ahead, old, rounded, arena, poll);
	links->back.at = reprice_arcs(grid, &links->back, old, rounded, arena, poll);
	links->whole_steps &= !rounded;
	return links;
}

const fr_grid *
fr_grid_refined(const fr_grid *grid, uint32_t parts, const fr_arena *arena,
				const fr_poll *poll)
{
	fr_grid *finer = fr_arena_alloc(arena, sizeof *finer);
	fr_prices *prices;

	*finer = *grid;
	if (!fr_costs_refine(&finer->costs, parts, (uint64_t) grid->width + grid->height))
		return NULL;
	if (grid->prices)
	{
		prices = fr_arena_alloc(arena, sizeof *prices);
		*prices = *grid->prices;
		prices->each *= parts;
		prices->per_height[0] *= parts;
		prices->per_height[1] *= parts;
		if (prices->factors)
			prices->factors = fr_factors_in_parts(prices->factors, parts, arena);
		if (prices->edges)
			prices->edges = fr_edges_in_parts(prices->edges, parts, arena, poll);
		finer->prices = prices;
	}
	if (grid->links)
		finer->links = fr_links_repriced(finer, &grid->costs, false, arena, poll);
	return finer;
}

/* ---- link tables ------------------------------------------------------------- */

fr_linked_components
fr_linked_components_number(const fr_grid *grid, const fr_arena *arena,
							const fr_poll *poll)
{
	const fr_links *links = grid->links;
	uint32_t components = grid->components.count + 1;
	uint32_t *of = fr_arena_alloc_numbers(arena, components);
	uint32_t count = 0;

	memset(of, 0, components * sizeof *of);
	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(poll, i);
		of[fr_grid_component(grid, links->ahead.at[i].from)] = 1;
		of[fr_grid_component(grid, links->ahead.at[i].to)] = 1;
	}
	for (uint32_t i = 0; i < components; i++)
		count += of[i];
	for (uint32_t i = 0, next = 0; i < components; i++)
	{
		fr_poll_at(poll, i);
		of[i] = of[i] ? next++ : count;
	}
	return (fr_linked_components){count, of};
}

/*
 * A counting sort by the linked component where arcs begin. Arcs of the same component stay
 * in order.
 */
fr_link_table
fr_link_table_build(const fr_linked_components *linked, const fr_grid *grid,
					const fr_arcs *arcs, const fr_arena *arena, const fr_poll *poll)
{
	uint32_t count = grid->links->count;
	uint32_t *first = fr_arena_alloc_numbers(arena, linked->count + 1);
	uint32_t *order = fr_arena_alloc_numbers(arena, count);

	memset(first, 0, (linked->count + 2) * sizeof *first);
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		first[fr_linked_component_at(linked, grid, arcs->at[i].from) + 2]++;
	}
	for (uint32_t i = 0; i < linked->count; i++)
		first[i + 2] += first[i + 1];
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		order[first[fr_linked_component_at(linked, grid, arcs->at[i].from) + 1]++] = i;
	}
	return (fr_link_table){order, first};
}

/* An arc of links->back, whose ends are exchanged, in the form that jump searches read. */
static fr_link_arc
link_arc_of(const fr_linked_components *linked, const fr_grid *grid, const fr_arc *arc)
{
	fr_cell from = fr_grid_cell(grid, arc->to);
	fr_cell to = fr_grid_cell(grid, arc->from);

	return (fr_link_arc){.from_x = (uint16_t) from.x,
						 .from_y = (uint16_t) from.y,
						 .to_x = (uint16_t) to.x,
						 .to_y = (uint16_t) to.y,
						 .linked = fr_linked_component_at(linked, grid, arc->to),
						 .cost = arc->cost};
}

const fr_link_arcs *
fr_link_arcs_build(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	const fr_links *links = grid->links;
	fr_linked_components linked = fr_linked_components_number(grid, arena, poll);
	fr_link_table ends = fr_link_table_build(&linked, grid, &links->back, arena, poll);
	fr_link_table begins = fr_link_table_build(&linked, grid, &links->ahead, arena, poll);
	fr_link_arcs *arcs = fr_arena_alloc(arena, sizeof *arcs);
	fr_link_arc *at = fr_arena_alloc(arena, (links->count + 1) * sizeof *at);

	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(poll, i);
		at[i] = link_arc_of(&linked, grid, &links->back.at[ends.order[i]]);
	}
	fr_arena_free_numbers(arena, begins.order, links->count);
	fr_arena_free_numbers(arena, ends.order, links->count);
	*arcs = (fr_link_arcs){.count = links->count,
						   .linked = linked,
						   .at = at,
						   .first = ends.first,
						   .leaving = begins.first};
	return arcs;
}

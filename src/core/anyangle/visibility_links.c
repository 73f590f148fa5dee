/*
 * visibility_links.c - links between straight lines: a heuristic that counts them
 *
 * Let D be the straight line between cells of a component, and infinite between
 * components. The length from cell n to the goal is at least
 *
 *     h(n) = min(D(n, goal), min over cells a where links begin of D(n, a) + R(a))
 *     R(a) = the least from a, by one of its links and on, to the goal
 *
 * which is consistent along lines and links. A table has the least length from each such
 * cell, by links and straight lines between them, to each cell where a link ends. So the
 * R of a linked component follow from the links that end in the goal's component. A search
 * computes the R of a component when it first asks for a bound there. A cell a is useless if
 * R(a) is at least D(a, goal), or D(a, b) + R(b) for another such cell b, because of the
 * triangle inequality.
 *
 * A table of too many links would be too large. Then h(n) is the lesser of D(n, goal) and
 * the least length of a last link and the line from its end to the goal.
 */
#define LINKS 1
#include "core/anyangle/visibility_links.h"

#include <string.h>

#include "core/anyangle/visibility_loops.h"
#include "core/base/base.h"

#define UNREACHABLE 0x1p900 /* longer than anything */

/*
 * Limits of a table: the most begins, and the most ends. Beyond FEW_ENDS the table also may not
 * take longer than the rest of the graph.
 */
#define MOST_ENDS 512
#define FEW_ENDS 48

static double
line_between(fr_cell a, fr_cell b)
{
	return __builtin_sqrt((double) fr_line_square(a, b));
}

/* The cost of a link, in cells. */
static double
cost_of(const fr_grid *grid, const fr_arc *arc)
{
	return arc->cost > grid->costs.limit
			   ? (double) FR_MOST_LENGTH
			   : (double) arc->cost / (double) grid->costs.step[FR_N];
}

/* ---- linked components ------------------------------------------------------------- */

/* Finds the linked component of each subgoal. */
static void
place_subgoals(fr_visibility_links *p, const fr_visibility_graph *s, const fr_poll *poll)
{
	uint32_t *of = fr_arena_alloc_numbers(s->arena, s->count);

	for (uint32_t n = 0; n < s->count; n++)
	{
		fr_poll_at(poll, n);
		of[n] =
			fr_linked_component_at(&p->linked, s->grid, fr_grid_index(s->grid, s->at[n]));
	}
	p->of = of;
}

/* The cells where arcs begin, each once, by linked component. Those of c begin at (*first)[c]. */
static const fr_cell *
list_cells(const fr_visibility_links *p, const fr_visibility_graph *s,
		   const fr_arcs *arcs, const uint32_t **first, const fr_poll *poll)
{
	uint32_t count = s->grid->links->count;
	fr_link_table table = fr_link_table_build(&p->linked, s->grid, arcs, s->arena, poll);
	fr_cell *cells = fr_arena_alloc(s->arena, (count + 1) * sizeof *cells);
	uint32_t kept = 0;
	uint32_t i = 0;

	for (uint32_t linked = 0; linked < p->linked.count; linked++)
	{
		table.first[linked] = kept;
		for (; i < table.first[linked + 1]; i++)
		{
			uint32_t from = arcs->at[table.order[i]].from;

			fr_poll_at(poll, i);
			if (i == 0 || arcs->at[table.order[i - 1]].from != from)
				cells[kept++] = fr_grid_cell(s->grid, from);
		}
	}
	table.first[p->linked.count] = kept;
	fr_arena_free_numbers(s->arena, table.order, count);
	*first = table.first;
	return cells;
}

/* ---- the table --------------------------------------------------------------------- */

/* Binary search: the number of a cell in such a list, between the first and the end of its component. */
static uint32_t
number_of(const fr_cell *cells, uint32_t first, uint32_t end, fr_cell at)
{
	while (end - first > 1)
	{
		uint32_t middle = first + (end - first) / 2;
		fr_cell cell = cells[middle];

		if (cell.y < at.y || (cell.y == at.y && cell.x <= at.x))
			first = middle;
		else
			end = middle;
	}
	return first;
}

static uint32_t
begin_number(const fr_visibility_links *p, const fr_grid *grid, uint32_t cell)
{
	uint32_t linked = fr_linked_component_at(&p->linked, grid, cell);

	return number_of(p->begins, p->begin_first[linked], p->begin_first[linked + 1],
					 fr_grid_cell(grid, cell));
}

static uint32_t
end_number(const fr_visibility_links *p, const fr_grid *grid, uint32_t cell)
{
	uint32_t linked = fr_linked_component_at(&p->linked, grid, cell);

	return number_of(p->ends, p->end_first[linked], p->end_first[linked + 1],
					 fr_grid_cell(grid, cell));
}

static double
lesser(double a, double b)
{
	return a < b ? a : b;
}

static double *
take_rows(const fr_visibility_graph *s, size_t count)
{
	double *rows = fr_arena_alloc(s->arena, (count + 1) * sizeof *rows);

	for (size_t i = 0; i < count; i++)
		rows[i] = UNREACHABLE;
	return rows;
}

/* Sets the lengths from end to end by one line and one link. */
static void
begin_rows(const fr_visibility_links *p, const fr_grid *grid, double *rows,
		   uint32_t count, const fr_poll *poll)
{
	for (uint32_t i = 0; i < grid->links->count; i++)
	{
		const fr_arc *arc = &grid->links->ahead.at[i];
		uint32_t linked = fr_linked_component_at(&p->linked, grid, arc->from);
		uint32_t to = end_number(p, grid, arc->to);
		fr_cell from = fr_grid_cell(grid, arc->from);

		fr_poll_at(poll, i);
		for (uint32_t e = p->end_first[linked]; e < p->end_first[linked + 1]; e++)
		{
			double *least = &rows[(size_t) e * count + to];

			*least = lesser(*least, line_between(p->ends[e], from) + cost_of(grid, arc));
		}
	}
	for (uint32_t e = 0; e < count; e++)
		rows[(size_t) e * count + e] = 0;
}

static void
lower_row(double *row, const double *over, uint32_t count, double more)
{
	for (uint32_t i = 0; i < count; i++)
		row[i] = lesser(row[i], over[i] + more);
}

/* The least from end to end, over any others: all-pairs closure by Floyd-Warshall. */
static void
close_rows(double *rows, uint32_t count, const fr_poll *poll)
{
	for (uint32_t over = 0; over < count; over++)
	{
		fr_poll_now(poll);
		for (uint32_t e = 0; e < count; e++)
			if (rows[(size_t) e * count + over] < UNREACHABLE)
				lower_row(rows + (size_t) e * count, rows + (size_t) over * count, count,
						  rows[(size_t) e * count + over]);
	}
}

/*
 * Makes the table `between`, unless it would exceed its limits: the least length from each
 * cell where a link begins to each cell where one ends, by that link and any others.
 */
static void
make_table(fr_visibility_links *p, const fr_visibility_graph *s, const fr_poll *poll)
{
	const fr_grid *grid = s->grid;
	uint32_t count = p->end_first[p->linked.count];
	uint64_t work = (uint64_t) count * count * count;
	size_t all = (size_t) p->begin_first[p->linked.count] * count;
	double *rows;
	double *between;

	if (count > MOST_ENDS || p->begin_first[p->linked.count] > MOST_ENDS ||
		(count > FEW_ENDS && work > 16 * (uint64_t) grid->cells))
		return;
	rows = take_rows(s, (size_t) count * count);
	between = take_rows(s, all);
	begin_rows(p, grid, rows, count, poll);
	close_rows(rows, count, poll);
	for (uint32_t i = 0; i < grid->links->count; i++)
	{
		const fr_arc *arc = &grid->links->ahead.at[i];

		fr_poll_at(poll, i);
		lower_row(between + (size_t) begin_number(p, grid, arc->from) * count,
				  rows + (size_t) end_number(p, grid, arc->to) * count, count,
				  cost_of(grid, arc));
	}
	fr_arena_free(s->arena, rows, ((size_t) count * count + 1) * sizeof *rows);
	p->between = between;
}

/* Finds the cost of the cheapest link to each end. */
static void
find_least(fr_visibility_links *p, const fr_visibility_graph *s, const fr_poll *poll)
{
	const fr_links *links = s->grid->links;
	double *least = take_rows(s, p->end_first[p->linked.count]);

	for (uint32_t i = 0; i < links->count; i++)
	{
		const fr_arc *arc = &links->ahead.at[i];
		uint32_t end = end_number(p, s->grid, arc->to);

		fr_poll_at(poll, i);
		least[end] = lesser(least[end], cost_of(s->grid, arc));
	}
	p->least = least;
}

/* The links of a grid whose subgoals are listed. */
fr_visibility_links *
fr_visibility_links_make(const fr_visibility_graph *s, const fr_poll *poll)
{
	fr_visibility_links *p = fr_arena_alloc(s->arena, sizeof *p);

	*p = (fr_visibility_links){.linked =
								   fr_linked_components_number(s->grid, s->arena, poll)};
	place_subgoals(p, s, poll);
	p->begins = list_cells(p, s, &s->grid->links->ahead, &p->begin_first, poll);
	p->ends = list_cells(p, s, &s->grid->links->back, &p->end_first, poll);
	find_least(p, s, poll);
	make_table(p, s, poll);
	p->portals = fr_arena_alloc(s->arena, (p->begin_first[p->linked.count] + 1) *
											  sizeof *p->portals);
	p->portal_count = fr_arena_alloc_numbers(s->arena, p->linked.count);
	p->listed = fr_arena_alloc_numbers(s->arena, p->linked.count);
	memset(p->listed, 0, p->linked.count * sizeof *p->listed);
	return p;
}

/* ---- a goal ------------------------------------------------------------------------ */

/* Begins a search for a goal. Returns whether a path may reach the goal by a link. */
bool
fr_visibility_links_aim(fr_visibility_links *p, const fr_grid *grid, fr_cell goal)
{
	p->goal = goal;
	p->goal_linked = fr_linked_component_at(&p->linked, grid, fr_grid_index(grid, goal));
	p->nearest = UNREACHABLE;
	if (p->goal_linked == p->linked.count)
		return false;
	if (++p->search == 0)
	{
		memset(p->listed, 0, p->linked.count * sizeof *p->listed);
		p->search = 1;
	}
	for (uint32_t e = p->end_first[p->goal_linked]; e < p->end_first[p->goal_linked + 1];
		 e++)
		p->nearest = lesser(p->nearest, p->least[e] + line_between(p->ends[e], goal));
	return p->nearest < UNREACHABLE;
}

/* R of a cell where links begin, from the table. */
static double
rest_from(const fr_visibility_links *p, uint32_t begin)
{
	const double *row = p->between + (size_t) begin * p->end_first[p->linked.count];
	double rest = UNREACHABLE;

	for (uint32_t e = p->end_first[p->goal_linked]; e < p->end_first[p->goal_linked + 1];
		 e++)
		rest = lesser(rest, row[e] + line_between(p->ends[e], p->goal));
	return rest;
}

/* Inserts a portal behind those that are nearer to the goal. */
static void
insert_portal(fr_portal *list, uint32_t count, fr_portal one)
{
	for (; count > 0 && list[count - 1].rest > one.rest; count--)
		list[count] = list[count - 1];
	list[count] = one;
}

/* Is a portal useless, because the length over a nearer one is no larger? */
static bool
is_dominated(const fr_portal *list, uint32_t count, const fr_portal *one)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i].rest + line_between(list[i].at, one->at) <= one->rest)
			return true;
	return false;
}

/* Lists the portals of a linked component that are not useless, the nearest to the goal first. */
__attribute__((noinline)) static void
list_portals(fr_visibility_links *p, uint32_t linked)
{
	uint32_t first = p->begin_first[linked];
	fr_portal *list = p->portals + first;
	uint32_t count = 0;
	uint32_t kept = 0;

	for (uint32_t b = first; b < p->begin_first[linked + 1]; b++)
	{
		fr_portal one = {rest_from(p, b), p->begins[b]};

		if (one.rest < UNREACHABLE &&
			(linked != p->goal_linked || one.rest < line_between(one.at, p->goal)))
			insert_portal(list, count++, one);
	}
	for (uint32_t i = 0; i < count; i++)
		if (!is_dominated(list, kept, &list[i]))
			list[kept++] = list[i];
	p->portal_count[linked] = kept;
	p->listed[linked] = p->search;
}

/* A lower bound of the length from a cell of a linked component to the goal by links; at most `most`. */
static double
least_by_portals(fr_visibility_links *p, uint32_t linked, fr_cell at, double most)
{
	const fr_portal *list = p->portals + p->begin_first[linked];

	if (p->between == NULL)
		return lesser(p->nearest, most);
	if (p->listed[linked] != p->search)
		list_portals(p, linked);
	for (uint32_t i = 0; i < p->portal_count[linked] && list[i].rest < most; i++)
		most = lesser(most, list[i].rest + line_between(at, list[i].at));
	return most;
}

/* A lower bound of the length from a cell to the goal by links. The linked component may be none. */
double
fr_visibility_links_by_link(fr_visibility_links *p, uint32_t linked, fr_cell at)
{
	return linked == p->linked.count ? UNREACHABLE
									 : least_by_portals(p, linked, at, UNREACHABLE);
}

/* A lower bound of the length from a cell to the goal, with links or without. */
double
fr_visibility_links_bound(fr_visibility_links *p, uint32_t linked, fr_cell at)
{
	double most = linked == p->goal_linked ? line_between(at, p->goal) : UNREACHABLE;

	return linked == p->linked.count ? most : least_by_portals(p, linked, at, most);
}

/* ---- shortest paths over subgoals, on maps with links ------------------------------ */

void
fr_visibility_search_linked(fr_visibility_search *s)
{
	run(s);
}

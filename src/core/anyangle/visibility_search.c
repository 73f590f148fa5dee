/*
 * visibility_search.c - shortest paths over subgoals: from a cell to another one, to many, to all
 */
#define LINKS 0
#include "core/anyangle/anyangle.h"
#include "core/anyangle/visibility_loops.h"
#include "core/base/base.h"
#include "core/search/search.h"

bool
fr_visibility_search_has(const fr_visibility_search *search, uint32_t subgoal)
{
	return is_seen(search, subgoal);
}

/* The directions in which shortest paths go on from a subgoal that was reached. */
int
fr_visibility_search_cones(const fr_visibility_search *s, uint32_t subgoal,
						   fr_cone *cones)
{
	fr_taut_turns a = taut_turns_at(s, subgoal);

	for (int i = 0; i < a.count; i++)
		cones[i] = fr_cone_of(&a.turns[i]);
	return a.count;
}

/* Begins a search without a goal from a free cell. The workspace fits `visibility`. */
void
fr_visibility_search_begin(fr_visibility_search *search, const fr_grid *grid,
						   fr_workspace *workspace, uint32_t start, const fr_poll *poll)
{
	uint32_t count = grid->visibility->count;

	*search = (fr_visibility_search){.graph = grid->visibility,
									 .workspace = workspace,
									 .reached = workspace->extra,
									 .start = fr_grid_cell(grid, start),
									 .length = FR_NO_LENGTH,
									 .last = FR_FROM_START,
									 .bound = 0x1p1000,
									 .poll = poll};
	search->open = (fr_heap){.entries = (fr_heap_entry *) (search->reached + count),
							 .nodes = workspace->nodes};
}

/*
 * Aims a search at a free cell. True: the search is over, because the start sees the cell and
 * no link can lead there by a shorter path.
 */
bool
fr_visibility_search_aim(fr_visibility_search *s, fr_cell goal)
{
	fr_visibility_links *links_bound = s->graph->links_bound;
	const fr_grid *grid = s->graph->grid;

	s->goal = goal;
	s->aims = links_bound && fr_visibility_links_aim(links_bound, grid, goal)
				  ? FR_BY_LINKS
				  : FR_BY_LINES;
	if (!fr_sees(&s->graph->planes, s->start, goal))
		return false;
	fr_visibility_search_meet(s, FR_FROM_START,
							  fr_length_of(fr_line_square(s->start, goal)));
	return s->aims == FR_BY_LINES ||
		   fr_visibility_links_by_link(links_bound, links_bound->goal_linked, s->start) >
			   s->bound;
}

void
fr_visibility_search_run(fr_visibility_search *s)
{
	if (s->graph->links_bound)
		fr_visibility_search_linked(s);
	else
		run(s);
}

/* ---- what a search has found: routes, their lengths, other goals ------------------- */

/* A path that is followed back from its end: the last leg, and where it goes on. */
typedef struct trail
{
	const fr_visibility_search *search;
	fr_cell from;
	fr_cell to;
	bool linked;
	uint32_t before; /* the subgoal at `from`, or FR_FROM_START */
} trail;

static trail
trail_to(const fr_visibility_search *s, uint32_t last, fr_cell goal)
{
	return (trail){.search = s, .from = goal, .before = last};
}

/* Follows the path back by one leg. False: the start has been reached. */
static bool
trail_back(trail *t)
{
	const fr_visibility_search *s = t->search;

	t->to = t->from;
	t->linked = false;
	while (t->before != FR_FROM_START &&
		   fr_line_square(s->graph->at[t->before], t->to) == 0)
	{
		t->linked = fr_is_linked(s, t->before);
		t->before = s->workspace->nodes[t->before].prev;
		if (t->linked)
			break;
	}
	t->from = t->before == FR_FROM_START ? s->start : s->graph->at[t->before];
	return t->linked || fr_line_square(t->from, t->to) > 0;
}

/* The path to a goal over its last subgoal. */
fr_route
fr_visibility_search_route(const fr_visibility_search *s, uint32_t last, fr_cell goal,
						   const fr_arena *arena)
{
	fr_route route = {.start = s->start};
	fr_cell *corners;
	bool *linked = NULL;
	size_t i;

	for (trail t = trail_to(s, last, goal); trail_back(&t); route.count++)
		route.moves += t.linked ? 1 : fr_line_moves(t.from, t.to);
	corners = fr_arena_alloc(arena, route.count * sizeof *corners);
	if (s->graph->links_bound)
		linked = fr_arena_alloc(arena, route.count * sizeof *linked);
	i = route.count;
	for (trail t = trail_to(s, last, goal); trail_back(&t);)
	{
		corners[--i] = t.to;
		if (linked)
			linked[i] = t.linked;
	}
	route.corners = corners;
	route.linked = linked;
	return route;
}

static double
exact_length(const fr_visibility_search *s, uint32_t last, fr_cell goal)
{
	const fr_grid *grid = s->graph->grid;
	fr_exact exact = {{0}};
	fr_length parts = 0;

	for (trail t = trail_to(s, last, goal); trail_back(&t);)
		if (t.linked)
			parts += fr_links_cost(grid, fr_grid_index(grid, t.from),
								   fr_grid_index(grid, t.to));
		else
			fr_exact_add(&exact, fr_line_square(t.from, t.to));
	fr_exact_add_parts(&exact, parts, grid->costs.step[FR_N]);
	return fr_exact_round(&exact);
}

/*
 * The double nearest to the length of this path, the shortest to the goal by the sums of the
 * search. Another path may be shorter by the errors of the two sums. A sum has an error of one
 * unit per line, and a path has no more lines than there are subgoals, plus two.
 * FR_MOST_LENGTH if the path is that long or longer.
 */
double
fr_visibility_search_length(const fr_visibility_search *s, uint32_t last, fr_cell goal)
{
	fr_length sum = fr_length_of(
		fr_line_square(last == FR_FROM_START ? s->start : s->graph->at[last], goal));
	double value;

	if (last != FR_FROM_START)
		sum += fr_reached_length(&s->reached[last]);
	if (sum >= FR_TOO_LONG)
		return (double) FR_MOST_LENGTH;
	if (fr_length_round(sum, 2 * ((uint64_t) s->graph->count + 2), &value))
		return value;
	return exact_length(s, last, goal);
}

/* Tries the path over a subgoal that sees the goal, unless only links lead on from there. */
static void
meet_from(fr_visibility_search *s, uint32_t n, fr_cell goal)
{
	if (fr_visibility_search_has(s, n) && !fr_leaves_by_links_only(s, n))
		fr_visibility_search_meet(
			s, n,
			fr_reached_length(&s->reached[n]) +
				fr_length_of(fr_line_square(s->graph->at[n], goal)));
}

/* Tries the path that ends with a link to the goal. */
static void
meet_at(fr_visibility_search *s, fr_cell goal)
{
	const fr_grid *grid = s->graph->grid;
	uint32_t n;

	if (!fr_arcs_begin(&grid->links->back, fr_grid_index(grid, goal)))
		return;
	n = fr_visibility_graph_number(s->graph, goal);
	if (fr_visibility_search_has(s, n) && fr_is_linked(s, n))
		meet_from(s, n, goal);
}

/*
 * After a search to all subgoals: finds the shortest path to a free cell, and sets `last` and
 * `length`, which is FR_NO_LENGTH if there is no path.
 */
void
fr_visibility_search_settle(fr_visibility_search *s, fr_cell goal)
{
	s->length = FR_NO_LENGTH;
	s->last = FR_FROM_START;
	if (fr_sees(&s->graph->planes, s->start, goal))
	{
		s->length = fr_length_of(fr_line_square(s->start, goal));
		if (s->graph->links_bound == NULL)
			return;
	}
	if (s->graph->links_bound)
		meet_at(s, goal);
	fr_scan_subgoals(s->graph, goal, FR_ALL_CORNERS, s->poll);
	for (uint32_t i = 0; i < s->graph->found_count; i++)
		meet_from(s, s->graph->found[i], goal);
}

/* ---- from one cell to another ------------------------------------------------------ */

static size_t
extra_bytes(const fr_method *method)
{
	(void) method;
	return FR_VISIBILITY_SEARCH_BYTES;
}

static void
put_counters(const fr_visibility_search *search, fr_result *result)
{
	result->expanded = result->expanded_last = search->expanded;
	result->visited = result->visited_last = search->expanded;
	result->opened = search->opened;
	result->reopened = search->reopened;
	result->open_peak = search->peak;
}

/* The cost of the path that was found; FR_COST_RANGE if it is too long to be told. */
static fr_status
cost_of(const fr_visibility_search *search, fr_cell goal, uint64_t *cost)
{
	double length = fr_visibility_search_length(search, search->last, goal);

	*cost = fr_length_bits(length);
	return length < (double) FR_MOST_LENGTH ? FR_OK : FR_COST_RANGE;
}

/* If the path is too long, it counts as not found, and the result has a cost. */
static void
find_path(const fr_run *run)
{
	fr_cell goal = fr_grid_cell(run->grid, run->goal);
	fr_result *result = run->result;
	fr_visibility_search search;

	fr_visibility_search_begin(&search, run->grid, run->workspace, run->start, run->poll);
	if (!fr_visibility_search_aim(&search, goal))
		fr_visibility_search_run(&search);
	run->workspace->head[0] = search.last;
	result->iterations = 1;
	put_counters(&search, result);
	result->found =
		search.length != FR_NO_LENGTH && cost_of(&search, goal, &result->cost) == FR_OK;
}

/* The route of the last search, whose last subgoal find_path noted in the workspace. */
static fr_route
found_route(const fr_run *run, const fr_arena *arena)
{
	fr_visibility_search search;

	fr_visibility_search_begin(&search, run->grid, run->workspace, run->start, run->poll);
	return fr_visibility_search_route(&search, run->workspace->head[0],
									  fr_grid_cell(run->grid, run->goal), arena);
}

const fr_search_row fr_search_visibility = {
	.name = "visibility",
	.rules = FR_RULE(LINES) | FR_RULE(SIZE) | FR_RULE(BLOCKED) | FR_RULE(LINKS),
	.needs = FR_RULE(LINES),
	.nodes = fr_visibility_graph_count,
	.extra = extra_bytes,
	.reads = FR_READS_VISIBILITY,
	.run = find_path,
	.lines = found_route,
};

/* ---- many cells -------------------------------------------------------------------- */

/*
 * The costs from the query's start to all goals, after a search of all subgoals that it
 * reaches; FR_UNREACHED where there is no path. FR_COST_RANGE if one is too long.
 */
fr_status
fr_anyangle_costs(const fr_query *query, const uint32_t *goals, size_t count,
				  fr_sweep_workspace sweep, const fr_poll *poll, uint64_t *costs)
{
	const fr_grid *grid = query->grid;
	fr_status status = FR_OK;
	fr_visibility_search search;

	fr_workspace_begin(sweep.workspace, fr_visibility_graph_count(grid), poll);
	fr_visibility_search_begin(&search, grid, sweep.workspace, query->start, poll);
	if (!fr_grid_blocked(grid, query->start))
		fr_visibility_search_run(&search);
	for (size_t i = 0; i < count && status == FR_OK; i++)
	{
		fr_cell goal = fr_grid_cell(grid, goals[i]);

		fr_poll_now(poll);
		costs[i] = FR_UNREACHED;
		if (!fr_grid_connected(grid, query->start, goals[i]))
			continue;
		fr_visibility_search_settle(&search, goal);
		if (search.length != FR_NO_LENGTH)
			status = cost_of(&search, goal, &costs[i]);
	}
	return status;
}

/* Is there a path from the query's start to its goal, however long? */
bool
fr_anyangle_reaches(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll)
{
	const fr_grid *grid = query->grid;
	fr_visibility_search search;

	if (fr_grid_blocked(grid, query->start))
		return false;
	fr_workspace_begin(sweep.workspace, fr_visibility_graph_count(grid), poll);
	fr_visibility_search_begin(&search, grid, sweep.workspace, query->start, poll);
	if (!fr_visibility_search_aim(&search, fr_grid_cell(grid, query->goal)))
		fr_visibility_search_run(&search);
	return search.length != FR_NO_LENGTH;
}

/* The route to a reachable cell, after fr_anyangle_costs. */
fr_route
fr_anyangle_route(const fr_query *query, uint32_t goal, fr_workspace *workspace,
				  const fr_poll *poll)
{
	fr_cell at = fr_grid_cell(query->grid, goal);
	fr_visibility_search search;

	fr_visibility_search_begin(&search, query->grid, workspace, query->start, poll);
	if (goal == query->start)
		return (fr_route){.start = at};
	fr_visibility_search_settle(&search, at);
	return fr_visibility_search_route(&search, search.last, at, query->arena);
}

/* ---- to all cells ------------------------------------------------------------------ */

/*
 * First a search finds all subgoals within a bound. Then each subgoal looks at the cells
 * that a path may reach that bends there, and the start and the ends of links look all
 * around. So the last subgoal of a shortest path to a cell sees the cell. Doubles tell
 * which subgoal that is, if they differ by more than their error. Otherwise exact lengths
 * do. Finally each cell gets the double nearest to its length.
 */

/* The shortest path to each cell so far. */
typedef struct path_table
{
	fr_visibility_search search;
	double bound;
	double *near;	/* by cell; NO_PATH: none so far */
	uint32_t *last; /* by cell: the last subgoal of its path, or FR_FROM_START */

	/* the subgoal from which cells are seen now */
	uint32_t from; /* or FR_FROM_START */
	fr_cell at;
	double before; /* the length to it, as a double */
} path_table;

#define NO_PATH 0x1p1000
#define NO_BOUND 0x1p900

static fr_length
length_by(const path_table *t, uint32_t last, fr_cell cell)
{
	const fr_visibility_search *s = &t->search;

	if (last == FR_FROM_START)
		return fr_length_of(fr_line_square(s->start, cell));
	return fr_reached_length(&s->reached[last]) +
		   fr_length_of(fr_line_square(s->graph->at[last], cell));
}

/* Lowers the lengths of cells to those of paths over the subgoal that sees them. */
static void
lower_cells(void *context, int32_t y, int32_t first, int32_t last)
{
	path_table *t = context;
	const fr_grid *grid = t->search.graph->grid;
	uint32_t n = fr_grid_index(grid, (fr_cell){first, y});

	for (int32_t x = first; x <= last; x++, n++)
	{
		fr_cell cell = {x, y};
		double square = (double) fr_line_square(t->at, cell);
		double near = t->before + __builtin_sqrt(square);

		if (near * (1 - SLACK) > t->near[n])
			continue;
		if (near > t->near[n] * (1 - SLACK) && /* doubles do not tell */
			length_by(t, t->from, cell) >= length_by(t, t->last[n], cell))
			continue;
		t->near[n] = near;
		t->last[n] = t->from;
	}
}

/* Rows or columns from the subgoal beyond which all cells exceed the bound. */
static int32_t
side_within(const path_table *t)
{
	double rest = t->bound - t->before;

	return rest < FR_MAX_SIDE ? (int32_t) rest + 1 : FR_MAX_SIDE;
}

/* Lowers lengths of all cells that the start, or the end of a link, sees, and of itself. */
static void
lower_all_around(path_table *t)
{
	fr_cell_visitor visitor = {lower_cells, t, side_within(t)};

	lower_cells(t, t->at.y, t->at.x, t->at.x);
	fr_scan_around(t->search.graph, t->at, &visitor, t->search.poll);
}

/* Lowers lengths of the cells that a path reaches from a subgoal, after bending there. */
static void
lower_behind(path_table *t, uint32_t subgoal)
{
	const fr_visibility_search *s = &t->search;
	fr_cone cones[FR_MOST_CONES];
	int count;
	fr_cell_visitor visitor;

	if (!fr_visibility_search_has(s, subgoal) || s->reached[subgoal].near > t->bound ||
		fr_leaves_by_links_only(s, subgoal))
		return;
	t->from = subgoal;
	t->at = s->graph->at[subgoal];
	t->before = s->reached[subgoal].near;
	if (s->graph->links_bound && fr_is_linked(s, subgoal))
	{
		lower_all_around(t);
		return;
	}
	visitor = (fr_cell_visitor){lower_cells, t, side_within(t)};
	count = fr_visibility_search_cones(s, subgoal, cones);
	for (int i = 0; i < count; i++)
		fr_scan_cone(s->graph, t->at, &cones[i], &visitor, s->poll);
}

/* Finds the shortest paths from a start to all cells within the bound. */
static void
find_paths_from(path_table *t, const fr_query *query, uint32_t start,
				fr_workspace *workspace, const fr_poll *poll)
{
	const fr_grid *grid = query->grid;

	fr_workspace_begin(workspace, fr_visibility_graph_count(grid), poll);
	fr_visibility_search_begin(&t->search, grid, workspace, start, poll);
	t->search.bound = t->bound;
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		t->near[n] = NO_PATH;
	}
	if (fr_grid_blocked(grid, start))
		return;
	fr_visibility_search_run(&t->search);
	t->from = FR_FROM_START;
	t->at = t->search.start;
	t->before = 0;
	lower_all_around(t);
	for (uint32_t n = 0; n < grid->visibility->count; n++)
	{
		fr_poll_at(poll, n);
		lower_behind(t, n);
	}
}

/* Sets the costs of cells to which this start is the nearest so far. FR_COST_RANGE. */
static fr_status
lower_costs(const path_table *t, const fr_reaching *r, uint32_t owner)
{
	const fr_grid *grid = r->query->grid;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint64_t cost;

		fr_poll_at(t->search.poll, n);
		if (t->near[n] > t->bound)
			continue;
		cost = fr_length_bits(
			fr_visibility_search_length(&t->search, t->last[n], fr_grid_cell(grid, n)));
		if (cost >= fr_length_bits((double) FR_MOST_LENGTH))
			return FR_COST_RANGE;
		if (r->costs[n] != FR_UNREACHED && r->costs[n] <= cost)
			continue;
		r->costs[n] = cost;
		if (r->owners)
			r->owners[n] = owner;
	}
	return FR_OK;
}

/* FR_COST_RANGE if a cell within the budget is too far from a start. */
fr_status
fr_anyangle_reach(const fr_reaching *r, fr_sweep_workspace sweep, const fr_poll *poll)
{
	const fr_grid *grid = r->query->grid;
	size_t cells = grid->cells;
	double length = r->budget / fr_cost_value(&grid->costs, fr_length_bits(1));
	path_table t = {.bound = length < NO_BOUND ? length * (1 + SLACK) : NO_BOUND,
					.near = fr_arena_alloc(r->query->arena, cells * sizeof *t.near),
					.last = fr_arena_alloc(r->query->arena, cells * sizeof *t.last)};
	fr_status status = FR_OK;

	for (size_t n = 0; n < cells; n++)
	{
		fr_poll_at(poll, n);
		r->costs[n] = FR_UNREACHED;
	}
	for (size_t i = 0; i < r->count && status == FR_OK; i++)
	{
		find_paths_from(&t, r->query, r->starts[i], sweep.workspace, poll);
		status = lower_costs(&t, r, (uint32_t) i + 1);
	}
	fr_arena_free(r->query->arena, t.near, cells * sizeof *t.near);
	fr_arena_free(r->query->arena, t.last, cells * sizeof *t.last);
	return status;
}

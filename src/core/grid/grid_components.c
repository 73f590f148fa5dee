/*
 * grid_components.c - connected components of the passable cells, and what links join
 *
 * A run is a maximal sequence of passable cells in a row. A run is connected to the
 * runs of the row above that it overlaps. Diagonal steps past a passable side cell add
 * no connection to those of straight steps. If diagonal steps need no passable side
 * cell (corners=any), runs that touch only at a corner are connected too.
 *
 * Runs are numbered row by row.  The grid stores the component of each run, and for each
 * word of a row the number of runs before it.  So the run of a cell takes one word: count
 * the runs that begin in it.
 */
#include "core/grid/grid_components.h"

#include <string.h>

#include "core/base/number.h"
#include "core/grid/edges.h"
#include "core/grid/moves.h"
#include "core/grid/strong_components.h"

/* An iterator over the runs of a row. */
typedef struct runs
{
	const uint64_t *row;
	uint32_t width;
	uint32_t number; /* of the run in the map, from 0 */
	uint32_t first;	 /* x of its first cell; width: no more runs */
	uint32_t end;	 /* x after its last cell */
} runs;

/* The first x, from this one on, of a blocked cell, or of a free one; else the width. */
static uint32_t
find_next(const runs *r, uint32_t x, bool blocked)
{
	uint64_t flip = blocked ? 0 : ~UINT64_C(0);
	uint32_t i = x / 64;
	uint64_t bits = (r->row[i] ^ flip) >> x % 64 << x % 64;

	while (bits == 0)
	{
		if (++i * 64 >= r->width)
			return r->width;
		bits = r->row[i] ^ flip;
	}
	x = i * 64 + (uint32_t) __builtin_ctzll(bits);
	return x < r->width ? x : r->width;
}

static void
find_run(runs *r, uint32_t x)
{
	r->first = x < r->width ? find_next(r, x, false) : r->width;
	r->end = r->first < r->width ? find_next(r, r->first, true) : r->width;
}

static void
next_run(runs *r)
{
	r->number++;
	find_run(r, r->end);
}

/* The first run of row y, if there is one. */
static runs
first_run(const fr_grid *grid, uint32_t y)
{
	runs r = {.row = fr_bits_line(&grid->rows, y),
			  .width = grid->width,
			  .number = grid->components.before[(size_t) y * fr_row_words(grid)]};

	find_run(&r, 0);
	return r;
}

/* ---- building ------------------------------------------------------------ */

/* Counts the runs that begin before each word; returns the total. */
static uint32_t
count_runs(const fr_grid *grid, uint32_t *before, const fr_poll *poll)
{
	uint32_t words = fr_row_words(grid);
	uint32_t count = 0;

	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);

		fr_poll_now(poll);
		for (uint32_t i = 0; i < words; i++)
		{
			*before++ = count;
			count += fr_bits_count(fr_run_starts(row + i));
		}
	}
	return count;
}

/* The run that begins last of those that begin at or before a cell of a word. */
FR_INLINE uint32_t
run_at(uint32_t before, uint64_t starts, uint64_t cell)
{
	return before + fr_bits_count(starts & (cell | (cell - 1))) - 1;
}

/*
 * Where runs of a word touch runs of the row above, as bits of cells of the lower run. An
 * overlap has the first cell that both runs have. Runs may also touch only at a corner, west or
 * east of the lower run's end.
 */
typedef struct contacts
{
	uint64_t overlaps;
	uint64_t west;
	uint64_t east;
} contacts;

FR_INLINE contacts
contacts_of(const uint64_t *word, const uint64_t *above, bool west, bool east)
{
	uint64_t blocked = word[0] | above[0];
	contacts c = {.overlaps = ~blocked & (blocked << 1 | (word[-1] | above[-1]) >> 63)};

	if (west)
		c.west = fr_run_starts(word) & above[0] & ~(above[0] << 1 | above[-1] >> 63);
	if (east)
		c.east = ~word[0] & (word[0] >> 1 | word[1] << 63) & above[0] &
				 ~(above[0] >> 1 | above[1] << 63);
	return c;
}

/*
 * Joins the runs of row y with the runs above. touching: runs that touch at a corner are
 * connected, too. Hexagons touch only at the corner in the north-east.
 */
static void
join_row(uint32_t *parent, const fr_grid *grid, uint32_t y, bool touching)
{
	const uint64_t *row = fr_bits_line(&grid->rows, y);
	const uint64_t *row_above = row - grid->rows.words;
	uint32_t words = fr_row_words(grid);
	const uint32_t *before = grid->components.before + (size_t) y * words;

	for (uint32_t i = 0; i < words; i++)
	{
		contacts c =
			contacts_of(row + i, row_above + i, touching && !grid->costs.hex, touching);
		uint64_t starts = fr_run_starts(row + i);
		uint64_t starts_above = fr_run_starts(row_above + i);

		for (uint64_t left = c.overlaps | c.west | c.east; left; left &= left - 1)
		{
			uint64_t cell = left & -left;
			uint32_t above = run_at(before[i - (ptrdiff_t) words], starts_above, cell);
			uint32_t here = run_at(before[i], starts, cell);

			if (!(c.east & cell) || c.west & cell)
				fr_disjoint_join(parent, above, here);
			if (c.east & cell)
				fr_disjoint_join(parent, above + 1, here);
		}
	}
}

/* The number of the run of a passable cell. */
static uint32_t
run_of(const fr_grid *grid, fr_cell at)
{
	uint32_t i = (uint32_t) at.x / 64;
	const uint64_t *word = fr_bits_line(&grid->rows, (uint32_t) at.y) + i;
	uint32_t before = grid->components.before[(size_t) at.y * fr_row_words(grid) + i];

	return run_at(before, fr_run_starts(word), UINT64_C(1) << at.x % 64);
}

/* Joins the run of a cell with the runs that its moves over joined edges lead to. */
static void
join_around(uint32_t *parent, const fr_grid *grid, fr_cell at, bool touching)
{
	if (fr_grid_blocked(grid, fr_grid_index(grid, at)))
		return;
	for (int d = 0; d < FR_DIRECTIONS; d += touching ? 1 : 2)
	{
		fr_cell to = {at.x + fr_dx[d], at.y + fr_dy[d]};
		bool inside = fr_grid_has(grid, to);

		to = fr_grid_around(grid, to);
		if (!inside && fr_grid_has(grid, to) &&
			!fr_grid_blocked(grid, fr_grid_index(grid, to)))
			fr_disjoint_join(parent, run_of(grid, at), run_of(grid, to));
	}
}

/* Joins runs over joined edges. Steps to the west and north are those back. */
static void
join_edges(uint32_t *parent, const fr_grid *grid, bool touching, const fr_poll *poll)
{
	int32_t right = (int32_t) grid->width - 1;
	int32_t bottom = (int32_t) grid->height - 1;

	for (int32_t y = 0; y <= bottom && grid->costs.wrap_x > 0; y++)
	{
		fr_poll_at(poll, (uint64_t) y);
		join_around(parent, grid, (fr_cell){right, y}, touching);
	}
	for (int32_t x = 0; x <= right && grid->costs.wrap_y > 0; x++)
	{
		fr_poll_at(poll, (uint64_t) x);
		join_around(parent, grid, (fr_cell){x, bottom}, touching);
	}
}

static void
put_number(const fr_components *c, void *numbers, uint32_t run, uint32_t number)
{
	if (c->wide)
		((uint32_t *) numbers)[run] = number;
	else
		((uint16_t *) numbers)[run] = (uint16_t) number;
}

/*
 * Replaces parents by component numbers, from 1, in the order of first runs. A parent is never
 * greater than its run, so it has its number already.
 */
static uint32_t
number_roots(uint32_t *parent, uint32_t count, const fr_poll *poll)
{
	uint32_t components = 0;

	for (uint32_t run = 0; run < count; run++)
	{
		fr_poll_at(poll, run);
		parent[run] = parent[run] == run ? ++components : parent[parent[run]];
	}
	return components;
}

static void
join_runs(uint32_t *parent, const fr_grid *grid, const fr_poll *poll)
{
	bool touching = grid->octile && fr_diagonal_passes(grid->corners, false, false);

	for (uint32_t run = 0; run < grid->components.runs; run++)
		parent[run] = run;
	for (uint32_t y = 1; y < grid->height; y++)
	{
		fr_poll_now(poll);
		join_row(parent, grid, y, touching);
	}
	if (grid->costs.wraps)
		join_edges(parent, grid, touching, poll);
}

void
fr_components_build(fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
					const fr_poll *poll)
{
	fr_components *c = &grid->components;
	size_t words = (size_t) grid->height * fr_row_words(grid);
	uint32_t *before = fr_arena_alloc(arena, words * sizeof *before);
	uint32_t *parent;
	void *numbers;

	c->before = before;
	c->runs = count_runs(grid, before, poll);
	parent = fr_arena_alloc(scratch, (size_t) c->runs * sizeof *parent);
	join_runs(parent, grid, poll);
	c->count = number_roots(parent, c->runs, poll);
	c->wide = c->count > UINT16_MAX;
	numbers = fr_arena_alloc(arena, (size_t) c->runs * (c->wide ? 4 : 2));
	for (uint32_t run = 0; run < c->runs; run++)
		put_number(c, numbers, run, parent[run]);
	c->number = numbers;
}

/* ---- queries ------------------------------------------------------------- */

uint32_t
fr_grid_component(const fr_grid *grid, uint32_t cell)
{
	fr_cell at = fr_grid_cell(grid, cell);
	uint32_t i = (uint32_t) at.x / 64;
	const uint64_t *word = fr_bits_line(&grid->rows, (uint32_t) at.y) + i;
	uint64_t up_to = ~UINT64_C(0) >> (63 - at.x % 64);
	uint32_t begun;

	if (*word >> at.x % 64 & 1)
		return 0;
	if (grid->components.count == 1)
		return 1;
	begun = grid->components.before[(size_t) at.y * fr_row_words(grid) + i] +
			fr_bits_count(fr_run_starts(word) & up_to);
	return fr_component_of_run(&grid->components, begun - 1);
}

/* The number of components; on a one-way grid, of strong ones. */
uint32_t
fr_component_count(const fr_grid *grid)
{
	return grid->oneway ? grid->oneway->count : grid->components.count;
}

static void
list_strong(const fr_grid *grid, fr_component *list, const fr_poll *poll)
{
	for (uint32_t i = 0; i < grid->oneway->count; i++)
	{
		fr_poll_at(poll, i);
		list[i].cells = 0;
	}
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint32_t number = grid->oneway->component[n];

		fr_poll_at(poll, n);
		if (number > 0 && list[number - 1].cells++ == 0)
			list[number - 1].first = n;
	}
}

/* Adds the cells of each component to the component of least number in its group. */
static void
join_groups(const uint32_t *groups, uint32_t count, fr_component *list,
			const fr_poll *poll)
{
	for (uint32_t i = 0; i < count; i++)
	{
		fr_component *group = &list[groups[i + 1] - 1];

		fr_poll_at(poll, i);
		if (group == &list[i])
			continue;
		group->cells += list[i].cells;
		if (list[i].first < group->first)
			group->first = list[i].first;
		list[i].cells = 0;
	}
}

static void
list_weak(const fr_grid *grid, fr_component *list, const fr_poll *poll)
{
	uint32_t known = 0;

	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		for (runs r = first_run(grid, y); r.first < r.width; next_run(&r))
		{
			uint32_t number = fr_component_of_run(&grid->components, r.number);

			if (number > known)
				list[known++] = (fr_component){y * grid->width + r.first, 0};
			list[number - 1].cells += r.end - r.first;
		}
	}
}

void
fr_component_list(const fr_grid *grid, const uint32_t *groups, fr_component *list,
				  const fr_poll *poll)
{
	if (grid->oneway)
		list_strong(grid, list, poll);
	else
		list_weak(grid, list, poll);
	if (groups)
		join_groups(groups, fr_component_count(grid), list, poll);
}

/* ---- strong components ------------------------------------------------------- */

/*
 * Which components reach each other both ways, through links that lead one way.
 *
 * The vertices of this graph are the components of the grid. Its edges are the links and,
 * on a one-way grid, the steps from one strong component to another. Tarjan's algorithm
 * (1972) finds the strong components of the graph.  oneway.c has it for cells, which are
 * many and have at most eight edges each.
 */

/* The edges of vertex n, from 1: to[end[n - 1]] to to[end[n] - 1]. */
typedef struct graph
{
	const fr_grid *grid;
	const fr_poll *poll;
	uint32_t count; /* of vertices */
	uint32_t *end;
	uint32_t *to; /* NULL while edges are counted */
} graph;

uint32_t
fr_grid_strong(const fr_grid *grid, uint32_t cell)
{
	return grid->oneway ? grid->oneway->component[cell] : fr_grid_component(grid, cell);
}

/* ---- edges --------------------------------------------------------------- */

static void
add_edge(graph *g, uint32_t from, uint32_t to)
{
	uint32_t a = fr_grid_strong(g->grid, from);
	uint32_t b = fr_grid_strong(g->grid, to);

	if (a == b)
		return;
	if (g->to)
		g->to[g->end[a]] = b;
	g->end[a]++;
}

/* Adds the edges of all steps and arcs. While g->to is NULL, only counts them. */
static void
add_edges(graph *g)
{
	const fr_grid *grid = g->grid;

	for (uint32_t n = 0; grid->oneway && n < grid->cells; n++)
	{
		fr_edges e = fr_edges_from(grid, n);

		fr_poll_at(g->poll, n);
		while (fr_edges_next(&e, g->poll))
			add_edge(g, n, e.to);
	}
	for (uint32_t i = 0; !grid->oneway && i < grid->links->count; i++)
	{
		fr_poll_at(g->poll, i);
		add_edge(g, grid->links->ahead.at[i].from, grid->links->ahead.at[i].to);
	}
}

/*
 * Turns the number of each vertex's edges into the place of the first; returns their sum.
 */
static uint32_t
place_edges(graph *g)
{
	uint32_t sum = 0;

	for (uint32_t n = 1; n <= g->count; n++)
	{
		uint32_t edges = g->end[n];

		fr_poll_at(g->poll, n);
		g->end[n] = sum;
		sum += edges;
	}
	return sum;
}

static void
build_graph(graph *g, const fr_arena *arena)
{
	g->end = fr_arena_alloc_numbers(arena, g->count);
	memset(g->end, 0, (g->count + 1) * sizeof *g->end);
	add_edges(g);
	g->to = fr_arena_alloc_numbers(arena, place_edges(g));
	add_edges(g);
}

/* ---- groups -------------------------------------------------------------- */

static inline bool
next_in_graph(const void *of, uint32_t n, uint32_t *cursor, uint32_t *to)
{
	const graph *g = of;
	uint32_t edge = g->end[n - 1] + *cursor;

	if (edge == g->end[n])
		return false;
	++*cursor;
	*to = g->to[edge];
	return true;
}

/* By vertex, the least number of those that reach each other. */
static const uint32_t *
find_groups(const graph *g, const fr_arena *arena)
{
	size_t count = g->count + (size_t) 1;
	uint32_t *group = fr_arena_alloc_numbers(arena, count);
	uint32_t *least = fr_arena_alloc_numbers(arena, count);
	fr_strong strong = fr_strong_begin(group, count, arena, g->poll);

	for (uint32_t n = 1; n <= g->count; n++)
		fr_strong_visit(&strong, n, next_in_graph, NULL, (void *) g);
	fr_strong_end(&strong, count, arena);
	for (uint32_t n = g->count; n > 0; n--)
	{
		fr_poll_at(g->poll, n);
		least[group[n]] = n;
	}
	for (uint32_t n = 1; n <= g->count; n++)
	{
		fr_poll_at(g->poll, n);
		group[n] = least[group[n]];
	}
	fr_arena_free_numbers(arena, least, count);
	return group;
}

const uint32_t *
fr_component_groups(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	graph g = {.grid = grid, .poll = poll, .count = fr_component_count(grid)};

	if (grid->links == NULL)
		return NULL;
	if (!fr_grid_is_oneway(grid))
		return grid->links->groups;
	build_graph(&g, arena);
	return find_groups(&g, arena);
}

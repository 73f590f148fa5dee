/*
 * chokepoints.c - cells and gates whose closing splits a region
 *
 * Cells are the articulation points of the graph of steps and links (Hopcroft and Tarjan 1973).
 * For gates, all short runs of a row are contracted to one node each, then those of a column.
 * To contract other runs changes nothing about a gate, because a run is connected. So a gate is
 * an articulation point of the contracted graph, and one depth-first search finds all of them.
 */
#include "core/query/chokepoints.h"

#include "core/base/base.h"
#include "core/grid/edges.h"
#include "core/grid/moves.h"

/* A node on the way down, which is a cell or a run. */
typedef struct frame
{
	uint32_t node;	  /* its first cell */
	uint32_t cells;	  /* how many it has */
	uint32_t at;	  /* the cell whose edges are followed */
	unsigned moves;	  /* of that cell */
	uint32_t cursor;  /* of its edges: see fr_edges_resume */
	bool back;		  /* only arcs to it are left */
	uint32_t low;	  /* the first node that an edge from below leads to */
	uint32_t size;	  /* cells from here down */
	uint32_t parts;	  /* below, that only this node joins with others */
	uint32_t cut;	  /* their cells */
	uint32_t largest; /* of the largest of them */
} frame;

/* The stack is as deep as a region has cells. Its blocks stay where they are. */
#define BLOCK_FRAMES 512

typedef struct search
{
	const fr_grid *grid;
	const fr_arena *arena;
	const fr_poll *poll;
	unsigned moves;	   /* that connect cells */
	uint32_t stride;   /* from a run's cell to the next one */
	uint32_t *node_of; /* by cell: the first cell of its node; FR_OUT: it is blocked */
	uint32_t
		*found; /* by node: its place in the order of the search, from 1; 0: not found */
	uint32_t count;	 /* of nodes that were found */
	frame **blocks;	 /* of BLOCK_FRAMES frames each; NULL: not needed so far */
	uint32_t depth;	 /* of frames */
	uint8_t *single; /* by cell: this cell is a chokepoint */
	fr_chokepoints *points;
	int direction; /* of runs */
	uint64_t steps;
} search;

#define FR_OUT UINT32_MAX

/* ---- nodes --------------------------------------------------------------------------- */

/*
 * Diagonal steps that need a passable side cell add no connection to straight steps by it, and
 * are closed with it. So only those count that need none.
 */
static unsigned
connecting_moves(const fr_grid *grid)
{
	const uint8_t *legal = grid->tables->legal;
	unsigned moves = 0;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		unsigned around = FR_AROUNDS - 1;

		if (fr_is_diagonal(d))
			around &= ~(FR_AROUND(fr_dx[d], 0) | FR_AROUND(0, fr_dy[d]));
		moves |= legal[around] & 1u << d;
	}
	return moves;
}

/* Makes each cell a node of its own. */
static void
make_cells(search *s)
{
	for (uint32_t n = 0; n < s->grid->cells; n++)
	{
		fr_poll_at(s->poll, n);
		s->node_of[n] = fr_grid_blocked(s->grid, n) ? FR_OUT : n;
	}
}

/* Makes a node of each run of at most `width` cells in a line. */
static void
contract_line(search *s, uint32_t first, uint32_t length, uint32_t width)
{
	for (uint32_t i = 0; i < length;)
	{
		uint32_t begin = i;

		if (s->node_of[first + i * s->stride] == FR_OUT)
		{
			i++;
			continue;
		}
		while (i < length && s->node_of[first + i * s->stride] != FR_OUT)
			i++;
		for (uint32_t k = begin; i - begin <= width && k < i; k++)
			s->node_of[first + k * s->stride] = first + begin * s->stride;
	}
}

static void
contract_runs(search *s, int direction, uint32_t width)
{
	const fr_grid *grid = s->grid;
	bool rows = direction == FR_E;

	s->direction = direction;
	s->stride = rows ? 1 : grid->width;
	for (uint32_t i = 0; i < (rows ? grid->height : grid->width); i++)
	{
		fr_poll_now(s->poll);
		contract_line(s, rows ? i * grid->width : i, rows ? grid->width : grid->height,
					  width);
	}
}

/* ---- the search ------------------------------------------------------------------------ */

/* Begins to follow the edges of a cell. */
static void
enter_cell(const search *s, frame *f, uint32_t cell)
{
	f->at = cell;
	f->moves = s->moves & fr_moves_at(s->grid, fr_grid_cell(s->grid, cell));
	f->cursor = 0;
	f->back = false;
}

/* The cell where the next edge of a node leads; false: none is left. */
static bool
next_edge(search *s, frame *f, uint32_t *to)
{
	for (;;)
	{
		fr_edges e = fr_edges_by(s->grid, f->at, f->back ? 0 : f->moves, true, f->back);
		uint32_t next = f->at + s->stride;

		if (fr_edges_resume(&e, &f->cursor, s->poll))
		{
			*to = e.to;
			return true;
		}
		if (!f->back && s->grid->links)
		{
			f->cursor = 0;
			f->back = true;
		}
		else if (next < f->node + f->cells * s->stride)
			enter_cell(s, f, next);
		else
			return false;
	}
}

static uint32_t
count_cells(const search *s, uint32_t node)
{
	uint32_t cells = 1;

	while (node + cells * s->stride < s->grid->cells &&
		   s->node_of[node + cells * s->stride] == node)
		cells++;
	return cells;
}

static frame *
top_frame(const search *s)
{
	return &s->blocks[(s->depth - 1) / BLOCK_FRAMES][(s->depth - 1) % BLOCK_FRAMES];
}

static void
enter_node(search *s, uint32_t node)
{
	frame **block = &s->blocks[s->depth / BLOCK_FRAMES];
	frame f = {.node = node, .cells = count_cells(s, node)};

	if (!*block)
		*block = fr_arena_alloc(s->arena, BLOCK_FRAMES * sizeof **block);
	f.size = f.cells;
	f.low = s->found[node] = ++s->count;
	enter_cell(s, &f, node);
	s->depth++;
	*top_frame(s) = f;
}

/* Does the node count in this search? */
static bool
is_wanted(const search *s, const frame *f)
{
	if (s->direction == FR_N)
		return true;
	for (uint32_t i = 0; i < f->cells; i++)
		if (s->single[f->node + i * s->stride])
			return false;
	return f->cells > 1;
}

/* Adds a chokepoint; `cut` and `largest` tell of the parts below it. */
static void
add_point(search *s, const frame *f, uint32_t parts)
{
	fr_chokepoints *points = s->points;

	if (!is_wanted(s, f))
		return;
	if (s->direction == FR_N)
		s->single[f->node] = 1;
	if (points->count == points->room)
		points->at = fr_grow(s->arena, points->at, sizeof *points->at, points->count,
							 points->count + 1, &points->room);
	points->at[points->count++] =
		(fr_chokepoint){.first = f->node,
						.cells = f->cells,
						.direction = s->direction == FR_N ? FR_E : s->direction,
						.parts = parts,
						.larger = f->largest,
						.smaller = f->cut};
}

/* Leaves the last node, whose edges were all followed, for the one above it. */
static void
leave_node(search *s)
{
	frame f = *top_frame(s);
	frame *above;

	if (--s->depth == 0)
	{
		if (f.parts > 1)
			add_point(s, &f, f.parts);
		return;
	}
	if (f.parts > 0)
		add_point(s, &f, f.parts + 1);
	above = top_frame(s);
	above->size += f.size;
	if (f.low < above->low)
		above->low = f.low;
	if (f.low < s->found[above->node])
		return;
	above->parts++;
	above->cut += f.size;
	if (f.size > above->largest)
		above->largest = f.size;
}

/* Visits all nodes of a region; returns its cells. */
static uint32_t
visit_region(search *s, uint32_t root)
{
	uint32_t size = 0;

	enter_node(s, root);
	while (s->depth > 0)
	{
		frame *f = top_frame(s);
		uint32_t to;
		uint32_t node;

		fr_poll_at(s->poll, s->steps++);
		if (!next_edge(s, f, &to))
		{
			size = f->size;
			leave_node(s);
			continue;
		}
		node = s->node_of[to];
		if (s->found[node] == 0)
			enter_node(s, node);
		else if (s->found[node] < f->low)
			f->low = s->found[node];
	}
	return size;
}

/* The parts of points of a region are known once its size is: all cells that are left are one. */
static void
finish_points(search *s, size_t first, uint32_t size)
{
	for (size_t i = first; i < s->points->count; i++)
	{
		fr_chokepoint *point = &s->points->at[i];
		uint32_t rest = size - point->cells - point->smaller;

		fr_poll_at(s->poll, i);
		if (rest > point->larger)
			point->larger = rest;
		point->smaller += rest;
		point->smaller -= point->larger;
	}
}

static void
search_all(search *s)
{
	fr_fill(s->found, 0, s->grid->cells * sizeof *s->found, s->poll);
	s->count = 0;
	for (uint32_t n = 0; n < s->grid->cells; n++)
	{
		size_t first = s->points->count;

		fr_poll_at(s->poll, n);
		if (s->node_of[n] == n && s->found[n] == 0)
			finish_points(s, first, visit_region(s, n));
	}
}

void
fr_find_chokepoints(const fr_grid *grid, uint32_t width, const fr_arena *arena,
					const fr_poll *poll, fr_chokepoints *found)
{
	size_t blocks = (grid->cells / BLOCK_FRAMES + 1) * sizeof(frame *);
	search s = {.grid = grid,
				.arena = arena,
				.poll = poll,
				.moves = connecting_moves(grid),
				.stride = 1,
				.node_of = fr_arena_alloc_numbers(arena, grid->cells),
				.found = fr_arena_alloc_numbers(arena, grid->cells),
				.blocks = fr_arena_alloc(arena, blocks),
				.single = fr_arena_alloc(arena, grid->cells),
				.points = found,
				.direction = FR_N};

	*found = (fr_chokepoints){0};
	fr_fill(s.blocks, 0, blocks, poll);
	fr_fill(s.single, 0, grid->cells, poll);
	make_cells(&s);
	search_all(&s);
	for (int direction = FR_E; width > 1 && direction <= FR_S; direction += FR_S - FR_E)
	{
		make_cells(&s);
		contract_runs(&s, direction, width);
		search_all(&s);
	}
}

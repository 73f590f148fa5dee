/*
 * subgoal_graph.c - the subgoal graph: where best paths bend, and which such cells see
 * each other
 *
 * The rules do not depend on costs: doc/dev/proofs.md proves them for every straight
 * cost s and diagonal cost d with s <= d <= 2s.
 */
#include "core/index/subgoals/subgoal_graph.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/moves.h"

#define MOST_SUBGOALS (1 << 22)
#define MOST_SIDE 32766 /* so that clearances have 15 bits */

/* ---- what the 3 x 3 cells around one tell --------------------------------- */

typedef struct neighbourhood
{
	uint8_t moves[FR_AROUNDS]; /* legal moves */
	uint8_t axes[FR_AROUNDS];  /* axes on which the cell is live */
} neighbourhood;

static bool
is_free_around(unsigned around, int direction)
{
	direction &= FR_DIRECTIONS - 1;
	return around & FR_AROUND(fr_dx[direction], fr_dy[direction]);
}

/* Is the move from a free cell legal? */
static bool
is_legal_around(unsigned around, int direction, int corners)
{
	int sides =
		is_free_around(around, direction - 1) + is_free_around(around, direction + 1);

	return is_free_around(around, direction) &&
		   (!fr_is_diagonal(direction & 1) || sides >= corners);
}

/* Does a path bend around the blocked cells towards diagonal d? */
static bool
bends_around(unsigned around, int d, int corners)
{
	bool before = is_free_around(around, d - 1);
	bool after = is_free_around(around, d + 1);

	if (corners == 2)
		return before && after && !is_free_around(around, d);
	return (!before && after && is_legal_around(around, d - 2, corners)) ||
		   (!after && before && is_legal_around(around, d + 2, corners));
}

/* Does a path bend between two diagonal neighbours, past a blocked cell? */
static bool
bends_between(unsigned around, int straight)
{
	return !is_free_around(around, straight) &&
		   is_legal_around(around, straight - 1, 0) &&
		   is_legal_around(around, straight + 1, 0);
}

static unsigned
axes_of(unsigned around, int corners)
{
	unsigned axes = 0;

	for (int k = 0; k < 4; k++)
	{
		if (bends_around(around, 2 * k + 1, corners))
			axes |= 2u >> (k & 1);
		if (corners == 0 && bends_between(around, 2 * k))
			axes = 3;
	}
	return axes;
}

static void
tabulate_neighbourhoods(neighbourhood *table, int corners)
{
	memset(table, 0, sizeof *table);
	for (unsigned around = 0; around < FR_AROUNDS; around++)
	{
		if (!(around & FR_AROUND(0, 0)))
			continue;
		for (int d = 0; d < FR_DIRECTIONS; d++)
			table->moves[around] |= (uint8_t) (is_legal_around(around, d, corners) << d);
		table->axes[around] = (uint8_t) axes_of(around, corners);
	}
}

/* ---- cells ----------------------------------------------------------------- */

static void
take_cells(fr_subgoals *s, const fr_grid *grid, const fr_arena *arena,
		   const fr_poll *poll)
{
	*s = (fr_subgoals){.links = grid->links,
					   .width = grid->width,
					   .height = grid->height,
					   .pitch = grid->width + 2,
					   .cells = (grid->width + 2) * (grid->height + 2)};
	for (int d = 0; d < FR_DIRECTIONS; d++)
		s->step[d] = fr_dy[d] * (int32_t) s->pitch + fr_dx[d];
	s->moves = fr_arena_alloc(arena, s->cells);
	s->axes = fr_arena_alloc(arena, s->cells);
	s->clearance = fr_arena_alloc(arena, s->cells * sizeof *s->clearance);
	s->number = fr_arena_alloc(arena, s->cells * sizeof *s->number);
	for (int k = 0; k < 4; k++)
		for (int side = 0; side < 2; side++)
		{
			s->rows[k][side] = fr_arena_alloc(arena, s->cells * sizeof *s->rows[k][side]);
			s->first[k][side] =
				fr_arena_alloc(arena, s->cells * sizeof *s->first[k][side]);
		}
	fr_fill(s->moves, 0, s->cells, poll);
	fr_fill(s->axes, 0, s->cells, poll);
}

static void
read_neighbourhoods(fr_subgoals *s, const fr_grid *grid, const neighbourhood *table,
					const fr_poll *poll)
{
	for (uint32_t y = 0; y < s->height; y++)
	{
		fr_poll_now(poll);
		for (uint32_t x = 0; x < s->width; x++)
		{
			unsigned around = fr_free_around(grid, (fr_cell){(int32_t) x, (int32_t) y});
			uint32_t cell = fr_padded(s, x, y);

			s->moves[cell] = table->moves[around];
			s->axes[cell] = table->axes[around];
			s->count += table->axes[around] != 0;
		}
	}
}

/*
 * Makes ends of links subgoals that are live on both axes: paths may begin, end and bend
 * there.
 */
static void
add_ends(fr_subgoals *s, const fr_grid *grid, const fr_poll *poll)
{
	uint32_t count = fr_grid_link_count(grid);

	for (uint32_t i = 0; i < count; i++)
	{
		fr_cell at = fr_grid_cell(grid, s->links->ahead.at[i].from);
		uint8_t *axes = &s->axes[fr_padded(s, (uint32_t) at.x, (uint32_t) at.y)];

		fr_poll_at(poll, i);
		s->count += *axes == 0;
		*axes = 3;
	}
}

static void
number_subgoals(fr_subgoals *s, const fr_arena *arena, const fr_poll *poll)
{
	uint32_t n = 0;

	s->cell = fr_arena_alloc(arena, s->count * sizeof *s->cell);
	for (uint32_t cell = 0; cell < s->cells; cell++)
	{
		fr_poll_at(poll, cell);
		s->number[cell] = s->axes[cell] ? n : FR_NO_SUBGOAL;
		if (s->axes[cell])
			s->cell[n++] = cell;
	}
}

/* ---- clearances -------------------------------------------------------------- */

/*
 * The clearance of a cell, from the next cell's.  stop: the next cell is a stop.
 */
static int16_t
one_further(int16_t next, bool stop)
{
	if (stop)
		return 1;
	return (int16_t) (next > 0 ? next + 1 : next - 1);
}

/* The rows in a straight direction, on a side of the diagonal of an axis. */
static fr_side_row *
rows_of(const fr_subgoals *s, int axis, int straight)
{
	int side = (straight - axis) & 3;

	return s->rows[(side & 2) + axis][side & 1];
}

static void
clear_straight(fr_subgoals *s, uint32_t cell, int k)
{
	uint32_t next = cell + (uint32_t) s->step[2 * k];
	fr_clearance *to = &s->clearance[cell];
	const fr_clearance *from;
	unsigned axes;

	if (!(s->moves[cell] >> (2 * k) & 1))
		return;
	from = &s->clearance[next];
	axes = s->axes[next];
	to->open[k] = one_further(from->open[k], false);
	to->any[k] = one_further(from->any[k], axes != 0);
	for (int axis = 0; axis < 2; axis++)
	{
		fr_side_row *rows = rows_of(s, axis, k);

		rows[cell].clearance = one_further(rows[next].clearance, axes >> axis & 1);
	}
	if (-to->open[k] > s->straight_reach)
		s->straight_reach = -to->open[k];
}

static void
clear_diagonal(fr_subgoals *s, uint32_t cell, int k)
{
	uint32_t next = cell + (uint32_t) s->step[2 * k + 1];
	int16_t *to = &s->clearance[cell].diagonal[k];

	if (!(s->moves[cell] >> (2 * k + 1) & 1))
		return;
	*to = one_further(s->clearance[next].diagonal[k], s->axes[next] >> (k & 1) & 1);
	if (*to > s->diagonal_reach || -*to > s->diagonal_reach)
		s->diagonal_reach = *to > 0 ? *to : -*to;
}

/* A forward pass finds clearances towards earlier cells, a backward pass the others. */
static void
find_clearances(fr_subgoals *s, const fr_poll *poll)
{
	fr_fill(s->clearance, 0, s->cells * sizeof *s->clearance, poll);
	for (int k = 0; k < 4; k++)
		for (int side = 0; side < 2; side++)
			fr_fill(s->rows[k][side], 0, s->cells * sizeof *s->rows[k][side], poll);
	for (uint32_t cell = 0; cell < s->cells; cell++)
	{
		fr_poll_at(poll, cell);
		clear_straight(s, cell, FR_W / 2);
		clear_diagonal(s, cell, FR_NW / 2);
		clear_straight(s, cell, FR_N / 2);
		clear_diagonal(s, cell, FR_NE / 2);
	}
	for (uint32_t cell = s->cells; cell-- > 0;)
	{
		fr_poll_at(poll, cell);
		clear_straight(s, cell, FR_E / 2);
		clear_diagonal(s, cell, FR_SE / 2);
		clear_straight(s, cell, FR_S / 2);
		clear_diagonal(s, cell, FR_SW / 2);
	}
}

/* Free cells of a row before its stop. */
static int32_t
row_length(fr_side_row row)
{
	return row.clearance > 0 ? row.clearance - 1 : -row.clearance;
}

/* Rows on one side of the diagonals of a direction. */
typedef struct side
{
	fr_side_row *rows;
	int16_t *first;
	int16_t *shorter; /* cells along the diagonal to the next shorter row; 0: none */
	int32_t step;	  /* along the diagonal */
} side;

/*
 * The next row along the diagonal that is shorter than `length`, from the `from`th on; 0
 * if there is none.  Skips rows by `shorter`, as an all-nearest-smaller-values scan
 * does.
 */
static int32_t
next_shorter(const side *s, uint32_t cell, int32_t from, int32_t length)
{
	for (int32_t next = from;;)
	{
		uint32_t at = cell + (uint32_t) (next * s->step);

		if (row_length(s->rows[at]) < length)
			return next;
		if (s->shorter[at] == 0)
			return 0;
		next += s->shorter[at];
	}
}

/* The first row from this one on that has a stop; 0 if there is none. */
static int16_t
next_stop(const side *s, uint32_t cell, int32_t next)
{
	const fr_side_row *row = &s->rows[cell + (uint32_t) (next * s->step)];

	if (next == 0 || row->clearance > 0)
		return (int16_t) next;
	return (int16_t) (row->next > 0 ? next + row->next : 0);
}

/*
 * Finds the first visible stop behind a cell, and the next one behind the stop of its own
 * row.  The rows further along the diagonal are done.  The straight way from the cell is no
 * shorter than its row, because stops end only the row.  So the second search may start
 * where the first one ended.
 */
static void
order_row(const side *s, uint32_t cell, int32_t open)
{
	int32_t next = next_shorter(s, cell, 1, open);

	s->first[cell] = next_stop(s, cell, next);
	if (next > 0)
		next = next_shorter(s, cell, next, row_length(s->rows[cell]));
	s->shorter[cell] = (int16_t) next;
	s->rows[cell].next = next_stop(s, cell, next);
}

static void
order_rows(const fr_subgoals *s, int k, const side *side, int straight,
		   const fr_poll *poll)
{
	for (uint32_t i = 0; i < s->cells; i++)
	{
		uint32_t cell = side->step < 0 ? i : s->cells - 1 - i;

		fr_poll_at(poll, i);
		if (s->moves[cell] >> (2 * k + 1) & 1)
			order_row(side, cell, -s->clearance[cell].open[straight]);
		else
			side->first[cell] = side->shorter[cell] = side->rows[cell].next = 0;
	}
}

static void
order_all_rows(fr_subgoals *s, const fr_arena *arena, const fr_poll *poll)
{
	int16_t *shorter = fr_arena_alloc(arena, s->cells * sizeof *shorter);

	for (int k = 0; k < 4; k++)
		for (int i = 0; i < 2; i++)
		{
			side side = {s->rows[k][i], s->first[k][i], shorter, s->step[2 * k + 1]};

			order_rows(s, k, &side, (k + i) & 3, poll);
		}
}

/* ---- all of it --------------------------------------------------------------- */

fr_status
fr_subgoals_find(const fr_grid *grid, const fr_index_rule *rule, const fr_arena *arena,
				 const fr_poll *poll, fr_subgoals *s, fr_error *error)
{
	neighbourhood table;

	if (grid->width > MOST_SIDE || grid->height > MOST_SIDE)
		return fr_fail(error, FR_INDEX_LIMIT, .what = "columns or rows",
					   .found = grid->width > grid->height ? grid->width : grid->height,
					   .wanted = MOST_SIDE);
	tabulate_neighbourhoods(&table, rule->corners);
	take_cells(s, grid, arena, poll);
	read_neighbourhoods(s, grid, &table, poll);
	add_ends(s, grid, poll);
	if (s->count > MOST_SUBGOALS)
		return fr_fail(error, FR_INDEX_LIMIT, .what = "subgoals", .found = s->count,
					   .wanted = MOST_SUBGOALS);
	number_subgoals(s, arena, poll);
	find_clearances(s, poll);
	order_all_rows(s, arena, poll);
	return FR_OK;
}

/* ---- scans ------------------------------------------------------------------- */

uint32_t
fr_subgoals_most(const fr_subgoals *s)
{
	return 9 + 8 * (s->width < s->height ? s->width : s->height);
}

/* Subgoals in an octant next to a diagonal, for `length` cells of the diagonal. */
static uint32_t
scan_octant(const fr_subgoals *s, uint32_t cell, int k, int side, int32_t length,
			uint32_t *found)
{
	const fr_side_row *rows = s->rows[k][side];
	int32_t straight = s->step[2 * ((k + side) & 3)];
	uint32_t count = 0;

	for (int32_t next = s->first[k][side][cell]; next > 0 && next <= length;)
	{
		cell += (uint32_t) (next * s->step[2 * k + 1]);
		length -= next;
		found[count++] = cell + (uint32_t) (rows[cell].clearance * straight);
		next = rows[cell].next;
	}
	return count;
}

/* Subgoals on a diagonal, and in the octants on both sides. */
static uint32_t
scan_quadrant(const fr_subgoals *s, uint32_t cell, int k, uint32_t *found)
{
	int32_t length = s->clearance[cell].diagonal[k];
	uint32_t count = 0;

	if (length > 0)
		found[count++] = cell + (uint32_t) (length * s->step[2 * k + 1]);
	length = length > 0 ? length - 1 : -length;
	count += scan_octant(s, cell, k, 0, length, found + count);
	return count + scan_octant(s, cell, k, 1, length, found + count);
}

uint32_t
fr_subgoals_scan(const fr_subgoals *s, uint32_t cell, uint32_t *found)
{
	const fr_clearance *here = &s->clearance[cell];
	uint32_t count = 0;

	for (int k = 0; k < 4; k++)
		if (here->any[k] > 0)
			found[count++] = cell + (uint32_t) (here->any[k] * s->step[2 * k]);
	for (int k = 0; k < 4; k++)
		count += scan_quadrant(s, cell, k, found + count);
	return count;
}

bool
fr_subgoals_leaves(const fr_subgoals *s, uint32_t from, uint32_t to)
{
	fr_cell a = fr_padded_cell(s, from);
	fr_cell b = fr_padded_cell(s, to);
	int axis = (b.x > a.x) == (b.y > a.y);

	return a.x == b.x || a.y == b.y || s->axes[from] >> axis & 1;
}

/* ---- the graph ------------------------------------------------------------------ */

typedef struct edge_finder
{
	const fr_subgoals *subgoals;
	const fr_poll *poll;
	uint32_t *found; /* numbers of the last scan's subgoals */
	uint32_t *first; /* by subgoal */
	uint32_t *to;	 /* NULL in the counting pass */
} edge_finder;

/* Finds the visible subgoals to which paths continue.  Returns their number. */
static uint32_t
find_edges(edge_finder *g, uint32_t from)
{
	const fr_subgoals *s = g->subgoals;
	uint32_t count = fr_subgoals_scan(s, s->cell[from], g->found);
	uint32_t kept = 0;

	for (uint32_t i = 0; i < count; i++)
		if (fr_subgoals_leaves(s, s->cell[from], g->found[i]))
			g->found[kept++] = s->number[g->found[i]];
	return kept;
}

/*
 * Counting pass: first[v] counts the ends at v.  Writing pass: first[v] is the next free
 * place.
 */
static void
note_edges(edge_finder *g)
{
	for (uint32_t from = 0; from < g->subgoals->count; from++)
	{
		uint32_t count = find_edges(g, from);

		fr_poll_at(g->poll, from);
		for (uint32_t i = 0; i < count; i++)
		{
			uint32_t a = g->first[from]++;
			uint32_t b = g->first[g->found[i]]++;

			if (g->to == NULL)
				continue;
			g->to[a] = g->found[i];
			g->to[b] = from;
		}
	}
}

/* Turns counts into the places where each vertex begins. */
static uint32_t
sum_counts(uint32_t *counts, uint32_t count)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t here = counts[i];

		counts[i] = sum;
		sum += here;
	}
	return sum;
}

/*
 * Removes duplicates.  first[v] is where the edges of v end before, and where they begin
 * after.
 */
static void
drop_doubles(edge_finder *g, uint32_t *last)
{
	uint32_t count = g->subgoals->count;
	uint32_t begin = 0;
	uint32_t kept = 0;

	memset(last, 0xff, count * sizeof *last);
	for (uint32_t v = 0; v < count; v++)
	{
		uint32_t end = g->first[v];

		g->first[v] = kept;
		for (uint32_t e = begin; e < end; e++)
			if (last[g->to[e]] != v)
			{
				last[g->to[e]] = v;
				g->to[kept++] = g->to[e];
			}
		begin = end;
	}
	g->first[count] = kept;
}

/*
 * An edge may be found from either end, from both, or twice from one.  Both ends note the
 * edge, and duplicates are removed afterwards.
 */
fr_graph
fr_subgoals_graph(const fr_subgoals *s, const fr_arena *arena, const fr_poll *poll)
{
	size_t count = s->count;
	edge_finder g = {.subgoals = s, .poll = poll};
	uint32_t ends;

	g.found = fr_arena_alloc(arena, fr_subgoals_most(s) * sizeof *g.found);
	g.first = fr_arena_alloc(arena, (count + 1) * sizeof *g.first);
	memset(g.first, 0, (count + 1) * sizeof *g.first);
	note_edges(&g);
	ends = sum_counts(g.first, s->count);
	g.to = fr_arena_alloc(arena, ends * sizeof *g.to);
	note_edges(&g);
	drop_doubles(&g, fr_arena_alloc(arena, count * sizeof(uint32_t)));
	return (fr_graph){s->count, g.first, g.to, NULL};
}

fr_graph
fr_subgoals_add_weights(const fr_subgoals *s, const fr_graph *graph, fr_index_units units,
						const fr_arena *arena, const fr_poll *poll)
{
	uint32_t *weight = fr_arena_alloc(arena, graph->first[graph->count] * sizeof *weight);

	for (uint32_t v = 0; v < graph->count; v++)
	{
		fr_cell from = fr_padded_cell(s, s->cell[v]);

		fr_poll_at(poll, v);
		for (uint32_t e = graph->first[v]; e < graph->first[v + 1]; e++)
		{
			fr_cell to = fr_padded_cell(s, s->cell[graph->to[e]]);

			weight[e] = fr_octile(units, to.x - from.x, to.y - from.y);
		}
	}
	return (fr_graph){graph->count, graph->first, graph->to, weight};
}

/* ---- links of the map ---------------------------------------------------- */

static uint32_t
subgoal_in(const fr_subgoals *s, uint32_t cell)
{
	return s->number[fr_padded(s, cell % s->width, cell / s->width)];
}

/* A graph in the making: edges are added vertex by vertex. */
typedef struct graph_copy
{
	const fr_subgoals *subgoals;
	const fr_arc_scale *scale;
	uint32_t *first;
	uint32_t *to;
	uint32_t *weight;
	uint32_t edges; /* so far */
	uint32_t arcs;
} graph_copy;

static void
add_edge(graph_copy *copy, uint32_t to, uint32_t weight)
{
	copy->to[copy->edges] = to;
	copy->weight[copy->edges++] = weight;
}

/*
 * Adds the links that begin at a subgoal: the next ones, because both are in order of
 * cells.
 */
static void
add_arcs(graph_copy *copy, uint32_t v)
{
	const fr_links *links = copy->subgoals->links;

	for (; copy->arcs < links->count; copy->arcs++)
	{
		const fr_arc *arc = &links->ahead.at[copy->arcs];
		uint32_t cost = fr_arc_label_cost(copy->scale, arc->cost);

		if (subgoal_in(copy->subgoals, arc->from) != v)
			return;
		if (cost != FR_NO_ARC)
			add_edge(copy, subgoal_in(copy->subgoals, arc->to), cost);
	}
}

fr_graph
fr_subgoals_add_links(const fr_subgoals *s, const fr_graph *graph,
					  const fr_arc_scale *scale, const fr_arena *arena,
					  const fr_poll *poll)
{
	size_t capacity = (size_t) graph->first[graph->count] + s->links->count;
	graph_copy copy = {.subgoals = s, .scale = scale};

	copy.first = fr_arena_alloc(arena, ((size_t) graph->count + 1) * sizeof *copy.first);
	copy.to = fr_arena_alloc(arena, capacity * sizeof *copy.to);
	copy.weight = fr_arena_alloc(arena, capacity * sizeof *copy.weight);
	for (uint32_t v = 0; v < graph->count; v++)
	{
		fr_poll_at(poll, v);
		copy.first[v] = copy.edges;
		for (uint32_t e = graph->first[v]; e < graph->first[v + 1]; e++)
			add_edge(&copy, graph->to[e], graph->weight[e]);
		add_arcs(&copy, v);
	}
	copy.first[graph->count] = copy.edges;
	return (fr_graph){graph->count, copy.first, copy.to, copy.weight};
}

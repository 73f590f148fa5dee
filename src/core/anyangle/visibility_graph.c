/*
 * visibility_graph.c - bit planes of free squares and of subgoals, and straight lines on them
 */
#include "core/anyangle/visibility_graph.h"

#include <string.h>

#include "core/anyangle/visibility_links.h"
#include "core/base/base.h"

/* ---- subgoals ---------------------------------------------------------------------- */

/* The blocked corners of a subgoal. */
static uint8_t
corners_of(const fr_grid *grid, uint32_t x, uint32_t y)
{
	uint8_t corners = 0;

	for (int corner = 0; corner < 4; corner++)
	{
		int32_t side = (int32_t) x + (corner & 1 ? 1 : -1);
		const uint64_t *own = fr_bits_line(&grid->rows, y);
		const uint64_t *next =
			corner & 2 ? own + grid->rows.words : own - grid->rows.words;

		if (!fr_bits_has(own, side) && !fr_bits_has(next, (int32_t) x) &&
			fr_bits_has(next, side))
			corners |= (uint8_t) (1u << corner);
	}
	return corners;
}

/* Of 64 cells from column 64 * i on, those where a link begins or ends. */
static uint64_t
link_ends_of(const fr_grid *grid, uint32_t y, uint32_t i)
{
	uint32_t columns = grid->width - i * 64;
	uint32_t n = y * grid->width + i * 64;
	uint64_t within = columns < 64 ? (UINT64_C(1) << columns) - 1 : UINT64_MAX;

	return (fr_arcs_word(&grid->links->ahead, n) | fr_arcs_word(&grid->links->back, n)) &
		   within;
}

static void
mark_points(fr_visibility_graph *s, const fr_poll *poll)
{
	const fr_bits *rows = &s->grid->rows;

	for (uint32_t y = 0; y < s->grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(rows, y);

		fr_poll_now(poll);
		for (uint32_t i = 0; i < s->words; i++)
		{
			uint64_t bits = fr_jump_points(rows, row + i);

			if (s->grid->links)
				bits |= link_ends_of(s->grid, y, i);
			s->points[(size_t) y * s->words + i] = bits;
			s->before[(size_t) y * s->words + i] = s->count;
			s->count += fr_bits_count(bits);
		}
	}
}

/*
 * Marks the squares that are blocked or have a subgoal at a corner. In all other squares a
 * scan finds nothing, and its range of slopes stays as it is.
 */
static void
mark_busy(fr_visibility_graph *s, const fr_poll *poll)
{
	uint32_t height = s->grid->height;
	uint64_t *to = fr_bits_lay_out(&s->busy, height, s->grid->width, s->arena);

	for (uint32_t y = 0; y < height; y++, to += s->busy.words)
	{
		const uint64_t *squares = fr_bits_line(&s->planes.squares, y);
		const uint64_t *upper = s->points + (size_t) y * s->words;
		const uint64_t *lower = y + 1 < height ? upper + s->words : upper;
		uint64_t next = 0;

		fr_poll_now(poll);
		for (uint32_t i = s->words; i-- > 0;)
		{
			uint64_t either = upper[i] | lower[i];

			to[i] = squares[i] | either | either >> 1 | next << 63;
			next = either;
		}
	}
}

static void
list_points(fr_visibility_graph *s, const fr_poll *poll)
{
	uint32_t n = 0;

	for (uint32_t y = 0; y < s->grid->height; y++)
	{
		fr_poll_now(poll);
		for (uint32_t i = 0; i < s->words; i++)
			for (uint64_t bits = s->points[(size_t) y * s->words + i]; bits;
				 bits &= bits - 1)
			{
				uint32_t x = i * 64 + (uint32_t) __builtin_ctzll(bits);

				s->at[n] = (fr_cell){(int32_t) x, (int32_t) y};
				s->corners[n++] = corners_of(s->grid, x, y);
			}
	}
}

/* Makes the ends of links corners of all kinds: scans leave and find them in all directions. */
static void
open_link_ends(fr_visibility_graph *s, const fr_poll *poll)
{
	const fr_links *links = s->grid->links;

	s->scan_corners = fr_arena_alloc(s->arena, s->count + 1);
	fr_copy(s->scan_corners, s->corners, s->count, poll);
	for (uint32_t i = 0; i < links->count; i++)
	{
		const fr_arc *arc = &links->ahead.at[i];

		fr_poll_at(poll, i);
		s->scan_corners[fr_visibility_graph_number(s, fr_grid_cell(s->grid, arc->from))] =
			FR_ALL_CORNERS;
		s->scan_corners[fr_visibility_graph_number(s, fr_grid_cell(s->grid, arc->to))] =
			FR_ALL_CORNERS;
	}
	s->links_bound = fr_visibility_links_make(s, poll);
}

/* The planes of a grid; the rows are its own. */
void
fr_planes_make(const fr_grid *grid, fr_planes *planes, const fr_arena *arena,
			   const fr_poll *poll)
{
	planes->rows = grid->rows;
	fr_bits_squares(grid, &planes->squares, arena, poll);
	fr_bits_transpose(&planes->squares, grid->height, grid->width, &planes->tall_squares,
					  arena, poll);
	fr_bits_transpose(&grid->rows, grid->height, grid->width, &planes->columns, arena,
					  poll);
}

/* Makes the graph of a grid. Searches keep the neighbours that they find in the arena. */
fr_visibility_graph *
fr_visibility_graph_make(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	fr_visibility_graph *s = fr_arena_alloc(arena, sizeof *s);
	size_t words;

	memset(s, 0, sizeof *s);
	s->grid = grid;
	s->arena = arena;
	s->words = (grid->width + 63) / 64;
	words = (size_t) grid->height * s->words;
	fr_planes_make(grid, &s->planes, arena, poll);
	s->points = fr_arena_alloc(arena, words * sizeof *s->points);
	s->before = fr_arena_alloc(arena, words * sizeof *s->before);
	mark_points(s, poll);
	mark_busy(s, poll);
	s->at = fr_arena_alloc(arena, (s->count + 1) * sizeof *s->at);
	s->corners = fr_arena_alloc(arena, s->count + 1);
	s->found = fr_arena_alloc_numbers(arena, s->count);
	s->edges_limit = SIZE_MAX;
	s->unkept.edges = fr_arena_alloc(arena, (s->count + 1) * sizeof *s->unkept.edges);
	s->neighbours = fr_arena_alloc(arena, (s->count + 1) * sizeof *s->neighbours);
	fr_fill(s->neighbours, 0, (s->count + 1) * sizeof *s->neighbours, poll);
	list_points(s, poll);
	s->scan_corners = s->corners;
	if (grid->links)
		open_link_ends(s, poll);
	return s;
}

/* Limits the total memory of the neighbours that searches keep. */
void
fr_visibility_graph_limit(fr_visibility_graph *graph, size_t bytes)
{
	graph->edges_limit = bytes / sizeof(fr_edge);
}

uint32_t
fr_visibility_graph_count(const fr_grid *grid)
{
	return grid->visibility ? grid->visibility->count : 0;
}

/* ---- lines of sight -------------------------------------------------------------------- */

/* A line that is at least as wide as high, on squares whose bits lie along its width. */
typedef struct slope
{
	const fr_bits *squares;
	int32_t x; /* at its upper end */
	int32_t y;
	bool left; /* it goes to smaller x */
	uint32_t width;
	uint32_t height; /* above 0 */
} slope;

/*
 * Is the square free that the line enters in a row? Few such tests in the middle of a line
 * suffice for most pairs of cells that do not see each other.
 */
static bool
is_free_at(const slope *s, uint32_t row)
{
	int32_t ahead = (int32_t) ((uint64_t) row * s->width / s->height);

	return !fr_bits_has(fr_bits_line(s->squares, (uint32_t) s->y + row),
						s->left ? s->x - 1 - ahead : s->x + ahead);
}

/* Are all squares free? In each row the line crosses those from where it enters to where it leaves. */
static bool
is_free_along(const slope *s)
{
	const uint64_t *line = fr_bits_line(s->squares, (uint32_t) s->y);
	uint32_t whole = s->width / s->height;
	uint32_t part = s->width % s->height;
	int32_t in = 0;
	uint32_t rest = 0;

	for (uint32_t row = 0; row < s->height; row++, line += s->squares->words)
	{
		int32_t out = in + (int32_t) whole;

		rest += part;
		if (rest >= s->height)
		{
			rest -= s->height;
			out++;
		}
		if (s->left ? !fr_bits_are_clear(line, s->x - out - (rest > 0), s->x - 1 - in)
					: !fr_bits_are_clear(line, s->x + in, s->x + out - (rest == 0)))
			return false;
		in = out;
	}
	return true;
}

/* Does cell a see cell b? The two are inside the map. */
bool
fr_sees(const fr_planes *planes, fr_cell a, fr_cell b)
{
	fr_cell from = a.y < b.y ? a : b;
	fr_cell to = a.y < b.y ? b : a;
	slope s = {.squares = &planes->squares};
	uint32_t across = (uint32_t) (a.x < b.x ? b.x - a.x : a.x - b.x);
	uint32_t down = (uint32_t) (to.y - from.y);

	if (down == 0)
		return fr_bits_are_clear(fr_bits_line(&planes->rows, (uint32_t) a.y),
								 a.x < b.x ? a.x : b.x, a.x < b.x ? b.x : a.x);
	if (across == 0)
		return fr_bits_are_clear(fr_bits_line(&planes->columns, (uint32_t) a.x), from.y,
								 to.y);
	s = (slope){&planes->squares, from.x, from.y, to.x < from.x, across, down};
	if (across < down)
	{
		bool first = from.x < to.x;

		s = (slope){&planes->tall_squares,
					first ? from.y : to.y,
					first ? from.x : to.x,
					!first,
					down,
					across};
	}
	if (s.height >= 8 && !(is_free_at(&s, s.height / 2) && is_free_at(&s, s.height / 4) &&
						   is_free_at(&s, s.height - s.height / 4)))
		return false;
	return is_free_along(&s);
}

/* ---- neighbours -------------------------------------------------------------------- */

#define EDGES_AT_ONCE 4096 /* memory is taken for so many */

/* Does a path that comes from the other side turn more sharply to a than to b? */
static bool
turns_more(const fr_visibility_graph *s, fr_cell at, const fr_corner_axes *side,
		   uint32_t a, uint32_t b)
{
	int32_t ax = s->at[a].x - at.x;
	int32_t ay = s->at[a].y - at.y;
	int32_t bx = s->at[b].x - at.x;
	int32_t by = s->at[b].y - at.y;

	return fr_corner_u(side, ax, ay) * (int64_t) fr_corner_v(side, bx, by) >
		   fr_corner_u(side, bx, by) * (int64_t) fr_corner_v(side, ax, ay);
}

/* Orders subgoals of one side of a corner: Shell's sort, as they are few. */
static void
order_side(const fr_visibility_graph *s, fr_cell at, fr_corner_axes side, uint32_t *list,
		   uint32_t count)
{
	for (uint32_t gap = count / 2; gap > 0; gap /= 2)
		for (uint32_t i = gap; i < count; i++)
		{
			uint32_t n = list[i];
			uint32_t k = i;

			for (; k >= gap && turns_more(s, at, &side, n, list[k - gap]); k -= gap)
				list[k] = list[k - gap];
			list[k] = n;
		}
}

/* Sorts the subgoals found as fr_neighbours requires. Returns `split`. */
static uint32_t
order_found(fr_visibility_graph *s, uint32_t subgoal)
{
	fr_cell at = s->at[subgoal];
	int corner = __builtin_ctz(s->corners[subgoal]);
	fr_corner_axes side = fr_corner_axes_of(corner, false);
	uint32_t split = 0;

	for (uint32_t i = 0; i < s->found_count; i++)
	{
		uint32_t n = s->found[i];

		if (fr_corner_u(&side, s->at[n].x - at.x, s->at[n].y - at.y) > 0)
		{
			s->found[i] = s->found[split];
			s->found[split++] = n;
		}
	}
	order_side(s, at, fr_corner_axes_of(corner, true), s->found, split);
	order_side(s, at, side, s->found + split, s->found_count - split);
	return split;
}

/* Drops cells where links end and none begins: no path bends there. */
static void
drop_ends(fr_visibility_graph *s)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->found_count; i++)
		if (fr_leads_on(s, s->found[i]))
			s->found[kept++] = s->found[i];
	s->found_count = kept;
}

/*
 * Takes memory for some edges. NULL: it would exceed the limit. If the allocation leaves by
 * longjmp, nothing has changed.
 */
static fr_edge *
take_edges(fr_visibility_graph *s, size_t count)
{
	fr_edge *edges;

	if (s->free_edges == NULL || s->free_edge_count < count)
	{
		size_t left =
			s->edges_taken < s->edges_limit ? s->edges_limit - s->edges_taken : 0;
		size_t block =
			count < EDGES_AT_ONCE && EDGES_AT_ONCE <= left ? EDGES_AT_ONCE : count;

		if (block > left)
			return NULL;
		s->free_edges = fr_arena_alloc(s->arena, block * sizeof *s->free_edges);
		s->free_edge_count = block;
		s->edges_taken += block;
	}
	edges = s->free_edges;
	s->free_edges += count;
	s->free_edge_count -= count;
	return edges;
}

/* Finds the neighbours of a subgoal, unless an earlier call has. fr_are_kept: for how long. */
fr_neighbours *
fr_neighbours_of(fr_visibility_graph *graph, uint32_t subgoal, const fr_poll *poll)
{
	fr_neighbours *neighbours = &graph->neighbours[subgoal];
	uint32_t split = 0;
	fr_edge *edges;

	if (neighbours->edges)
		return neighbours;
	fr_scan_subgoals(graph, graph->at[subgoal], graph->scan_corners[subgoal], poll);
	if (graph->links_bound)
		drop_ends(graph);
	if (fr_is_single(graph->scan_corners[subgoal]))
		split = order_found(graph, subgoal);
	edges = take_edges(graph, graph->found_count);
	if (edges == NULL)
	{
		neighbours = &graph->unkept;
		edges = neighbours->edges;
	}
	for (uint32_t i = 0; i < graph->found_count; i++)
		edges[i] = (fr_edge){graph->found[i], FR_EVERYWHERE};
	memcpy(neighbours->views, graph->views, sizeof neighbours->views);
	neighbours->split = split;
	neighbours->count = graph->found_count;
	neighbours->edges = edges;
	return neighbours;
}

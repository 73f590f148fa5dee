/*
 * tiles.c - tiles of 8 from blocks, larger ones from four smaller ones
 *
 * Costs between the nodes of a tile are found by elimination: row after row of a matrix is
 * lowered by ways over one node, then the next.  In a tile that is made of four these are
 * the nodes on its cross, for no other is in two of them.
 */
#include "core/index/borders/tiles.h"

#include <string.h>

/* ---- a matrix of costs between nodes ------------------------------------------------- */

typedef struct matrix
{
	int32_t *cost; /* rows */
	uint32_t count;
	uint32_t lanes;
} matrix;

static size_t
matrix_numbers(const matrix *m)
{
	return (size_t) m->count * m->lanes * FR_LANE;
}

static int32_t *
row_of(const matrix *m, uint32_t node)
{
	return m->cost + (size_t) node * m->lanes * FR_LANE;
}

static matrix
take_matrix(const fr_border_build *b, const fr_tile *t)
{
	uint32_t count = t->gates + t->inner;
	matrix m = {NULL, count, fr_lanes(count)};

	m.cost = fr_take(b->arena, matrix_numbers(&m) * sizeof *m.cost);
	fr_no_costs(m.cost, matrix_numbers(&m));
	for (uint32_t i = 0; i < count; i++)
		row_of(&m, i)[i] = 0;
	return m;
}

static void
release_matrix(const fr_border_build *b, matrix *m)
{
	fr_release(b->arena, m->cost, matrix_numbers(m) * sizeof *m->cost);
}

static void
lower_cost(int32_t *cost, int32_t to)
{
	*cost = to < *cost ? to : *cost;
}

static void
eliminate(fr_border_build *b, const matrix *m, uint32_t node)
{
	fr_border_poll(b);
	b->minplus->eliminate(m->cost, m->count, m->lanes, node);
}

/* ---- what is kept of it ---------------------------------------------------------------- */

static size_t
between_size(const fr_tile *t)
{
	return ((size_t) t->gates * t->gates + 1) * sizeof *t->between;
}

static size_t
rows_size(const fr_tile *t)
{
	return ((size_t) (t->gates + t->inner) * t->lanes * FR_LANE + 1) * sizeof *t->to;
}

static void
keep_between(const fr_border_build *b, fr_tile *t, const matrix *m)
{
	t->between = fr_take(b->arena, between_size(t));
	for (uint32_t i = 0; i < t->gates; i++)
		memcpy(t->between + (size_t) i * t->gates, row_of(m, i),
			   t->gates * sizeof *t->between);
}

static int32_t
doubled(int32_t cost)
{
	return cost < FR_NO_COST_32 / 2 ? 2 * cost : FR_NO_COST_32;
}

static void
keep_to(const fr_border_build *b, fr_tile *t, const matrix *m)
{
	int32_t *to = fr_take(b->arena, rows_size(t));

	t->to = to;
	for (uint32_t node = 0; node < m->count; node++)
		for (uint32_t i = 0; i < t->lanes * FR_LANE; i++)
			*to++ = i < t->inner ? doubled(row_of(m, t->gates + i)[node]) : FR_NO_COST_32;
}

static void
keep_from(const fr_border_build *b, fr_tile *t, const matrix *m)
{
	int32_t *from = fr_take(b->arena, rows_size(t));

	t->from = from;
	for (uint32_t node = 0; node < m->count; node++)
		for (uint32_t i = 0; i < t->lanes * FR_LANE; i++)
			*from++ =
				i < t->inner ? doubled(row_of(m, node)[t->gates + i]) : FR_NO_COST_32;
}

static void
keep_costs(const fr_border_build *b, fr_tile *t, const matrix *m, bool rows)
{
	keep_between(b, t, m);
	if (!rows)
		return;
	keep_to(b, t, m);
	t->from = t->to;
	if (b->directed)
		keep_from(b, t, m);
}

/* ---- tiles of 8 ------------------------------------------------------------------------- */

static bool
is_of_block(const fr_tile *t, fr_cell at)
{
	return at.x < t->x + FR_INDEX_BLOCK && at.y < t->y + FR_INDEX_BLOCK;
}

static void
note_inside(const fr_tile *t, const fr_border_build *b, const fr_inside *inside,
			uint32_t node, int32_t *row)
{
	uint32_t place = fr_place_of(fr_frame_cell(b, t->cell[node]));

	for (uint32_t i = 0; i < t->gates + t->inner; i++)
	{
		fr_cell at = fr_frame_cell(b, t->cell[i]);

		if (is_of_block(t, at))
			row[i] = inside->cost[place][fr_place_of(at)];
	}
}

static void
note_longest(fr_border_build *b, uint32_t block, const fr_inside *inside)
{
	for (uint64_t set = b->borders[block]; set; set &= set - 1)
		for (uint32_t place = 0, at = (uint32_t) __builtin_ctzll(set);
			 place < FR_BLOCK_CELLS; place++)
		{
			int32_t there = inside->cost[at][place];
			int32_t back = inside->cost[place][at];

			if (there < (int32_t) b->top && there > b->longest_inside)
				b->longest_inside = there;
			if (back < (int32_t) b->top && back > b->longest_inside)
				b->longest_inside = back;
		}
}

static bool
is_node(const fr_border_build *b, const fr_tile *t, fr_cell at)
{
	return at.x >= t->x && at.y >= t->y && at.x <= t->x + t->size &&
		   at.y <= t->y + t->size && fr_frame_has(b, b->borders, at.x, at.y);
}

/* The steps, there and back, of a node that is on the far sides, outside the block. */
static void
note_steps(const fr_border_build *b, const fr_tile *t, const matrix *m, uint32_t node)
{
	uint32_t cell = t->cell[node];
	fr_cell at = fr_frame_cell(b, cell);

	for (unsigned moves = b->moves[cell]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t to = cell + (uint32_t) b->grid->offset[d];

		if (!is_node(b, t, (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]}))
			continue;
		if (fr_frame_step(b, cell, d) != FR_NO_STEP)
			lower_cost(&row_of(m, node)[b->place[to]],
					   (int32_t) fr_frame_step(b, cell, d));
		if (fr_frame_step(b, to, fr_opposite(d)) != FR_NO_STEP)
			lower_cost(&row_of(m, b->place[to])[node],
					   (int32_t) fr_frame_step(b, to, fr_opposite(d)));
	}
}

static fr_tile *
make_of_block(fr_border_build *b, int32_t x, int32_t y, bool rows)
{
	fr_tile *t = fr_tile_lay_out(b, x, y, FR_INDEX_BLOCK);
	matrix m = take_matrix(b, t);
	fr_inside inside;

	fr_inside_measure(b, fr_block_of(b->across, (fr_cell){x, y}), &inside);
	note_longest(b, fr_block_of(b->across, (fr_cell){x, y}), &inside);
	for (uint32_t node = 0; node < m.count; node++)
		if (is_of_block(t, fr_frame_cell(b, t->cell[node])))
			note_inside(t, b, &inside, node, row_of(&m, node));
		else
			note_steps(b, t, &m, node);
	for (uint32_t node = 0; node < m.count; node++)
		eliminate(b, &m, node);
	keep_costs(b, t, &m, rows);
	release_matrix(b, &m);
	return t;
}

/* ---- tiles of four ---------------------------------------------------------------------- */

/* Costs inside one of the four; places are those of the larger one. */
static void
note_between(const fr_border_build *b, const fr_tile *child, const matrix *m)
{
	const int32_t *cost = child->between;

	for (uint32_t i = 0; i < child->gates; i++)
	{
		int32_t *row = row_of(m, b->place[child->cell[i]]);

		for (uint32_t k = 0; k < child->gates; k++)
			lower_cost(&row[b->place[child->cell[k]]], *cost++);
	}
}

static bool
is_on_cross(const fr_border_build *b, const fr_tile *t, uint32_t node)
{
	fr_cell at = fr_frame_cell(b, t->cell[node]);

	return at.x == t->x + t->size / 2 || at.y == t->y + t->size / 2;
}

static fr_tile *
make_of_four(fr_border_build *b, const fr_tile *four, bool rows)
{
	fr_tile *t = fr_tile_lay_out(b, four->x, four->y, four->size);
	matrix m = take_matrix(b, t);

	memcpy(t->child, four->child, sizeof t->child);
	for (int i = 0; i < 4; i++)
		if (t->child[i])
			note_between(b, t->child[i], &m);
	for (uint32_t node = 0; node < m.count; node++)
		if (is_on_cross(b, t, node))
			eliminate(b, &m, node);
	keep_costs(b, t, &m, rows);
	release_matrix(b, &m);
	return t;
}

static void
drop_children(const fr_border_build *b, fr_tile *t, bool rows)
{
	for (int i = 0; i < 4; i++)
		if (rows)
			fr_tile_drop_between(b, t->child[i]);
		else
		{
			fr_tile_free(b, t->child[i]);
			t->child[i] = NULL;
		}
}

static fr_tile *
take_stored(const fr_tile_store *store, int32_t x, int32_t y, int32_t size)
{
	fr_tile **at = &store->tiles[(uint32_t) (y / size) * store->across + x / size];
	fr_tile *tile = *at;

	*at = NULL;
	return tile;
}

/*
 * The tile from a cell on, NULL outside the map.  With rows it has its children, and rows
 * of all of these; else it has nothing but costs between gates.  Those of a store, which
 * may be NULL, are not made again.
 */
fr_tile *
fr_tile_make(fr_border_build *b, int32_t x, int32_t y, int32_t size, bool rows,
			 fr_tile_store *store)
{
	fr_tile four = {.x = x, .y = y, .size = size};
	fr_tile *t;

	if (!fr_grid_has(b->grid, (fr_cell){x, y}))
		return NULL;
	if (store && size == b->sizes.first)
		return take_stored(store, x, y, size);
	if (size == FR_INDEX_BLOCK)
		return make_of_block(b, x, y, rows);
	for (int i = 0; i < 4; i++)
		four.child[i] = fr_tile_make(b, x + i % 2 * (size / 2), y + i / 2 * (size / 2),
									 size / 2, rows, store);
	t = make_of_four(b, &four, rows);
	drop_children(b, t, rows);
	return t;
}

void
fr_tile_drop_between(const fr_border_build *b, fr_tile *tile)
{
	if (tile == NULL)
		return;
	if (tile->between)
		fr_release(b->arena, tile->between, between_size(tile));
	tile->between = NULL;
}

/* With its children. */
void
fr_tile_free(const fr_border_build *b, fr_tile *tile)
{
	if (tile == NULL)
		return;
	for (int i = 0; i < 4; i++)
		fr_tile_free(b, tile->child[i]);
	fr_tile_drop_between(b, tile);
	if (tile->from != tile->to)
		fr_release(b->arena, tile->from, rows_size(tile));
	fr_release(b->arena, tile->to, rows_size(tile));
	fr_release_numbers(b->arena, tile->cell, tile->room);
	fr_release(b->arena, tile, sizeof *tile);
}

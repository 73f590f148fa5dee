/*
 * border_tiles.c - tiles of 8 from blocks, larger ones from four smaller ones
 *
 * Costs between the nodes of a tile are found by elimination: row after row of a matrix is
 * lowered by ways over one node, then the next.  In a tile that is made of four these are
 * the nodes on its cross, for no other is in two of them.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

/* ---- the nodes of a tile: its boundary and its inner border cells ------------------- */

static void
add_node(const fr_border_build *b, fr_tile *t, int32_t x, int32_t y)
{
	uint32_t node = t->boundary + t->inner;

	t->cell[node] = fr_grid_index(b->grid, (fr_cell){x, y});
	b->node_of[t->cell[node]] = node;
}

static void
add_boundary(const fr_border_build *b, fr_tile *t, int32_t x, int32_t y)
{
	if (!fr_border_set_has(b, b->border_cells, x, y))
		return;
	add_node(b, t, x, y);
	t->boundary++;
}

static bool
pins_global_hubs(const fr_border_build *b, const fr_tile *t)
{
	return t->size > b->tile_sizes.small;
}

static bool
is_inside(const fr_tile *t, fr_cell at)
{
	return at.x > t->x && at.y > t->y && at.x < t->x + t->size && at.y < t->y + t->size;
}

/* Cells of a block that are boundary wherever they are in the tile: first hubs, ends of links. */
static uint64_t
pinned_cells(const fr_border_build *b, const fr_tile *t, uint32_t block)
{
	return (pins_global_hubs(b, t) ? b->global_hub_cells[block] : 0) |
		   fr_border_link_ends(b, block);
}

static bool
pins_cells(const fr_border_build *b, const fr_tile *t)
{
	return pins_global_hubs(b, t) || b->link_ends;
}

/* Those of a block that are inside the tile and not on its rim. */
static void
add_pinned(const fr_border_build *b, fr_tile *t, uint32_t block)
{
	for (uint64_t set = pinned_cells(b, t, block); set; set &= set - 1)
	{
		fr_cell at =
			fr_block_cell(b->blocks_across, block, (uint32_t) __builtin_ctzll(set));

		if (is_inside(t, at))
			add_boundary(b, t, at.x, at.y);
	}
}

/* The blocks of a tile, one after another: those inside the map. */
typedef struct block_iterator
{
	uint32_t x;
	uint32_t y;
	uint32_t left;
	uint32_t right;
	uint32_t bottom;
} block_iterator;

static block_iterator
iterate_blocks(const fr_border_build *b, const fr_tile *t)
{
	block_iterator w = {(uint32_t) t->x / 8, (uint32_t) t->y / 8, (uint32_t) t->x / 8,
						(uint32_t) (t->x + t->size) / 8, (uint32_t) (t->y + t->size) / 8};

	w.right = w.right < b->blocks_across ? w.right : b->blocks_across;
	w.bottom = w.bottom < b->blocks_down ? w.bottom : b->blocks_down;
	return w;
}

static bool
next_block(const fr_border_build *b, block_iterator *w, uint32_t *block)
{
	if (w->x == w->right)
	{
		w->x = w->left;
		w->y++;
	}
	if (w->y >= w->bottom)
		return false;
	*block = w->y * b->blocks_across + w->x++;
	return true;
}

static uint32_t
count_pinned(const fr_border_build *b, const fr_tile *t)
{
	block_iterator w = iterate_blocks(b, t);
	uint32_t count = 0;
	uint32_t block;

	while (next_block(b, &w, &block))
		count += fr_bits_count(pinned_cells(b, t, block));
	return count;
}

/* Side by side, so that those of a part of a side follow each other in a smaller tile, too. */
static void
add_boundary_nodes(const fr_border_build *b, fr_tile *t)
{
	block_iterator w = iterate_blocks(b, t);
	uint32_t block;

	for (int32_t x = t->x; x <= t->x + t->size; x++)
		add_boundary(b, t, x, t->y);
	for (int32_t x = t->x; x <= t->x + t->size; x++)
		add_boundary(b, t, x, t->y + t->size);
	for (int32_t y = t->y + 1; y < t->y + t->size; y++)
		add_boundary(b, t, t->x, y);
	for (int32_t y = t->y + 1; y < t->y + t->size; y++)
		add_boundary(b, t, t->x + t->size, y);
	while (pins_cells(b, t) && next_block(b, &w, &block))
		add_pinned(b, t, block);
}

static void
add_inner(const fr_border_build *b, fr_tile *t, int32_t x, int32_t y)
{
	if (!fr_border_set_has(b, b->border_cells, x, y) ||
		(pins_global_hubs(b, t) && fr_border_set_has(b, b->global_hub_cells, x, y)) ||
		fr_border_is_link_end(b, (fr_cell){x, y}))
		return;
	add_node(b, t, x, y);
	t->inner++;
}

static void
add_separator(const fr_border_build *b, fr_tile *t)
{
	int32_t half = t->size / 2;

	for (int32_t y = t->y + 1; y < t->y + t->size; y++)
		add_inner(b, t, t->x + half, y);
	for (int32_t x = t->x + 1; x < t->x + t->size; x++)
		if (x != t->x + half)
			add_inner(b, t, x, t->y + half);
}

/* The border cells of a block that are not on the lines around it. */
static void
add_inner_borders(const fr_border_build *b, fr_tile *t)
{
	for (int32_t i = 1; i < FR_BLOCK_SIDE; i++)
		add_inner(b, t, t->x + FR_BLOCK_SIDE - 1, t->y + i);
	for (int32_t i = 1; i + 1 < FR_BLOCK_SIDE; i++)
		add_inner(b, t, t->x + i, t->y + FR_BLOCK_SIDE - 1);
}

/* A tile with its nodes, which are also noted by local. */
static fr_tile *
new_tile(const fr_border_build *b, int32_t x, int32_t y, int32_t size)
{
	fr_tile *t = fr_arena_alloc(b->arena, sizeof *t);

	*t = (fr_tile){.x = x, .y = y, .size = size};
	t->capacity = 6 * (uint32_t) size + 4 + (pins_cells(b, t) ? count_pinned(b, t) : 0);
	t->cell = fr_arena_alloc_numbers(b->arena, t->capacity);
	add_boundary_nodes(b, t);
	if (size == FR_BLOCK_SIDE)
		add_inner_borders(b, t);
	else
		add_separator(b, t);
	t->lanes = fr_lanes(t->inner);
	return t;
}

/* ---- the costs of all ways inside a block ---------------------------------------- */

static void
put_steps_in_block(const fr_border_build *b, uint32_t block, uint32_t local,
				   int32_t cost[])
{
	uint32_t cell = fr_grid_index(b->grid, fr_block_cell(b->blocks_across, block, local));

	for (unsigned moves = b->moves[cell]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t step;

		if (!fr_stays_in_block(local, d))
			continue;
		step = fr_border_step_cost(b, cell, d);
		if (step != FR_NO_STEP)
			cost[fr_local_after(local, d)] = (int32_t) step;
	}
}

/* Floyd and Warshall's way, over the free cells in turn. */
void
fr_all_pairs_in_block(const fr_border_build *b, uint32_t block, fr_all_pairs *inside)
{
	fr_no_costs(inside->cost[0], FR_BLOCK_CELLS * FR_BLOCK_CELLS);
	for (uint64_t cells = b->free_cells[block]; cells; cells &= cells - 1)
	{
		uint32_t local = (uint32_t) __builtin_ctzll(cells);

		inside->cost[local][local] = 0;
		put_steps_in_block(b, block, local, inside->cost[local]);
	}
	for (uint64_t cells = b->free_cells[block]; cells; cells &= cells - 1)
		b->minplus->eliminate(inside->cost[0], FR_BLOCK_CELLS, FR_BLOCK_CELLS / FR_LANE,
							  (uint32_t) __builtin_ctzll(cells));
}

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
new_matrix(const fr_border_build *b, const fr_tile *t)
{
	uint32_t count = t->boundary + t->inner;
	matrix m = {NULL, count, fr_lanes(count)};

	m.cost = fr_arena_alloc(b->arena, matrix_numbers(&m) * sizeof *m.cost);
	fr_no_costs(m.cost, matrix_numbers(&m));
	for (uint32_t i = 0; i < count; i++)
		row_of(&m, i)[i] = 0;
	return m;
}

static void
free_matrix(const fr_border_build *b, matrix *m)
{
	fr_arena_free(b->arena, m->cost, matrix_numbers(m) * sizeof *m->cost);
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
clique_size(const fr_tile *t)
{
	return ((size_t) t->boundary * t->boundary + 1) * sizeof *t->clique;
}

static size_t
rows_size(const fr_tile *t)
{
	return ((size_t) (t->boundary + t->inner) * t->lanes * FR_LANE + 1) *
		   sizeof *t->from_inner;
}

static void
keep_clique(const fr_border_build *b, fr_tile *t, const matrix *m)
{
	t->clique = fr_arena_alloc(b->arena, clique_size(t));
	for (uint32_t i = 0; i < t->boundary; i++)
		memcpy(t->clique + (size_t) i * t->boundary, row_of(m, i),
			   t->boundary * sizeof *t->clique);
}

static int32_t
doubled(int32_t cost)
{
	return cost < FR_NO_COST_32 / 2 ? 2 * cost : FR_NO_COST_32;
}

static void
keep_from_inner(const fr_border_build *b, fr_tile *t, const matrix *m)
{
	int32_t *to = fr_arena_alloc(b->arena, rows_size(t));

	t->from_inner = to;
	for (uint32_t node = 0; node < m->count; node++)
		for (uint32_t i = 0; i < t->lanes * FR_LANE; i++)
			*to++ =
				i < t->inner ? doubled(row_of(m, t->boundary + i)[node]) : FR_NO_COST_32;
}

static void
keep_to_inner(const fr_border_build *b, fr_tile *t, const matrix *m)
{
	int32_t *from = fr_arena_alloc(b->arena, rows_size(t));

	t->to_inner = from;
	for (uint32_t node = 0; node < m->count; node++)
		for (uint32_t i = 0; i < t->lanes * FR_LANE; i++)
			*from++ =
				i < t->inner ? doubled(row_of(m, node)[t->boundary + i]) : FR_NO_COST_32;
}

static void
keep_costs(const fr_border_build *b, fr_tile *t, const matrix *m, bool rows)
{
	keep_clique(b, t, m);
	if (!rows)
		return;
	keep_from_inner(b, t, m);
	t->to_inner = t->from_inner;
	if (b->directed)
		keep_to_inner(b, t, m);
}

/* ---- tiles of 8 ------------------------------------------------------------------------- */

static bool
is_of_block(const fr_tile *t, fr_cell at)
{
	return at.x < t->x + FR_BLOCK_SIDE && at.y < t->y + FR_BLOCK_SIDE;
}

static void
copy_all_pairs(const fr_tile *t, const fr_border_build *b, const fr_all_pairs *inside,
			   uint32_t node, int32_t *row)
{
	uint32_t local = fr_local_of(fr_border_cell(b, t->cell[node]));

	for (uint32_t i = 0; i < t->boundary + t->inner; i++)
	{
		fr_cell at = fr_border_cell(b, t->cell[i]);

		if (is_of_block(t, at))
			row[i] = inside->cost[local][fr_local_of(at)];
	}
}

static void
update_longest(fr_border_build *b, uint32_t block, const fr_all_pairs *inside)
{
	for (uint64_t set = b->border_cells[block]; set; set &= set - 1)
		for (uint32_t local = 0, at = (uint32_t) __builtin_ctzll(set);
			 local < FR_BLOCK_CELLS; local++)
		{
			int32_t there = inside->cost[at][local];
			int32_t back = inside->cost[local][at];

			if (there < (int32_t) b->top && there > b->longest_in_block)
				b->longest_in_block = there;
			if (back < (int32_t) b->top && back > b->longest_in_block)
				b->longest_in_block = back;
		}
}

static bool
is_node(const fr_border_build *b, const fr_tile *t, fr_cell at)
{
	return at.x >= t->x && at.y >= t->y && at.x <= t->x + t->size &&
		   at.y <= t->y + t->size && fr_border_set_has(b, b->border_cells, at.x, at.y);
}

/* The steps, there and back, of a node that is on the far sides, outside the block. */
static void
add_steps(const fr_border_build *b, const fr_tile *t, const matrix *m, uint32_t node)
{
	uint32_t cell = t->cell[node];
	fr_cell at = fr_border_cell(b, cell);

	for (unsigned moves = b->moves[cell]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t to = cell + (uint32_t) b->grid->offset[d];

		if (!is_node(b, t, (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]}))
			continue;
		if (fr_border_step_cost(b, cell, d) != FR_NO_STEP)
			lower_cost(&row_of(m, node)[b->node_of[to]],
					   (int32_t) fr_border_step_cost(b, cell, d));
		if (fr_border_step_cost(b, to, fr_opposite(d)) != FR_NO_STEP)
			lower_cost(&row_of(m, b->node_of[to])[node],
					   (int32_t) fr_border_step_cost(b, to, fr_opposite(d)));
	}
}

static fr_tile *
make_block_tile(fr_border_build *b, int32_t x, int32_t y, bool rows)
{
	fr_tile *t = new_tile(b, x, y, FR_BLOCK_SIDE);
	matrix m = new_matrix(b, t);
	fr_all_pairs inside;

	fr_all_pairs_in_block(b, fr_block_of(b->blocks_across, (fr_cell){x, y}), &inside);
	update_longest(b, fr_block_of(b->blocks_across, (fr_cell){x, y}), &inside);
	for (uint32_t node = 0; node < m.count; node++)
		if (is_of_block(t, fr_border_cell(b, t->cell[node])))
			copy_all_pairs(t, b, &inside, node, row_of(&m, node));
		else
			add_steps(b, t, &m, node);
	for (uint32_t node = 0; node < m.count; node++)
		eliminate(b, &m, node);
	keep_costs(b, t, &m, rows);
	free_matrix(b, &m);
	return t;
}

/* ---- tiles of four ---------------------------------------------------------------------- */

/* Costs inside one of the four; places are those of the larger one. */
static void
add_clique(const fr_border_build *b, const fr_tile *child, const matrix *m)
{
	const int32_t *cost = child->clique;

	for (uint32_t i = 0; i < child->boundary; i++)
	{
		int32_t *row = row_of(m, b->node_of[child->cell[i]]);

		for (uint32_t k = 0; k < child->boundary; k++)
			lower_cost(&row[b->node_of[child->cell[k]]], *cost++);
	}
}

static bool
is_on_separator(const fr_border_build *b, const fr_tile *t, uint32_t node)
{
	fr_cell at = fr_border_cell(b, t->cell[node]);

	return at.x == t->x + t->size / 2 || at.y == t->y + t->size / 2;
}

static fr_tile *
make_parent_tile(fr_border_build *b, const fr_tile *four, bool rows)
{
	fr_tile *t = new_tile(b, four->x, four->y, four->size);
	matrix m = new_matrix(b, t);

	memcpy(t->child, four->child, sizeof t->child);
	for (int i = 0; i < 4; i++)
		if (t->child[i])
			add_clique(b, t->child[i], &m);
	for (uint32_t node = 0; node < m.count; node++)
		if (is_on_separator(b, t, node))
			eliminate(b, &m, node);
	keep_costs(b, t, &m, rows);
	free_matrix(b, &m);
	return t;
}

static void
drop_children(const fr_border_build *b, fr_tile *t, bool rows)
{
	for (int i = 0; i < 4; i++)
		if (rows)
			fr_tile_drop_clique(b, t->child[i]);
		else
		{
			fr_tile_free(b, t->child[i]);
			t->child[i] = NULL;
		}
}

static fr_tile *
take_from_store(const fr_tile_store *store, int32_t x, int32_t y, int32_t size)
{
	fr_tile **at = &store->tiles[(uint32_t) (y / size) * store->across + x / size];
	fr_tile *tile = *at;

	*at = NULL;
	return tile;
}

/*
 * The tile from a cell on, NULL outside the map.  With rows it has its children, and rows
 * of all of these; else it has nothing but costs between boundary.  Those of a store, which
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
	if (store && size == b->tile_sizes.small)
		return take_from_store(store, x, y, size);
	if (size == FR_BLOCK_SIDE)
		return make_block_tile(b, x, y, rows);
	for (int i = 0; i < 4; i++)
		four.child[i] = fr_tile_make(b, x + i % 2 * (size / 2), y + i / 2 * (size / 2),
									 size / 2, rows, store);
	t = make_parent_tile(b, &four, rows);
	drop_children(b, t, rows);
	return t;
}

void
fr_tile_drop_clique(const fr_border_build *b, fr_tile *tile)
{
	if (tile == NULL)
		return;
	if (tile->clique)
		fr_arena_free(b->arena, tile->clique, clique_size(tile));
	tile->clique = NULL;
}

/* With its children. */
void
fr_tile_free(const fr_border_build *b, fr_tile *tile)
{
	if (tile == NULL)
		return;
	for (int i = 0; i < 4; i++)
		fr_tile_free(b, tile->child[i]);
	fr_tile_drop_clique(b, tile);
	if (tile->to_inner != tile->from_inner)
		fr_arena_free(b->arena, tile->to_inner, rows_size(tile));
	fr_arena_free(b->arena, tile->from_inner, rows_size(tile));
	fr_arena_free_numbers(b->arena, tile->cell, tile->capacity);
	fr_arena_free(b->arena, tile, sizeof *tile);
}

/*
 * border_tiles.c - costs inside tiles: tiles of 8 from blocks, larger ones from four tiles
 *
 * The algorithm of Floyd and Warshall on a matrix of costs between the nodes of a tile.  A
 * round eliminates a node: it lowers all costs by paths over this node.  In a tile made of
 * four only the nodes on the separator need a round, because only these are in two of the four
 * cliques.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

/* ---- nodes ----------------------------------------------------------------- */

static void
add_node(const fr_border_build *b, fr_tile *t, fr_cell at)
{
	uint32_t node = t->boundary + t->inner;

	t->cell[node] = fr_grid_index(b->grid, at);
	b->node_of[t->cell[node]] = node;
}

static void
add_boundary(const fr_border_build *b, fr_tile *t, int32_t x, int32_t y)
{
	fr_cell at = {x, y};

	if (!fr_border_set_has(b, b->border_cells, at))
		return;
	add_node(b, t, at);
	t->boundary++;
}

/* The cells of a block that are boundary nodes even if they are not on the rim. */
static uint64_t
pinned_cells(const fr_border_build *b, const fr_tile *t, uint32_t block)
{
	return (t->size > b->small_tile ? b->global_hub_cells[block] : 0) |
		   fr_border_link_ends(b, block);
}

/* The blocks of a tile that are on the map, row by row. */
typedef struct block_iterator
{
	uint32_t x;
	uint32_t y;
	uint32_t left;
	uint32_t right;
	uint32_t bottom;
} block_iterator;

static block_iterator
blocks_of(const fr_border_build *b, const fr_tile *t)
{
	uint32_t size = (uint32_t) t->size / FR_BLOCK_SIDE;
	uint32_t x = (uint32_t) t->x / FR_BLOCK_SIDE;
	uint32_t y = (uint32_t) t->y / FR_BLOCK_SIDE;

	return (block_iterator){
		.x = x,
		.y = y,
		.left = x,
		.right = x + size < b->blocks_across ? x + size : b->blocks_across,
		.bottom = y + size < b->blocks_down ? y + size : b->blocks_down};
}

static bool
next_block(const fr_border_build *b, block_iterator *i, uint32_t *block)
{
	if (i->x == i->right)
	{
		i->x = i->left;
		i->y++;
	}
	if (i->y >= i->bottom)
		return false;
	*block = i->y * b->blocks_across + i->x++;
	return true;
}

/*
 * Adds the nodes on the rim, one side after another.  So neighbours on a side are neighbours in
 * the rows of a smaller tile, too, and rows are copied in long spans.  Then adds the pinned
 * cells inside the rim.
 */
static void
add_boundary_nodes(const fr_border_build *b, fr_tile *t, bool pinned)
{
	int32_t right = t->x + t->size;
	int32_t bottom = t->y + t->size;
	block_iterator blocks = blocks_of(b, t);
	uint32_t block;

	for (int32_t x = t->x; x <= right; x++)
		add_boundary(b, t, x, t->y);
	for (int32_t x = t->x; x <= right; x++)
		add_boundary(b, t, x, bottom);
	for (int32_t y = t->y + 1; y < bottom; y++)
		add_boundary(b, t, t->x, y);
	for (int32_t y = t->y + 1; y < bottom; y++)
		add_boundary(b, t, right, y);
	while (pinned && next_block(b, &blocks, &block))
		for (uint64_t set = pinned_cells(b, t, block); set; set &= set - 1)
		{
			fr_cell at =
				fr_block_cell(b->blocks_across, block, (uint32_t) __builtin_ctzll(set));

			if (at.x > t->x && at.y > t->y && at.x < right && at.y < bottom)
				add_boundary(b, t, at.x, at.y);
		}
}

static void
add_inner(const fr_border_build *b, fr_tile *t, int32_t x, int32_t y)
{
	fr_cell at = {x, y};

	if (!fr_border_set_has(b, b->border_cells, at) ||
		(t->size > b->small_tile && fr_border_set_has(b, b->global_hub_cells, at)) ||
		fr_border_is_link_end(b, at))
		return;
	add_node(b, t, at);
	t->inner++;
}

/* Adds the nodes on the separator; in a block, those in its last column and row. */
static void
add_inner_nodes(const fr_border_build *b, fr_tile *t)
{
	bool is_block = t->size == FR_BLOCK_SIDE;
	int32_t column = t->x + (is_block ? FR_BLOCK_SIDE - 1 : t->size / 2);
	int32_t row = t->y + (is_block ? FR_BLOCK_SIDE - 1 : t->size / 2);

	for (int32_t y = t->y + 1; y < t->y + t->size; y++)
		add_inner(b, t, column, y);
	for (int32_t x = t->x + 1; x < t->x + t->size; x++)
		if (x != column)
			add_inner(b, t, x, row);
}

/* A tile with its nodes, whose numbers are in node_of. */
static fr_tile *
new_tile(const fr_border_build *b, int32_t x, int32_t y, int32_t size)
{
	fr_tile *t = fr_arena_alloc(b->arena, sizeof *t);
	bool pinned = size > b->small_tile || b->link_ends;
	block_iterator blocks;
	uint32_t block;

	*t = (fr_tile){.x = x, .y = y, .size = size};
	t->capacity = 6 * (uint32_t) size + 4;
	for (blocks = blocks_of(b, t); pinned && next_block(b, &blocks, &block);)
		t->capacity += fr_bits_count(pinned_cells(b, t, block));
	t->cell = fr_arena_alloc_numbers(b->arena, t->capacity);
	add_boundary_nodes(b, t, pinned);
	add_inner_nodes(b, t);
	t->lanes = fr_lanes(t->inner);
	return t;
}

/* ---- costs inside a block -------------------------------------------------- */

static void
put_steps(const fr_border_build *b, uint32_t block, uint32_t local, int32_t cost[])
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

void
fr_all_pairs_in_block(const fr_border_build *b, uint32_t block, fr_all_pairs *all)
{
	fr_no_costs(all->cost[0], FR_BLOCK_CELLS * FR_BLOCK_CELLS);
	for (uint64_t cells = b->free_cells[block]; cells; cells &= cells - 1)
	{
		uint32_t local = (uint32_t) __builtin_ctzll(cells);

		all->cost[local][local] = 0;
		put_steps(b, block, local, all->cost[local]);
	}
	for (uint64_t cells = b->free_cells[block]; cells; cells &= cells - 1)
		b->minplus->eliminate(all->cost[0], FR_BLOCK_CELLS, FR_BLOCK_CELLS / FR_LANE,
							  (uint32_t) __builtin_ctzll(cells));
}

/* ---- costs between the nodes of a tile ------------------------------------- */

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

/* The rows of costs between all nodes and the inner ones, doubled. */
static int32_t *
inner_rows(const fr_border_build *b, const fr_tile *t, const matrix *m, bool to_inner)
{
	int32_t *rows = fr_arena_alloc(b->arena, rows_size(t));
	int32_t *at = rows;

	for (uint32_t node = 0; node < m->count; node++)
		for (uint32_t i = 0; i < t->lanes * FR_LANE; i++)
		{
			int32_t cost = FR_NO_COST_32;

			if (i < t->inner)
				cost = to_inner ? row_of(m, node)[t->boundary + i]
								: row_of(m, t->boundary + i)[node];
			*at++ = cost < FR_NO_COST_32 / 2 ? 2 * cost : FR_NO_COST_32;
		}
	return rows;
}

/* Keeps what is needed of a matrix, and frees it. */
static void
keep_costs(const fr_border_build *b, fr_tile *t, matrix *m, bool rows)
{
	t->clique = fr_arena_alloc(b->arena, clique_size(t));
	for (uint32_t i = 0; i < t->boundary; i++)
		memcpy(t->clique + (size_t) i * t->boundary, row_of(m, i),
			   t->boundary * sizeof *t->clique);
	if (rows)
	{
		t->from_inner = inner_rows(b, t, m, false);
		t->to_inner = b->directed ? inner_rows(b, t, m, true) : t->from_inner;
	}
	fr_arena_free(b->arena, m->cost, matrix_numbers(m) * sizeof *m->cost);
}

/* ---- tiles of 8 ------------------------------------------------------------ */

static void
update_longest(fr_border_build *b, uint32_t block, const fr_all_pairs *all)
{
	for (uint64_t set = b->border_cells[block]; set; set &= set - 1)
		for (uint32_t local = 0, at = (uint32_t) __builtin_ctzll(set);
			 local < FR_BLOCK_CELLS; local++)
		{
			int32_t there = all->cost[at][local];
			int32_t back = all->cost[local][at];

			if (there < (int32_t) b->top && there > b->longest)
				b->longest = there;
			if (back < (int32_t) b->top && back > b->longest)
				b->longest = back;
		}
}

/* Is the cell in the block, not on the lines that the tile shares with the next tiles? */
static bool
is_in_block(const fr_tile *t, fr_cell at)
{
	return at.x < t->x + FR_BLOCK_SIDE && at.y < t->y + FR_BLOCK_SIDE;
}

static void
put_all_pairs(const fr_border_build *b, const fr_tile *t, const fr_all_pairs *all,
			  fr_cell from, int32_t *row)
{
	for (uint32_t i = 0; i < t->boundary + t->inner; i++)
	{
		fr_cell at = fr_grid_cell(b->grid, t->cell[i]);

		if (is_in_block(t, at))
			row[i] = all->cost[fr_local_of(from)][fr_local_of(at)];
	}
}

/* The steps, there and back, between a node outside the block and other nodes. */
static void
put_outer_steps(const fr_border_build *b, const fr_tile *t, const matrix *m,
				uint32_t node)
{
	uint32_t cell = t->cell[node];
	fr_cell at = fr_grid_cell(b->grid, cell);

	for (unsigned moves = b->moves[cell] | b->back[cell]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t to = cell + (uint32_t) b->grid->offset[d];
		fr_cell end = {at.x + fr_dx[d], at.y + fr_dy[d]};
		uint32_t there = FR_NO_STEP;
		uint32_t back = FR_NO_STEP;

		if (end.x < t->x || end.y < t->y || end.x > t->x + t->size ||
			end.y > t->y + t->size || !fr_border_set_has(b, b->border_cells, end))
			continue;
		if (b->moves[cell] >> d & 1)
			there = fr_border_step_cost(b, cell, d);
		if (there != FR_NO_STEP)
			lower_cost(&row_of(m, node)[b->node_of[to]], (int32_t) there);
		if (b->back[cell] >> d & 1)
			back = fr_border_step_cost(b, to, fr_opposite(d));
		if (back != FR_NO_STEP)
			lower_cost(&row_of(m, b->node_of[to])[node], (int32_t) back);
	}
}

static fr_tile *
make_block_tile(fr_border_build *b, int32_t x, int32_t y, bool rows)
{
	uint32_t block = fr_block_of(b->blocks_across, (fr_cell){x, y});
	fr_tile *t = new_tile(b, x, y, FR_BLOCK_SIDE);
	matrix m = new_matrix(b, t);
	fr_all_pairs all;

	fr_all_pairs_in_block(b, block, &all);
	update_longest(b, block, &all);
	for (uint32_t node = 0; node < m.count; node++)
	{
		fr_cell at = fr_grid_cell(b->grid, t->cell[node]);

		if (is_in_block(t, at))
			put_all_pairs(b, t, &all, at, row_of(&m, node));
		else
			put_outer_steps(b, t, &m, node);
	}
	for (uint32_t node = 0; node < m.count; node++)
		eliminate(b, &m, node);
	keep_costs(b, t, &m, rows);
	return t;
}

/* ---- tiles of four --------------------------------------------------------- */

static void
put_clique(const fr_border_build *b, const fr_tile *child, const matrix *m)
{
	const int32_t *cost = child->clique;

	for (uint32_t i = 0; i < child->boundary; i++)
	{
		int32_t *row = row_of(m, b->node_of[child->cell[i]]);

		for (uint32_t k = 0; k < child->boundary; k++)
			lower_cost(&row[b->node_of[child->cell[k]]], *cost++);
	}
}

static fr_tile *
make_parent_tile(fr_border_build *b, const fr_tile *four, bool rows)
{
	int32_t half = four->size / 2;
	fr_tile *t = new_tile(b, four->x, four->y, four->size);
	matrix m = new_matrix(b, t);

	for (int i = 0; i < 4; i++)
		if (four->child[i])
			put_clique(b, four->child[i], &m);
	for (uint32_t node = 0; node < m.count; node++)
	{
		fr_cell at = fr_grid_cell(b->grid, t->cell[node]);

		if (at.x == t->x + half || at.y == t->y + half)
			eliminate(b, &m, node);
	}
	keep_costs(b, t, &m, rows);
	for (int i = 0; i < 4; i++)
		if (rows)
		{
			fr_tile_drop_clique(b, four->child[i]);
			t->child[i] = four->child[i];
		}
		else
			fr_tile_free(b, four->child[i]);
	return t;
}

fr_tile *
fr_tile_make(fr_border_build *b, int32_t x, int32_t y, int32_t size, bool rows,
			 fr_tile_store *store)
{
	fr_tile four = {.x = x, .y = y, .size = size};

	if (!fr_grid_has(b->grid, (fr_cell){x, y}))
		return NULL;
	if (store && size == b->small_tile)
	{
		fr_tile **stored =
			&store->tiles[(uint32_t) (y / size) * store->across + x / size];
		fr_tile *tile = *stored;

		*stored = NULL;
		return tile;
	}
	if (size == FR_BLOCK_SIDE)
		return make_block_tile(b, x, y, rows);
	for (int i = 0; i < 4; i++)
		four.child[i] = fr_tile_make(b, x + i % 2 * (size / 2), y + i / 2 * (size / 2),
									 size / 2, rows, store);
	return make_parent_tile(b, &four, rows);
}

void
fr_tile_drop_clique(const fr_border_build *b, fr_tile *tile)
{
	if (tile && tile->clique)
	{
		fr_arena_free(b->arena, tile->clique, clique_size(tile));
		tile->clique = NULL;
	}
}

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

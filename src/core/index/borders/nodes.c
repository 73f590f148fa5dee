/*
 * nodes.c - the nodes of a tile: its gates and its inner border cells
 */
#include "core/index/borders/tiles.h"

static void
add_node(const fr_border_build *b, fr_tile *t, int32_t x, int32_t y)
{
	uint32_t node = t->gates + t->inner;

	t->cell[node] = fr_grid_index(b->grid, (fr_cell){x, y});
	b->place[t->cell[node]] = node;
}

static void
add_gate(const fr_border_build *b, fr_tile *t, int32_t x, int32_t y)
{
	if (!fr_frame_has(b, b->borders, x, y))
		return;
	add_node(b, t, x, y);
	t->gates++;
}

static bool
has_first_hubs(const fr_border_build *b, const fr_tile *t)
{
	return t->size > b->sizes.first;
}

static bool
is_inside(const fr_tile *t, fr_cell at)
{
	return at.x > t->x && at.y > t->y && at.x < t->x + t->size && at.y < t->y + t->size;
}

/* Cells of a block that are gates wherever they are in the tile: first hubs, ends of links. */
static uint64_t
free_gates(const fr_border_build *b, const fr_tile *t, uint32_t block)
{
	return (has_first_hubs(b, t) ? b->firsts[block] : 0) | fr_frame_ends(b, block);
}

static bool
has_free_gates(const fr_border_build *b, const fr_tile *t)
{
	return has_first_hubs(b, t) || b->ends;
}

/* Those of a block that are inside the tile and not on its rim. */
static void
add_free_gates(const fr_border_build *b, fr_tile *t, uint32_t block)
{
	for (uint64_t set = free_gates(b, t, block); set; set &= set - 1)
	{
		fr_cell at = fr_cell_at(b->across, block, (uint32_t) __builtin_ctzll(set));

		if (is_inside(t, at))
			add_gate(b, t, at.x, at.y);
	}
}

/* The blocks of a tile, one after another: those inside the map. */
typedef struct block_walk
{
	uint32_t x;
	uint32_t y;
	uint32_t left;
	uint32_t right;
	uint32_t bottom;
} block_walk;

static block_walk
walk_blocks(const fr_border_build *b, const fr_tile *t)
{
	block_walk w = {(uint32_t) t->x / 8, (uint32_t) t->y / 8, (uint32_t) t->x / 8,
					(uint32_t) (t->x + t->size) / 8, (uint32_t) (t->y + t->size) / 8};

	w.right = w.right < b->across ? w.right : b->across;
	w.bottom = w.bottom < b->down ? w.bottom : b->down;
	return w;
}

static bool
next_block(const fr_border_build *b, block_walk *w, uint32_t *block)
{
	if (w->x == w->right)
	{
		w->x = w->left;
		w->y++;
	}
	if (w->y >= w->bottom)
		return false;
	*block = w->y * b->across + w->x++;
	return true;
}

static uint32_t
count_free_gates(const fr_border_build *b, const fr_tile *t)
{
	block_walk w = walk_blocks(b, t);
	uint32_t count = 0;
	uint32_t block;

	while (next_block(b, &w, &block))
		count += fr_bits_count(free_gates(b, t, block));
	return count;
}

/* Side by side, so that those of a part of a side follow each other in a smaller tile, too. */
static void
add_gates(const fr_border_build *b, fr_tile *t)
{
	block_walk w = walk_blocks(b, t);
	uint32_t block;

	for (int32_t x = t->x; x <= t->x + t->size; x++)
		add_gate(b, t, x, t->y);
	for (int32_t x = t->x; x <= t->x + t->size; x++)
		add_gate(b, t, x, t->y + t->size);
	for (int32_t y = t->y + 1; y < t->y + t->size; y++)
		add_gate(b, t, t->x, y);
	for (int32_t y = t->y + 1; y < t->y + t->size; y++)
		add_gate(b, t, t->x + t->size, y);
	while (has_free_gates(b, t) && next_block(b, &w, &block))
		add_free_gates(b, t, block);
}

static void
add_inner(const fr_border_build *b, fr_tile *t, int32_t x, int32_t y)
{
	if (!fr_frame_has(b, b->borders, x, y) ||
		(has_first_hubs(b, t) && fr_frame_has(b, b->firsts, x, y)) ||
		fr_frame_is_end(b, (fr_cell){x, y}))
		return;
	add_node(b, t, x, y);
	t->inner++;
}

static void
add_cross(const fr_border_build *b, fr_tile *t)
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
	for (int32_t i = 1; i < FR_INDEX_BLOCK; i++)
		add_inner(b, t, t->x + FR_INDEX_BLOCK - 1, t->y + i);
	for (int32_t i = 1; i + 1 < FR_INDEX_BLOCK; i++)
		add_inner(b, t, t->x + i, t->y + FR_INDEX_BLOCK - 1);
}

/* A tile with its nodes, which are also noted by place. */
fr_tile *
fr_tile_lay_out(const fr_border_build *b, int32_t x, int32_t y, int32_t size)
{
	fr_tile *t = fr_take(b->arena, sizeof *t);

	*t = (fr_tile){.x = x, .y = y, .size = size};
	t->room =
		6 * (uint32_t) size + 4 + (has_free_gates(b, t) ? count_free_gates(b, t) : 0);
	t->cell = fr_take_numbers(b->arena, t->room);
	add_gates(b, t);
	if (size == FR_INDEX_BLOCK)
		add_inner_borders(b, t);
	else
		add_cross(b, t);
	t->lanes = fr_lanes(t->inner);
	return t;
}

/*
 * border_build.c - builds an index in the borders form
 *
 * A build finds the border cells and the units of costs.  Then it labels the boundary nodes of
 * large tiles.  At last it labels all border cells, and encodes them block by block.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#include "core/base/number.h"
#include "core/grid/grid_components.h"
#include "core/grid/moves.h"

/* ---- expected size --------------------------------------------------------- */

/*
 * Estimates from the number of hubs, for which all free cells on the first rows and columns of
 * blocks count.  Over 471 builds on real and generated maps, uniform and weighted, an index
 * took 0.3 to 3.3 times the bytes expected, and 0.5 to 2.6 times in 19 of 20 builds.  Memory
 * was 0.3 to 2.5 times the estimate, less on small maps, and once 7.5 times.  Time was mostly
 * half the estimate.
 */
static fr_index_expectation
expect(const fr_grid *grid)
{
	const uint64_t first_columns = UINT64_C(0x0101010101010101);
	double directions = fr_index_is_directed(grid) || grid->oneway ? 2 : 1;
	uint64_t cells = 0;
	double hubs;

	for (uint32_t y = 0; y < grid->height; y++)
		for (uint32_t word = 0; word * 64 < grid->width; word++)
		{
			uint64_t free = fr_grid_free_word(grid, y, word);

			cells += fr_bits_count(y % FR_BLOCK_SIDE == 0 ? free : free & first_columns);
		}
	hubs = (double) cells + fr_grid_link_count(grid);
	return (fr_index_expectation){.form = FR_INDEX_BORDERS,
								  .bytes = hubs * 260 * directions,
								  .memory = 1e6 + hubs * 600 * directions,
								  .seconds = hubs * 75e-6 * directions};
}

/* ---- border cells and hubs ------------------------------------------------- */

#define RIM UINT64_C(0xff818181818181ff)  /* cells with a neighbour outside the block */
#define HUBS UINT64_C(0x01010101010101ff) /* the first row and the first column */

/* The moves out of a cell and into it, by the direction that leads out. */
static unsigned
moves_at(const fr_grid *grid, fr_cell at)
{
	return fr_legal_moves(grid, at) |
		   (grid->oneway ? grid->oneway->back[fr_grid_index(grid, at)] : 0);
}

static bool
leaves_block(unsigned moves, uint32_t local)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (moves >> d & 1 && !fr_stays_in_block(local, d))
			return true;
	return false;
}

uint32_t
fr_border_count_hubs(const fr_grid *grid, const fr_poll *poll)
{
	uint32_t hubs = 0;

	for (int32_t y = 0; y < (int32_t) grid->height; y++)
	{
		fr_poll_at(poll, (uint64_t) y);
		for (int32_t x = 0; x < (int32_t) grid->width;
			 x += y % FR_BLOCK_SIDE == 0 ? 1 : FR_BLOCK_SIDE)
		{
			fr_cell at = {x, y};

			hubs += leaves_block(moves_at(grid, at), fr_local_of(at));
		}
	}
	for (uint32_t n = 0; grid->links && n < grid->cells; n += 64)
	{
		uint64_t ends =
			fr_arcs_word(&grid->links->ahead, n) | fr_arcs_word(&grid->links->back, n);

		fr_poll_at(poll, n / 64);
		for (; ends; ends &= ends - 1)
		{
			fr_cell at = fr_grid_cell(grid, n + (uint32_t) __builtin_ctzll(ends));
			bool counted = HUBS >> fr_local_of(at) & 1 &&
						   leaves_block(moves_at(grid, at), fr_local_of(at));

			hubs += !counted;
		}
	}
	return hubs;
}

/* The free cells of a block: bit x + 8 * y is set if cell (x,y) of the block is inside the map and free. */
static uint64_t
free_cells(const fr_grid *grid, uint32_t across, uint32_t block)
{
	fr_cell corner = fr_block_cell(across, block, 0);
	uint32_t columns = grid->width - (uint32_t) corner.x;
	uint64_t within = columns < FR_BLOCK_SIDE ? (UINT64_C(1) << columns) - 1 : 255;
	uint64_t cells = 0;

	for (uint32_t y = 0; y < FR_BLOCK_SIDE && corner.y + y < grid->height; y++)
	{
		uint64_t word = fr_bits_line(&grid->rows, corner.y + y)[corner.x / 64];

		cells |= (~word >> corner.x % 64 & within) << y * FR_BLOCK_SIDE;
	}
	return cells;
}

static void
find_border_cells(fr_border_build *b, uint32_t block)
{
	uint64_t ends = fr_border_link_ends(b, block);

	b->free_cells[block] = free_cells(b->grid, b->blocks_across, block);
	for (uint64_t cells = b->free_cells[block] & RIM; cells; cells &= cells - 1)
	{
		uint32_t local = (uint32_t) __builtin_ctzll(cells);
		fr_cell at = fr_block_cell(b->blocks_across, block, local);

		uint32_t cell = fr_grid_index(b->grid, at);

		if (leaves_block(b->moves[cell] | b->back[cell], local))
			b->border_cells[block] |= cells & -cells;
	}
	b->border_cells[block] |= ends;
	b->border_count += fr_bits_count(b->border_cells[block]);
	b->hub_count += fr_bits_count(b->border_cells[block] & (HUBS | ends));
}

static uint64_t *
new_set(const fr_border_build *b)
{
	size_t size = (size_t) b->blocks_across * b->blocks_down * sizeof(uint64_t);
	uint64_t *set = fr_arena_alloc(b->arena, size);

	memset(set, 0, size);
	return set;
}

/* Sets all fields that follow from the grid; arena, poll and progress are set. */
static void
init_build(fr_border_build *b, const fr_grid *grid)
{
	b->grid = grid;
	b->minplus = fr_minplus_pick();
	b->moves = grid->moves ? grid->moves : fr_grid_moves(grid, b->arena, b->poll);
	b->back = grid->oneway ? grid->oneway->back : b->moves;
	b->directed = (!grid->costs.uniform && !fr_weigh_is_symmetric(grid->costs.weigh)) ||
				  fr_arcs_asymmetric(grid, b->poll) || b->oneway ||
				  (b->layers && !b->prices.both_ends);
	b->blocks_across = fr_blocks_across(grid->width);
	b->blocks_down = fr_blocks_across(grid->height);
	b->free_cells = new_set(b);
	b->border_cells = new_set(b);
	b->global_hub_cells = new_set(b);
	b->link_ends = grid->links ? new_set(b) : NULL;
	b->node_of = fr_arena_alloc_numbers(b->arena, grid->cells);
	for (uint32_t i = 0; grid->links && i < grid->links->count; i++)
	{
		fr_poll_at(b->poll, i);
		fr_border_set_add(b, b->link_ends, grid->links->ahead.at[i].from);
		fr_border_set_add(b, b->link_ends, grid->links->ahead.at[i].to);
	}
	for (uint32_t block = 0; block < b->blocks_across * b->blocks_down; block++)
	{
		fr_poll_at(b->poll, block);
		find_border_cells(b, block);
	}
}

/* ---- costs ----------------------------------------------------------------- */

static bool
has_oneway_step(const fr_grid *grid, const fr_poll *poll)
{
	for (uint32_t cell = 0; cell < grid->cells; cell++)
	{
		fr_poll_at(poll, cell);
		if (grid->oneway->moves[cell] != grid->oneway->back[cell])
			return true;
	}
	return false;
}

/*
 * Under most models the weight of a step is that of one of its cells, and what layers cost
 * differs there and back.  Without links the build counts both cells of a step instead.  Then
 * costs are symmetric, and labels of one direction suffice.  fr_borders_grid_cost converts the
 * answers.  The grid of the build has no prices of layers: fr_border_grid_step adds them.
 */
static const fr_grid *
symmetric_grid(fr_border_build *b, const fr_grid *grid)
{
	bool one_cell = !grid->costs.uniform && !fr_weigh_is_symmetric(grid->costs.weigh);
	bool symmetric = !grid->links && !fr_index_is_directed(grid);
	fr_grid *copy;

	b->oneway = grid->oneway && has_oneway_step(grid, b->poll);
	symmetric &= !b->oneway;
	if (grid->prices && (grid->prices->enter || fr_prices_rise_at_all(grid->prices)))
		b->layers = grid->prices;
	if (!grid->prices && !(one_cell && symmetric))
		return grid;
	copy = fr_arena_alloc(b->arena, sizeof *copy);
	*copy = *grid;
	copy->prices = NULL;
	b->prices.both_ends = b->layers && symmetric;
	b->doubled = b->prices.both_ends && !one_cell;
	for (int d = 0; b->doubled && d < FR_DIRECTIONS; d++)
		copy->costs.step[d] *= 2;
	if (one_cell && symmetric)
		copy->costs.weigh = FR_WEIGH_AVERAGE;
	copy->costs.step_max *= 2;
	return copy;
}

/* What entering a cell costs by layers, in the grid's unit. */
static uint64_t
entered(const fr_border_build *b, uint32_t cell)
{
	return b->layers->enter && !fr_grid_blocked(b->grid, cell)
			   ? b->layers->enter[cell] * b->layers->each
			   : 0;
}

/* The fewest parts of a straight step that make all costs of links and layers whole. */
static fr_status
choose_parts(fr_border_build *b, fr_error *error)
{
	uint64_t straight = b->grid->costs.step[FR_N];
	uint64_t part = fr_arc_parts(b->grid).part;

	for (uint32_t cell = 0; b->layers && cell < b->grid->cells; cell++)
	{
		fr_poll_at(b->poll, cell);
		part = fr_gcd(part, entered(b, cell));
	}
	if (b->layers && fr_prices_rise_at_all(b->layers))
		part = fr_gcd(fr_gcd(part, fr_prices_rise(b->layers)), fr_prices_drop(b->layers));
	if (straight / part > FR_INDEX_TOP)
		return fr_fail(error, FR_INDEX_LIMIT, .what = "cost",
					   .found = (int64_t) (straight / part), .wanted = FR_INDEX_TOP);
	b->step_parts = (fr_step_parts){(uint32_t) (straight / part), part};
	return FR_OK;
}

/* In parts.  A price above all costs of best paths is on none. */
static uint32_t
in_parts(const fr_border_build *b, uint64_t cost)
{
	uint64_t parts = cost / b->step_parts.part;

	return parts < FR_INDEX_TOP ? (uint32_t) parts : FR_INDEX_TOP;
}

/* Writes the sections of prices and heights, which the build reads, too. */
static void
put_layers(fr_border_build *b, const fr_index_builder *builder)
{
	uint32_t cells = b->grid->cells;
	const fr_prices *layers = b->layers;

	if (layers == NULL)
		return;
	if (layers->enter)
	{
		uint8_t *enter = fr_plan_section(builder, FR_SECTION_PRICES, (size_t) cells * 4);

		for (uint32_t cell = 0; cell < cells; cell++)
		{
			fr_poll_at(b->poll, cell);
			fr_put32(enter, cell, in_parts(b, entered(b, cell)));
		}
		b->prices.enter = enter;
	}
	if (fr_prices_rise_at_all(layers))
	{
		bool tall = layers->tall != NULL;
		uint8_t *height =
			fr_plan_section(builder, FR_SECTION_HEIGHTS, (size_t) cells * (tall ? 4 : 2));

		for (uint32_t cell = 0; cell < cells; cell++)
		{
			fr_poll_at(b->poll, cell);
			if (tall)
				fr_put32(height, cell, layers->tall[cell]);
			else
				fr_put16(height, cell, layers->height[cell]);
		}
		b->prices.height = height;
		b->prices.tall = tall;
		b->prices.rise = in_parts(b, fr_prices_rise(layers));
		b->prices.drop = in_parts(b, fr_prices_drop(layers));
	}
	b->layered = true;
}

/* Any ratio of diagonal to straight steps will do.  Without diagonal steps it is 1. */
static fr_index_rule
rule_of(const fr_border_build *b)
{
	const fr_grid *grid = b->grid;
	uint64_t straight = b->step_parts.part;

	return (fr_index_rule){grid->costs.hex ? FR_CORNERS_OF_HEX : grid->corners,
						   !grid->octile, straight,
						   grid->octile ? grid->costs.step[FR_NE] : straight};
}

static uint64_t
weight_of(const fr_border_build *b, uint32_t cell)
{
	uint64_t weight = b->grid->costs.weight[b->grid->terrain[cell]];

	return weight < b->top ? weight : b->top;
}

uint64_t
fr_border_grid_step(const fr_border_build *b, uint32_t cell, int direction)
{
	uint64_t cost = fr_step_cost(b->grid, cell, direction);

	if (b->layered)
		cost += fr_border_price(&b->prices, cell,
								cell + (uint32_t) b->grid->offset[direction]) *
				b->step_parts.part;
	return cost;
}

uint32_t
fr_border_step_cost(const fr_border_build *b, uint32_t cell, int direction)
{
	uint64_t cost = fr_is_diagonal(direction)
						? b->units.diagonal
						: (uint64_t) b->units.straight * b->step_parts.parts;
	uint32_t to = cell + (uint32_t) b->grid->offset[direction];
	uint64_t price = b->layered ? fr_border_price(&b->prices, cell, to) : 0;

	if (price >= b->top) /* which the product may not fit */
		return FR_NO_STEP;
	if (b->grid->terrain)
		cost *=
			fr_step_weight(b->grid->costs.weigh, weight_of(b, cell), weight_of(b, to));
	if (b->layered)
		cost += price * b->units.straight;
	return cost < b->top ? (uint32_t) cost : FR_NO_STEP;
}

/* ---- building -------------------------------------------------------------- */

#define LARGE_TILE_MAX 128
#define LARGE_TILE_MIN 16

/* Large tiles are as large as leaves four of them along the longer side of the map. */
static void
choose_tile_sizes(fr_border_build *b)
{
	uint32_t side = b->grid->width > b->grid->height ? b->grid->width : b->grid->height;

	b->large_tile = LARGE_TILE_MIN;
	while (b->large_tile < LARGE_TILE_MAX && (uint32_t) b->large_tile * 8 <= side)
		b->large_tile *= 2;
	b->small_tile =
		b->large_tile > 2 * LARGE_TILE_MIN ? 2 * FR_BLOCK_SIDE : FR_BLOCK_SIDE;
}

/* Two bytes hold pairs of counts if plain numbers exceed two bytes. */
static fr_border_encoder
new_encoder(const fr_border_build *b, const fr_index_rule *rule, bool many)
{
	uint32_t inverse = fr_index_inverse(rule, b->units);
	fr_border_encoder e = {
		.costs = {b->units, inverse, inverse > 0 || b->longest >= 255 * 256},
		.many = many};

	e.directory =
		fr_arena_alloc(b->arena, (size_t) b->blocks_across * b->blocks_down * 4);
	e.blocks.arena = e.tables.bytes.arena = e.offset_lists.bytes.arena = b->arena;
	return e;
}

static void
free_encoder(const fr_border_build *b, fr_border_encoder *e)
{
	fr_arena_free(b->arena, e->directory, (size_t) b->blocks_across * b->blocks_down * 4);
	fr_arena_free(b->arena, e->blocks.bytes, e->blocks.capacity);
	fr_byte_pool_free(&e->tables);
	fr_byte_pool_free(&e->offset_lists);
}

/* Labels and encodes; FR_INDEX_MAX_SIZE. */
static fr_status
encode(fr_border_build *b, const fr_index_builder *builder, const fr_index_rule *rule,
	   fr_border_encoder *e)
{
	fr_boundary_labels boundary;
	size_t size;
	bool done;

	fr_label_boundaries(b, &boundary);
	*e = new_encoder(b, rule, b->hub_count > FR_HUBS_MAX);
	done = fr_label_blocks(b, &boundary, e, builder->max_size);
	if (!done && !e->many && fr_border_encoder_size(e) <= builder->max_size)
	{
		free_encoder(b, e);
		*e = new_encoder(b, rule, true);
		done = fr_label_blocks(b, &boundary, e, builder->max_size);
	}
	fr_boundary_labels_free(b, &boundary);
	if (done)
		return builder->error->status = FR_OK;
	size = fr_border_encoder_size(e);
	free_encoder(b, e);
	return fr_fail(builder->error, FR_INDEX_MAX_SIZE, .found = (int64_t) size,
				   .wanted = (int64_t) builder->max_size);
}

static fr_index_section
section_of(const fr_byte_buffer *buffer)
{
	return (fr_index_section){buffer->bytes, buffer->size};
}

/* Writes the weights of codes, at most `top`, and the codes of cells, which queries read if not all cells weigh the same. */
static void
put_terrain(const fr_index_builder *builder, uint32_t top)
{
	const fr_grid *grid = builder->request->grid;
	size_t size = (size_t) grid->code_count * 4;
	uint8_t *weights = fr_arena_alloc(builder->arena, size);

	memset(weights, 0, size);
	builder->plan->section[FR_SECTION_WEIGHTS] = (fr_index_section){weights, size};
	if (grid->terrain == NULL)
		return;
	for (int i = 0; i < grid->code_count; i++)
		fr_put32(weights, (size_t) i,
				 grid->costs.weight[i] == FR_BLOCKED ? 0
				 : grid->costs.weight[i] < top		 ? (uint32_t) grid->costs.weight[i]
													 : top);
	builder->plan->section[FR_SECTION_TERRAIN] =
		(fr_index_section){grid->terrain, grid->cells};
}

static void
put_sections(const fr_border_build *b, const fr_index_builder *builder,
			 fr_border_encoder *e)
{
	fr_index_section *section = builder->plan->section;
	fr_arc_scale scale = fr_border_link_scale(b);

	fr_byte_buffer_append(&e->blocks, FR_BLOCK_SLACK);
	section[FR_SECTION_DIRECTORY] =
		(fr_index_section){e->directory, (size_t) b->blocks_across * b->blocks_down * 4};
	section[FR_SECTION_BLOCKS] = section_of(&e->blocks);
	section[FR_SECTION_TABLES] = section_of(&e->tables.bytes);
	section[FR_SECTION_OFFSETS] = section_of(&e->offset_lists.bytes);
	section[FR_SECTION_LINKS] = fr_arc_section(b->grid->links, &scale, b->arena, b->poll);
	if (b->grid->oneway)
		section[FR_SECTION_MOVES] = (fr_index_section){b->moves, b->grid->cells};
	put_terrain(builder, b->top);
	fr_plan_rows(builder);
}

/* FR_INDEX_LIMIT: costs have no units, or a link costs too much; FR_INDEX_MAX_SIZE. */
static fr_status
build(fr_index_builder *builder)
{
	fr_border_build b = {.arena = builder->arena,
						 .poll = builder->poll,
						 .progress = builder->request->progress};
	const fr_grid *grid = symmetric_grid(&b, builder->request->grid);
	int weigh = builder->request->grid->costs.weigh;
	bool shifted = grid->costs.weigh != weigh;
	uint64_t dearest = fr_arc_dearest(grid);
	fr_index_rule rule;
	fr_border_encoder e;

	if (dearest > grid->costs.limit)
		return fr_fail(builder->error, FR_INDEX_LIMIT, .what = "cost",
					   .found = (int64_t) dearest, .wanted = FR_INDEX_TOP);
	fr_border_begin_stage(&b, "costs and units");
	init_build(&b, grid);
	if (choose_parts(&b, builder->error))
		return builder->error->status;
	builder->plan->extended = grid->costs.layered || grid->oneway;
	put_layers(&b, builder);
	rule = rule_of(&b);
	if (fr_index_units_for(&rule, fr_border_diameter_bound(&b) + 1, &b.units, &b.top,
						   builder->error))
		return builder->error->status;
	choose_tile_sizes(&b);
	if (encode(&b, builder, &rule, &e))
		return builder->error->status;
	put_sections(&b, builder, &e);
	return fr_plan_finish(
		builder,
		&(fr_index_header){
			.form = FR_INDEX_BORDERS,
			.rule = rule,
			.parts = b.step_parts.parts,
			.units = b.units,
			.top = b.top,
			.hubs = b.hub_count,
			.borders = b.border_count,
			.rise = b.prices.rise,
			.drop = b.prices.drop,
			.flags =
				(e.many ? FR_FLAG_MANY : 0) |
				(b.directed && (grid->links || builder->plan->extended) ? FR_FLAG_ONEWAY
																		: 0) |
				(e.costs.pairs ? FR_FLAG_PAIRS : 0) |
				(grid->costs.weigh == FR_WEIGH_AVERAGE ? FR_FLAG_AVERAGE : 0) |
				(weigh == FR_WEIGH_LEAVE ? FR_FLAG_LEAVE : 0) |
				(weigh == FR_WEIGH_MAX ? FR_FLAG_MAX : 0) |
				(shifted ? FR_FLAG_SHIFTED : 0) | (b.doubled ? FR_FLAG_DOUBLED : 0) |
				(b.prices.tall ? FR_FLAG_TALL : 0)});
}

const fr_index_row fr_index_borders_row = {
	.rules = FR_BORDERS_RULES,
	.expect = expect,
	.build = build,
	.flags = FR_FLAG_RULE | FR_FLAG_AVERAGE | FR_FLAG_PAIRS | FR_FLAG_SHIFTED |
			 FR_FLAG_MANY | FR_FLAG_ONEWAY | FR_FLAG_LEAVE | FR_FLAG_MAX |
			 FR_FLAG_DOUBLED | FR_FLAG_TALL,
	.sections = FR_SECTIONS_ALWAYS | FR_SECTION_BIT(WEIGHTS) | FR_SECTION_BIT(TERRAIN) |
				FR_SECTION_BIT(TABLES) | FR_SECTION_BIT(OFFSETS) | FR_SECTION_BIT(LINKS) |
				FR_SECTION_BIT(PRICES) | FR_SECTION_BIT(HEIGHTS) | FR_SECTION_BIT(MOVES),
	.has_header = fr_borders_has_header,
	.check = fr_borders_check,
	.cost = fr_borders_cost,
	.costs_to = fr_borders_costs_to,
	.trace = fr_borders_trace,
	.step = fr_borders_step,
	.entries = fr_borders_entries,
};

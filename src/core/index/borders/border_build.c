/*
 * border_build.c - builds an index in the borders form: what it will take, and its stages
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#include "core/grid/moves.h"

/* ---- what it will take ------------------------------------------------------------- */

/*
 * Expected are hubs by the free cells on the first rows and columns of blocks, but for a few
 * that are walled in; half of the border cells are hubs.  Over 471 builds on real and
 * generated maps, uniform and weighted, bytes were 0.3 to 3.3 times as many as expected, 19
 * in 20 of them 0.5 to 2.6 times; memory 0.3 to 2.5 times, less on small maps, and once 7.5
 * times; time mostly half as long.
 */

#define FIRST_COLUMNS UINT64_C(0x0101010101010101) /* of the blocks in a word of a row */
#define FIRST_ROW 8

/* Free cells on the first rows and columns of blocks: the hubs of borders, or some more. */
static uint64_t
count_hubs(const fr_grid *grid)
{
	uint64_t hubs = 0;

	for (uint32_t y = 0; y < grid->height; y++)
		for (uint32_t word = 0; word * 64 < grid->width; word++)
		{
			uint64_t free = fr_grid_free_word(grid, y, word);

			hubs += fr_bits_count(y % FIRST_ROW == 0 ? free : free & FIRST_COLUMNS);
		}
	return hubs;
}

/* There and back cost different amounts: two labels, in two runs. */
static fr_index_expectation
expect(const fr_grid *grid)
{
	double hubs = (double) count_hubs(grid) + fr_grid_link_count(grid);
	double sides = fr_index_is_directed(grid) ? 2 : 1;

	return (fr_index_expectation){.form = FR_INDEX_BORDERS,
								  .bytes = hubs * 260 * sides,
								  .memory = 1e6 + hubs * 600 * sides,
								  .seconds = hubs * 75e-6 * sides};
}

/* ---- border cells, and what a step costs ---------------------------------------------- */

/* The free cells of a block: its eight bytes of the rows, which have ones for blocked cells. */
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

static bool
leaves_block(unsigned moves, uint32_t local)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (moves >> d & 1 && !fr_stays_in_block(local, d))
			return true;
	return false;
}

#define RIM UINT64_C(0xff818181818181ff)  /* cells with a neighbour outside */
#define HUBS UINT64_C(0x01010101010101ff) /* the first row and column */

static void
find_border_cells(fr_border_build *b, uint32_t block)
{
	b->free_cells[block] = free_cells(b->grid, b->blocks_across, block);
	for (uint64_t cells = b->free_cells[block] & RIM; cells; cells &= cells - 1)
	{
		uint32_t local = (uint32_t) __builtin_ctzll(cells);
		fr_cell at = fr_block_cell(b->blocks_across, block, local);

		if (leaves_block(b->moves[fr_grid_index(b->grid, at)], local))
			b->border_cells[block] |= cells & -cells;
	}
	b->border_cells[block] |= fr_border_link_ends(b, block);
	b->border_count += fr_bits_count(b->border_cells[block]);
	b->hub_count +=
		fr_bits_count(b->border_cells[block] & (HUBS | fr_border_link_ends(b, block)));
}

/* Adds a cell to a set by block. */
static void
add_to_set(const fr_border_build *b, uint64_t *set, uint32_t cell)
{
	fr_cell at = fr_border_cell(b, cell);

	set[fr_block_of(b->blocks_across, at)] |= UINT64_C(1) << fr_local_of(at);
}

static uint64_t *
new_sets(const fr_border_build *b)
{
	size_t size = (size_t) b->blocks_across * b->blocks_down * sizeof(uint64_t);
	uint64_t *sets = fr_arena_alloc(b->arena, size);

	memset(sets, 0, size);
	return sets;
}

static uint64_t *
find_link_ends(const fr_border_build *b)
{
	uint64_t *ends = new_sets(b);

	for (uint32_t i = 0; i < b->grid->links->count; i++)
	{
		const fr_arc *hop = &b->grid->links->ahead.at[i];

		fr_poll_at(b->poll, i);
		add_to_set(b, ends, hop->from);
		add_to_set(b, ends, hop->to);
	}
	return ends;
}

/* Fills in what follows from the grid alone; arena and poll are there. */
static void
init_build(fr_border_build *b, const fr_grid *grid)
{
	b->grid = grid;
	b->minplus = fr_minplus_pick();
	b->moves = grid->moves ? grid->moves : fr_grid_moves(grid, b->arena, b->poll);
	b->directed = (!grid->costs.uniform && !grid->costs.average) ||
				  fr_arcs_asymmetric(grid, b->poll);
	b->link_parts = fr_arc_parts(grid);
	b->blocks_across = fr_blocks_across(grid->width);
	b->blocks_down = fr_blocks_across(grid->height);
	b->free_cells = new_sets(b);
	b->border_cells = new_sets(b);
	b->global_hub_cells = new_sets(b);
	b->link_ends = grid->links ? find_link_ends(b) : NULL;
	b->node_of = fr_arena_alloc_numbers(b->arena, grid->cells);
	for (uint32_t block = 0; block < b->blocks_across * b->blocks_down; block++)
	{
		fr_poll_at(b->poll, block);
		find_border_cells(b, block);
	}
}

/* A first hub, after those before. */
void
fr_border_add_global_hub(fr_border_build *b, uint32_t cell)
{
	add_to_set(b, b->global_hub_cells, cell);
	b->global_hubs[b->global_hub_count++] = cell;
}

static uint64_t
weight_of(const fr_border_build *b, uint32_t cell)
{
	uint64_t weight = b->grid->costs.weight[b->grid->terrain[cell]];

	return weight < b->top ? weight : b->top;
}

/* The cost of a legal step; FR_NO_STEP if no best path can afford it. */
uint32_t
fr_border_step_cost(const fr_border_build *b, uint32_t cell, int direction)
{
	uint64_t unit = fr_is_diagonal(direction)
						? b->units.diagonal
						: (uint64_t) b->units.straight * b->link_parts.parts;
	uint64_t weight = 1;

	if (b->grid->terrain)
		weight = weight_of(b, cell + (uint32_t) b->grid->offset[direction]) +
				 (b->grid->costs.average ? weight_of(b, cell) : 0);
	return unit * weight < b->top ? (uint32_t) (unit * weight) : FR_NO_STEP;
}

/* Does a step from a cell, which may be blocked, leave the block that it is in? */
static bool
leaves_block_from(const fr_grid *grid, fr_cell at)
{
	return leaves_block(fr_legal_moves(grid, at), fr_local_of(at));
}

/* Ends of links that are hubs for no other reason. */
static uint32_t
count_other_ends(const fr_grid *grid, const fr_poll *poll)
{
	uint32_t count = 0;

	for (uint32_t n = 0; grid->links && n < grid->cells; n += 64)
	{
		uint64_t ends =
			fr_arcs_word(&grid->links->ahead, n) | fr_arcs_word(&grid->links->back, n);

		fr_poll_at(poll, n / 64);
		for (; ends; ends &= ends - 1)
		{
			fr_cell at = fr_grid_cell(grid, n + (uint32_t) __builtin_ctzll(ends));

			count += !(HUBS >> fr_local_of(at) & 1 && leaves_block_from(grid, at));
		}
	}
	return count;
}

/*
 * How many hubs there would be.  Counting reads the cells on the first rows and columns of
 * blocks, and the ends of links; a build finds the same ones.
 */
uint32_t
fr_border_count_hubs(const fr_grid *grid, const fr_poll *poll)
{
	uint32_t hubs = 0;

	for (int32_t y = 0; y < (int32_t) grid->height; y++)
	{
		fr_poll_at(poll, (uint64_t) y);
		for (int32_t x = 0; x < (int32_t) grid->width;
			 x += y % FR_BLOCK_SIDE == 0 ? 1 : FR_BLOCK_SIDE)
			hubs += leaves_block_from(grid, (fr_cell){x, y});
	}
	return hubs + count_other_ends(grid, poll);
}

/* The input of a build. */
typedef struct fr_border_request
{
	const fr_index_builder *m;
	const fr_grid *grid; /* with steps that cost the same there and back, if they can */
	fr_index_rule rule;
} fr_border_request;

/* The result of a build. */
typedef struct fr_border_sections
{
	fr_index_units units;
	uint32_t top;
	uint32_t borders;
	uint32_t hubs;
	bool many;
	bool pairs;
	fr_index_section directory;
	fr_index_section blocks;
	fr_index_section tables;
	fr_index_section reliefs;
	fr_index_section links;
	uint32_t parts;
	bool oneway; /* links may cost different amounts there and back */
} fr_border_sections;

/* ---- tiles ------------------------------------------------------------------------ */

#define LARGEST_TOP 128
#define SMALLEST_TOP 16

/* At least four tiles along the longer side of the map, up to the largest tiles. */
static fr_tile_sizes
tile_sizes_for(const fr_grid *grid)
{
	uint32_t side = grid->width > grid->height ? grid->width : grid->height;
	fr_tile_sizes s = {SMALLEST_TOP, FR_BLOCK_SIDE};

	while (s.large < LARGEST_TOP && (uint32_t) s.large * 8 <= side)
		s.large *= 2;
	if (s.large > 2 * SMALLEST_TOP)
		s.small = 2 * FR_BLOCK_SIDE;
	return s;
}

static void
label_boundaries(fr_border_build *b, fr_boundary_labels *top)
{
	fr_tile_store store = fr_tile_store_make(b);

	fr_tile_store_fill(b, &store);
	fr_choose_global_hubs(b, &store);
	fr_label_boundaries(b, &store, top);
	fr_tile_store_free(b, &store);
}

/* ---- runs ------------------------------------------------------------------------- */

/* Pairs of counts where numbers would not fit into two bytes, by the longest way inside a block. */
static fr_cost_encoder
cost_encoder_for(const fr_border_build *b, const fr_index_rule *rule)
{
	uint32_t inverse = fr_index_inverse(rule, b->units);

	return (fr_cost_encoder){b->units, inverse,
							 inverse > 0 || b->longest_in_block >= 255 * 256};
}

static fr_border_encoder
new_encoder(const fr_border_build *b, fr_cost_encoder costs, bool many)
{
	size_t directory = (size_t) b->blocks_across * b->blocks_down * 4;
	fr_border_encoder w = {.costs = costs, .many = many};

	w.directory = fr_arena_alloc(b->arena, directory);
	w.blocks.arena = w.tables.bytes.arena = w.reliefs.bytes.arena = b->arena;
	return w;
}

static void
free_growing(const fr_byte_buffer *g)
{
	fr_arena_free(g->arena, g->bytes, g->capacity);
}

static void
free_encoder(const fr_border_build *b, fr_border_encoder *w)
{
	fr_arena_free(b->arena, w->directory, (size_t) b->blocks_across * b->blocks_down * 4);
	free_growing(&w->blocks);
	fr_byte_pool_free(&w->tables);
	fr_byte_pool_free(&w->reliefs);
}

static fr_index_section
section_of(const fr_byte_buffer *g)
{
	return (fr_index_section){g->bytes, g->size};
}

static fr_border_sections
sections_of(const fr_border_build *b, fr_border_encoder *w, uint32_t hubs)
{
	fr_arc_scale prices = fr_border_link_prices(b);

	fr_byte_buffer_append(&w->blocks, FR_BLOCK_SLACK);
	return (fr_border_sections){
		.units = b->units,
		.top = b->top,
		.borders = b->border_count,
		.hubs = hubs,
		.many = w->many,
		.pairs = w->costs.pairs,
		.directory = {w->directory, (size_t) b->blocks_across * b->blocks_down * 4},
		.blocks = section_of(&w->blocks),
		.tables = section_of(&w->tables.bytes),
		.reliefs = section_of(&w->reliefs.bytes),
		.links = fr_arc_section(b->grid->links, &prices, b->arena, b->poll),
		.parts = b->link_parts.parts,
		.oneway = b->directed && b->grid->links,
	};
}

/* ---- all sections ---------------------------------------------------------------------- */

/* False: there is an error; `*again`: numbers need more room than they have. */
static bool
write_sections(fr_border_build *b, const fr_border_request *request,
			   const fr_boundary_labels *top, bool many, fr_border_sections *sections,
			   bool *again)
{
	size_t max_size = request->m->max_size;
	fr_border_encoder w = new_encoder(b, cost_encoder_for(b, &request->rule), many);
	fr_labeling d = {.b = b, .writer = &w, .top = top, .max_size = max_size};

	if (fr_label_blocks(&d))
	{
		*sections = sections_of(b, &w, d.next_hub);
		return true;
	}
	*request->m->error = (fr_error){.status = FR_INDEX_MAX_SIZE,
									.found = (int64_t) fr_border_encoder_size(&w),
									.wanted = (int64_t) max_size};
	free_encoder(b, &w);
	*again = !many && fr_border_encoder_size(&w) <= max_size;
	return false;
}

/*
 * FR_INDEX_LIMIT: costs have no units, or the grid has none for a link's; FR_INDEX_MAX_SIZE: it
 * would take more bytes.
 */
static fr_status
fr_border_sections_build(const fr_border_request *request, fr_border_sections *sections)
{
	fr_border_build b = {.arena = request->m->arena,
						 .poll = request->m->poll,
						 .progress = request->m->request->progress};
	fr_error *error = request->m->error;
	uint64_t dearest = fr_arc_dearest(request->grid);
	fr_boundary_labels top;
	bool again = false;
	bool made;

	if (dearest > request->grid->costs.limit)
		return fr_fail(error, FR_INDEX_LIMIT, .what = "cost", .found = (int64_t) dearest,
					   .wanted = FR_INDEX_TOP);
	fr_border_begin_stage(&b, "costs and units", 0);
	init_build(&b, request->grid);
	if (fr_index_units_for(&request->rule, fr_border_diameter_bound(&b) + 1, &b.units,
						   &b.top, error))
		return error->status;
	b.tile_sizes = tile_sizes_for(request->grid);
	label_boundaries(&b, &top);
	made =
		write_sections(&b, request, &top, b.hub_count > FR_HUBS_MAX, sections, &again) ||
		(again && write_sections(&b, request, &top, true, sections, &again));
	fr_boundary_labels_free(&b, &top);
	if (made)
		error->status = FR_OK;
	return error->status;
}

/* ---- all of it ------------------------------------------------------------------------- */

/*
 * How steps cost: any ratio will do, of parts of straight steps where links cost such.
 * Without diagonal steps they count as straight ones.
 */
static fr_index_rule
fr_border_rule(const fr_grid *grid)
{
	uint64_t straight = fr_arc_parts(grid).part;

	return (fr_index_rule){grid->corners, !grid->octile, straight,
						   grid->octile ? grid->costs.step[FR_NE] : straight};
}

/*
 * If steps differ only by the cells entered, and there are no links, they are priced by both
 * their cells instead, equally there and back: fr_borders_grid_cost derives the answer.
 */
static const fr_grid *
symmetric_grid(const fr_index_builder *m)
{
	const fr_grid *grid = m->request->grid;
	fr_grid *copy;

	if (grid->costs.uniform || grid->costs.average || grid->links ||
		fr_index_is_directed(grid))
		return grid;
	copy = fr_arena_alloc(m->arena, sizeof *copy);
	*copy = *grid;
	copy->costs.average = true;
	copy->costs.step_max *= 2;
	return copy;
}

static void
put_terrain(const fr_index_builder *m, uint32_t top)
{
	const fr_grid *grid = m->request->grid;
	size_t size = (size_t) grid->code_count * 4;
	uint8_t *weights = fr_arena_alloc(m->arena, size);

	memset(weights, 0, size);
	m->plan->section[FR_SECTION_WEIGHTS] = (fr_index_section){weights, size};
	if (grid->terrain == NULL)
		return;
	for (int i = 0; i < grid->code_count; i++)
		fr_put32(weights, (size_t) i,
				 grid->costs.weight[i] < top ? (uint32_t) grid->costs.weight[i] : top);
	m->plan->section[FR_SECTION_TERRAIN] = (fr_index_section){grid->terrain, grid->cells};
}

static uint32_t
flags_of(const fr_index_builder *m, const fr_grid *grid, const fr_border_sections *made)
{
	bool shifted = grid->costs.average && !m->request->grid->costs.average;

	return (made->many ? FR_FLAG_MANY : 0) | (made->oneway ? FR_FLAG_ONEWAY : 0) |
		   (made->pairs ? FR_FLAG_PAIRS : 0) |
		   (grid->costs.average ? FR_FLAG_AVERAGE : 0) | (shifted ? FR_FLAG_SHIFTED : 0);
}

static fr_status
build(fr_index_builder *m)
{
	const fr_grid *grid = symmetric_grid(m);
	fr_border_request request = {.m = m, .grid = grid, .rule = fr_border_rule(grid)};
	fr_index_section *section = m->plan->section;
	fr_border_sections made;
	fr_index_header head;

	if (fr_border_sections_build(&request, &made))
		return m->error->status;
	section[FR_SECTION_DIRECTORY] = made.directory;
	section[FR_SECTION_BLOCKS] = made.blocks;
	section[FR_SECTION_TABLES] = made.tables;
	section[FR_SECTION_RELIEFS] = made.reliefs;
	section[FR_SECTION_LINKS] = made.links;
	put_terrain(m, made.top);
	fr_plan_rows(m);
	head = (fr_index_header){.form = FR_INDEX_BORDERS,
							 .rule = request.rule,
							 .parts = made.parts,
							 .units = made.units,
							 .top = made.top,
							 .hubs = made.hubs,
							 .borders = made.borders,
							 .flags = flags_of(m, grid, &made)};
	return fr_plan_finish(m, &head);
}

/* ---- the row ------------------------------------------------------------------------ */

const fr_index_row fr_index_borders_row = {
	.expect = expect,
	.build = build,
	.flags = FR_FLAG_RULE | FR_FLAG_AVERAGE | FR_FLAG_PAIRS | FR_FLAG_SHIFTED |
			 FR_FLAG_MANY | FR_FLAG_ONEWAY,
	.sections = FR_SECTIONS_ALWAYS | FR_SECTION_BIT(WEIGHTS) | FR_SECTION_BIT(TERRAIN) |
				FR_SECTION_BIT(TABLES) | FR_SECTION_BIT(RELIEFS) | FR_SECTION_BIT(LINKS),
	.has_header = fr_borders_has_header,
	.check = fr_borders_check,
	.cost = fr_borders_cost,
	.costs_to = fr_borders_costs_to,
	.trace = fr_borders_trace,
	.step = fr_borders_step,
	.entries = fr_borders_entries,
};

/*
 * stored.c - fuzzes the readers of stored fields and indexes
 *
 * Every input is tried as both; as an index also with a checksum that fits, which a fuzzer
 * would seldom find. Or it is changes of a field or an index that was built: its number,
 * then places and what is changed there. What is accepted survives every reader: routes
 * end, and nothing is read outside the bytes.
 */
#include "core/index/store/format.h"
#include "fuzz.h"

#define MANY_CELLS (1 << 12)
#define PAIRS 20

/* ---- fields ---------------------------------------------------------------- */

/* Costs decrease along each step, down to a goal. */
static void
check_steps(const fr_field *field, const uint64_t *costs)
{
	int32_t width = (int32_t) field->terrain.width;
	int32_t height = (int32_t) field->terrain.height;

	for (int32_t n = 0; n < width * height; n++)
	{
		int d = fr_field_step(field, (uint32_t) n);
		int32_t x = n % width + (d < FR_DIRECTIONS ? fr_dx[d] : 0);
		int32_t y = n / width + (d < FR_DIRECTIONS ? fr_dy[d] : 0);

		must((costs[n] == FR_UNREACHED) == (d == FR_NO_STEP),
			 "cells without a cost have no step");
		must(d != FR_AT_GOAL || costs[n] == 0, "goals cost nothing");
		if (d < FR_DIRECTIONS)
			must(x >= 0 && x < width && y >= 0 && y < height &&
					 costs[y * width + x] < costs[n] && costs[n] <= field->costs.limit,
				 "a step leads nearer to a goal");
		if (d == FR_LINK_STEP)
			must(costs[fr_field_cell(field, (uint32_t) n)] <= costs[n] &&
					 costs[n] <= field->costs.limit,
				 "a link leads no farther from a goal");
	}
}

static void
fuzz_field(const uint8_t *packed, size_t size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_status status;
	fr_field field;
	uint64_t *costs;
	uint64_t cells;

	status = fr_field_open(packed, size, &field, &poll, &error);
	if (status)
	{
		must(error.status == status, "a field is refused for a reason");
		return;
	}
	cells = (uint64_t) field.terrain.width * field.terrain.height;
	if (cells > MANY_CELLS)
		return;
	costs = new_block(cells * sizeof *costs);
	status = fr_field_costs(&field, costs, &poll, &error);
	must(status == FR_OK || error.status == status,
		 "a field's steps are refused for a reason");
	if (status == FR_OK)
	{
		check_steps(&field, costs);
		for (uint32_t n = 0; n < cells; n += 1 + (uint32_t) cells / 7)
			if (costs[n] != FR_UNREACHED)
				fr_field_route(&field,
							   (fr_cell){(int32_t) (n % field.terrain.width),
										 (int32_t) (n / field.terrain.width)},
							   &memory.core, &poll);
	}
	malloc_arena_clear(&memory);
	free(costs);
}

/* ---- indexes ---------------------------------------------------------------- */

/* Any pairs: what they cost is of no matter where the bytes were made up. */
static void
ask_index(const uint8_t *bytes, size_t size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index index = fr_index_open(bytes, size, &memory.core, &poll);
	size_t room = fr_index_scratch_size(&index);
	fr_index_scratch *scratch = fr_index_scratch_init(new_block(room), room);
	chance c = {size};
	fr_error error;

	for (int i = 0; i < PAIRS; i++)
	{
		fr_cell a = {(int32_t) chance_below(&c, index.width),
					 (int32_t) chance_below(&c, index.height)};
		fr_cell b = {(int32_t) chance_below(&c, index.width),
					 (int32_t) chance_below(&c, index.height)};
		uint64_t cost = fr_index_cost(&index, a, b, scratch, &poll);
		fr_index_query query = {&index, a, b, scratch};
		fr_route route;

		if (index.routes)
			fr_index_route(&query, &memory.core, &poll, &cost, &route, &error);
		fr_index_costs_to(&index, &(fr_index_pairs){&a, &b, 1, &cost}, scratch, &poll);
	}
	fr_index_describe(&index);
	free(scratch);
	malloc_arena_clear(&memory);
}

static void
fuzz_index(const uint8_t *bytes, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_status status = fr_index_check(bytes, size, &poll, &error);

	if (status)
		must(error.status == status, "an index is refused for a reason");
	else
		ask_index(bytes, size);
}

static void
fuzz_forged(const uint8_t *data, size_t size)
{
	uint8_t *bytes;

	if (size <= FR_AT_WIDTH)
		return;
	bytes = exact_copy(data, size);
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, size - FR_AT_WIDTH));
	fuzz_index(bytes, size);
	free(bytes);
}

/* ---- changes of what was built ---------------------------------------------- */

#define SIDE 24
#define FIRST_SAMPLE 128 /* of the numbers; versions are less */

/* What is built of one map, with links or without: of no form, a field. */
typedef struct sample
{
	const char *model;
	int form;
	bool linked;
	bool is_field;
	uint8_t *bytes;
	size_t size;
} sample;

static sample samples[] = {
	{.model = "octile", .form = FR_INDEX_SUBGOALS},
	{.model = "tile", .form = FR_INDEX_SUBGOALS},
	{.model = "octile(straight=2, diagonal=3)", .form = FR_INDEX_SUBGOALS},
	{.model = "octile(a=2, b=3)", .form = FR_INDEX_BORDERS},
	{.model = "octile(corners=any, a=2, b=7, weigh=average)", .form = FR_INDEX_BORDERS},
	{.model = "octile(straight=5, diagonal=7, obstacle=3)", .form = FR_INDEX_BORDERS},
	{.model = "tile(a=2)", .form = FR_INDEX_BORDERS},
	{.model = "octile", .form = FR_INDEX_BORDERS, .linked = true},
	{.model = "octile(a=2, b=3, diagonal=2)", .form = FR_INDEX_BORDERS, .linked = true},
	{.model = "anyangle", .form = FR_INDEX_LINES},
	{.model = "octile(a=2)", .is_field = true},
	{.model = "octile(a=2)", .is_field = true, .linked = true},
};

#define SAMPLES (sizeof samples / sizeof *samples)

/* Caves, with some cells of codes that models name. */
static fr_map
make_caves(uint8_t **packed)
{
	static uint8_t codes[SIDE * SIDE];
	static uint8_t rock[SIDE * SIDE];
	fr_poll poll = no_poll();

	fr_generate_caves((fr_canvas){codes, SIDE, SIDE, 5}, rock, 0.35, &poll);
	for (int i = 0; i < SIDE * SIDE; i++)
		if (codes[i] == '.' && i * 7919 % 5 < 2)
			codes[i] = "ab"[i * 7919 % 5];
	return make_map(codes, SIDE, SIDE, packed);
}

/* Between cells of its rows, there and both ways. */
static void
add_links(fr_map *map)
{
	static uint8_t bytes[(SIDE - 1) * FR_LINK_BYTES];
	fr_error error;

	map->links = bytes;
	for (int y = 0; y < SIDE - 1; y++)
	{
		fr_link link = {.cost = {(uint64_t) y % 4, 0}, .both = y % 2};

		must(fr_link_set(&link, (fr_cell){y * 5 % SIDE, y},
						 (fr_cell){y * 11 % SIDE, y + 1}, &error) == FR_OK,
			 "ends differ");
		fr_link_pack(&link, bytes + map->link_count++ * FR_LINK_BYTES);
	}
}

static void
build_index(sample *s, const fr_grid *grid, const fr_model *model)
{
	static const uint8_t digest[FR_INDEX_DIGEST];
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_form form = (fr_index_form) s->form;
	fr_index_request request = {
		.grid = grid, .model = model, .digest = digest, .routes = true, .form = &form};
	fr_poll poll = no_poll();
	fr_index_plan *plan;
	fr_error error;

	must(fr_index_build(&request, &memory.core, &poll, &plan, &error) == FR_OK, s->model);
	s->size = fr_index_plan_size(plan);
	s->bytes = new_block(s->size);
	fr_index_write(plan, s->bytes, &poll);
	malloc_arena_clear(&memory);
}

static void
build_field(sample *s, const fr_grid *grid)
{
	fr_method named = fr_method_auto();
	fr_method method = fr_method_resolve(&named, grid);
	fr_workspace *workspace = new_workspace(grid->cells, &method);
	fr_query query = {.grid = grid, .method = &method};
	uint32_t goals[] = {3 * SIDE + 7, 20 * SIDE + 15};
	fr_poll poll = no_poll();

	must(fr_reach_from(&query, (fr_cells){goals, 2}, grid->costs.limit, true, workspace,
					   &poll) == FR_OK,
		 s->model);
	s->size = fr_field_size(grid, strlen(s->model), workspace);
	s->bytes = new_block(s->size);
	fr_field_pack(grid, s->model, strlen(s->model), workspace, s->bytes, &poll);
	free(workspace);
}

static void
build_sample(sample *s)
{
	fr_error error;
	fr_model model;
	fr_grid *grid;
	uint8_t *packed;
	fr_map map = make_caves(&packed);

	must(fr_model_parse(s->model, strlen(s->model), &model, &error) == FR_OK, s->model);
	if (s->linked)
		add_links(&map);
	grid = make_grid_of(&map, &model);
	if (s->is_field)
		build_field(s, grid);
	else
		build_index(s, grid, &model);
	free_grid(grid);
	free(packed);
}

/* Changes of three bytes each: two say where, the third what. */
static void
fuzz_sample(bytes input)
{
	sample *s = &samples[(take_byte(&input) - FIRST_SAMPLE) % SAMPLES];
	uint8_t *changed;

	if (!s->bytes)
		build_sample(s);
	changed = exact_copy(s->bytes, s->size);
	while (input.next < input.end)
	{
		size_t place = take_bytes(&input, 2) % s->size;

		changed[place] ^= (uint8_t) take_byte(&input);
	}
	if (s->is_field)
		fuzz_field(changed, s->size);
	else
		fuzz_forged(changed, s->size);
	free(changed);
}

/* ---------------------------------------------------------------------------- */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0 && data[0] >= FIRST_SAMPLE)
	{
		fuzz_sample((bytes){data, data + size});
		return 0;
	}
	fuzz_field(data, size);
	fuzz_index(data, size);
	fuzz_forged(data, size);
	return 0;
}

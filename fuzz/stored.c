/*
 * stored.c - fuzzes the readers of stored fields and indexes
 *
 * Every input is tried as both; as an index also with a checksum that fits, which a fuzzer
 * would seldom find. Or it is changes of a field or an index that was built: bytes here and
 * there, or fields of the header, sections and numbers that become extreme. What is accepted
 * survives every reader, as the server asks: routes of any index, by vectors and without, one
 * scratch for all indexes. An honest index, asked after each forged one, has the right costs.
 */
#include "core/index/index_view.h"
#include "core/path/path.h"
#include "core/grid/grid_layers.h"
#include "fuzz.h"
#include "layered.h"

#define MANY_CELLS (1 << 12)
#define PAIRS 8

/* ---- fields ---------------------------------------------------------------- */

/* No cost grows along a step, down to a goal. Steps on ground of weight 0 cost nothing. */
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
		must(d != FR_AT_GOAL || costs[n] == 0 || field->goals,
			 "a goal without a cost of its own costs nothing");
		if (d < FR_DIRECTIONS)
			must(x >= 0 && x < width && y >= 0 && y < height &&
					 costs[y * width + x] <= costs[n] && costs[n] <= field->costs.limit,
				 "a step leads no farther from a goal");
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

static fr_index_scratch *scratch; /* of all indexes, as in a session of the server */

static fr_index_scratch *
scratch_for(const fr_index *index)
{
	size_t room = fr_index_scratch_size(index);

	if (scratch && fr_index_scratch_fits(scratch, index))
		return scratch;
	free(scratch);
	scratch = fr_index_scratch_init(new_block(room), room);
	return scratch;
}

/*
 * What queries left in the table is never the least of a later one, and sums with it fit:
 * index_bytes.c says why.
 */
static void
check_scratch(void)
{
	for (uint32_t i = 0; scratch->base > 0 && i < scratch->capacity; i++)
		must(
			scratch->table[i] >= scratch->base &&
				scratch->table[i] <= UINT32_MAX - 2 * FR_INDEX_TOP,
			"a query leaves nothing in the scratch that a later one could take for its own");
}

static fr_cell
any_cell(const fr_index *index, chance *c)
{
	return (fr_cell){(int32_t) chance_below(c, index->width),
					 (int32_t) chance_below(c, index->height)};
}

/* The steps and links of a route are on the map, and have costs. */
static void
price_steps(const fr_index *index, const fr_route *route)
{
	fr_cell at = route->start;

	for (size_t i = 0; i < route->count;)
	{
		fr_leg leg = fr_route_leg(route, &i, at);

		for (uint64_t n = leg.moves; n > 0; n--)
		{
			bool linked = leg.direction == FR_BY_LINK;
			fr_cell to =
				linked
					? (fr_cell){(int32_t) (at.x + leg.dx), (int32_t) (at.y + leg.dy)}
					: (fr_cell){at.x + fr_dx[leg.direction], at.y + fr_dy[leg.direction]};

			must(to.x >= 0 && to.y >= 0 && to.x < (int32_t) index->width &&
					 to.y < (int32_t) index->height,
				 "a route stays on the map");
			if (!linked)
				fr_index_step(index, at, leg.direction);
			else
				must(fr_index_link(index, at, to) != FR_UNREACHED, "a link is there");
			at = to;
		}
	}
}

/* A route can be told step by step, and stored, by every rule of what is stored. */
static void
check_route(const fr_index *index, const fr_route *route)
{
	fr_poll poll = no_poll();
	fr_error error;
	uint8_t *packed = new_block(fr_path_packed_size(route, &poll));
	size_t size = fr_path_pack(route, packed, &poll);

	if (index->form != FR_INDEX_LINES)
		price_steps(index, route);
	must(fr_path_check(packed, size, &poll, &error) == FR_OK, "a route can be stored");
	free(packed);
}

/* Any pairs: what they cost is of no matter where the bytes were made up. */
static void
ask_index(fr_index_checked checked)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index index = fr_index_open(checked, &memory.core, &poll);
	chance c = {checked.size};
	fr_error error;

	for (int i = 0; i < PAIRS; i++)
	{
		fr_cell a = any_cell(&index, &c);
		fr_cell b = any_cell(&index, &c);
		fr_index_query query = {&index, a, b, scratch_for(&index)};
		fr_route route;
		uint64_t cost = 0;

		index.vectors &= i < PAIRS / 2;
		fr_index_cost(&index, a, b, scratch, &poll);
		fr_index_costs_to(&index, &(fr_index_pairs){&a, &b, 1, &cost}, scratch, &poll);
		if (fr_index_route(&query, &memory.core, &poll, &cost, &route, &error) == FR_OK &&
			cost != FR_UNREACHED)
			check_route(&index, &route);
		fr_cost_value(&index.costs, cost);
	}
	fr_index_describe(&index);
	malloc_arena_clear(&memory);
}

static void ask_honest(void);

static void
fuzz_index(const uint8_t *bytes, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_index_checked checked;
	fr_status status = fr_index_check(bytes, size, &poll, &checked, &error);

	if (status)
	{
		must(error.status == status, "an index is refused for a reason");
		return;
	}
	ask_index(checked);
	check_scratch();
	ask_honest();
}

static void
mend_checksum(uint8_t *bytes, size_t size)
{
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, size - FR_AT_WIDTH));
}

static void
fuzz_forged(const uint8_t *data, size_t size)
{
	uint8_t *bytes;

	if (size <= FR_AT_WIDTH)
		return;
	bytes = exact_copy(data, size);
	mend_checksum(bytes, size);
	fuzz_index(bytes, size);
	free(bytes);
}

/* ---- changes of what was built ---------------------------------------------- */

#define SIDE 24
#define FIRST_SAMPLE 128 /* of the numbers; versions are less */

/* Between cells of its rows: */
typedef enum links
{
	NONE,
	MIXED, /* one way and both ways, some at no cost */
	WHOLE, /* both ways, of whole steps, as subgoals take them */
	FAR	   /* the same, some so dear that distances are wide */
} links;

/* Heights and dangers of cells, and closed sides of some. */
typedef enum layers
{
	NO_LAYERS,
	NUMBERS,
	NUMBERS_AND_SIDES
} layers;

/* What is built of one map: of no form, a field. */
typedef struct sample
{
	const char *model;
	int form;
	links links;
	layers layers;
	bool is_field;
	bool costed; /* a field whose goals have costs of their own */
	bool bare;	 /* no routes */
	uint8_t *bytes;
	size_t size;
	malloc_arena memory;
	fr_index index;		   /* honest */
	uint64_t costs[PAIRS]; /* between its pairs */
} sample;

static sample samples[] = {
	{.model = "octile", .form = FR_INDEX_SUBGOALS},
	{.model = "tile", .form = FR_INDEX_SUBGOALS},
	{.model = "octile(straight=2, diagonal=3)", .form = FR_INDEX_SUBGOALS},
	{.model = "octile(a=2, b=3)", .form = FR_INDEX_BORDERS},
	{.model = "octile(corners=any, a=2, b=7, weigh=average)", .form = FR_INDEX_BORDERS},
	{.model = "octile(straight=5, diagonal=7, obstacle=3)", .form = FR_INDEX_BORDERS},
	{.model = "tile(a=2)", .form = FR_INDEX_BORDERS},
	{.model = "octile", .form = FR_INDEX_BORDERS, .links = MIXED},
	{.model = "octile(a=2, b=3, diagonal=2)", .form = FR_INDEX_BORDERS, .links = MIXED},
	{.model = "anyangle", .form = FR_INDEX_LINES},
	{.model = "octile(a=2)", .is_field = true},
	{.model = "octile(a=2)", .is_field = true, .links = MIXED},
	{.model = "octile(a=2)", .is_field = true, .costed = true},
	{.model = "octile(a=2)", .is_field = true, .costed = true, .links = MIXED},
	{.model = "octile", .form = FR_INDEX_SUBGOALS, .links = WHOLE},
	{.model = "octile(straight=5, diagonal=7)", .form = FR_INDEX_SUBGOALS, .links = FAR},
	{.model = "octile(corners=one)", .form = FR_INDEX_SUBGOALS, .bare = true},
	{.model = "octile(diagonal=3, a=2)", .form = FR_INDEX_BORDERS, .bare = true},
	{.model = "hex", .form = FR_INDEX_BORDERS},
	{.model = "hex(a=2, b=3, weigh=leave)", .form = FR_INDEX_BORDERS, .links = MIXED},
	{.model = "octile(rise=2, drop=0.5, layer.danger=1)",
	 .form = FR_INDEX_BORDERS,
	 .layers = NUMBERS},
	{.model = "octile(straight=5, diagonal=7, rise=1.5, layer.danger=0.5, a=2)",
	 .form = FR_INDEX_BORDERS,
	 .links = MIXED,
	 .layers = NUMBERS},
	{.model = "tile(climb=2, fall=3, a=2)", .form = FR_INDEX_BORDERS, .layers = NUMBERS},
	{.model = "octile", .form = FR_INDEX_BORDERS, .layers = NUMBERS_AND_SIDES},
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

static void
add_links(fr_map *map, links links)
{
	static uint8_t bytes[(SIDE - 1) * FR_LINK_BYTES];
	fr_error error;

	map->links = bytes;
	for (int y = 0; y < SIDE - 1; y++)
	{
		fr_link link = {.cost = {(uint64_t) y % 4, 0}, .both = y % 2};

		if (links != MIXED)
			link = (fr_link){.cost = {links == FAR && y % 8 == 0 ? 200000 : 1 + y % 4, 0},
							 .both = true};
		must(fr_link_set(&link, (fr_cell){y * 5 % SIDE, y},
						 (fr_cell){y * 11 % SIDE, y + 1}, &error) == FR_OK,
			 "ends differ");
		fr_link_pack(&link, bytes + map->link_count++ * FR_LINK_BYTES);
	}
}

static fr_map
add_layers(const fr_map *base, layers layers, uint8_t **packed)
{
	static uint32_t danger[SIDE * SIDE];
	static uint32_t height[SIDE * SIDE];
	static uint32_t sides[SIDE * SIDE];
	const layer_of_test all[] = {
		{.name = "danger", .scale = fr_decimal_one, .stored = danger},
		{.name = FR_LAYER_HEIGHT, .scale = fr_decimal_one, .stored = height},
		{.name = FR_LAYER_SIDES, .scale = fr_decimal_one, .stored = sides}};

	for (int i = 0; i < SIDE * SIDE; i++)
	{
		danger[i] = (uint32_t) (i * 7919 % 11);
		height[i] = (uint32_t) ((i % SIDE + i / SIDE) / 2 + i * 31 % 3);
		sides[i] = (uint32_t) (i % 5 == 0 ? i * 7919 % 16 : 0);
	}
	return make_layered(base, all, layers == NUMBERS ? 2 : 3, packed);
}

/* The costs of a sample's pairs, with this scratch. */
static void
ask_pairs(const sample *s, fr_index_scratch *with, uint64_t costs[PAIRS])
{
	chance c = {s->size};
	fr_poll poll = no_poll();

	for (int i = 0; i < PAIRS; i++)
	{
		fr_cell a = any_cell(&s->index, &c);

		costs[i] = fr_index_cost(&s->index, a, any_cell(&s->index, &c), with, &poll);
	}
}

static void
open_honest(sample *s)
{
	fr_poll poll = no_poll();
	fr_error error;
	fr_index_checked checked;
	fr_index_scratch *fresh;
	size_t room;

	must(fr_index_check(s->bytes, s->size, &poll, &checked, &error) == FR_OK,
		 "what was built is accepted");
	s->memory = malloc_arena_make(&s->memory);
	s->index = fr_index_open(checked, &s->memory.core, &poll);
	room = fr_index_scratch_size(&s->index);
	fresh = fr_index_scratch_init(new_block(room), room);
	ask_pairs(s, fresh, s->costs);
	free(fresh);
}

static void
build_index(sample *s, const fr_grid *grid, const fr_model *model)
{
	static const uint8_t digest[FR_INDEX_DIGEST];
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_form form = (fr_index_form) s->form;
	fr_index_request request = {.grid = grid,
								.model = model,
								.digest = digest,
								.routes = !s->bare,
								.form = &form};
	fr_poll poll = no_poll();
	fr_index_plan *plan;
	fr_error error;

	must(fr_index_build(&request, &memory.core, &poll, &plan, &error) == FR_OK, s->model);
	s->size = fr_index_plan_size(plan);
	s->bytes = new_block(s->size);
	fr_index_write(plan, s->bytes, &poll);
	malloc_arena_clear(&memory);
	open_honest(s);
}

static void
build_field(sample *s, const fr_grid *grid)
{
	fr_method named = fr_method_auto();
	fr_method method = fr_method_resolve(&named, grid);
	fr_workspace *workspace = new_workspace(fr_sweep_nodes(grid), &method);
	fr_query query = {.grid = grid, .method = &method};
	uint32_t goals[] = {3 * SIDE + 7, 20 * SIDE + 15};
	uint64_t advance[] = {0, 12345};
	fr_poll poll = no_poll();

	if (s->costed)
		query.advance = advance;
	must(fr_reach_from(&query, (fr_cells){goals, 2}, grid->costs.limit, true,
					   fr_sweep_workspace_on(query.grid, workspace), &poll) == FR_OK,
		 s->model);
	s->size = fr_field_size(grid, strlen(s->model), workspace, &poll);
	s->bytes = new_block(s->size);
	fr_field_pack(grid, s->model, strlen(s->model), workspace, s->bytes, &poll);
	free(workspace);
}

static void
build_sample(sample *s)
{
	fr_error error;
	fr_model model;
	fr_grid *base;
	const fr_grid *grid;
	uint8_t *packed;
	uint8_t *of_layers = NULL;
	fr_map map = make_caves(&packed);
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();

	must(fr_model_parse(s->model, strlen(s->model), &model, &error) == FR_OK, s->model);
	if (s->layers != NO_LAYERS)
		map = add_layers(&map, s->layers, &of_layers);
	map.link_count = 0;
	if (s->links != NONE)
		add_links(&map, s->links);
	grid = base = make_grid_of(&map, &model);
	if (fr_model_reads_layers(&model))
		grid =
			fr_grid_bind(base, &map, &model, &memory.core, &memory.core, &poll, &error);
	must(grid != NULL, s->model);
	if (s->is_field)
		build_field(s, grid);
	else
		build_index(s, grid, &model);
	malloc_arena_clear(&memory);
	free_grid(base);
	free(of_layers);
	free(packed);
}

static sample *
sample_of(size_t number)
{
	sample *s = &samples[number % SAMPLES];

	if (!s->bytes)
		build_sample(s);
	return s;
}

/* An honest index has its costs, whatever was asked before it with the same scratch. */
static void
ask_honest(void)
{
	static size_t turn;
	const sample *s = sample_of(turn++);
	uint64_t costs[PAIRS];

	if (s->is_field)
		return;
	ask_pairs(s, scratch_for(&s->index), costs);
	compared += PAIRS;
	must(memcmp(costs, s->costs, sizeof costs) == 0,
		 "a forged index does not change what an honest one says");
}

static void
try_changed(const sample *s, const uint8_t *bytes, size_t size)
{
	if (s->is_field)
		fuzz_field(bytes, size);
	else
		fuzz_forged(bytes, size);
}

/* Changes of three bytes each: two say where, the third what. */
static void
fuzz_sample(bytes input)
{
	sample *s = sample_of(take_byte(&input) - FIRST_SAMPLE);
	uint8_t *changed = exact_copy(s->bytes, s->size);

	while (input.next < input.end)
	{
		size_t place = take_bytes(&input, 2) % s->size;

		changed[place] ^= (uint8_t) take_byte(&input);
	}
	try_changed(s, changed, s->size);
	free(changed);
}

/* ---- changes of what the bytes mean ------------------------------------------ */

#define FIRST_STRUCTURED 192 /* of the numbers of samples whose meaning is changed */
#define MOST_CHANGES 12
#define ROOM (1 << 18)

/* A number of 32 bits: an extreme one, or any. */
static uint32_t
take_number(bytes *input)
{
	static const uint32_t extreme[] = {
		0,			1,			2,			3,			7,			8,
		0x7e,		0x7f,		0x80,		0xff,		0x100,		0x7ffe,
		0x7fff,		0x8000,		0xfffe,		0xffff,		0x10000,	0xfffffe,
		0xffffff,	0x1000000,	0x0ffffffe, 0x0fffffff, 0x10000000, 0x7ffffffe,
		0x7fffffff, 0x80000000, 0x80000001, 0xf0000001, 0xfffffffe, 0xffffffff};
	uint32_t which = take_byte(input);

	if (which < sizeof extreme / sizeof *extreme)
		return extreme[which];
	return take_bytes(input, 1 + which % 4);
}

/* One field of the header, each of which is four bytes or twice as many. */
static void
change_header(uint8_t *forged, bytes *input)
{
	size_t size = fr_index_header_size(fr_index_is_extended(forged));
	uint32_t field = take_byte(input) % (uint32_t) (size / 4);

	fr_put32(forged, field, take_number(input));
}

static void
change_flag(uint8_t *forged, bytes *input)
{
	fr_put32(forged + FR_AT_FLAGS, 0,
			 fr_get32(forged + FR_AT_FLAGS, 0) ^ 1u << take_byte(input) % 32);
}

/* Where a section begins and how long it is, as the header has it after other changes. */
static size_t
take_section(const uint8_t *forged, size_t size, bytes *input, int *number,
			 size_t *length)
{
	int sections = fr_index_sections(fr_index_is_extended(forged));
	size_t begin;
	size_t end;

	*number = (int) take_byte(input) % sections;
	begin = fr_get32(forged + FR_AT_SECTIONS, (size_t) *number);
	end = *number + 1 < sections ? fr_get32(forged + FR_AT_SECTIONS, (size_t) *number + 1)
								 : size;
	begin = begin < size ? begin : size;
	end = end < size ? end : size;
	*length = end > begin ? end - begin : 0;
	return begin;
}

/* A number of one, two or four bytes in a section, at its own address. */
static void
change_number(uint8_t *forged, size_t size, bytes *input)
{
	size_t length;
	int number;
	uint8_t *section = forged + take_section(forged, size, input, &number, &length);
	uint32_t width = 1u << take_byte(input) % 3;
	size_t place = take_bytes(input, 2);
	uint32_t value = take_number(input);

	if (length < width)
		return;
	place %= length / width;
	for (uint32_t k = 0; k < width; k++)
		section[place * width + k] = (uint8_t) (value >> 8 * k);
}

/* All numbers of 32 bits from a place on, each so much more than the one before. */
static void
change_all(uint8_t *forged, size_t size, bytes *input)
{
	size_t length;
	int number;
	uint8_t *section = forged + take_section(forged, size, input, &number, &length);
	size_t place = take_bytes(input, 2);
	uint32_t value = take_number(input);
	uint32_t step = take_number(input);

	if (length < 4)
		return;
	for (size_t i = place % (length / 4); i < length / 4; i++, value += step)
		fr_put32(section, i, value);
}

/* Bytes of a section elsewhere in it. */
static void
copy_within(uint8_t *forged, size_t size, bytes *input)
{
	size_t length;
	int number;
	uint8_t *section = forged + take_section(forged, size, input, &number, &length);
	size_t from = take_bytes(input, 2);
	size_t to = take_bytes(input, 2);
	size_t count = take_byte(input);

	if (length == 0)
		return;
	from %= length;
	to %= length;
	count = count < length - from ? count : length - from;
	memmove(section + to, section + from, count < length - to ? count : length - to);
}

/* A section grows by zeros or shrinks; those behind it move. The new size. */
static size_t
resize_section(uint8_t *forged, size_t size, bytes *input)
{
	int number;
	size_t length;
	size_t begin = take_section(forged, size, input, &number, &length);
	size_t wanted = take_number(input) % (2 * length + 64) & ~(size_t) 7;
	size_t behind = size - begin - length;

	if (size - length + wanted > ROOM)
		return size;
	memmove(forged + begin + wanted, forged + begin + length, behind);
	if (wanted > length)
		memset(forged + begin + length, 0, wanted - length);
	for (size_t i = (size_t) number + 1;
		 i < (size_t) fr_index_sections(fr_index_is_extended(forged)); i++)
		fr_put32(forged + FR_AT_SECTIONS, i,
				 (uint32_t) (fr_get32(forged + FR_AT_SECTIONS, i) - length + wanted));
	return size - length + wanted;
}

static size_t
change_meaning(uint8_t *forged, size_t size, bytes *input)
{
	switch (take_byte(input) % 8)
	{
		case 0:
			change_header(forged, input);
			return size;
		case 1:
			change_flag(forged, input);
			return size;
		case 2:
			change_all(forged, size, input);
			return size;
		case 3:
			copy_within(forged, size, input);
			return size;
		case 4:
			return resize_section(forged, size, input);
		default:
			change_number(forged, size, input);
			return size;
	}
}

static void
fuzz_structured(bytes input)
{
	static uint8_t room[ROOM];
	sample *s = sample_of(take_byte(&input) - FIRST_STRUCTURED);
	size_t size = s->size;

	if (s->is_field)
		return;
	memcpy(room, s->bytes, size);
	for (int i = 0; i < MOST_CHANGES && input.next < input.end; i++)
		size = change_meaning(room, size, &input);
	try_changed(s, room, size);
}

/* ---------------------------------------------------------------------------- */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0 && data[0] >= FIRST_STRUCTURED)
	{
		fuzz_structured((bytes){data, data + size});
		return 0;
	}
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

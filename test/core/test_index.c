/*
 * test_index.c - indexes: every cost and route against the oracle, and broken bytes
 *
 *     test_index [SIDE [WORLDS [SEED]]]
 *
 * All maps up to SIDE x SIDE (4), of mirrored and turned ones one each, under all
 * rules, but those of 4 x 4 under a third of them each, unless SIDE is more: mistakes
 * in the rules of subgoals show on maps as small (test/source/mutants).  Then so many random
 * worlds, of all sizes and kinds.
 */
#define MAX_SIDE 64

#include "index_checks.h"

#define SMALL_CELLS 25

typedef struct rules
{
	const char *text;
	bool eight;
	bool root2;
	int corners;
	int64_t straight;
	int64_t diagonal;
} rules;

static const rules models[] = {
	{"octile", true, true, 2, 1, 0},
	{"octile(diagonal=1)", true, false, 2, 1, 1},
	{"octile(straight=2, diagonal=3)", true, false, 2, 2, 3},
	{"octile(straight=1000000, diagonal=1414214)", true, false, 2, 1000000, 1414214},
	{"octile(diagonal=2)", true, false, 2, 1, 2},
	{"octile(corners=one)", true, true, 1, 1, 0},
	{"octile(corners=one, diagonal=1)", true, false, 1, 1, 1},
	{"octile(corners=one, straight=2, diagonal=3)", true, false, 1, 2, 3},
	{"octile(corners=one, straight=100, diagonal=199)", true, false, 1, 100, 199},
	{"octile(corners=one, diagonal=2)", true, false, 1, 1, 2},
	{"octile(corners=any)", true, true, 0, 1, 0},
	{"octile(corners=any, diagonal=1)", true, false, 0, 1, 1},
	{"octile(corners=any, straight=2, diagonal=3)", true, false, 0, 2, 3},
	{"octile(corners=any, straight=100, diagonal=199)", true, false, 0, 100, 199},
	{"octile(corners=any, diagonal=2)", true, false, 0, 1, 2},
	{"tile", false, false, 2, 1, 0},
	{"octile(diagonal=3)", true, false, 2, 1, 3},
	{"octile(corners=one, straight=2, diagonal=5)", true, false, 1, 2, 5},
};

#define MODELS (sizeof models / sizeof *models)

/* ---- worlds ---------------------------------------------------------------------- */

/* A world of these codes, '@' blocked and all others not; the codes are its own. */
static void
build_world(world *w, const rules *r, int width, int height, uint8_t *codes)
{
	*w = (world){.width = width, .height = height, .codes = codes};
	w->rules = (oracle_model){.eight = r->eight,
							  .root2 = r->root2,
							  .corners = r->corners,
							  .straight = {r->straight, 1},
							  .diagonal = {r->diagonal, 1}};
	for (int code = 0; code < 256; code++)
		w->rules.weight[code] = oracle_ground(code == '.');
	strcpy(w->text, r->text);
	world_build(w);
}

static void
fill_rectangle(uint8_t *codes, int width, int height, int x, int y, int w, int h,
			   uint8_t code)
{
	for (int j = y; j < y + h && j < height; j++)
		for (int i = x; i < x + w && i < width; i++)
			codes[j * width + i] = code;
}

/* Walls of one cell's width, straight or slanting. */
static void
draw_wall(chance *c, uint8_t *codes, int width, int height)
{
	int x = (int) chance_below(c, (uint32_t) width);
	int y = (int) chance_below(c, (uint32_t) height);
	uint32_t d = chance_below(c, FR_DIRECTIONS);

	for (uint32_t n = chance_below(c, 2 * (uint32_t) width); n > 0; n--)
	{
		if (x < 0 || y < 0 || x >= width || y >= height)
			return;
		codes[y * width + x] = '@';
		x += fr_dx[d];
		y += fr_dy[d];
	}
}

static void
draw_rooms(chance *c, uint8_t *codes, int width, int height)
{
	int room = 2 + (int) chance_below(c, 5);

	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			if ((x % (room + 1) == room || y % (room + 1) == room) &&
				chance_below(c, (uint32_t) room) > 0)
				codes[y * width + x] = '@';
}

/* Noise of any density, rectangles, walls, rooms, or walls with some noise. */
static uint8_t *
random_codes(chance *c, int width, int height)
{
	uint8_t *codes = new_block((size_t) width * (size_t) height);
	uint32_t kind = chance_below(c, 5);
	uint32_t noise = kind == 0 ? 1 + chance_below(c, 70) : kind == 4 ? 4 : 0;

	memset(codes, '.', (size_t) width * (size_t) height);
	for (uint32_t n = 1 + chance_below(c, 8); n > 0; n--)
		if (kind == 1)
			fill_rectangle(codes, width, height, (int) chance_below(c, (uint32_t) width),
						   (int) chance_below(c, (uint32_t) height),
						   1 + (int) chance_below(c, 9), 1 + (int) chance_below(c, 9),
						   '@');
		else if (kind == 2 || kind == 4)
			draw_wall(c, codes, width, height);
	if (kind == 3)
		draw_rooms(c, codes, width, height);
	for (int i = 0; i < width * height; i++)
		if (chance_below(c, 100) < noise)
			codes[i] ^= '.' ^ '@';
	return codes;
}

/* ---- all small maps --------------------------------------------------------------------- */

/* Costs between all cells by the oracle's steps, Floyd and Warshall's way. */
static void
all_costs(const world *w, uint64_t costs[SMALL_CELLS][SMALL_CELLS])
{
	uint32_t cells = w->grid->cells;
	oracle_cost step;

	for (uint32_t a = 0; a < cells; a++)
		for (uint32_t b = 0; b < cells; b++)
		{
			oracle_point from = world_point(w, a);
			oracle_point to = world_point(w, b);
			int dx = to.x - from.x;
			int dy = to.y - from.y;

			costs[a][b] = FR_UNREACHED;
			if (a == b && oracle_passable(&w->oracle, from.x, from.y))
				costs[a][b] = 0;
			else if (abs(dx) <= 1 && abs(dy) <= 1 &&
					 oracle_step(&w->oracle, from, dx, dy, &step))
				costs[a][b] = world_units(w, step);
		}
	for (uint32_t k = 0; k < cells; k++)
		for (uint32_t a = 0; a < cells; a++)
			for (uint32_t b = 0; b < cells; b++)
				if (costs[a][k] + costs[k][b] < costs[a][b])
					costs[a][b] = costs[a][k] + costs[k][b];
}

static void
check_small(const rules *r, uint32_t bits, int width, int height)
{
	uint64_t costs[SMALL_CELLS][SMALL_CELLS];
	uint8_t *codes = new_block((size_t) (width * height));
	world w;
	made m;

	for (int i = 0; i < width * height; i++)
		codes[i] = bits >> i & 1 ? '.' : '@';
	build_world(&w, r, width, height, codes);
	if (make_index(&w, &m))
	{
		all_costs(&w, costs);
		for (uint32_t a = 0; a < w.grid->cells; a++)
			for (uint32_t b = 0; b < w.grid->cells; b++)
				check_cost(&w, &m, a, b, costs[a][b]);
		free_made(&m);
	}
	world_free(&w);
}

/* The map mirrored or turned in one of eight ways. */
static uint32_t
image_of(uint32_t bits, int width, int height, int way)
{
	uint32_t image = 0;

	for (int i = 0; i < width * height; i++)
	{
		int x = way & 1 ? width - 1 - i % width : i % width;
		int y = way & 2 ? height - 1 - i / width : i / width;

		image |= (bits >> i & 1) << (way & 4 ? x * width + y : y * width + x);
	}
	return image;
}

static bool
is_first_image(uint32_t bits, int width, int height)
{
	for (int way = 1; way < (width == height ? 8 : 4); way++)
		if (image_of(bits, width, height, way) < bits)
			return false;
	return true;
}

/* All maps of a size, under every `part`-th of the rules in turn. */
static void
check_all_maps(int width, int height, size_t part)
{
	for (uint32_t bits = 0; bits >> (width * height) == 0; bits++)
		if (is_first_image(bits, width, height))
			for (size_t i = bits % part; i < MODELS; i += part)
			{
				form = (fr_index_form) ((bits + i) % FR_INDEX_LINES);
				check_small(&models[i], bits, width, height);
			}
}

/* ---- one random world ---------------------------------------------------------------- */

static void
check_world(uint64_t seed)
{
	chance c = {seed};
	const rules *r = &models[chance_below(&c, MODELS)];
	uint32_t most = chance_below(&c, 3) > 0 ? 12 : MAX_SIDE;
	int width = 1 + (int) chance_below(&c, most);
	int height = 1 + (int) chance_below(&c, most);
	world w;
	made m;

	build_world(&w, r, width, height, random_codes(&c, width, height));
	w.seed = seed;
	form = (fr_index_form) chance_below(&c, FR_INDEX_LINES);
	if (make_index(&w, &m))
	{
		check_index(&w, &m, &c);
		free_made(&m);
	}
	world_free(&w);
}

/* ---- what has no index --------------------------------------------------------------- */

static fr_status
refusal(const char *model, const char *codes, uint32_t width, size_t max_size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	uint32_t height = (uint32_t) strlen(codes) / width;
	fr_grid *grid = make_grid(model, (const uint8_t *) codes, width, height);
	fr_poll poll = no_poll();
	fr_index_plan *plan;
	fr_error error;
	fr_model parsed;
	fr_status status;

	fr_model_parse(model, strlen(model), &parsed, &error);
	status = fr_index_build(&(fr_index_request){.grid = grid,
												.model = &parsed,
												.digest = digest,
												.max_size = max_size,
												.routes = true},
							&memory.core, &poll, &plan, &error);
	malloc_arena_clear(&memory);
	free_grid(grid);
	return status;
}

static void
test_refusals(void)
{
	ok(refusal("octile(T=3)", "..T.", 2, 0) == FR_OK, "weights have an index");
	ok(refusal("octile(T=1.0007)", "..T.", 2, 0) == FR_INDEX_LIMIT,
	   "those that tell paths apart by too little are refused");
	ok(refusal("octile(straight=3, diagonal=2)", "....", 2, 0) == FR_OK,
	   "so have diagonal steps that cost less than straight ones");
	ok(refusal("octile", "....", 2, 100) == FR_INDEX_MAX_SIZE, "max_size is kept");
}

/* ---- max_size: exactly the size of the index --------------------------------------- */

#define SIZED_SIDE 61

static void
draw_map(int kind, uint8_t *codes)
{
	fr_canvas canvas = {
		.width = SIZED_SIDE, .height = SIZED_SIDE, .codes = codes, .seed = 1};
	static uint8_t scratch[SIZED_SIDE * SIZED_SIDE];
	fr_poll poll = no_poll();

	memset(codes, '.', sizeof scratch);
	if (kind == 1)
		fr_generate_maze(canvas, 1, 0, &poll);
	else if (kind == 2)
		fr_generate_caves(canvas, scratch, 0.4, &poll);
	else if (kind == 3)
		fr_generate_rooms(canvas, 8, &poll);
}

static fr_status
status_within(const fr_index_request *asked, size_t max_size, size_t *size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_request request = *asked;
	fr_poll poll = no_poll();
	fr_index_plan *plan;
	fr_error error;
	fr_status status;

	request.max_size = max_size;
	status = fr_index_build(&request, &memory.core, &poll, &plan, &error);
	if (status == FR_OK)
		*size = fr_index_plan_size(plan);
	else if (status == FR_INDEX_MAX_SIZE)
		*size = (size_t) error.found;
	malloc_arena_clear(&memory);
	return status;
}

/* Each form, and none, on maps of each kind. */
static void
test_max_size(void)
{
	static const char *const kinds[] = {"open", "maze", "caves", "rooms"};
	static uint8_t codes[SIZED_SIDE * SIZED_SIDE];

	for (int kind = 0; kind < 4; kind++)
		for (int i = 0; i <= FR_INDEX_FORMS; i++)
		{
			fr_index_form wanted = (fr_index_form) i;
			const char *text = wanted == FR_INDEX_LINES ? "anyangle" : "octile";
			fr_index_request request = {.digest = digest,
										.routes = true,
										.form = i < FR_INDEX_FORMS ? &wanted : NULL};
			size_t size = 0;
			size_t found = 0;
			fr_model model;
			fr_error error;
			fr_grid *grid;

			draw_map(kind, codes);
			grid = make_grid(text, codes, SIZED_SIDE, SIZED_SIDE);
			fr_model_parse(text, strlen(text), &model, &error);
			request.grid = grid;
			request.model = &model;
			ok(status_within(&request, 0, &size) == FR_OK &&
				   status_within(&request, size, &found) == FR_OK && found == size,
			   "max_size of the very size: %s, %s", kinds[kind],
			   request.form ? fr_index_form_name[i] : "any form");
			for (size_t less = size - 1; less > 0; less /= 3)
				if (status_within(&request, less, &found) != FR_INDEX_MAX_SIZE ||
					found <= less || found > size)
				{
					ok(false, "%s, %s: %zu bytes do not fit %zu, of %zu", kinds[kind],
					   text, found, less, size);
					break;
				}
			free_grid(grid);
		}
}

#define LONG_SIDE 40000
#define LONG_PAIRS 60

/* Costs of a map whose sides the form of subgoals has no bits for, beside searches. */
static int
wrong_costs(const fr_grid *grid, const made *m, chance *c)
{
	const fr_method method = method_of("astar");
	fr_workspace *workspace = new_workspace(grid->cells, &method);
	fr_poll poll = no_poll();
	int wrong = 0;

	for (int i = 0; i < LONG_PAIRS; i++)
	{
		uint32_t start = chance_below(c, grid->cells);
		uint32_t goal = chance_below(c, grid->cells);
		uint64_t cost = fr_index_cost(&m->index, fr_grid_cell(grid, start),
									  fr_grid_cell(grid, goal), m->scratch, &poll);
		fr_result r;

		search_pair(grid, &method, start, goal, workspace, &poll, &r);
		wrong += cost != (r.found ? r.cost : FR_UNREACHED);
	}
	free(workspace);
	return wrong;
}

static void
test_long_side(void)
{
	static uint8_t codes[3 * LONG_SIDE];
	const char *text = "octile(straight=2, diagonal=3)";
	fr_poll poll = no_poll();
	chance c = {7};
	fr_index_checked checked;
	fr_index_request request;
	fr_model model;
	fr_error error;
	made m;

	for (int i = 0; i < 3 * LONG_SIDE; i++)
		codes[i] = chance_below(&c, 6) == 0 && i / LONG_SIDE != 1 ? '@' : '.';
	fr_model_parse(text, strlen(text), &model, &error);
	request = (fr_index_request){.grid = make_grid(text, codes, LONG_SIDE, 3),
								 .model = &model,
								 .digest = digest,
								 .routes = true};
	m.bytes = build_bytes(&request, &poll, &m.size);
	m.memory = malloc_arena_make(&m.memory);
	ok(m.bytes != NULL &&
		   fr_index_check(m.bytes, m.size, &poll, &checked, &error) == FR_OK,
	   "a map of %d cells a side has an index", LONG_SIDE);
	if (m.bytes != NULL)
	{
		int wrong;

		m.index = fr_index_open(checked, &m.memory.core, &poll);
		m.scratch = new_scratch(&m.index);
		wrong = wrong_costs(request.grid, &m, &c);
		ok(wrong == 0, "and %d costs of it are right: %d wrong", LONG_PAIRS, wrong);
		free_made(&m);
	}
	free_grid((fr_grid *) request.grid);
}

/* Of maps of so many cells each is tried under every so many-th of the rules. */
static size_t
part_of_rules(int cells)
{
	return cells < 16 ? 1 : cells < 25 ? 3 : MODELS;
}

/* Of codes[height][width]; without routes. */
static void
make_index_of(const char *text, const uint8_t *codes, uint32_t width, uint32_t height,
			  made *m)
{
	fr_poll poll = no_poll();
	fr_index_checked checked;
	fr_error error;
	fr_model model;
	fr_grid *grid = make_grid(text, codes, width, height);
	fr_index_request request = {.grid = grid, .model = &model, .digest = digest};

	fr_model_parse(text, strlen(text), &model, &error);
	m->bytes = build_bytes(&request, &poll, &m->size);
	m->memory = malloc_arena_make(&m->memory);
	if (!ok(m->bytes &&
				fr_index_check(m->bytes, m->size, &poll, &checked, &error) == FR_OK,
			"an index of a map of %u x %u cells is accepted", width, height))
		exit(1);
	m->index = fr_index_open(checked, &m->memory.core, &poll);
	m->scratch = new_scratch(&m->index);
	free_grid(grid);
}

#define ROW 32000 /* cells */

/* Boards of diagonals take no more lines than the map has rows, rounded up. */
static void
test_one_row(void)
{
	static uint8_t codes[ROW];
	fr_poll poll = no_poll();
	made m;

	memset(codes, '.', sizeof codes);
	make_index_of("tile", codes, ROW, 1, &m);
	ok(m.index.form == FR_INDEX_SUBGOALS && m.memory.taken <= 3 * 64 / 8 * ROW,
	   "... and its boards have 64 lines: %zu bytes", m.memory.taken);
	ok(fr_index_cost(&m.index, (fr_cell){0, 0}, (fr_cell){ROW - 1, 0}, m.scratch,
					 &poll) == ROW - 1,
	   "... and it has the cost of all of the row");
	free_made(&m);
}

/* An index that was built for costs only refuses to tell a route. */
static void
test_without_routes(void)
{
	static uint8_t codes[9 * 9];
	fr_cell start = {0, 0}, goal = {8, 8};
	fr_poll poll = no_poll();
	fr_error error;
	fr_route route;
	uint64_t cost;
	made m;

	for (int i = 0; i < 9 * 9; i++)
		codes[i] = i % 9 == 4 && i > 9 ? '@' : '.';
	make_index_of("octile", codes, 9, 9, &m);
	ok(fr_index_cost(&m.index, start, goal, m.scratch, &poll) != FR_UNREACHED &&
		   fr_index_route(&(fr_index_query){&m.index, start, goal, m.scratch},
						  &m.memory.core, &poll, &cost, &route,
						  &error) == FR_INDEX_ROUTES,
	   "... and has costs, but no routes");
	free_made(&m);
}

int
main(int argc, char **argv)
{
	int side = argc > 1 ? atoi(argv[1]) : 4;
	long worlds = argc > 2 ? atol(argv[2]) : 50;
	uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;

	test_refusals();
	test_max_size();
	test_long_side();
	test_one_row();
	test_without_routes();
	for (int height = 1; height <= side; height++)
		for (int width = height; width <= side; width++)
			check_all_maps(width, height, part_of_rules(width * height));
	for (long i = 0; i < worlds; i++)
		check_world(seed + (uint64_t) i);
	report_checks(worlds > 0 ? CHECKS : COSTS + 1, 1);
	return tap_done();
}

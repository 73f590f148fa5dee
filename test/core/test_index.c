/*
 * test_index.c - indexes: every cost and route against the oracle, and broken bytes
 *
 *     test_index [SIDE [WORLDS [SEED]]]
 *
 * All maps up to SIDE x SIDE (4), of mirrored and turned ones one each, under all
 * rules, but those of 4 x 4 under a third of them each, unless SIDE is more: mistakes
 * in the rules of subgoals show on maps as small (test/mutants).  Then so many random
 * worlds, of all sizes and kinds.
 */
#include "checks.h"
#include "core/index/format.h"

#define MAX_SIDE 64
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define SMALL_CELLS 25

enum
{
	COSTS,
	BATCH,
	ROUTES,
	CHECKED,
	SAME,
	LEFT,
	MUTATED,
	FORGED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "costs are the oracle's"},
	{.name = "many costs at once are the same"},
	{.name = "routes are legal and of the cost"},
	{.name = "what was built is accepted"},
	{.name = "the same bytes every time"},
	{.name = "a build that was left by a poll does no harm"},
	{.name = "changed bytes are refused"},
	{.name = "changed bytes with a right checksum do no harm"},
};

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
		w->rules.weight[code] = (oracle_fraction){code == '.', 1};
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

/* ---- an index ---------------------------------------------------------------------- */

static const uint8_t digest[FR_INDEX_DIGEST] = "of no map at all";

typedef struct made
{
	uint8_t *bytes;
	size_t size;
	malloc_arena memory; /* of the index */
	fr_index index;
	fr_index_scratch *scratch;
} made;

static fr_index_form form; /* of all that are built */

static fr_index_request
request_of(const world *w)
{
	return (fr_index_request){w->grid, &w->model, digest, 0, true, &form};
}

/* The bytes, which are the caller's to free. */
static uint8_t *
build_bytes(const fr_index_request *request, const fr_poll *poll, size_t *size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_plan *plan;
	uint8_t *bytes = NULL;
	fr_error error;

	if (fr_index_build(request, &memory.core, poll, &plan, &error) == FR_OK)
	{
		*size = fr_index_plan_size(plan);
		bytes = new_block(*size);
		fr_index_write(plan, bytes, poll);
	}
	malloc_arena_clear(&memory);
	return bytes;
}

static fr_index_scratch *
new_scratch(const fr_index *index)
{
	size_t size = fr_index_scratch_size(index);
	void *block = new_block(size);

	memset(block, 0x5a, size);
	return fr_index_scratch_init(block, size);
}

static bool
make_index(const world *w, made *m)
{
	fr_index_request request = request_of(w);
	fr_poll poll = no_poll();
	fr_error error;

	m->bytes = build_bytes(&request, &poll, &m->size);
	if (!expect(CHECKED,
				m->bytes && fr_index_check(m->bytes, m->size, &poll, &error) == FR_OK, w,
				m->bytes ? error.what : "refused"))
	{
		free(m->bytes);
		return false;
	}
	m->memory = malloc_arena_make(&m->memory);
	m->index = fr_index_open(m->bytes, m->size, &m->memory.core, &poll);
	m->scratch = new_scratch(&m->index);
	return true;
}

static void
free_made(made *m)
{
	malloc_arena_clear(&m->memory);
	free(m->bytes);
	free(m->scratch);
}

/* ---- one pair ------------------------------------------------------------------------ */

static fr_cell
cell_at(const world *w, uint32_t n)
{
	return (fr_cell){(int32_t) n % w->width, (int32_t) n / w->width};
}

static uint64_t
cost_of(const world *w, const made *m, uint32_t start, uint32_t goal)
{
	return fr_index_cost(&m->index, cell_at(w, start), cell_at(w, goal), m->scratch);
}

static void
check_cost(const world *w, const made *m, uint32_t start, uint32_t goal, uint64_t wanted)
{
	char detail[120] = "";
	uint64_t cost = cost_of(w, m, start, goal);

	if (cost != wanted)
		snprintf(detail, sizeof detail, "from %u to %u: %llu, not %llu", start, goal,
				 (unsigned long long) cost, (unsigned long long) wanted);
	expect(COSTS, cost == wanted, w, detail);
}

/* Is the route legal, from start to goal, and does it cost so much? */
static bool
is_route(const world *w, const fr_route *route, uint32_t start, uint32_t goal,
		 uint64_t wanted)
{
	uint8_t moves[MAX_CELLS];
	oracle_cost cost;

	if (route->moves >= MAX_CELLS || fr_grid_index(w->grid, route->start) != start)
		return false;
	list_moves(route, moves);
	return world_path(w, start, goal, moves, route->moves + 1, &cost) &&
		   world_units(w, cost) == wanted;
}

static void
check_route(const world *w, const made *m, uint32_t start, uint32_t goal, uint64_t wanted)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_error error;
	uint64_t cost;
	fr_route route;
	bool right =
		fr_index_route(&m->index, cell_at(w, start), cell_at(w, goal), m->scratch,
					   &memory.core, &poll, &cost, &route, &error) == FR_OK &&
		cost == wanted;

	if (right && wanted != FR_UNREACHED)
		right = is_route(w, &route, start, goal, wanted);
	expect(ROUTES, right, w, NULL);
	malloc_arena_clear(&memory);
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
				form = (fr_index_form) ((bits + i) % FR_INDEX_FORMS);
				check_small(&models[i], bits, width, height);
			}
}

/* ---- random worlds ---------------------------------------------------------------------- */

static void
check_start(const world *w, const made *m, chance *c, uint32_t start)
{
	static oracle_cost costs[MAX_CELLS];
	static fr_cell starts[MAX_CELLS];
	static fr_cell goals[MAX_CELLS];
	static uint64_t to[MAX_CELLS];
	static uint64_t between[MAX_CELLS];
	uint32_t cells = w->grid->cells;
	fr_index portable = m->index;
	fr_poll poll = no_poll();

	portable.vectors = false;
	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (uint32_t n = 0; n < cells; n++)
	{
		starts[n] = cell_at(w, start);
		goals[n] = cell_at(w, n);
	}
	fr_index_costs_to(&portable, cell_at(w, start), goals, cells, m->scratch, &poll, to);
	fr_index_costs(&m->index, starts, goals, cells, m->scratch, &poll, between);
	for (uint32_t goal = 0; goal < cells; goal++)
	{
		uint64_t wanted = costs[goal].a < 0 ? FR_UNREACHED : world_units(w, costs[goal]);

		check_cost(w, m, start, goal, wanted);
		expect(BATCH, to[goal] == wanted && between[goal] == wanted, w, NULL);
		if (chance_below(c, 8) == 0)
			check_route(w, m, start, goal, wanted);
	}
}

static void
check_same(const world *w, const made *m)
{
	fr_index_request request = request_of(w);
	fr_poll poll = no_poll();
	size_t size;
	uint8_t *again = build_bytes(&request, &poll, &size);

	expect(SAME, size == m->size && memcmp(again, m->bytes, size) == 0, w, NULL);
	free(again);
}

/* Builds that a poll leaves early on, and the one after them. */
static void
check_left(const world *w, const made *m, chance *c)
{
	fr_index_request request = request_of(w);
	malloc_arena memory = malloc_arena_make(&memory);
	leaver l = {.polls_left = (int) chance_below(c, 40)};
	fr_poll poll = {leave, &l};
	fr_index_plan *plan;
	fr_error error;

	if (setjmp(l.out) == 0)
		fr_index_build(&request, &memory.core, &poll, &plan, &error);
	malloc_arena_clear(&memory);
	check_same(w, m);
	expect(LEFT, true, w, NULL);
}

/* ---- broken bytes ------------------------------------------------------------------------- */

/* Asks some pairs of what was accepted: whatever comes back, nothing may happen. */
static void
ask_forged(const world *w, const uint8_t *bytes, size_t size, chance *c)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index index = fr_index_open(bytes, size, &memory.core, &poll);
	fr_index_scratch *scratch = new_scratch(&index);
	fr_error error;

	for (int i = 0; i < 20; i++)
	{
		fr_cell a = {(int32_t) chance_below(c, index.width),
					 (int32_t) chance_below(c, index.height)};
		fr_cell b = {(int32_t) chance_below(c, index.width),
					 (int32_t) chance_below(c, index.height)};
		uint64_t cost = fr_index_cost(&index, a, b, scratch);
		fr_route route;

		if (index.routes)
			fr_index_route(&index, a, b, scratch, &memory.core, &poll, &cost, &route,
						   &error);
		fr_index_describe(&index);
	}
	expect(FORGED, true, w, NULL);
	free(scratch);
	malloc_arena_clear(&memory);
}

/* One bit, one byte, or a 16-bit number anywhere; the header more often than its share. */
static void
mutate(uint8_t *bytes, size_t size, chance *c)
{
	uint32_t range = (uint32_t) (chance_below(c, 3) ? size : size < 200 ? size : 200);
	size_t at = chance_below(c, range);

	switch (chance_below(c, 3))
	{
		case 0:
			bytes[at] ^= (uint8_t) (1 << chance_below(c, 8));
			break;
		case 1:
			bytes[at] = (uint8_t) (bytes[at] + 1 + chance_below(c, 255));
			break;
		default:
			bytes[at] ^= 0xff;
	}
}

static void
check_mutated(const world *w, const made *m, chance *c)
{
	uint8_t *bytes = exact_copy(m->bytes, m->size);
	fr_poll poll = no_poll();
	fr_error error;

	mutate(bytes, m->size, c);
	expect(MUTATED, fr_index_check(bytes, m->size, &poll, &error) != FR_OK, w, NULL);
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, m->size - FR_AT_WIDTH));
	if (fr_index_check(bytes, m->size, &poll, &error) == FR_OK)
		ask_forged(w, bytes, m->size, c);
	free(bytes);
}

static void
check_shortened(const world *w, const made *m, chance *c)
{
	size_t size = chance_below(c, (uint32_t) m->size);
	uint8_t *bytes = exact_copy(m->bytes, size);
	fr_poll poll = no_poll();
	fr_error error;

	expect(MUTATED, fr_index_check(bytes, size, &poll, &error) != FR_OK, w, NULL);
	free(bytes);
}

/* ---- one random world ---------------------------------------------------------------- */

#define MUTANTS 20

static void
check_index(const world *w, const made *m, chance *c)
{
	uint32_t cells = w->grid->cells;
	uint32_t starts = cells < 200 ? cells : 30;

	for (uint32_t i = 0; i < starts; i++)
		check_start(w, m, c, cells < 200 ? i : chance_below(c, cells));
	check_left(w, m, c);
	check_same(w, m);
	check_shortened(w, m, c);
	for (int i = 0; i < MUTANTS; i++)
		check_mutated(w, m, c);
}

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
	form = (fr_index_form) chance_below(&c, FR_INDEX_FORMS);
	if (make_index(&w, &m))
	{
		check_index(&w, &m, &c);
		free_made(&m);
	}
	world_free(&w);
}

/* ---- what has no index --------------------------------------------------------------- */

static fr_status
refusal(const char *model, const char *codes, uint32_t width, size_t budget)
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
	status =
		fr_index_build(&(fr_index_request){grid, &parsed, digest, budget, true, NULL},
					   &memory.core, &poll, &plan, &error);
	malloc_arena_clear(&memory);
	free_grid(grid);
	return status;
}

static void
test_refusals(void)
{
	ok(refusal("octile(T=3)", "..T.", 2, 0) == FR_INDEX_MODEL, "weights are refused");
	ok(refusal("octile(T=3)", "....", 2, 0) == FR_OK, "a weight that no cell has is not");
	ok(refusal("octile(straight=3, diagonal=2)", "....", 2, 0) == FR_INDEX_MODEL,
	   "a diagonal step for less than a straight one is refused");
	ok(refusal("octile(diagonal=3, corners=any)", "....", 2, 0) == FR_INDEX_MODEL,
	   "one for more than two of them is, where it needs no side cell");
	ok(refusal("octile", "....", 2, 100) == FR_INDEX_BUDGET, "a budget is kept");
}

int
main(int argc, char **argv)
{
	int side = argc > 1 ? atoi(argv[1]) : 4;
	long worlds = argc > 2 ? atol(argv[2]) : 200;
	uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;

	test_refusals();
	for (int height = 1; height <= side; height++)
		for (int width = height; width <= side; width++)
			check_all_maps(width, height, side <= 4 && height == 4 ? 3 : 1);
	for (long i = 0; i < worlds; i++)
		check_world(seed + (uint64_t) i);
	report_checks(CHECKS, worlds > 0);
	return tap_done();
}
